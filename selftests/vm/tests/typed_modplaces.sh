# description: typed arguments at places relative to a section
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 6.12-cloud

offset_in_text() # SYMBOL
{
	local addr

	addr=$(symbols_of kpe_typed | awk -v symbol="$1" '$3 == symbol { print "0x" $1 }')
	echo $((addr - $(cat /sys/module/kpe_typed/sections/.text)))
}

test_typed_arguments()
{
	typed_loaded
	offset=$(offset_in_text kpe_typed_eight)
	define "p:x kpe_typed:.text+$offset \$arg*" "r:y kpe_typed:.text+$offset \$retval a h"
	on x y
	typed eight
	rmmod kpe_typed
	insmod /kpe/kpe_target.ko
	typed eight
	off x y
	eq "$(values x | sort -u)" 'a=11 b=22 c=33 d=44 e=55 f=66 g=77 h=88'
	eq "$(values y | sort -u)" 'arg1=396 a=11 h=88'
	eq "$(hits x) $(hits y)" '2 2'
	define -:x
	offset=$(offset_in_text kpe_typed_rich)
	define "p:x kpe_typed:.text+$offset s=rich->next->name:string"
	while_on x typed rich
	eq "$(values x | tail -n 1)" 's="second"'
	refused "p kpe_typed:.text+$offset ^nobody" ENOENT \
		'This variable is not found at this probe point'
}
