# description: bugs that tracers of this kind have had, each by its name
#
# Documentation/known-bugs.rst has all of them. A line "# known: ..." stands above
# each test, here and in other files, that is about some of them.
# seconds: 240

# "p:x PLACE", whose module may be there or not, in use for a moment
try_place() # KIND PLACE
{
	local errno

	errno=$(write_errno "$KPE/kprobe_events" "$1:x $2")
	case $errno in
	'')
		on x
		off x
		define -:x
		: >"/tmp/case/tried.$1"
		;;
	EINVAL | ENOENT) : >"/tmp/case/refused.$1" ;;
	*) fail "'$1:x $2': $errno" ;;
	esac
}

try_places()
{
	local addr kind

	addr=$(address kpe_target_ret || echo 0x10)
	for kind in p r; do
		try_place $kind "$addr"
		try_place $kind kpe_target_ret
		try_place $kind 'kpe_target_r*'
		try_place $kind 'kpe_target:kpe_target_ret'
	done
}

# A place is looked up while its module goes.
# known: CVE-2024-35955 CVE-2025-37845 CVE-2024-38588
test_cve_2024_35955_places_of_a_module_that_goes()
{
	for round in 1 2 3 4 5 6 7 8 9 10; do
		target_loaded
		target ret 5
		usleep 100000
		# a definition holds the module while it looks at it
		wait_for 10 target_unloaded
		usleep 50000
	done &
	job=$!
	until ! kill -0 $job 2>/dev/null; do
		try_places
	done
	ended $job
	ls /tmp/case/tried.p /tmp/case/tried.r /tmp/case/refused.p /tmp/case/refused.r
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	define 'p:x kpe_target:kpe_target_ret'
	while_on x target ret 2
	eq "$(hits x)" 2
}

# What could be read of the text is a line, or part of one.
# known: CVE-2025-39683
test_cve_2025_39683_fault_behind_the_text()
{
	define 'p:one vfs_read'
	{ echo 'p:two vfs_read'; repeat '#' 8200; } >/tmp/case/text
	for size in 0 1 14 15 4094 4095 4096 4097 8192; do
		head -c $size /tmp/case/text >/tmp/case/head
		for file in "$KPE/kprobe_events" "$KPE/kprobe_owned" "$(event_dir one)/filter" \
			"$(event_dir one)/trigger"; do
			case $size,$(client efault "$file" </tmp/case/head || :) in
			*,EFAULT) ok ;;
			# the kernel's files take less than a page
			[48]???,EINVAL) like "$file" '*/one/*' ;;
			*) fail "$size bytes to $file" ;;
			esac
		done
	done
	listed 'p:kprobes/one vfs_read'
	eq "$(cat "$(event_dir one)/filter")" none
	define 'p:two vfs_read'
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read'
}

# one event of another tracer
synthetic_comes_and_goes()
{
	echo 'kpe_synth u64 x' >>"$T/synthetic_events"
	echo '!kpe_synth' >>"$T/synthetic_events"
	usleep 20000
}

# known: CVE-2025-38539
test_cve_2025_38539_two_tracers_add_events()
{
	needs SYNTH_EVENTS
	target_loaded
	define 'p:stays kpe_target_ret'
	on stays
	: >/tmp/case/busy
	while_busy synthetic_comes_and_goes &
	set -- $!
	# to print a record its event is looked for among all
	while_busy cat "$T/trace" "$T/available_events" >/tmp/case/read &
	set -- "$@" $!
	for round in $(seq 8); do
		define "p:x$round kpe_target_ret" "r:y$round kpe_target_ret"
		target ret
		[ "$round" = 8 ] || define "-:x$round" "-:y$round"
	done
	rm /tmp/case/busy
	ended "$@"
	off stays
	eq "$(records stays | wc -l)" 8
	listed 'p:kprobes/stays kpe_target_ret' 'p:kprobes/x8 kpe_target_ret' \
		"$(grep '^r[0-9]*:kprobes/y8 kpe_target_ret$' "$KPE/kprobe_events")"
}

# known: CVE-2025-38346
test_cve_2025_38346_module_leaves_while_ftrace_is_off()
{
	was=$(cat /proc/sys/kernel/ftrace_enabled)
	define 'p:x kpe_target:kpe_target_ret' 'r:y kpe_target:kpe_target_args8'
	on x y
	target ret 2
	ftrace_off
	target_unloaded
	cat "$T/trace" "$KPE/kprobe_events" "$KPE/kprobe_status" "$KPE/kprobe_export" \
		/proc/kallsyms "$T/enabled_functions" >/tmp/case/read
	eq "$(symbols_of kpe_target)" ''
	echo "$was" >/proc/sys/kernel/ftrace_enabled
	target ret 3
	target args8
	eq "$(hits x) $(hits y)" '5 1'
}

read_filters()
{
	cat "$T/set_ftrace_filter" "$T/enabled_functions"
	usleep 100000
}

# known: CVE-2025-39689
test_cve_2025_39689_filter_files_read_while_arming()
{
	: >/tmp/case/busy
	while_busy read_filters >/tmp/case/read &
	job=$!
	for round in 1 2 3 4; do
		define 'p:io vfs_*' 'p:one vfs_read'
		on io one
		off io one
		define -:io -:one
	done
	rm /tmp/case/busy
	ended $job
	eq "$(cat "$T/set_ftrace_filter")" '#### all functions enabled ####'
}

# known: CVE-2023-53375
test_cve_2023_53375_errors_in_instances()
{
	needs HIST_TRIGGERS
	one=$T/instances/kpe
	define 'p:x vfs_read n=%dx:u64'
	for round in $(seq 9); do
		mkdir "$one"
		eq "$(write_errno "$one/events/kprobes/x/filter" 'none == 1')" EINVAL
		eq "$(write_errno "$one/events/kprobes/x/trigger" hist:keys=none)" EINVAL
		refused 'p vfs_read ^$none_var' EINVAL 'Invalid $-variable specified'
		cat "$one/error_log" >/tmp/case/errors
		rmdir "$one"
	done
	eq "$(grep -c '^  Command: ' /tmp/case/errors)" 2
	eq "$(grep -c 'none_var' /tmp/case/errors || :)" 0 'our errors are no instance'\''s'
}

# "TEXT|COMMAND|CARET" of each entry, without times
entries() # LOG
{
	sed 's/^\[[^]]*\] //' "$1" | awk '
		NR % 3 == 1 { text = $0 }
		NR % 3 == 2 { command = $0 }
		NR % 3 == 0 { print text "|" command "|" length }
	'
}

write_wrong() # LINE
{
	local round

	for round in $(seq 25); do
		eq "$(write_errno "$KPE/kprobe_events" "$1")" EINVAL
	done
}

# known: CVE-2023-53478 log-of-two-writers
test_cve_2023_53478_every_writer_has_its_own_error()
{
	write_wrong 'p:x vfs_read $none_var' &
	a=$!
	write_wrong 'p:a_longer_name/9bad vfs_read' &
	b=$!
	while kill -0 $a 2>/dev/null || kill -0 $b 2>/dev/null; do
		for log in $(error_logs); do
			entries "$log"
		done
	done >/tmp/case/entries
	ended $a $b
	eq "$(sort -u /tmp/case/entries)" "$(sort <<-'END'
		trace_kprobe: error: Invalid $-variable specified|  Command: p:x vfs_read $none_var|25
		trace_kprobe: error: Event name must follow the same rules as C identifiers|  Command: p:a_longer_name/9bad vfs_read|28
	END
	)"
}

# known: CVE-2025-37938
test_cve_2025_37938_format_characters()
{
	eq "$(fetched p ret 'x=\"%s%n%*pbl%*p" y=\5:u8 z=\"%"')" 'x="%s%n%*pbl%*p" y=5 z="%"'
	define 'p:x vfs_read x=\"%s%n%*pbl%*p"'
	listed 'p:kprobes/x vfs_read x=\"%s%n%*pbl%*p"'
	eq "$(sed -n 's/^print fmt: //p' "$(event_dir x)/format")" \
		'"(%lx) x=\"%s\"", REC->__probe_ip, __get_str(x)'
}

# the names of 76 arguments as long as can be, a definition as long as can be
long_names() { each 10 85 "$(repeat n 30)#"; }
long_arguments() { long_names | sed 's/ /=\\-1:x64 /g; s/$/=\\-1:x64/'; }

# known: fix-8ce20bfba489
test_fix_8ce20bfba489_longest_print_format()
{
	define "p:x vfs_read $(long_arguments)"
	eq "$(sed -n 's/^print fmt: //p' "$(event_dir x)/format")" \
		"\"(%lx)$(long_names | sed 's/^/ /; s/\(n[0-9]*\)\( \|$\)/\1=0x%Lx\2/g')\", REC->__probe_ip$(
			long_names | sed 's/^/ /; s/ /, REC->/g')"
}

# Two lines are longer than a page.
# known: CVE-2025-37923
test_cve_2025_37923_long_lines_through_a_pipe()
{
	target_loaded
	define "p:x kpe_target_ret $(long_arguments)" 'p:y kpe_target_ret end=\1:u8'
	on x y
	target ret 3
	client take "$T/trace_pipe" >/tmp/case/taken
	eq "$(grep -c ' y: (kpe_target_ret.* end=1$' /tmp/case/taken)" 3
	# a line that is too long for the kernel's buffer is said to be so
	eq "$(grep -c ' x: (kpe_target_ret+0x0.* nn*10=0x\|LINE TOO BIG' /tmp/case/taken)" 3
	# newer kernels cut what does not fit a page of the pipe
	target ret 3
	client splice "$T/trace_pipe" >/tmp/case/taken
	not test "$(grep -c ' x: (kpe_target_ret+0x0.* nn*10=0x\|LINE TOO BIG' /tmp/case/taken)" -lt 1
	off x y
}

# known: CVE-2025-21899
test_cve_2025_21899_bad_named_histogram()
{
	needs HIST_TRIGGERS
	target_loaded
	define 'p:x kpe_target_ret'
	eq "$(write_errno "$(event_dir x)/trigger" \
		'hist:name=bad:keys=common_pid:onmax(bogus).save(common_pid)')" EINVAL
	eq "$(write_errno "$(event_dir x)/trigger" 'hist:name=bad:keys=common_pid')" ''
	target ret 3
	eq "$(hist_total x Hits)" 3
	echo '!hist:name=bad:keys=common_pid' >>"$(event_dir x)/trigger"
	define -:x
}

# known: fix-f418d68d71fd
test_fix_f418d68d71fd_groups_that_begin_alike()
{
	define 'p:kpe/a vfs_read' 'p:kpe_more/a vfs_read' 'p:kp/a vfs_read' 'p:kpe/ab vfs_read'
	echo 'kpe:a' >"$T/set_event"
	eq "$(cat "$T/set_event")" kpe:a
	true >"$T/set_event"
	define '-:kpe/a'
	listed 'p:kpe_more/a vfs_read' 'p:kp/a vfs_read' 'p:kpe/ab vfs_read'
	define -:kpe/ -:kp/
	listed 'p:kpe_more/a vfs_read'
}

read_blacklist()
{
	cat /sys/kernel/debug/kprobes/blacklist /sys/kernel/debug/kprobes/list
	usleep 50000
}

# known: fix-0c4256196b3a
test_fix_0c4256196b3a_blacklist_read_while_modules_go()
{
	: >/tmp/case/busy
	while_busy read_blacklist >/tmp/case/read &
	job=$!
	for round in 1 2 3; do
		target_loaded
		refused 'p ^kpe_target_nokprobe' EINVAL 'The kernel does not allow a probe at this place'
		target_unloaded
		refused 'p ^kpe_target_nokprobe' EINVAL 'Invalid probed address or symbol'
	done
	rm /tmp/case/busy
	ended $job
	eq "$(grep -c kpe_target /sys/kernel/debug/kprobes/blacklist || :)" 0
}

# known: failed-string
test_failed_string_has_the_length_0()
{
	target_loaded
	define 'p:x kpe_target_bad s=+0(%di):string t=\"ok" u=+0(%si):ustring n=\9:u8'
	on x
	taskset 1 sh -c "echo bad >$RUN"
	off x
	record=$(client raw "$T/per_cpu/cpu0" "$(event_id x)" dump | head -n 1)
	like "$(echo "$record" | cut -c $((2 * ($(own_part x) + 8) + 1))-)" \
		'????0000????0300????000009*6f6b00*'
}

# known: dynamic-counter
test_dynamic_counter_of_mixed_arguments()
{
	eq "$(fetched p object 'a=\1:u8 +24(%di):string +0(\0):string b=\2:u16 +0(+40(%di)):string c=\"lit" +0(\0):ustring +24(+48(%di)):string d=\3:u64')" \
		'a=1 arg2="first" arg3=(fault) b=2 arg5="object text" c="lit" arg7=(fault) arg8="second" d=3'
}

# functions of which the compiler split off one part, "foo.cold", and clones, whose names have
# dots before that: those that ftrace can trace, or the others
split_functions() # yes|no
{
	awk -v traced="$1" '
		FILENAME ~ /available/ { is_traced[$1] = 1; next }
		sub(/[.]cold$/, "", $3) { parts[$3]++ }
		END {
			for (name in parts)
				if (parts[name] == 1 && (name in is_traced) == (traced == "yes"))
					print name
		}
	' "$T/available_filter_functions" /proc/kallsyms | sort | awk '
		/[.]/ ? ++clones <= 8 : ++whole <= 4
	'
}

# What was split off has no entry of its own that ftrace knows.
# known: suffixed-notrace
test_suffixed_notrace_is_asked_of_the_whole_function()
{
	split_functions yes >/tmp/case/traced
	figure "$(grep -c '[.]' /tmp/case/traced) of clones"
	while read -r name; do
		eq "$(write_errno "$KPE/kprobe_events" "p:x $name.cold")" '' "$name.cold"
		on x
		off x
		define -:x
	done </tmp/case/traced
	split_functions no >/tmp/case/untraced
	while read -r name; do
		eq "$(write_errno "$KPE/kprobe_events" "p:x $name.cold")" EINVAL "$name.cold"
	done </tmp/case/untraced
	ok
}
