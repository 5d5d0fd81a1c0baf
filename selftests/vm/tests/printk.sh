# description: records in the kernel's log

# what the log says of an event, from the place on
logged() # EVENT
{
	dmesg | sed -n "s/.*\(\] \| \)$1: (/(/p"
}

define_all()
{
	# shellcheck disable=SC2016 # definitions
	define 'p:x kpe_target_array n=+0(%di):u8[4] s=+0(%cx):string[3] c=$comm text=+0(+0(%cx)):string' \
		'p:none kpe_target_array' 'r:back kpe_target_array got=$retval:s64 b=entry(+0(%si)):u16[4]' \
		'p:bad kpe_target_bad null=+0(%di):string' "p:mid kpe_target_steps+$(step) x=%ax:u64"
}

step() { cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps; }

call_all()
{
	target array 1
	target bad 1
	target steps 1
}

EVENTS='x none back bad mid'

# as in the trace
all_are_logged()
{
	local event

	for event in $EVENTS; do
		eq "$(logged "$event")" "$(records "$event")" "$event"
	done
	like "$(logged x)" '(kpe_target_array+0x*) n={1,2,3,4} s={"one","two","three"} c="*" text="one"'
	like "$(logged none)" '(kpe_target_array+0x*)'
	like "$(logged back)" '(* <- kpe_target_array) got=4 b={100,200,300,400}'
	like "$(logged bad)" '* null=(fault)'
	like "$(logged mid)" '* x=101'
}

# sets the kernel's switch; it takes no other value where the boot has not asked for it
tp_printk() # 0|1
{
	echo "$1" >/proc/sys/kernel/tracepoint_printk
	eq "$(cat /proc/sys/kernel/tracepoint_printk)" "$1"
}

test_tp_printk()
{
	target_loaded
	define_all
	# shellcheck disable=SC2086 # names
	on $EVENTS
	dmesg -c >/dev/null
	tp_printk 1
	call_all
	tp_printk 0
	all_are_logged
}

# as long as a line of the log may be
test_tp_printk_of_a_long_record()
{
	target_loaded
	define 'p:x kpe_target_longstr s=+0(%di):string t=+1(%di):string u=+2(%di):string'
	on x
	dmesg -c >/dev/null
	tp_printk 1
	target longstr 1 260
	tp_printk 0
	eq "$(logged x)" "$(records x)"
	like "$(logged x)" '* s="abc*xyz" t="bcd*xyz" u="cde*xyz"'
}

# what an oops would say
test_dump()
{
	[ -f /proc/sysrq-trigger ] || { not config MAGIC_SYSRQ; return; }
	target_loaded
	define_all
	# shellcheck disable=SC2086 # names
	on $EVENTS
	call_all
	cat "$T/trace" >/tmp/case/trace
	dmesg -c >/dev/null
	echo z >/proc/sysrq-trigger
	T=/tmp/case all_are_logged
	echo 1 >"$T/tracing_on"
}
