# description: a glob that is written while its module is initialized
# seconds: 900

DELAY=/sys/module/kprobe_events/parameters/perturb_symbol_us

# without those of init functions, which are left out or not as long as they are there
places() { status_of "$1" 4 | grep -c -v -e _init+ -e _init$; }

# The kernel has two tables of the module's symbols then, one after the other. It changes over
# while the write is at work, each time at another point.
test_glob_of_a_module_that_comes()
{
	target_loaded
	define 'p:x kpe_target:*'
	wanted=$(places x)
	define -:x
	target_unloaded
	for round in $(seq "${LOADING_ROUNDS:-14}"); do
		command insmod /kpe/kpe_target.ko late=1 &
		loading=$!
		wait_for 20 grep -q live /sys/module/kpe_target/initstate
		echo 2000 >$DELAY
		define 'p:x kpe_target:*' &
		writing=$!
		usleep $((round * 200000))
		echo 0 >/sys/module/kpe_target/parameters/late
		ended $loading
		echo 0 >$DELAY
		ended $writing
		eq "$(places x)" "$wanted" "round $round"
		define -:x
		target_unloaded
	done
	figure "$wanted places"
}
