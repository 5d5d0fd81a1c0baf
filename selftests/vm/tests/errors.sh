# description: every refusal has its errno, its text and its caret, in every error log
# live: yes

# The codes of language/error_list.h, but for those that user space cannot bring about
# here: NO_MEMORY and LOCKED_DOWN (for good, until the next boot). NO_ID is in
# limits.sh, those of types and casts are in conformance.table, those of build-ids
# in export.sh.

entries() { grep -c '^  Command: ' "$1" || [ $? = 1 ]; }
commands() { sed -n 's/^  Command: //p' "$1"; }

# guest: names are added
test_maxactive()
{
	refused 'p^100 vfs_read' EINVAL 'Maxactive is only for function exit'
	refused 'p^1:x vfs_read' EINVAL 'Maxactive is only for function exit'
	refused 'r^1a111 vfs_read' EINVAL 'Invalid maxactive number'
	refused 'r^0 vfs_read' EINVAL 'Invalid maxactive number'
	refused 'r^0:x vfs_read' EINVAL 'Invalid maxactive number'
	refused 'r^4097:x vfs_read' EINVAL 'Maxactive is too big'
	refused 'r^100000 vfs_read' EINVAL 'Maxactive is too big'
	define 'r1:low vfs_read' 'r4096:high vfs_read'
	listed 'r1:kprobes/low vfs_read' 'r4096:kprobes/high vfs_read'
}

# guest: groups have other names
test_group_name()
{
	local name

	name=$(repeat g 63)
	refused 'p:^/bar vfs_read' EINVAL 'Group name is not specified'
	refused "p:^${name}g/bar vfs_read" EINVAL 'Group name is too long'
	for bad in foo.1 1foo 'foo!' 'f%o' é; do
		refused "p:^$bad/bar vfs_read" EINVAL \
			'Group name must follow the same rules as C identifiers'
	done
	define "p:$name/bar vfs_read" 'p:_f-1/bar vfs_read'
	listed "p:$name/bar vfs_read" 'p:_f-1/bar vfs_read'
}

# guest: groups have other names
test_event_name()
{
	local name

	name=$(repeat e 63)
	refused 'p:^ vfs_read' EINVAL 'Event name is not specified'
	refused 'r10:^ vfs_read' EINVAL 'Event name is not specified'
	refused "p:foo/^${name}e vfs_read" EINVAL 'Event name is too long'
	refused "p:^${name}e vfs_read" EINVAL 'Event name is too long'
	for bad in bar.1 1bar bar-1 bar/x 'b!r' é; do
		refused "p:foo/^$bad vfs_read" EINVAL \
			'Event name must follow the same rules as C identifiers'
	done
	refused 'p:foo.^1 vfs_read' EINVAL 'Event name must follow the same rules as C identifiers'
	define "p:foo/$name vfs_read" 'p:foo/_b1 vfs_read'
	listed "p:foo/$name vfs_read" 'p:foo/_b1 vfs_read'
}

# guest: groups have other names
test_reserved_groups()
{
	refused 'p:^ftrace/x vfs_read' EINVAL 'This group name is reserved'
	refused 'p:^trace_kprobe/x vfs_read' EINVAL 'This group name is reserved'
}

test_first_word()
{
	for bad in x P f e:a t:b +p; do
		refused "^$bad vfs_read" EINVAL "A definition starts with 'p', 'r' or '-'"
	done
	refused '^-x' EINVAL "A definition starts with 'p', 'r' or '-'"
	refused 'p^' EINVAL 'Probe place is not specified'
	refused 'p:x^' EINVAL 'Probe place is not specified'
	refused 'r10:x^' EINVAL 'Probe place is not specified'
}

test_unknown_place()
{
	local bad

	target_loaded
	for bad in non_exist_func hoge-fuga hoge+1000-1000 vfs_read+ vfs_read+0x vfs_read+1x \
		vfs_read+4294967296 +10 :vfs_read kpe_target: kpe_target:none \
		kpe_target:vfs_read kpe-target:kpe_target_ret 12345678abcde \
		kpe_target_at_init; do
		refused "p ^$bad" EINVAL 'Invalid probed address or symbol'
	done
	# a variable is no function
	refused 'p jiffies' EINVAL
}

# guest: it loads another module
test_place_of_several_functions()
{
	target_loaded
	refused 'p ^kpe_target_dup' EINVAL 'The symbol is not unique'
	refused 'p:x ^kpe_target:kpe_target_dup a=%ax' EINVAL 'The symbol is not unique'
	# sysfs methods with this name are everywhere
	refused 'r ^name_show' EINVAL 'The symbol is not unique'
	insmod /kpe/kpe_target2.ko
	refused 'p ^kpe_target_ret' EINVAL 'The symbol is not unique'
	define 'p:x kpe_target:kpe_target_ret'
}

test_place_suffix()
{
	refused 'p vfs_read^%hoge' EINVAL 'Invalid probed address suffix'
	refused 'p vfs_read^%' EINVAL 'Invalid probed address suffix'
	refused 'p vfs_read^%return%return' EINVAL 'Invalid probed address suffix'
	refused 'r ^vfs_read+10' EINVAL 'Retprobe address must be an function entry'
	refused 'p ^vfs_read+10%return' EINVAL 'Retprobe address must be an function entry'
	refused 'r ^kpe_target:kpe_target_ret+4' EINVAL 'Retprobe address must be an function entry'
}

# the three instructions of kpe_target_steps() and where they are not
test_instruction_boundary()
{
	needs DYNAMIC_FTRACE
	local one two i

	target_loaded
	read -r one two _ </sys/module/kpe_target/parameters/steps
	for i in $(seq $((one + 1)) $((two - 1))); do
		refused "p ^kpe_target_steps+$i" EILSEQ 'Probe point is not an instruction boundary'
	done
	define "p:x kpe_target_steps+$one" "p:x kpe_target_steps+$two"
	refused 'p ^vfs_read+3' EILSEQ 'Probe point is not an instruction boundary'
}

test_functions_that_must_not_be_probed()
{
	needs DYNAMIC_FTRACE
	target_loaded
	refused 'p ^kpe_target_notrace' EINVAL 'The function is marked notrace'
	refused 'r:x ^kpe_target:kpe_target_notrace' EINVAL 'The function is marked notrace'
	refused 'p ^kpe_target_nokprobe' EINVAL 'The kernel does not allow a probe at this place'
	refused 'r ^kpe_target:kpe_target_nokprobe' EINVAL \
		'The kernel does not allow a probe at this place'
	refused 'p ^get_kprobe' EINVAL 'The kernel does not allow a probe at this place'
}

# known: CVE-2024-26946
test_addresses_outside_text()
{
	needs KALLSYMS_ALL
	local bad

	target_loaded
	for bad in 0 1 0x1234 0x7fffffffffff 0xffffffffffffffff; do
		refused "p ^$bad" EINVAL 'The address is not in kernel text'
	done
	for bad in jiffies_64 kpe_target_counter _sdata; do
		refused "p ^$(address $bad)" EINVAL 'The address is not in kernel text'
	done
}

# the memory of initial text has long been given back
# known: init-text
test_freed_init_text()
{
	refused 'p start_kernel' EINVAL
	refused "p $(address start_kernel)" EINVAL
	like "$(cat "$TOP/error_log")" '*trace_kprobe: error: *'
}

# guest: it uses groups of others
test_name_of_an_existing_event()
{
	refused '^p:sched/sched_switch vfs_read' EEXIST \
		'Given group/event name is already used by another event'
	if [ "$KPE" != "$T" ]; then
		echo 'p:theirs vfs_read' >>"$T/kprobe_events"
		refused '^p:theirs vfs_read' EEXIST \
			'Given group/event name is already used by another event'
		refused '^r:kprobes/theirs vfs_write' EEXIST \
			'Given group/event name is already used by another event'
	fi
	define 'p:sched/kpe_switch vfs_read' 'p:sched_switch vfs_read'
}

test_probe_that_does_not_fit_its_event()
{
	define 'p:x vfs_read'
	refused '^r:x vfs_write' EEXIST 'Probe type is different from existing probe'
	refused '^p:x vfs_write%return' EEXIST 'Probe type is different from existing probe'
	refused '^p:x vfs_read' EEXIST 'There is already the exact same probe event'
	refused '^p:kprobes/x vfs_read+0' EEXIST 'There is already the exact same probe event'
	define 'p:y vfs_read abcd=\1'
	refused 'p:y vfs_read ^bcd=\1' EEXIST \
		'Argument type or name is different from existing probe'
	refused 'p:y vfs_read ^abcd=\1:u8' EEXIST \
		'Argument type or name is different from existing probe'
	refused 'p:y vfs_read ^abcd=\"foo"' EEXIST \
		'Argument type or name is different from existing probe'
	refused '^p:y vfs_read abcd=\1' EEXIST 'There is already the exact same probe event'
	refused 'p:y vfs_write abcd=\1 ^e=\2' EEXIST \
		'Argument type or name is different from existing probe'
}

# the number is compared first: the caret is where one side has no more
# guest: names are added
test_probe_with_another_number_of_arguments()
{
	local log

	define 'p:y vfs_read abcd=\1'
	refused 'p:y vfs_write b=\1 ^c=\2' EEXIST \
		'Argument type or name is different from existing probe'
	define 'p:z vfs_read a=\1 b=\2'
	refused 'p:z vfs_write a=\1' EEXIST
	# where the second would be, one blank behind the first
	for log in $(error_logs); do
		eq "$(last_error "$log")" "$(lines \
			'trace_kprobe: error: Argument type or name is different from existing probe' \
			'  Command: p:z vfs_write a=\1' "$(printf '%30s^' '')")" "$log"
	done
}

test_number_of_arguments()
{
	refused "p vfs_read ^%ax$(repeat ' %ax' 128)" E2BIG 'Too many arguments are specified'
	refused "p:x vfs_read ^a0=%bx$(repeat ' %ax' 200)" E2BIG 'Too many arguments are specified'
	define "p:x vfs_read %ax$(repeat ' %ax' 127)"
	eq "$(grep -c 'field:u64 arg' "$(event_dir x)/format")" 128
}

test_argument_name()
{
	local name

	name=$(repeat n 32)
	refused "p vfs_read ^n$name=@11" EINVAL 'Argument name is too long'
	refused 'p vfs_read ^=@11' EINVAL 'Argument name is not specified'
	for bad in var.1 1a a-b 'a!' é; do
		refused "p vfs_read ^$bad=@11" EINVAL \
			'Argument name must follow the same rules as C identifiers'
	done
	define "p:x vfs_read $name=%ax _1=%ax"
	listed "p:kprobes/x vfs_read $name=%ax _1=%ax"
}

test_argument_name_in_use()
{
	local name

	refused 'p vfs_read var1=@11 ^var1=@12' EINVAL 'This argument name is already used'
	for name in common_type common_flags common_preempt_count common_pid common_tgid \
		__probe_ip __probe_ret_ip __probe_func; do
		refused "p vfs_read %ax ^$name=%ax" EINVAL 'This argument name is already used'
	done
	# names that nobody wrote count as well
	refused 'p vfs_read arg2=%ax ^%bx' EINVAL 'This argument name is already used'
	refused 'p vfs_read a0 ^a0=%bx' EINVAL 'This argument name is already used'
}

test_argument_body()
{
	refused 'p vfs_read arg1=^' EINVAL 'No argument expression'
	refused 'p vfs_read ^&1' EINVAL 'Invalid fetch argument'
	refused 'p vfs_read a=^!x' EINVAL 'Invalid fetch argument'
	refused 'p vfs_read +0(^)' EINVAL 'Invalid fetch argument'
	# there is a body, of which nothing is left without its type
	refused 'p vfs_read ^:u8' EINVAL 'Invalid fetch argument'
}

test_argument_length()
{
	local i body=%ax

	for i in 1 2 3 4 5 6 7; do
		body="+0x$(repeat 0 29)($body)"
	done
	eq ${#body} 241
	# one more dereference makes it 255, or one too long
	define "p:x vfs_read n=+$(repeat 0 11)($body)"
	refused "p vfs_read n=^+$(repeat 0 12)($body)" E2BIG 'Argument expression is too long'
	define "p:y vfs_read n=+$(repeat 0 8)($body):u8"
	refused "p vfs_read ^+$(repeat 0 9)($body):u8" E2BIG 'Argument expression is too long'
}

test_type()
{
	refused 'p vfs_read @11:^unknown_type' EINVAL 'Unknown type is specified'
	refused 'p vfs_read a=%ax:^u128' EINVAL 'Unknown type is specified'
	refused 'p vfs_read %ax:^' EINVAL 'Unknown type is specified'
	refused 'p vfs_read %ax:^blah' EINVAL 'Unknown type is specified'
	refused 'p vfs_read %ax:^U9' EINVAL 'Unknown type is specified'
	for bad in u8 'string[2]' ustring symstr; do
		refused "p vfs_read \$comm:^$bad" EINVAL \
			'$comm and immediate-string only accepts string type'
		refused "p vfs_read \\\"abc\":^$bad" EINVAL \
			'$comm and immediate-string only accepts string type'
	done
	refused 'p vfs_read $stack0:^string' EINVAL 'String accepts only memory argument'
	refused 'p vfs_read %ax:^ustring' EINVAL 'String accepts only memory argument'
	refused 'p vfs_read \1:^symstr' EINVAL "Symbol String doesn't accept data/userdata"
	refused 'p vfs_read $stack:^symstr' EINVAL "Symbol String doesn't accept data/userdata"
}

test_bitfield()
{
	for bad in b10@a/16 b0@0/8 b9@0/8 b4@5/8 b64@1/64; do
		refused "p vfs_read @11:^$bad" EINVAL 'Invalid bitfield'
	done
	define 'p:x vfs_read @11:b8@0/8 @11:b4@4/8 @11:b1@63/64'
}

# without a container that can be, it is no type at all
test_bitfield_without_container()
{
	for bad in b4@0 b4@0/12 b4@0/x b4 b4@0/0; do
		refused "p vfs_read @11:^$bad" EINVAL 'Unknown type is specified'
	done
	refused 'p vfs_read @11:^b@0/8' EINVAL 'Invalid bitfield'
}

test_array()
{
	refused 'p vfs_read +0(@11):u8[10^' EINVAL 'Array is not closed'
	refused 'p vfs_read a=+0(@11):u8[^' EINVAL 'Array is not closed'
	refused 'p vfs_read +0(@11):u8[10]^a' EINVAL 'Array has wrong suffix'
	for bad in 10a 0 '' -1; do
		refused "p vfs_read +0(@11):u8[^$bad]" EINVAL 'Invalid array size'
	done
	refused 'p vfs_read +0(@11):u8[^65]' EINVAL 'Array number is too big'
	refused 'p vfs_read +0(@11):u8[^256]' EINVAL 'Array number is too big'
	refused 'p vfs_read %ax:^u8[4]' EINVAL 'String accepts only memory argument'
	define 'p:x vfs_read +0(@11):u8[1] +0(@11):u8[64]'
	refused 'p vfs_read %ax:^symstr[4]' EINVAL 'String accepts only memory argument'
}

test_size_of_event()
{
	local args

	args=$(repeat ' @11:u64[64]' 6)
	define "p:most vfs_read$args"
	refused "p vfs_read$args ^%ax:u8" E2BIG 'Event too big (too many fields?)'
	refused "p vfs_read$args ^@11:u64[64] %ax" E2BIG 'Event too big (too many fields?)'
	# behind the name, if there is one
	refused "p vfs_read$args n=^%ax:u8" E2BIG 'Event too big (too many fields?)'
}

test_variable()
{
	for bad in none_var '' '$' stackx retva argx arg argument comma; do
		refused "p vfs_read ^\$$bad" EINVAL 'Invalid $-variable specified'
	done
	refused 'p vfs_read ^$arg0' EINVAL 'Invalid argument number'
	refused 'p vfs_read x=^$arg10000' EINVAL 'Invalid argument number'
	refused 'p vfs_read ^a10000' EINVAL 'Invalid argument number'
	refused 'p vfs_read ^$stack10000' EINVAL 'Invalid stack number'
	refused 'p vfs_read a=^s10000' EINVAL 'Invalid stack number'
	words=$(stack_words)
	refused "p vfs_read ^\$stack$((words + 1))" EINVAL 'Invalid stack number'
	define "p:x vfs_read \$stack$words s$words"
	refused 'p vfs_read ^$retval' EINVAL '$retval is not available on probe'
	refused 'p vfs_read n=^rv' EINVAL '$retval is not available on probe'
	refused 'p vfs_read ^ra' EINVAL 'ra is only available on a return probe'
	define 'r:y vfs_read $retval rv ra'
}

test_parameters_of_a_function()
{
	needs DYNAMIC_FTRACE
	local offset

	target_loaded
	read -r offset _ </sys/module/kpe_target/parameters/steps
	refused "p kpe_target_steps+$offset ^\$arg1" EINVAL \
		'$arg* can be used only on function entry or exit'
	refused "p kpe_target_steps+$offset +0(^\$arg2):u8" EINVAL \
		'$arg* can be used only on function entry or exit'
	define "p:x kpe_target_steps+$offset a0"
	refused 'p vfs_read args=^$arg*' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read +0(^$arg*)' EINVAL 'Invalid $-variable specified'
	without_types 'p kpe_target_ret ^$arg*'
	without_types 'p kpe_target_ret ^hoge'
	without_types 'p kpe_target_ret n=^hoge->x'
}

# the module of the target has no BTF, even where the kernel has
without_types() # DEFINITION
{
	if [ -f /sys/kernel/btf/vmlinux ]; then
		refused "$1" ENOENT 'No BTF entry for this probe point'
	else
		refused "$1" EOPNOTSUPP 'BTF is not available or not supported'
	fi
}

test_register()
{
	for bad in none_reg '' rax AX r16 ax1; do
		refused "p vfs_read ^%$bad" EINVAL 'Invalid register name'
	done
	refused 'p vfs_read +0(n=%ax)' EINVAL
}

test_memory()
{
	refused 'p vfs_read ^@12345678abcde' EINVAL 'Invalid memory address'
	refused 'p vfs_read n=^@0x' EINVAL 'Invalid memory address'
	refused 'p vfs_read @jiffies+x' EINVAL
	refused 'p vfs_read ^@+10' EINVAL 'File offset is not available for kernel probes'
	refused 'p vfs_read ^@no_such_symbol' ENOENT 'Unknown symbol in a fetch argument'
	refused 'p vfs_read %ax n=+0(^@no_such_symbol+8):string' ENOENT \
		'Unknown symbol in a fetch argument'
}

test_immediate()
{
	refused 'p vfs_read arg1=\^x' EINVAL 'Invalid immediate value'
	refused 'p vfs_read \^' EINVAL 'Invalid immediate value'
	refused 'p vfs_read \^1x' EINVAL 'Invalid immediate value'
	refused 'p vfs_read arg1=\"abcd^' EINVAL "String is not closed with '\"'"
	refused 'p vfs_read \"^' EINVAL "String is not closed with '\"'"
	define 'p:x vfs_read \1 \-1 \0xff \"" \"a"'
}

test_dereference()
{
	local deep='+0(+0(+0(+0(+0(+0(+0(+0('

	refused 'p vfs_read ^+0@0)' EINVAL 'Dereference needs a brace'
	refused 'p vfs_read n=^+8' EINVAL 'Dereference needs a brace'
	refused 'p vfs_read ^+0ab1(@0)' EINVAL 'Invalid dereference offset'
	refused 'p vfs_read ^+(@0)' EINVAL 'Invalid dereference offset'
	refused 'p vfs_read ^+u(@0)' EINVAL 'Invalid dereference offset'
	refused 'p vfs_read +0(+0(@0^)' EINVAL 'Dereference brace is not closed'
	refused 'p vfs_read +0(%ax^' EINVAL 'Dereference brace is not closed'
	refused 'p vfs_read +0(^$comm)' EINVAL '$comm can not be dereferenced'
	refused 'p vfs_read +0(^\"str")' EINVAL '$comm can not be dereferenced'
	refused "p vfs_read $deep^+0(@0)))))))))" E2BIG 'Too many nested typecasts/dereferences'
	define "p:x vfs_read $deep%ax))))))))"
}

# kstrtoul() says ERANGE, and mainline hands it on
# guest: names are added
test_numbers_beyond_64_bits()
{
	local huge=18446744073709551616

	refused "p vfs_read ^\$stack$huge" ERANGE 'Invalid $-variable specified'
	# by itself, it is a parameter that the function has not
	if config DEBUG_INFO_BTF; then
		refused "p vfs_read ^\$arg$huge" ENOENT 'This variable is not found at this probe point'
	else
		refused "p vfs_read ^\$arg$huge" ERANGE 'Invalid $-variable specified'
	fi
	refused "p vfs_read x=^\$arg$huge" ERANGE 'Invalid $-variable specified'
	refused "p vfs_read ^@$huge" ERANGE 'Invalid memory address'
	refused "p vfs_read \\^$huge" ERANGE 'Invalid immediate value'
	refused "p vfs_read ^+$huge(%ax)" ERANGE 'Invalid dereference offset'
	refused "r^$huge vfs_read" EINVAL 'Invalid maxactive number'
	refused "r^4294967296 vfs_read" EINVAL 'Invalid maxactive number'
	refused 'p vfs_read +0(@11):u8[^4294967296]' EINVAL 'Invalid array size'
	refused "p ^$huge" EINVAL 'Invalid probed address or symbol'
	refused "p ^vfs_read+$huge" EINVAL 'Invalid probed address or symbol'
}

test_deletion_of_nothing()
{
	refused '-:^nobody' ENOENT 'There is no such event to delete'
	refused '-:^nobody/' ENOENT 'There is no such event to delete'
	refused '-:^kprobes/nobody' ENOENT 'There is no such event to delete'
	define 'p:x vfs_read'
	refused '-:^nobody/x' ENOENT 'There is no such event to delete'
	refused '-:^nobody vfs_read' ENOENT 'There is no such event to delete'
	refused '-:^*' ENOENT 'There is no such event to delete'
	refused '-:^sched/sched_switch' ENOENT 'There is no such event to delete'
}

test_deletion_of_no_such_probe()
{
	define 'p:x vfs_read a=%ax b=%bx'
	for bad in vfs_write vfs_read+1 kernel:vfs_read 0x1234 'vfs_read b=%bx' 'vfs_read a=%bx' \
		'vfs_read %bx' 'vfs_read a=%ax b=%bx c=%cx'; do
		refused "-:x ^$bad" ENOENT \
			'The event has no probe with this place and these arguments'
	done
	define '-:x vfs_read a=%ax'
	listed
}

# guest: names are added
test_deletion_without_a_name()
{
	refused '-:^' EINVAL 'Event name is not specified'
	refused '-^' EINVAL 'Event name is not specified'
	refused '-:^/x' EINVAL 'Group name is not specified'
	refused '-:^/' EINVAL 'Group name is not specified'
}

busy='The event is in use (enabled, opened by perf, or referenced by a trigger)'

test_deletion_of_a_busy_event()
{
	define 'p:x vfs_write' 'p:x vfs_read' 'p:g/x vfs_read'
	on x
	refused '-:^x' EBUSY "$busy"
	refused '-:^kprobes/x' EBUSY "$busy"
	refused '-:^kprobes/' EBUSY "$busy"
	refused '-:^x vfs_write' EBUSY "$busy"
	off x
	define -:kprobes/x -:g/x
	listed
}

# guest: it tries to delete all there is
test_clearing_of_a_busy_event()
{
	local log

	define 'p:idle vfs_read' 'p:x vfs_read'
	on x
	for log in $(error_logs); do
		true >"$log"
	done
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
	for log in $(error_logs); do
		eq "$(last_error "$log" | head -n 1)" "trace_kprobe: error: $busy"
		eq "$(wc -l <"$log")" 3
	done
}

# the log shows one blank where there were several, and no comment
test_caret_in_a_line_of_odd_form()
{
	refused '  p:x 	 vfs_read  	 ^$none_var  # comment' EINVAL \
		'Invalid $-variable specified' 'p:x vfs_read ^$none_var'
	refused 'p ^non_exist_func#x' EINVAL 'Invalid probed address or symbol' 'p ^non_exist_func'
}

# known: CVE-2025-37938
test_format_characters_in_a_line()
{
	refused 'p vfs_read ^%s%n%lx' EINVAL 'Invalid register name'
	refused 'p ^%d%s' EINVAL 'Invalid probed address suffix'
}

test_caret_far_to_the_right()
{
	local args

	args=$(repeat ' +0x12345678(%ax)' 127)
	refused "p vfs_read$args ^\$none_var" EINVAL 'Invalid $-variable specified'
	args=$(repeat ' +0x1234567890123456(+0(%ax))' 127)
	refused "p vfs_read$args ^\$none_var" EINVAL 'Invalid $-variable specified'
}

# guest: it empties the error log
test_eight_newest_entries()
{
	local i log

	for i in $(seq 8); do
		refused "p ^none_$i" EINVAL 'Invalid probed address or symbol'
	done
	# "refused" empties the logs, so once more without it
	for i in $(seq 11); do
		eq "$(write_errno "$KPE/kprobe_events" "p none_$i")" EINVAL
	done
	for log in $(error_logs); do
		eq "$(commands "$log")" "$(lines 'p none_4' 'p none_5' 'p none_6' 'p none_7' \
			'p none_8' 'p none_9' 'p none_10' 'p none_11')" "$log"
	done
}

# guest: it empties the error log
test_clearing_the_log()
{
	local log

	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	for log in $(error_logs); do
		eq "$(entries "$log")" 1
		# what is written does not matter, and appending does not clear
		eq "$(write_errno "$log" text append)" ''
		eq "$(entries "$log")" 1
		eq "$(client ops "$log" read-trunc seek=0)" ''
		eq "$(entries "$log")" 1
		eq "$(write_errno "$log" text trunc)" ''
		eq "$(cat "$log")" ''
	done
	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	for log in $(error_logs); do
		eq "$(entries "$log")" 1
	done
}

# but for the time, which each takes itself
# guest: it empties the error log
test_our_log_looks_like_the_kernels()
{
	local i stamp='s/^\[ *[0-9]*\.[0-9][0-9][0-9][0-9][0-9][0-9]\] /[time] /'

	for i in nonsense p '-:x' 'p vfs_read $none' "p vfs_read$(repeat ' %ax' 129)" '-:'; do
		not test -z "$(write_errno "$KPE/kprobe_events" "$i")"
	done
	sed "$stamp" "$TOP/error_log" >"$CASE"/theirs
	sed "$stamp" "$TOP/trace_kprobe/error_log" >"$CASE"/ours
	eq "$(grep -c '^\[time\] trace_kprobe: error: ' "$CASE"/ours)" 6
	cmp "$CASE"/theirs "$CASE"/ours
}

# guest: it empties the error log
test_times_are_those_of_the_trace()
{
	local before after stamp

	stamp='s/^\[ *\([0-9]*\)\.\([0-9]*\)\] .*/\1\2/p'
	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	before=$(sed -n "$stamp" "$TOP/error_log")
	after=$(sed -n "$stamp" "$TOP/trace_kprobe/error_log")
	# within a second of each other
	not test $((after - before)) -gt 1000000
	not test $((before - after)) -gt 1000000
}

# guest: it unloads the module
test_log_of_the_kernel_outlives_the_module()
{
	local entry round

	eq "$(write_errno "$KPE/kprobe_events" 'p vfs_read %none')" EINVAL
	entry=$(last_error "$TOP/error_log")
	unload
	eq "$(last_error "$TOP/error_log")" "$entry"
	for round in 1 2 3; do
		load
		eq "$(cat "$TOP/trace_kprobe/error_log")" ''
		eq "$(write_errno "$KPE/kprobe_events" "p none_$round")" EINVAL
		unload
	done
	eq "$(commands "$TOP/error_log")" "$(lines 'p vfs_read %none' 'p none_1' 'p none_2' 'p none_3')"
	eq "$(grep -c 'error: Invalid probed address or symbol' "$TOP/error_log")" 3
}
