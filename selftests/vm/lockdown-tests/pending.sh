# description: the kernel is locked down while the module is being loaded that
# description: a definition waits for
# load: never

test_what_is_pending_is_not_armed()
{
	where=kpe_target:kpe_target
	mount -t securityfs securityfs /sys/kernel/security
	load
	insmod /kpe/kpe_lock.ko module=kpe_target
	define "p:x ${where}_ret" "r:y ${where}_ret" "p:z ${where}_at_init" "p:all ${where}_r*"
	on x y z all
	hold profile "$KPE/kprobe_profile"
	hold status "$KPE/kprobe_status"
	target_loaded
	like "$(cat /sys/kernel/security/lockdown)" '*\[confidentiality\]*'
	target ret 5
	eq "$(release profile | awk '{ print $1, $2 }')" "$(lines 'x 0' 'y 0' 'z 0' 'all 0')"
	release status >/tmp/case/status
	cat /tmp/case/status
	eq "$(grep -c ' armed ' /tmp/case/status || :)" 0
	like "$(dmesg)" '*kprobe_events: kprobes/x cannot be armed in module kpe_target: Kernel lockdown forbids kprobes*'
	target_unloaded
}
