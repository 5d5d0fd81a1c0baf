# description: kernels that do what the module relies on in another way: it refuses to load
# seconds: 240
# load: each

# what of tracefs, of modules and of probes a module could leave behind
there()
{
	find "$T" -maxdepth 3 | sort
	cut -d ' ' -f 1 /proc/modules
	cat /sys/kernel/debug/kprobes/list
	[ ! -f "$T/enabled_functions" ] || cat "$T/enabled_functions"
}

# The module is not loaded when the kernel is odd in this, and leaves nothing.
refuses() # WHAT SENTENCE
{
	unload
	insmod /kpe/kpe_odd.ko module=kprobe_events what="$1"
	there >"$CASE/before"
	dmesg -c >"$CASE/told"
	insmod /kpe/kprobe_events.ko >"$CASE/answer" 2>&1 || :
	there >"$CASE/after"
	# insmod has asked the kernel in two ways
	dmesg | sed -n 's/^\[[^]]*\] //; /^kprobe_events: /p' | uniq >"$CASE/told"
	rmmod kpe_odd
	like "$(cat "$CASE/answer")" '*No such device*' "$1"
	eq "$(cat "$CASE/told")" "kprobe_events: $2" "$1"
	eq "$(diff "$CASE/before" "$CASE/after" || :)" '' "what is left with $1"
	works
}

# where the kernel is as it should be again
works()
{
	load
	define 'p:x vfs_read'
	on x
	cat /proc/version >"$CASE/ignored"
	off x
	not test "$(hits x)" = 0
	define -:x
}

unknown() # WHAT PLURAL
{
	needs MODULE_UNLOAD
	refuses "$1" "refused: this kernel has an unknown form of $2"
}

test_symbols() { unknown symbols symbols; }
test_perf() { unknown perf 'perf events'; }
test_attributes() { unknown attributes attributes; }
test_sections() { unknown sections 'sections of modules'; }
test_files() { unknown files 'files of events'; }
test_modules() { unknown modules modules; }

# The list says what each line may depend on.
test_names_that_are_looked_up()
{
	n=0
	sed '/^[#?]/d' /kpe/lookups >"$CASE/lookups"
	# those of modules do not count
	grep -vF '[' /proc/kallsyms | sed 's/.* //' | sort -u >"$CASE/names"
	while read -r line; do
		names=${line#*: }
		[ "$names" != "$line" ] || line=:
		for option in $(echo "${line%%:*}" | tr , ' '); do
			config "$option" || continue 2
		done
		n=$((n + 1))
		grep -qxE "$(echo "$names" | tr ' ' '|')" "$CASE/names" ||
			fail "the kernel has none of: $names"
	done <"$CASE/lookups"
	[ $n -ge 3 ] || fail "only $n lines count"
	ok
}

test_events()
{
	needs MODULE_UNLOAD
	refuses events 'the kernel registers no trace events for this module'
}
