# description: a glob that is written while its module is initialized
# seconds: 900

DELAY=/sys/module/kprobe_events/parameters/perturb_symbol_us

# without those of init functions, which are left out or not as long as they are there
places() { status_of "$1" 4 | grep -c -v -e _init+ -e _init$; }

# The kernel has two tables of the module's symbols then, one after the other.
test_glob_of_a_module_that_comes()
{
	local wanted round job tries=0

	target_loaded
	define 'p:x kpe_target:*'
	wanted=$(places x)
	define -:x
	target_unloaded
	for round in $(seq "${LOADING_ROUNDS:-16}"); do
		command insmod /kpe/kpe_target.ko late=$((400 + 67 * round)) &
		job=$!
		wait_for 20 grep -q live /sys/module/kpe_target/initstate
		echo 500 >$DELAY
		while kill -0 $job 2>/dev/null; do
			define 'p:x kpe_target:*'
			tries=$((tries + 1))
			eq "$(places x)" "$wanted" "round $round, try $tries"
			define -:x
		done
		echo 0 >$DELAY
		ended $job
		target_unloaded
	done
	figure "$wanted places, $tries tries"
	not test "$tries" -lt "$round"
}
