# description: a kernel without BTF says so, and takes all else
# kernels: *-nokpe

no_types() # DEFINITION
{
	refused "$1" EOPNOTSUPP 'BTF is not available or not supported'
}

test_what_needs_types()
{
	no_types 'p vfs_read ^$arg*'
	no_types 'r vfs_read ^$arg*'
	no_types 'p vfs_read ^file'
	no_types 'p vfs_read x=+0(^file)'
	no_types 'p vfs_read x=^file->f_mode'
	no_types 'p vfs_read x=^(file)$arg1->f_mode'
	no_types 'p vfs_read x=^(struct file *)$arg1->f_mode'
	no_types 'p vfs_read x=this_cpu_read(^(file)(%di)->f_mode)'
	no_types 'p vfs_read x=$current->^pid'
	no_types 'r vfs_read x=$retval->^pid'
}

test_what_does_not()
{
	target_loaded
	define 'p:x kpe_target_ret $arg1 a0 c=$current s=$comm p=+0($current):x8' \
		'r:y kpe_target_ret $arg1 $retval rv' 'r vfs_read $retval'
	while_on 'x y' target ret
	like "$(values x)" 'arg1=0x1 a0=0x1 c=0xff* s="sh" p=0x*'
	eq "$(values y)" 'arg1=0x1 arg2=0x3e9 rv=0x3e9'
	# a path needs no BTF: its offsets are those of the build
	define 'p:z vfs_open +8($arg1):%pd p=$arg2:%pD'
	on z
	: </proc/version
	off z
	shown=$(values z)
	like "$shown" 'arg1="version" p=*'
}

# a variable of a module, and one that the kernel exports under the GPL
test_this_cpu()
{
	typed_loaded
	define 'p:x kpe_typed_percpu_args a=this_cpu_read($arg1):u32 b=this_cpu_read(@kpe_typed_percpu):u64' \
		'p:y kpe_typed_percpu_args a=this_cpu_ptr(@gdt_page) b=this_cpu_read(@gdt_page) c=+8(this_cpu_ptr(@gdt_page))'
	while_on 'x y' typed percpu_args
	eq "$(values x)" 'a=4242 b=77'
	like "$(values y)" 'a=0xff* b=0x0 c=0xcf9?000000ffff'
	# exported, but there is only one of it
	refused 'p kpe_typed_percpu_args x=this_cpu_read(^@register_kprobe)' ENOENT \
		'Unknown symbol in a fetch argument'
}
