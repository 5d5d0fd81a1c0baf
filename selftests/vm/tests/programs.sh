# description: BPF programs that get registers, on events without arguments
# kernels: 6.1-nokpe 6.1-cloud 7.3-cloud 6.1-arm64 *-debug
# share: 7.3-cloud

# each test begins with it
needs BPF_EVENTS
target_loaded

# a program at an event, while COMMAND runs
program() # HOW EVENT COMMAND
{
	client program "$1" "$(event_id "$2")" -- sh -c "$3" >"$CASE"/out
}

# what is said behind a word
said() # WORD
{
	sed -n "s/^$1 //p" "$CASE"/out
}

names()
{
	if on_arm64; then
		seq 0 30 | sed 's/^/x/'
		echo sp
	else
		echo r15 r14 r13 r12 bp bx r11 r10 r9 r8 ax cx dx si di sp
	fi
}

# ftrace passes on only some; those that a call keeps cannot all be 0
test_all_registers()
{
	args='' kept='r15 r14 r13 r12 bx'
	! on_arm64 || kept='x19 x20 x21 x22 x23'
	define 'p:x kpe_target_ret'
	program registers x "echo ret 3 >$RUN"
	eq "$(said ran) $(said function) $(said cookie)" "3 $(address kpe_target_ret | sed "s,^0x0*,,") 77"
	zeros=0
	for name in $kept; do
		case " $(said registers) " in *" $name=0x0 "*) zeros=$((zeros + 1)) ;; esac
	done
	[ $zeros -lt 5 ] || fail "$(said registers)"
	ok
	for name in $(names); do
		args="$args $name=%$name:x64"
	done
	define -:x 'p:x kpe_target_ret' "p:y kpe_target_ret$args"
	on y
	program registers x "echo ret >$RUN"
	off y
	eq "$(values y)" "$(said registers)"
	eq "$(status_of x 7)" 1
}

# The trace has what perf is not to have.
test_decides_what_perf_gets()
{
	define 'p:x kpe_target_ret'
	on x
	program rejects x "/kpe/client perf count $(event_id x) -- sh -c 'echo ret 5 >$RUN' >$CASE/perf"
	eq "$(cat "$CASE"/perf) $(said ran)" '0 5'
	eq "$(status_of x 7 8 9)" '5 5 5'
	program registers x "/kpe/client perf count $(event_id x) -- sh -c 'echo ret 5 >$RUN' >$CASE/perf"
	eq "$(cat "$CASE"/perf) $(said ran)" '5 5'
	target ret 5
	off x
	eq "$(hits x)" 15
	eq "$(records x | wc -l)" 15
	define -:x
	listed
}

test_at_a_return()
{
	result=ax
	! on_arm64 || result=x0
	define 'r:x kpe_target_ret'
	program registers x "echo ret 3 >$RUN"
	eq "$(said ran) $(said function)" "3 $(address kpe_target_ret | sed "s,^0x0*,,")"
	like " $(said registers) " '* '$result'=0x3eb *'
}

test_within_a_function_and_at_many()
{
	define "p:x kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)"
	program registers x "echo steps 2 >$RUN"
	eq "$(said ran) $(said function)" "$(hits x) 0"
	define 'p:g kpe_target_[ra]*' 'p:g kpe_target_str'
	program registers g "echo ret 2 >$RUN; echo args8 >$RUN; echo str 2 >$RUN"
	eq "$(said ran)" 5
	eq "$(hits g)" "$(lines 3 2)"
}

test_busy_and_added_to()
{
	define 'p:x kpe_target_ret'
	program registers x "
		printf -- -:x | /kpe/client write $KPE/kprobe_events 2>$CASE/errno
		echo 'p:x kpe_target_str' >>$KPE/kprobe_events
		echo ret 2 >$RUN
		echo str 2 >$RUN"
	eq "$(said ran)" 4
	eq "$(status_of x 7)" "$(lines 2 2)"
	define -:x
	listed
}

test_refused()
{
	define 'p:x kpe_target_ret' 'p:y kpe_target_ret x=%di:u64'
	program tracepoint x true
	eq "$(said refused)" EINVAL
	program registers y true
	eq "$(said refused)" EINVAL
	program tracepoint y true
	eq "$(said ran)" 0
	# the kernel looks for one of its own events
	program registers x true
	if grep -qx CONFIG_KPROBE_EVENTS=y /kpe/config; then
		eq "$(said place)" EINVAL
	else
		eq "$(said place)" EOPNOTSUPP
	fi
}

# Many kernels do not have such programs at all.
test_override()
{
	define 'p:x kpe_target_ret' 'r:y kpe_target_ret'
	for event in x y; do
		program override $event true
		if grep -qx CONFIG_BPF_KPROBE_OVERRIDE=y /kpe/config; then
			eq "$(cat "$CASE"/out)" 'refused EINVAL'
		else
			eq "$(cat "$CASE"/out)" 'not loaded EINVAL'
		fi
	done
}

# Programs come and go while it hits, in the trace and without it.
test_come_and_go()
{
	n=0
	define 'p:x kpe_target_ret' 'r:y kpe_target_ret'
	: >"$CASE"/busy
	while_busy target ret 50 &
	pid=$!
	on y
	while [ $n -lt 6 ]; do
		[ $((n % 2)) = 1 ] || on x
		program registers x "echo ret 50 >$RUN"
		[ "$(said ran)" -ge 50 ] || fail "ran $(said ran) times"
		program rejects y "echo ret 50 >$RUN"
		[ "$(said ran)" -ge 50 ] || fail "ran $(said ran) times"
		[ $((n % 2)) = 1 ] || off x
		n=$((n + 1))
	done
	rm "$CASE"/busy
	ended $pid
	off y
	define -:x -:y
	listed
}
