# shellcheck shell=dash disable=SC2016 # words of definitions
# description: hits on two CPUs, whose stores the plugin of "run" counts
# seconds: 600

hits_of() # [DEFINITION]
{
	target_loaded
	[ -z "${1-}" ] || { define "$1"; on x; }
	searched
	# counts from here on
	busybox devmem 0xfffc0 8 0
	# both processes are there at a time, so that none has the stack of the other
	taskset 1 sh -c "echo ret 10000 >$RUN" &
	taskset 2 sh -c "echo ret 10000 >$RUN"
	wait
	[ -z "${1-}" ] || eq "$(hits x)" 20000
	figure ".kprobes.text of kprobe_events.ko is at $(cat /sys/module/kprobe_events/sections/.kprobes.text)"
	ok
}

test_none() { hits_of; }
test_number() { hits_of 'p:x kpe_target_ret x=%di:b3@0/64 hist:keys=x'; }
test_numbers() { hits_of 'p:x kpe_target_ret x=%di:b3@0/64 y=%di:b2@8/64 z=%di:u64 hist:keys=x,y:vals=z'; }
test_text() { hits_of 'p:x kpe_target_ret comm=$comm hist:keys=comm'; }
test_return()
{
	grep -q ' objpool_init$' /proc/kallsyms || skip "all CPUs take what a return needs from one list of the kernel's"
	hits_of 'r:x kpe_target_ret e=$elapsed hist:keys=e.log2'
}
test_record() { hits_of 'p:x kpe_target_ret x=%di:u64'; }
