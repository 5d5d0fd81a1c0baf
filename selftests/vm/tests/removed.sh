# shellcheck shell=dash
# description: files of an instance that has been removed
# kernels: *-cloud *-nokpe *-rt *-kcsan *-arm64
# share: 6.12-cloud

# Not under KASAN: kernels of 6.1 look at what they have freed before they ask us.

test_a_trigger_that_was_open()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	hist=
	! config HIST_TRIGGERS || hist=hist:keys=x
	for trigger in $hist stacktrace traceoff; do
		mkdir "$T/instances/one"
		exec 7>>"$T/instances/one/events/kprobes/x/trigger"
		rmdir "$T/instances/one"
		# ENODEV, which 6.1 turns into EPERM for hist
		not sh -c "echo $trigger >&7"
		exec 7>&-
		target ret
	done
	# nobody has it enabled
	eq "$(status_of x 2)" disabled
	eq "$(hits x)" 0
	define -:x
	listed
}
