# description: "@MOD:SYM", "&SYM", members of variables, and names that several have
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 6.1-cloud
# seconds: 240

# what a probe of kpe_typed_eight() shows, which is in another module than the variables
seen() # FETCHARGS [if CONDITION]
{
	target_loaded
	typed_loaded
	true >"$T/trace"
	define "p:x kpe_typed_eight $1" "r:y kpe_typed_eight $1"
	while_on 'x y' typed eight
	values x
	eq "$(values y)" "$(values x)" 'in a return probe'
	define -:x -:y
}

test_of_a_module()
{
	needs KALLSYMS_ALL
	target_loaded
	target ret 3
	eq "$(seen '@kpe_target:kpe_target_counter @kpe_target:kpe_target_counter:u8 @kpe_target:kpe_target_text+5:string')" \
		'arg1=0x3 arg2=3 arg3="text"'
	eq "$(seen '+0(@kpe_typed:kpe_rich_pointer):u8 @kpe_typed:kpe_first+0:u8')" 'arg1=200 arg2=200'
	eq "$(seen '@kpe_target:kpe_target_text:char[4]')" "arg1={'d','a','t','a'}"
	eq "$(seen '@vmlinux:linux_banner:char[5]')" "arg1={'L','i','n','u','x'}"
	eq "$(seen '@kpe_typed:kpe_first+0:u8 if @kpe_target:kpe_target_counter == 3')" arg1=200
	eq "$(seen '@kpe_typed:kpe_first+0:u8 if @kpe_target:kpe_target_counter:u8 != 3')" ''
}

test_in_entry()
{
	needs KALLSYMS_ALL
	target_loaded
	typed_loaded
	define 'r:x kpe_typed_eight entry(@kpe_target:kpe_target_text:string) n=entry(@kpe_target:kpe_target_counter) +0(entry(@kpe_typed:kpe_rich_pointer)):u8'
	on x
	typed eight
	eq "$(values x)" 'arg1="data text" n=0x0 arg3=200'
}

# a name that a type has, too, is a type
test_type_or_symbol()
{
	needs KALLSYMS_ALL
	target_loaded
	define 'p:x kpe_typed_none:f @kpe_typed_none:var'
	refused 'p vfs_read @jiffies:^no_such_t' EINVAL 'Unknown type is specified'
	refused 'p vfs_read @^kpe_none:var:u64' ENOENT 'No such module is loaded'
	refused 'p vfs_read +0(@^kpe_none:var)' ENOENT 'No such module is loaded'
	refused 'p vfs_read @kpe_target:^kpe_none' ENOENT 'Unknown symbol in a fetch argument'
	refused 'p vfs_read if @kpe_target:^kpe_none:u8 == 1' ENOENT 'Unknown symbol in a fetch argument'
	refused 'p vfs_read @vmlinux:^kpe_target_counter:u8' ENOENT 'Unknown symbol in a fetch argument'
	refused 'p vfs_read ^@kpe_none' ENOENT 'Unknown symbol in a fetch argument'
	refused 'p vfs_read @kpe_target:kpe_target_conter' ENOENT
	like "$(hint)" '*did you mean *kpe_target_counter*'
}

test_address()
{
	needs KALLSYMS_ALL
	target_loaded
	typed_loaded
	addr=$(address kpe_target_text)
	eq "$(seen '&kpe_target:kpe_target_text +5(&kpe_target_text):string x=&kpe_target_text+5')" \
		"$(printf 'arg1=0x%x arg2="text" x=0x%x' "$((addr))" "$((addr + 5))")"
	like "$(seen '&kpe_target:kpe_target_text:symbol')" 'arg1=kpe_target_text+0x0/0x* ?kpe_target?'
	eq "$(seen '(struct kpe_rich *)&kpe_first->name:string (struct kpe_rich *)@kpe_rich_pointer->u8 (kpe_rich)@kpe_typed:kpe_rich_pointer->next->u32')" \
		'arg1="rich" arg2=200 arg3=2'
	eq "$(seen 'x=\1:u8 if &kpe_first == @kpe_rich_pointer')" x=1
	eq "$(seen 'x=\1:u8 if @kpe_rich_pointer != &kpe_first')" ''
}

test_members()
{
	needs KALLSYMS_ALL
	typed_loaded
	needs DEBUG_INFO_BTF
	define 'p:x kpe_typed_eight @runqueues->cpu:u8 @vmlinux:runqueues->curr->comm:string +0(this_cpu_ptr(@runqueues)) if @runqueues->curr->pid > 0'
	on x
	typed eight
	like "$(values x)" 'arg1=[0-9]* arg2="sh" arg3=0x*'
	listed 'p:kprobes/x kpe_typed_eight arg1=@runqueues->cpu:u8 arg2=@vmlinux:runqueues->curr->comm:string arg3=+0(this_cpu_ptr(@runqueues)) if @runqueues->curr->pid > 0'
	refused 'p vfs_read @runqueues->^crr' ENOENT 'This field is not found.'
	like "$(hint)" '*did you mean curr*'
	refused 'p vfs_read ^@kpe_first->name' ENOENT 'BTF does not describe this variable'
	like "$(hint)" '*(struct NAME \*)&SYM->F *'
	refused 'p vfs_read ^@kpe_none->name' ENOENT 'Unknown symbol in a fetch argument'
}

# what is read is the variable, nothing, or the variable again
test_module_that_goes()
{
	needs KALLSYMS_ALL
	target_loaded
	typed_loaded
	define 'p:x kpe_typed_eight a=@kpe_target_text:string b=@kpe_target:kpe_target_counter:u8' \
		'r:y kpe_typed_eight c=entry(@kpe_target_text:string)' \
		'p:z kpe_typed_eight x=\1:u8 if @kpe_target:kpe_target_counter:u64 == 0'
	on x y z
	typed eight
	target_unloaded
	typed eight
	eq "$(status_of x 11)$(status_of y 11)$(status_of z 11)" 211 faults
	# the same names of another module are no substitute
	insmod /kpe/kpe_target2.ko
	typed eight
	eq "$(status_of x 11)$(status_of y 11)$(status_of z 11)" 422 faults
	rmmod kpe_target2
	target_loaded
	typed eight
	eq "$(values x)" "$(lines 'a="data text" b=0' 'a=(fault) b=0' 'a=(fault) b=0' 'a="data text" b=0')"
	eq "$(values y)" "$(lines 'c="data text"' 'c=(fault)' 'c=(fault)' 'c="data text"')"
	eq "$(values z)" "$(lines x=1 x=1)"
	off x y z
}

test_pending()
{
	define 'p:x kpe_target:kpe_target_ret n=@kpe_target:kpe_target_counter m=@kpe_target:kpe_target_counter:u8'
	on x
	target ret 2
	target_unloaded
	target ret 1
	eq "$(values x)" "$(lines 'n=0x1 m=1' 'n=0x2 m=2' 'n=0x1 m=1')"
	off x
}

# each place reads that of its own module, also if it comes again
test_of_many_places()
{
	needs KALLSYMS_ALL
	typed_loaded
	insmod /kpe/kpe_typed2.ko
	define 'p:x kpe_typed*_[er]i* n=this_cpu_read(@kpe_typed_percpu):u64 if this_cpu_read(@kpe_typed_percpu) > 1'
	on x
	typed eight
	typed rich
	echo 1 >/sys/module/kpe_typed2/parameters/run
	rmmod kpe_typed2
	typed eight
	insmod /kpe/kpe_typed2.ko
	echo 1 >/sys/module/kpe_typed2/parameters/run
	typed rich
	eq "$(values x)" "$(lines n=77 n=77 n=88 n=77 n=88 n=77)"
}

# a probe's own module comes first, then the kernel; else there must be one
test_ambiguous()
{
	needs KALLSYMS_ALL
	target_loaded
	insmod /kpe/kpe_target2.ko
	typed_loaded
	insmod /kpe/kpe_typed2.ko
	refused 'p vfs_read ^@kpe_target_counter:u8' EINVAL 'The symbol is not unique'
	like "$(hint)" '*@kpe_target*:kpe_target_counter, @kpe_target*:kpe_target_counter*'
	refused 'p vfs_read this_cpu_read(^@kpe_typed_percpu)' EINVAL 'The symbol is not unique'
	refused 'p vfs_read if ^&kpe_target_counter != 0' EINVAL 'The symbol is not unique'
	refused 'p vfs_read @kpe_target2:^kpe_dup' ENOENT
	target ret 3
	eq "$(seen '@kpe_target:kpe_target_counter:u8 @kpe_target2:kpe_target_counter:u8')" 'arg1=3 arg2=0'
	eq "$(seen 'this_cpu_read(@kpe_typed:kpe_typed_percpu):u8 this_cpu_read(@kpe_typed2:kpe_typed_percpu):u8 this_cpu_read(@kpe_typed_percpu):u8')" \
		'arg1=77 arg2=88 arg3=77'
}

test_ambiguous_in_the_kernel()
{
	# several of the kernel's own have the name
	name=$(awk '$3 !~ /[.]/ && $2 ~ /[bBdD]/ && !$4 { n[$3]++ } END { for (s in n) if (n[s] > 1) { print s; exit } }' /proc/kallsyms)
	if [ -z "$name" ] || ! is_symbol kallsyms_on_each_match_symbol; then
		skip 'no such variable'
		return
	fi
	refused "p vfs_read ^@$name:u8" EINVAL 'The symbol is not unique'
	first=$(hint | sed 's/^@//;s/,.*//')
	like "$first" '_text+0x*'
	define "p:x vfs_read @$first:u8"
}

test_of_a_section()
{
	target_loaded
	typed_loaded
	refused 'p:z vfs_read @kpe_target:^.none+8:u8' ENOENT
	define 'p:x kpe_typed_eight @kpe_target:.rodata+0:u8 @kpe_target:.data+0:u8'
	on x
	typed eight
	eq "$(status_of x 11)" 0
}
