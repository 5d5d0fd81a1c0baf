# description: dereferences: nesting, offsets, user memory, what cannot be read
# means: each
# live: yes

test_of_every_source()
{
	needs_stack
	eq "$(fetched p object '+8(%di) +8($arg1) +8(a0)')" \
		'arg1=0x123456789abcdef arg2=0x123456789abcdef arg3=0x123456789abcdef'
	eq "$(fetched p args8 '+8($stack):u64 +16(%sp):u64')" 'arg1=77 arg2=88'
	eq "$(fetched r object 'rv +0(+40($arg1)):string +2(a0):u16')" \
		'rv=0x123456789abcdef arg2="object text" arg3=4660'
}

# {its own address, a pointer to the text, the same again} in user memory
user_words() # TEXT FETCHARGS
{
	define "p:user kpe_target_str $2"
	on user
	client uptr "$RUN" "$1" 'str 1 '
	off user
	values user
	define -:user
	true >"$T/trace"
}

test_user_memory()
{
	target_loaded
	eq "$(user_words text '+u0(+u8(%si)):string +u0(+u8($arg2)):u8 +u2(+u16(a1)):string')" \
		'arg1="text" arg2=116 arg3="xt"'
	eq "$(user_words text 'a=+u0(%si) b=%si' | sed 's/^a=\(.*\) b=\1$/same/')" same
	eq "$(user_words text '+u8(+u0(+u0(%si))):ustring[2] -u0(+u8(%si)):string')" \
		'arg1={"text","text"} arg2="text"'
}

# the process that it interrupts is still there
test_user_memory_in_an_interrupt()
{
	target_loaded
	define 'p:x kpe_target_irq text=+u0(+u8(%di)):string letter=+u0(+u8(%di)):u8'
	on x
	client uptr "$RUN" text 'irq 1 '
	off x
	eq "$(values x)" 'text="text" letter=116'
}

# on this machine an address tells whose it is, so the "u" may be left out
test_user_memory_without_saying_so()
{
	target_loaded
	eq "$(user_words text '+u0(+8(%si)):string +0(+u8(%si)):string +0(+8(%si)):ustring')" \
		'arg1="text" arg2="text" arg3="text"'
	eq "$(user_words text 'a=+0(%si) b=%si' | sed 's/^a=\(.*\) b=\1$/same/')" same
	eq "$(user_words text '+8(+0(+0(%si))):string[2] +2(+16(%si)):string')" \
		'arg1={"text","text"} arg2="xt"'
}

test_user_reads_of_kernel_memory_fault()
{
	needs KALLSYMS_ALL
	target_loaded
	eq "$(user_words text '+u0(%di) +u0(%di):string +0(+u0(%di)) +u0(@modules) x=\1:u8')" \
		'arg1=0x0 arg2=(fault) arg3=0x0 arg4=0x0 x=1'
}

test_faults_at_every_level()
{
	expression='%di'
	for level in 1 2 3 4 5 6 7 8; do
		expression="+0($expression)"
		eq "$(fetched p bad "$expression $expression:string $expression:u8[2] x=\\1:u8")" \
			'arg1=0x0 arg2=(fault) arg3={0,0} x=1' "level $level"
	done
}

test_fault_addresses()
{
	# nothing there, not canonical, the last bytes there are
	for address in 0 1 0xdead000000000000 0x8000000000000000 \
		0xffffffffffffffff 0xfffffffffffffff9 0xfffffffffffff000; do
		eq "$(fetched p ret "+0(\\$address) @$address +0(\\$address):string +u0(\\$address)")" \
			'arg1=0x0 arg2=0x0 arg3=(fault) arg4=0x0' "$address"
	done
}
