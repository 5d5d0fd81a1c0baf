# description: the kernel was booted with lockdown=integrity
# boot: lockdown=integrity
# load: never

test_module_is_not_let_in()
{
	mount -t securityfs securityfs /sys/kernel/security
	like "$(cat /sys/kernel/security/lockdown)" '*\[integrity\]*'
	find "$T" >/tmp/case/before
	like "$(insmod /kpe/kprobe_events.ko 2>&1 || :)" '*[Oo]peration not permitted*'
	like "$(dmesg)" '*Lockdown: insmod: unsigned module loading is restricted*'
	find "$T" >/tmp/case/after
	cmp /tmp/case/before /tmp/case/after
	not test -e /sys/module/kprobe_events
}
