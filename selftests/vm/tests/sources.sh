# description: what an argument can take its value from
# means: each
# live: yes

test_registers_of_arguments()
{
	eq "$(fetched p args8 '%di %si %dx %cx %r8 %r9')" \
		'arg1=0xb arg2=0x16 arg3=0x21 arg4=0x2c arg5=0x37 arg6=0x42'
}

test_every_register_has_its_name()
{
	local register registers

	registers='ax bx cx dx si di bp sp r8 r9 r10 r11 r12 r13 r14 r15 ip flags cs ss orig_ax'
	has_stack || registers="$(each 0 30 'x#') lr sp pc pstate"
	for register in $registers; do
		like "$(fetched p args8 "%$register")" 'arg1=0x*'
	done
}

test_register_values()
{
	local ip kernel_code=0x10 kernel_data=0x18

	eq "$(fetched r args8 '%ax:u64')" arg1=396
	if ! has_stack; then
		eq "$(fetched p args8 '%pc')" "arg1=$(address kpe_target_args8)"
		# the mode of the kernel
		eq "$(fetched p args8 '%pstate:b4@0/32')" arg1=5
		return
	fi
	eq "$(fetched p args8 '%cs %ss')" "arg1=$kernel_code arg2=$kernel_data"
	# the address after the breakpoint, as of any kprobe
	ip=$(($(address kpe_target_args8) + 1))
	eq "$(fetched p args8 '%ip')" "$(printf 'arg1=0x%x' $ip)"
	# the interrupt flag is set, and the bit that always is
	like "$(fetched p args8 '%flags:b1@9/32 %flags:b1@1/32')" 'arg1=1 arg2=1'
}

test_unknown_registers()
{
	local register

	for register in rax eax di1 DI r16 r7 st0 '' ' '; do
		refused "p vfs_read ^%$register" EINVAL 'Invalid register name' \
			"p vfs_read ^%${register% }"
	done
	refused 'p vfs_read a=^%dis' EINVAL 'Invalid register name'
	refused 'p vfs_read +0(^%dis)' EINVAL 'Invalid register name'
}

test_stack_words()
{
	needs_stack
	eq "$(fetched p args8 '$stack1:u64 $stack2:u64')" 'arg1=77 arg2=88'
	eq "$(fetched p args8 's1:u64 s2:u64')" 's1=77 s2=88'
	like "$(fetched p args8 '$stack0:symbol')" 'arg1=run_args8+0x*/0x* \[kpe_target\]'
	like "$(fetched p args8 's0:symbol')" 's0=run_args8+0x*/0x* \[kpe_target\]'
}

# the return address is gone: what the caller had pushed comes first
test_stack_words_at_return()
{
	needs_stack
	eq "$(fetched r args8 '$stack0:u64 $stack1:u64 s0:u64 s1:u64 +8($stack):u64')" \
		'arg1=77 arg2=88 s0=77 s1=88 arg5=88'
}

test_stack_words_and_v11_words_agree()
{
	local shown n

	for n in 0 1 2 3 10 100; do
		shown=$(fetched p args8 "a=\$stack$n b=s$n")
		eq "$shown" "$(echo "$shown" | sed 's/^a=\(.*\) b=.*$/a=\1 b=\1/')"
	done
}

test_stack_pointer()
{
	local shown

	shown=$(fetched p args8 'a=$stack b=%sp')
	like "$shown" 'a=0xff* b=0xff*'
	eq "$shown" "$(echo "$shown" | sed 's/^a=\(.*\) b=.*$/a=\1 b=\1/')"
	! has_stack || eq "$(fetched p args8 '+8($stack):u64 +16(%sp):u64')" 'arg1=77 arg2=88'
}

# the page that it would lie in is no stack of this thread
test_a_word_beyond_the_stack_is_zero()
{
	local words

	words=$(stack_words)
	eq "$(fetched p args8 "\$stack$words s$words")" "arg1=0x0 s$words=0x0"
}

test_parameters_at_entry()
{
	eq "$(fetched p args8 '$arg1 $arg2 $arg3 $arg4 $arg5 $arg6 $arg7 $arg8')" \
		'arg1=0xb arg2=0x16 arg3=0x21 arg4=0x2c arg5=0x37 arg6=0x42 arg7=0x4d arg8=0x58'
	eq "$(fetched p args8 'x=$arg8:u64 y=$arg1:u8')" 'x=88 y=11'
}

test_v11_parameters_at_entry()
{
	eq "$(fetched p args8 'a0 a1 a2 a3 a4 a5 a6 a7')" \
		'a0=0xb a1=0x16 a2=0x21 a3=0x2c a4=0x37 a5=0x42 a6=0x4d a7=0x58'
	eq "$(fetched p args8 'x=a7:u64 a0:u8')" 'x=88 a0=11'
}

test_v11_parameters_anywhere()
{
	local one two three offset

	target_loaded
	read -r one two three offset </sys/module/kpe_target/parameters/steps
	for offset in $one $two $three; do
		define "p:mid kpe_target_steps+$offset a0:u64"
		on mid
		target steps
		off mid
		eq "$(values mid)" a0=100
		define -:mid
		true >"$T/trace"
	done
}

test_parameters_in_the_middle_are_refused()
{
	local offset rest

	target_loaded
	read -r offset rest </sys/module/kpe_target/parameters/steps
	refused "p kpe_target_steps+$offset %di ^\$arg1" EINVAL \
		'$arg* can be used only on function entry or exit'
}

test_parameters_at_return()
{
	eq "$(fetched r args8 '$arg1:u64 $arg2:u64 $arg6:u64 $arg7:u64 $arg8:u64 $retval:u64')" \
		'arg1=11 arg2=22 arg3=66 arg4=77 arg5=88 arg6=396'
	eq "$(fetched r args8 'a0:u64 a1:u64 a5:u64 a6:u64 a7:u64 rv:u64')" \
		'a0=11 a1=22 a5=66 a6=77 a7=88 rv=396'
}

# kpe_target_recurse(3) calls itself down to 0: each call has its own
test_parameters_at_return_are_those_of_the_call()
{
	target_loaded
	define 'r:back kpe_target_recurse $arg1:u64 got=$retval:u64'
	on back
	target recurse
	off back
	eq "$(values back)" "$(lines 'arg1=0 got=0' 'arg1=1 got=1' 'arg1=2 got=2' 'arg1=3 got=3')"
}

test_return_value()
{
	target_loaded
	define 'r:back kpe_target_ret $retval:u64 x=rv:s32 rv'
	on back
	target ret 3
	off back
	eq "$(values back)" "$(lines 'arg1=1001 x=1001 rv=0x3e9' \
		'arg1=1002 x=1002 rv=0x3ea' 'arg1=1003 x=1003 rv=0x3eb')"
	eq "$(fetched r narrow '$retval:s64 rv:u8')" 'arg1=-1 rv=255'
}

test_return_address()
{
	like "$(fetched r ret 'ra:symbol')" 'ra=run_*+0x*/0x* \[kpe_target\]'
	like "$(fetched r ret 'ra')" 'ra=0xffffffff*'
}

# it is what the header of the record has too
test_return_address_is_the_one_of_the_header()
{
	local shown

	target_loaded
	define 'r:back kpe_target_ret ra:symstr'
	on back
	target ret
	off back
	shown=$(records back)
	eq "$shown" "$(echo "$shown" | sed 's/^(\(.*\) <- .*$/(\1 <- kpe_target_ret) ra="\1"/')"
}

test_what_only_a_return_has()
{
	refused 'p vfs_read ^$retval' EINVAL '$retval is not available on probe'
	refused 'p vfs_read ^rv' EINVAL '$retval is not available on probe'
	refused 'p vfs_read ^ra' EINVAL
	refused 'p vfs_read x=^rv:u8' EINVAL '$retval is not available on probe'
}

# a number is a number if the stack can have it
test_parameter_number_at_its_largest()
{
	local words

	words=$(stack_words)
	eq "$(fetched p args8 "a=\$arg8 b=\$arg$words")" 'a=0x58 b=0x0'
	refused "p vfs_read x=^\$arg$((words + 1))" EINVAL 'Invalid argument number'
	eq "$(fetched r args8 "a=\$arg$words b=\$arg1:u64")" 'a=0x0 b=11'
}

test_v11_parameter_number_at_its_largest()
{
	local words last slot=122

	has_stack || slot=119
	# a127 is whatever is there, but the same by its other name; the last is
	# beyond the stack
	last=$(($(stack_words) - 1))
	words=$(fetched p args8 "a127 slot=\$stack$slot a$last")
	words=${words#a127=}
	eq "$words" "${words%% *} slot=${words%% *} a$last=0x0"
	refused "p vfs_read ^a$((last + 1))" EINVAL 'Invalid argument number'
}

test_bad_parameter_numbers()
{
	refused 'p vfs_read ^$arg0' EINVAL 'Invalid argument number'
	refused 'p vfs_read ^$arg' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read ^$argx' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read ^$arg-1' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read x=^$arg1x' EINVAL 'Invalid $-variable specified'
}

test_stack_numbers()
{
	local above=$(($(stack_words) + 1))

	refused "p vfs_read ^\$stack$above" EINVAL 'Invalid stack number'
	refused "p vfs_read ^s$above" EINVAL 'Invalid stack number'
	refused 'p vfs_read ^$stack-1' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read ^$stackx' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read ^$stack1x' EINVAL 'Invalid $-variable specified'
}

test_unknown_variables()
{
	local variable

	for variable in none Arg1 comms COMMS '' re; do
		refused "p vfs_read ^\$$variable" EINVAL 'Invalid $-variable specified'
	done
}

test_comm()
{
	local comm

	comm=$(cat "/proc/$$/comm")
	eq "$(fetched p args8 '$comm $COMM c=$comm:string')" \
		"arg1=\"$comm\" arg2=\"$comm\" c=\"$comm\""
	eq "$(fetched r args8 'c=$comm got=$retval:u64')" "c=\"$comm\" got=396"
}

# 15 characters are all that a task's name can have
test_comm_at_its_longest()
{
	target_loaded
	define 'p:named kpe_target_args8 c=$comm'
	on named
	(
		echo -n fifteen_letters >/proc/self/comm
		echo args8 >"$RUN"
	)
	off named
	eq "$(values named)" 'c="fifteen_letters"'
}

test_immediate_numbers()
{
	eq "$(fetched p args8 '\0 \1 \-1 \+5 \0x10 \010')" \
		'arg1=0x0 arg2=0x1 arg3=0xffffffffffffffff arg4=0x5 arg5=0x10 arg6=0x8'
	eq "$(fetched p args8 'a=\18446744073709551615:u64 b=\0xffffffffffffffff:s64')" \
		'a=18446744073709551615 b=-1'
	eq "$(fetched p args8 'a=\-9223372036854775808:s64 b=\9223372036854775807:s64')" \
		'a=-9223372036854775808 b=9223372036854775807'
	eq "$(fetched p args8 'a=\300:u8 b=\-70000:s32 c=\65:char d=\0xabc:b4@4/16')" \
		"a=44 b=-70000 c='A' d=11"
}

test_bad_immediate_numbers()
{
	local number

	for number in x 0x '' - + 1x 08; do
		refused "p vfs_read \\^$number" EINVAL 'Invalid immediate value'
	done
	for number in 18446744073709551616 -9223372036854775809; do
		like "$(write_errno "$KPE/kprobe_events" "p vfs_read \\$number")" 'E?*'
	done
}

test_immediate_strings()
{
	eq "$(fetched p args8 '\"text" s=\"text":string \"" \"a"b"')" \
		'arg1="text" s="text" arg3="" arg4="a"b"'
	eq "$(fetched p args8 'e=\"a=b" f=\"a,b;c(d)" g=\"%s%d"')" \
		'e="a=b" f="a,b;c(d)" g="%s%d"'
	eq "$(fetched r args8 's=\"back" $retval:u64')" 's="back" arg2=396'
}

test_bad_immediate_strings()
{
	refused 'p vfs_read \"text^' EINVAL "String is not closed with '\"'"
	refused 'p vfs_read \"^' EINVAL "String is not closed with '\"'"
	refused 'p vfs_read \"te^ xt"' EINVAL "String is not closed with '\"'"
	refused 'p vfs_read \"text":^u8' EINVAL \
		'$comm and immediate-string only accepts string type'
	refused 'p vfs_read $comm:^u8' EINVAL \
		'$comm and immediate-string only accepts string type'
	refused 'p vfs_read $comm:^ustring' EINVAL \
		'$comm and immediate-string only accepts string type'
	refused 'p vfs_read $comm:^string[1]' EINVAL \
		'$comm and immediate-string only accepts string type'
}

test_memory_at_an_address()
{
	local counter text

	needs KALLSYMS_ALL
	target_loaded
	counter=$(address kpe_target_counter)
	text=$(address kpe_target_text)
	define "p:at kpe_target_ret @$counter:u64 x=@$(printf %u "$counter"):u32 s=@$text:string"
	on at
	target ret 3
	off at
	eq "$(values at)" "$(lines 'arg1=1 x=1 s="data text"' \
		'arg1=2 x=2 s="data text"' 'arg1=3 x=3 s="data text"')"
}

test_memory_at_a_symbol()
{
	needs KALLSYMS_ALL
	target_loaded
	eq "$(fetched p ret '@kpe_target_counter @kpe_target_counter:u8')" 'arg1=0x1 arg2=1'
	eq "$(fetched p ret '@kpe_target_counter+0:u64 @kpe_target_counter-0:u64')" \
		'arg1=2 arg2=2'
	eq "$(fetched p ret '@kpe_target_text:string @kpe_target_text+5:string')" \
		'arg1="data text" arg2="text"'
	eq "$(fetched p ret '@kpe_target_text+0x5:char @kpe_target_text+05:char[4]')" \
		"arg1='t' arg2={'t','e','x','t'}"
}

test_memory_before_a_symbol()
{
	local text

	needs KALLSYMS_ALL
	target_loaded
	text=$(address kpe_target_text)
	define "p:at kpe_target_ret a=@kpe_target_text-8:x64 b=@$(printf 0x%x $((text - 8)))"
	on at
	target ret
	off at
	eq "$(values at)" "$(values at | sed 's/^a=\(.*\) b=.*$/a=\1 b=\1/')"
	eq "$(hits at)" 1
}

test_memory_of_the_kernel()
{
	needs KALLSYMS_ALL
	eq "$(fetched p ret '@linux_banner:char[5] @linux_banner+6:char[7]')" \
		"arg1={'L','i','n','u','x'} arg2={'v','e','r','s','i','o','n'}"
	# it ends with a newline
	like "$(fetched p ret '@linux_proc_banner:string')" 'arg1="%s version %s (*'
}

test_memory_behind_a_pointer_of_the_kernel()
{
	needs KALLSYMS_ALL
	eq "$(fetched p ret 'x=+0(@saved_command_line):string')" "x=\"$(cat /proc/cmdline)\""
	# it ends with a newline, which ends the line of the trace
	eq "$(fetched p ret 'x=@linux_banner:string')" "x=\"$(cat /proc/version)"
}

test_memory_of_a_return_probe()
{
	needs KALLSYMS_ALL
	eq "$(fetched r ret '@kpe_target_counter:u64 $retval:u64')" 'arg1=1 arg2=1001'
}

test_bad_memory()
{
	refused 'p vfs_read ^@+10' EINVAL 'File offset is not available for kernel probes'
	refused 'p vfs_read ^@10x' EINVAL 'Invalid memory address'
	refused 'p vfs_read ^@0xg' EINVAL 'Invalid memory address'
	refused 'p vfs_read @no_such_symbol_anywhere' ENOENT
	refused 'p vfs_read @linux_banner+x' EINVAL
}

test_nothing_to_fetch()
{
	refused 'p vfs_read x=^' EINVAL 'No argument expression'
	refused 'p vfs_read ^:u8' EINVAL 'Invalid fetch argument'
	refused 'p vfs_read ^!' EINVAL 'Invalid fetch argument'
	refused 'p vfs_read ^10' EINVAL 'Invalid fetch argument'
	refused 'p vfs_read x=^&%di' EINVAL 'Invalid fetch argument'
}
