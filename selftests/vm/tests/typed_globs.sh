# description: functions that match, of which not all have the parameters that are asked for
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 7.3-cloud

points() { status_of "$1" 4 | sort; } # EVENT

test_functions_without_the_parameter()
{
	define 'p:io vfs_* file pos'
	probed=$(points io | wc -l)
	not test "$probed" -lt 3
	has "$KPE/kprobe_status" "# kprobes/io: $(skipped io 'This variable is not found at this probe point') skipped: This variable is not found at this probe point"
	not test "$(skipped io 'This variable is not found at this probe point')" -lt 20
	on io
	dd if=/dev/zero of=/dev/null bs=1234 count=2 2>/dev/null
	off io
	records io | grep -q '^(vfs_read+0x[04]/0x[0-9a-f]*) file=0x[0-9a-f]* pos=0x'
	refused 'p vfs_* ^no_such_parameter' ENOENT 'This variable is not found at this probe point'
}

test_functions_of_other_types()
{
	typed_loaded
	# u32 *, struct kpe_rich * in another register
	define 'p:x kpe_typed:kpe_typed_* s=rich->name:string'
	eq "$(points x)" "$(lines kpe_typed_percpu_args+0x0 kpe_typed_rich+0x0)"
	on x
	typed rich
	typed percpu_args
	off x
	eq "$(values x)" "$(lines 's="rich"' 's="rich"')"
	# a long and an int: the first decides
	define 'p:y kpe_typed:kpe_typed_[ns][om][ta]* x'
	eq "$(points y | wc -l)" 1
	eq "$(skipped y 'Argument type or name is different from existing probe')" 1
	on y
	typed nothing
	typed small
	off y
	eq "$(hits y)" 1
	like "$(values y)" 'x=*'
}

test_all_parameters()
{
	typed_loaded
	# x; node and inner
	define 'p:x kpe_typed:kpe_typed_no[td]* $arg*'
	eq "$(points x | wc -l)" 1
	eq "$(skipped x 'Argument type or name is different from existing probe')" 1
	on x
	typed nothing
	typed node
	off x
	eq "$(hits x)" 1
}

test_pending_and_back()
{
	typed_loaded
	define 'p:x kpe_typed:kpe_typed_* s=rich->name:string'
	on x
	for round in 1 2; do
		typed rich
		typed percpu_args
		eq "$(hits x)" $((2 * round))
		rmmod kpe_typed
	done
	eq "$(points x)" "$(lines kpe_typed_percpu_args+0x0 kpe_typed_rich+0x0)"
	off x
}
