# description: the kernel is locked down while the module is being loaded
# load: never

test_module_creates_nothing()
{
	mount -t securityfs securityfs /sys/kernel/security
	insmod /kpe/kpe_lock.ko module=kprobe_events
	find "$T" >/tmp/case/before
	like "$(insmod /kpe/kprobe_events.ko 2>&1 || :)" '*[Oo]peration not permitted*'
	like "$(cat /sys/kernel/security/lockdown)" '*\[confidentiality\]*'
	# the kernel let it in, the module itself refused
	like "$(dmesg)" '*kprobe_events: refused by kernel lockdown*'
	find "$T" >/tmp/case/after
	cmp /tmp/case/before /tmp/case/after
	not test -e /sys/module/kprobe_events
	eq "$(grep -c '^kprobe_events ' /proc/modules || :)" 0
}
