# description: the control files: where, whose, and what each way of writing does

# where the kernel has a tracer of its own, it owns the names in the root
has_builtin() { [ "$KPE" != "$T" ]; }

remount() { mount -t tracefs -o "remount,$1" tracefs "$T"; }

mode_of() { stat -c '%a %u %g' "$1"; }

many_listed() # SYMBOL COUNT [FIRST]
{
	many "$@" | sed 's,:,&kprobes/,'
}

test_place_of_files()
{
	if config KPROBE_EVENTS; then
		eq "$KPE" "$T/trace_kprobe"
	else
		eq "$KPE" "$T"
	fi
	for file in "$KPE/kprobe_events" "$KPE/kprobe_profile" \
		"$T/trace_kprobe/error_log" "$T/trace_kprobe/README"; do
		[ -f "$file" ] || fail "no file $file"
	done
	ok
}

test_owner_and_modes()
{
	eq "$(mode_of "$KPE/kprobe_events")" '640 0 0'
	eq "$(mode_of "$KPE/kprobe_profile")" '440 0 0'
	eq "$(mode_of "$T/trace_kprobe/error_log")" '640 0 0'
	eq "$(mode_of "$T/trace_kprobe/README")" '440 0 0'
	eq "$(mode_of "$T/trace_kprobe")" "$(mode_of "$T/options")"
}

# as the kernel's own files do
test_group_of_the_mount()
{
	unload
	trap 'remount gid=0' EXIT
	remount gid=123
	load
	eq "$(stat -c %g "$KPE/kprobe_events" "$T/trace_kprobe" "$T/trace_kprobe/README")" \
		"$(lines 123 123 123)"
	remount gid=45
	eq "$(stat -c %g "$KPE/kprobe_events" "$T/trace_kprobe" "$T/trace_kprobe/README")" \
		"$(lines 45 45 45)"
}

test_builtin_keeps_its_files()
{
	has_builtin || { ok; return; }
	define 'p:ours vfs_read'
	echo 'p:theirs vfs_write' >>"$T/kprobe_events"
	eq "$(cat "$T/kprobe_events")" 'p:kprobes/theirs vfs_write'
	listed 'p:kprobes/ours vfs_read'
	true >"$T/kprobe_events"
	listed 'p:kprobes/ours vfs_read'
}

test_readonly_open()
{
	define 'p:one vfs_read'
	eq "$(client ops "$KPE/kprobe_events" read read=4096)" 'p:kprobes/one vfs_read'
	eq "$(client ops "$KPE/kprobe_events" read 'write=p:two vfs_read' || :)" EBADF
	eq "$(client ops "$KPE/kprobe_events" read-trunc read=4096)" 'p:kprobes/one vfs_read'
	listed 'p:kprobes/one vfs_read'
}

test_writeonly_open_appends()
{
	define 'p:one vfs_read'
	eq "$(client ops "$KPE/kprobe_events" write 'write=p:two vfs_read')" ''
	eq "$(client ops "$KPE/kprobe_events" append 'write=p:three vfs_read')" ''
	eq "$(client ops "$KPE/kprobe_events" write read=10 || :)" EBADF
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read' 'p:kprobes/three vfs_read'
}

test_truncating_open_clears()
{
	for mode in trunc rdwr-trunc; do
		define 'p:one vfs_read' 'r:two vfs_read'
		eq "$(client ops "$KPE/kprobe_events" $mode seek=0)" '' $mode
		listed
		not test -e "$(event_dir one)"
	done
	define 'p:one vfs_read'
	eq "$(client ops "$KPE/kprobe_events" rdwr-trunc 'write=p:two vfs_read' seek=0 read=999)" \
		'p:kprobes/two vfs_read'
	listed 'p:kprobes/two vfs_read'
}

# perf reads the list to choose names, then writes through the same file
test_read_then_write_on_one_open_file()
{
	for mode in rdwr both; do
		define 'p:one vfs_read' 'p:two vfs_read'
		eq "$(client ops "$KPE/kprobe_events" $mode read=4096 \
			'write=p:probe/three vfs_read' 'write=p:probe/four vfs_read' \
			write=-:probe/three)" \
			"$(lines 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read')" $mode
		listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read' 'p:probe/four vfs_read'
		true >"$KPE/kprobe_events"
	done
}

# known: fix-a9d6fb284039
test_empty_lines_are_nothing()
{
	printf '\n\n   \n\t\np:one vfs_read\n\n  \n\np:two vfs_read\n\n' >>"$KPE/kprobe_events"
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read'
	eq "$(write_errno "$KPE/kprobe_events" '
	
')" ''
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read'
}

# the open has cleared by then, as the shell's ">" promises
# known: CVE-2025-39683
test_fault_after_truncation()
{
	define 'p:one vfs_read'
	eq "$(echo 'p:two vfs_read' | client efault "$KPE/kprobe_events" trunc || :)" EFAULT
	listed
}

test_reads_of_every_size()
{
	many vfs_read 300 | client write "$KPE/kprobe_events"
	many_listed vfs_read 300 >/tmp/case/wanted
	for size in 1 7 100 4095 4096 4097 65536; do
		client ops "$KPE/kprobe_events" read read=$size >/tmp/case/got
		cmp /tmp/case/got /tmp/case/wanted
		client ops "$KPE/kprobe_events" read once=100 seek=0 read=$size >/tmp/case/got
		eq "$(tail -c +101 /tmp/case/got | cmp - /tmp/case/wanted)" '' "again from the start"
	done
	client ops "$KPE/kprobe_events" read seek=1000 read=4096 >/tmp/case/got
	eq "$(tail -c +1001 /tmp/case/wanted | cmp - /tmp/case/got)" '' "from the middle"
	eq "$(client ops "$KPE/kprobe_events" read seek=1000000 read=100)" '' "behind the end"
	eq "$(client ops "$KPE/kprobe_profile" read read=7 | wc -l)" 300
}

# the reader may see any state, but never half a line
test_only_whole_lines_while_others_write()
{
	many vfs_read 200 >/tmp/case/odd
	many vfs_read 200 201 >/tmp/case/even
	{
		for round in 1 2 3 4 5 6; do
			client write "$KPE/kprobe_events" trunc </tmp/case/odd
			client write "$KPE/kprobe_events" trunc </tmp/case/even
		done
		: >/tmp/case/written
	} &
	until [ -f /tmp/case/written ]; do
		client ops "$KPE/kprobe_events" read read=13
		client ops "$KPE/kprobe_events" read read=4096
	done >/tmp/case/seen
	wait
	many_listed vfs_read 400 | sort >/tmp/case/known
	not test "$(wc -l </tmp/case/seen)" -lt 200
	unknown=$(sort -u /tmp/case/seen | grep -vxFf /tmp/case/known || :)
	eq "$unknown" '' 'lines that nobody defined'
	cmp "$KPE/kprobe_events" - <<-EOF
	$(many_listed vfs_read 200 201)
	EOF
}

test_profile_is_for_reading()
{
	define 'p:one vfs_read'
	eq "$(write_errno "$KPE/kprobe_profile" 'p:two vfs_read')" EINVAL
	eq "$(write_errno "$KPE/kprobe_profile" 'p:two vfs_read' trunc)" EINVAL
	listed 'p:kprobes/one vfs_read'
	eq "$(cat "$KPE/kprobe_profile")" \
		'  one                                                        0               0'
}

# by these perf and the kernel's selftests learn what the tracer can do
test_readme_has_what_clients_look_for()
{
	readme=$T/trace_kprobe/README
	for phrase in 'type: .* x8/16/32/64,' 'place (kretprobe): ' 'u\]<offset>' \
		'Create/append/' '\\imm-value,' '\$arg<N>' 'r\[maxactive\]' '<type>\\\[<array-size>\\\]' \
		'<symbol>\[+<offset>\]%return' 'kernel return probes support:' 'imm-string' \
		'place: \[<module>:\]<symbol>' 'p\[:\[<group>/\]\[<event>\]\] <place> \[<args>\]'; do
		grep -q "$phrase" "$readme" || fail "README lacks '$phrase'"
	done
	ok
	eq "$(write_errno "$readme" x)" EINVAL
}

# the kernel's text, then ours; however it is read
test_readme_has_the_kernels_text()
{
	readme=$T/trace_kprobe/README
	of_kernel=$(wc -c <"$T/README")
	cat "$readme" >/tmp/case/all
	size=$(wc -c </tmp/case/all)
	[ "$of_kernel" -gt 0 ] || fail 'the kernel has none'
	[ "$size" -gt "$of_kernel" ] || fail "$size bytes"
	eq "$(head -c "$of_kernel" /tmp/case/all)" "$(cat "$T/README")"
	like "$(tail -c +$((of_kernel + 1)) /tmp/case/all)" '?kprobe events, from the module *'
	for block in 1 7 100 4096 65536; do
		dd if="$readme" bs=$block 2>/dev/null | cmp - /tmp/case/all || fail "blocks of $block"
	done
	for skip in 1 $((of_kernel - 1)) "$of_kernel" $((of_kernel + 1)) $((size - 1)); do
		eq "$(dd if="$readme" bs=1 skip="$skip" count=50 2>/dev/null)" \
			"$(dd if=/tmp/case/all bs=1 skip="$skip" count=50 2>/dev/null)" "from $skip"
	done
	eq "$(dd if="$readme" bs=1 skip="$size" 2>/dev/null)" ''
	eq "$(dd if="$readme" bs=1 skip=$((size + 5000)) 2>/dev/null)" ''
	eq "$(grep -c "The kernel's error_log has these errors, too" "$readme")" 1
}

# as in the kernel's own directories; else rmmod would find them elsewhere
test_our_directory_cannot_be_changed_by_hand()
{
	dir=$T/trace_kprobe
	not rm -f "$dir/README"
	not mv "$dir/README" "$dir/other"
	not ln "$dir/README" "$dir/other"
	not ln -s README "$dir/other"
	not mkdir "$dir/other"
	not touch "$dir/other"
	not rmdir "$dir"
	for file in "$KPE/kprobe_events" "$dir/README" "$dir/error_log"; do
		[ -f "$file" ] || fail "$file has gone"
	done
	eq "$(find "$dir" -name other)" ''
}

# where tracefs lets root do so, as with the kernel's own files
test_files_removed_by_hand()
{
	rm -f "$KPE/kprobe_profile" "$KPE/kprobe_events" "$T/trace_kprobe/README" || :
	rm -rf "$T/trace_kprobe" || :
	unload
	load
	define 'p:one vfs_read'
	listed 'p:kprobes/one vfs_read'
	eq "$(wc -l <"$KPE/kprobe_profile")" 1
	[ -f "$T/trace_kprobe/README" ] || fail 'no README'
}
