# description: what an argument can take its value from
# means: each
# live: yes

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

test_text_at_an_address()
{
	needs KALLSYMS_ALL
	target_loaded
	text=\\$(address kpe_target_text)
	eq "$(fetched p ret "$text:string $text:string[1]")" 'arg1="data text" arg2={"data text"}'
	eq "$(fetched r ret "entry($text:string[1]) $text:string[1]")" 'arg1={"data text"} arg2={"data text"}'
	refused "p kpe_target_ret $text:^string[2]" EINVAL 'String accepts only memory argument'
}
