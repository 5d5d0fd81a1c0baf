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
	registers='ax bx cx dx si di bp sp r8 r9 r10 r11 r12 r13 r14 r15 ip flags cs ss orig_ax'
	has_stack || registers="$(each 0 30 'x#') lr sp pc pstate"
	# shellcheck disable=SC2086 # words
	eq "$(fetched p args8 "$(printf ' %%%s' $registers)" | grep -o 'arg[0-9]*=0x' | wc -l)" \
		"$(echo "$registers" | wc -w)"
}

test_register_values()
{
	kernel_code=0x10 kernel_data=0x18
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

# the return address is gone: what the caller had pushed comes first
test_stack_words_at_return()
{
	needs_stack
	eq "$(fetched r args8 '$stack0:u64 $stack1:u64 s0:u64 s1:u64 +8($stack):u64')" \
		'arg1=77 arg2=88 s0=77 s1=88 arg5=88'
}

test_stack_words_and_v11_words_agree()
{
	for n in 0 1 2 3 10 100; do
		shown=$(fetched p args8 "a=\$stack$n b=s$n")
		eq "$shown" "$(echo "$shown" | sed 's/^a=\(.*\) b=.*$/a=\1 b=\1/')"
	done
}

# the page that it would lie in is no stack of this thread
test_a_word_beyond_the_stack_is_zero()
{
	words=$(stack_words)
	eq "$(fetched p args8 "\$stack$words s$words")" "arg1=0x0 s$words=0x0"
}

test_v11_parameters_at_entry()
{
	eq "$(fetched p args8 'a0 a1 a2 a3 a4 a5 a6 a7')" \
		'a0=0xb a1=0x16 a2=0x21 a3=0x2c a4=0x37 a5=0x42 a6=0x4d a7=0x58'
	eq "$(fetched p args8 'x=a7:u64 a0:u8')" 'x=88 a0=11'
}

test_v11_parameters_anywhere()
{
	target_loaded
	read -r one two three offset </sys/module/kpe_target/parameters/steps
	for offset in $one $two $three; do
		define "p:mid kpe_target_steps+$offset a0:u64"
		while_on mid target steps
		eq "$(values mid)" a0=100
		define -:mid
		true >"$T/trace"
	done
}

test_parameters_at_return()
{
	eq "$(fetched r args8 '$arg1:u64 $arg2:u64 $arg6:u64 $arg7:u64 $arg8:u64 $retval:u64')" \
		'arg1=11 arg2=22 arg3=66 arg4=77 arg5=88 arg6=396'
	eq "$(fetched r args8 'a0:u64 a1:u64 a5:u64 a6:u64 a7:u64 rv:u64')" \
		'a0=11 a1=22 a5=66 a6=77 a7=88 rv=396'
}

test_return_address()
{
	like "$(fetched r ret 'ra:symbol')" 'ra=run_*+0x*/0x* \[kpe_target\]'
	like "$(fetched r ret 'ra')" 'ra=0xffffffff*'
}

# a number is a number if the stack can have it
test_parameter_number_at_its_largest()
{
	words=$(stack_words)
	eq "$(fetched p args8 "a=\$arg8 b=\$arg$words")" 'a=0x58 b=0x0'
	refused "p vfs_read x=^\$arg$((words + 1))" EINVAL 'Invalid argument number'
	eq "$(fetched r args8 "a=\$arg$words b=\$arg1:u64")" 'a=0x0 b=11'
}

test_v11_parameter_number_at_its_largest()
{
	slot=122
	has_stack || slot=119
	# a127 is whatever is there, but the same by its other name; the last is
	# beyond the stack
	last=$(($(stack_words) - 1))
	words=$(fetched p args8 "a127 slot=\$stack$slot a$last")
	words=${words#a127=}
	eq "$words" "${words%% *} slot=${words%% *} a$last=0x0"
	refused "p vfs_read ^a$((last + 1))" EINVAL 'Invalid argument number'
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
