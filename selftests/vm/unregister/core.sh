# shellcheck shell=dash disable=SC2016,SC2034,SC2154
# description: probes of the kprobe core, after ftrace has disabled itself
# load: never
# means: each
# seconds: 240

# Kernels before 6.12 cannot disarm a probe at an entry then, and warn if they are asked to.
# The core must have none of them left.
of_the_core() { grep -c ' kpe_target_ret' /sys/kernel/debug/kprobes/list || :; }

test_disabled_and_deleted()
{
	load
	target_loaded
	define 'p:x kpe_target_ret' 'p:y kpe_target_ret' 'r:back kpe_target_ret' 'r:other vfs_read'
	on x y back other
	target ret
	target kill
	target ret
	off x y back other
	target ret 100
	# newer kernels tell the core, and it passes on no hit
	if grep -q ' kprobe_ftrace_kill$' /proc/kallsyms; then
		eq "$(hits x) $(hits back)" '1 1'
	else
		eq "$(hits x) $(hits back)" '2 2'
	fi
	define -:x -:back
	define -:y -:other
	eq "$(of_the_core)" 0
	target ret 100
	cat /proc/version >/dev/null
	command rmmod kprobe_events
	target ret 100
}
