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

# guest: there may be other modules
test_of_a_symbol_and_of_a_number()
{
	needs KALLSYMS_ALL
	local text

	target_loaded
	text=$(address kpe_target_text)
	eq "$(fetched p ret "+5(\\$text):string -0(\\$text):char +0x2(\\$text):char[2]")" \
		"arg1=\"text\" arg2='d' arg3={'t','a'}"
	# the list of modules is a ring: its neighbour's neighbour is itself
	eq "$(fetched p ret 'a=@modules b=+0(+8(@modules))' | sed 's/^a=\(.*\) b=\1$/same/')" same
	eq "$(fetched p ret 'a=+8(@modules)')" "a=$(address modules)"
}

test_of_stack_words()
{
	needs_stack
	eq "$(fetched p args8 'a=+0($stack) b=$stack0 c=s0' |
		sed 's/^a=\(.*\) b=\1 c=\1$/same/')" same
	eq "$(fetched p args8 'a=+0(+0(%sp)) b=+0($stack0) c=+0(s0)' |
		sed 's/^a=\(.*\) b=\1 c=\1$/same/')" same
}

# the first module's neighbour is the list's head again: a ring to walk on
ring() # LEVELS
{
	local expression=@modules level=0

	while [ $level -lt "$1" ]; do
		level=$((level + 1))
		if [ $((level % 2)) = 1 ]; then
			expression="+8($expression)"
		else
			expression="+0($expression)"
		fi
	done
	echo "$expression"
}

# guest: there may be other modules
test_every_depth()
{
	needs KALLSYMS_ALL
	local level odd even

	even=$(fetched p ret 'x=@modules')
	odd=x=$(address modules)
	for level in 1 2 3 4 5 6 7 8; do
		if [ $((level % 2)) = 1 ]; then
			eq "$(fetched p ret "x=$(ring $level)")" "$odd"
		else
			eq "$(fetched p ret "x=$(ring $level)")" "$even"
		fi
	done
	# in one record, with other types at the end
	eq "$(fetched p ret "x=$(ring 8) y=$(ring 7)")" "$even y=${odd#x=}"
	like "$(fetched p ret "x=$(ring 7):symbol")" 'x=modules+0x0/0x*'
	like "$(fetched p ret "x=$(ring 7):symstr")" 'x="modules+0x0/0x*"'
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

test_user_memory_at_every_depth()
{
	local expression='%si' level

	target_loaded
	for level in 1 2 3 4 5 6; do
		expression="+u0($expression)"
		eq "$(user_words text "+u0(+u8($expression)):string")" 'arg1="text"' "level $level"
	done
	eq "$(user_words text "a=+u0(+u0($expression)) b=%si" | sed 's/^a=\(.*\) b=\1$/same/')" same
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
	local expression='%di' level

	for level in 1 2 3 4 5 6 7 8; do
		expression="+0($expression)"
		eq "$(fetched p bad "$expression $expression:string $expression:u8[2] x=\\1:u8")" \
			'arg1=0x0 arg2=(fault) arg3={0,0} x=1' "level $level"
	done
}

test_fault_addresses()
{
	local address

	# nothing there, not canonical, the last bytes there are
	for address in 0 1 0xdead000000000000 0x8000000000000000 \
		0xffffffffffffffff 0xfffffffffffffff9 0xfffffffffffff000; do
		eq "$(fetched p ret "+0(\\$address) @$address +0(\\$address):string +u0(\\$address)")" \
			'arg1=0x0 arg2=0x0 arg3=(fault) arg4=0x0' "$address"
	done
}
