# description: the kernel was booted with lockdown=LEVEL, which is the test's name
# boot: integrity confidentiality
# load: never

# The kernel says ten such things in five seconds, and as many while it boots.
refusal_is_in_the_log()
{
	insmod /kpe/kprobe_events.ko 2>/tmp/case/ignored || :
	dmesg | grep -q 'Lockdown: insmod: unsigned module loading is restricted'
}

module_is_not_let_in() # LEVEL
{
	mount -t securityfs securityfs /sys/kernel/security
	like "$(cat /sys/kernel/security/lockdown)" "*\\[$1\\]*"
	find "$T" >/tmp/case/before
	like "$(insmod /kpe/kprobe_events.ko 2>&1 || :)" '*[Oo]peration not permitted*'
	wait_for 10 refusal_is_in_the_log
	find "$T" >/tmp/case/after
	cmp /tmp/case/before /tmp/case/after
	not test -e /sys/module/kprobe_events
}

test_integrity() { module_is_not_let_in integrity; }
test_confidentiality() { module_is_not_let_in confidentiality; }
