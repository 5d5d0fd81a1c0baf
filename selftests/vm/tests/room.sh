# description: what does not fit is cut or counted, and said; memory that is short
# seconds: 240

# a write of N bytes, whose first and last lines are definitions
write_of() # N
{
	{
		echo 'p:first vfs_read'
		{ yes "# $(printf '%4000s' '')" || :; } 2>/dev/null | head -c $(($1 - 17 - 32))
		printf '\n%-31s' 'p:last vfs_read'
	} >/tmp/case/text
	eq "$(wc -c </tmp/case/text)" "$1"
	write_file /tmp/case/text
}

test_largest_write()
{
	for n in 16777215 16777216; do
		eq "$(write_of $n)" '' "$n bytes"
		listed 'p:kprobes/first vfs_read' 'p:kprobes/last vfs_read'
		define -:first -:last
	done
	eq "$(write_of 16777217)" E2BIG
	rm /tmp/case/text
	listed
}

# RCU complains of a processor on which nobody else could run for three seconds.
# guest: it changes when RCU complains
test_long_writes_let_others_run()
{
	timeout=/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout bytes=8388608
	# more of them take many minutes there
	! config KASAN || bytes=1048576
	# shellcheck disable=SC2064 # as it is now
	trap "echo $(cat $timeout) >$timeout; rm -f /tmp/case/busy" EXIT
	echo 3 >$timeout
	: >/tmp/case/busy
	while_busy cat /proc/version >/tmp/case/read &
	{ yes '' || :; } 2>/dev/null | head -c $bytes >/tmp/case/text
	eq "$(write_file /tmp/case/text)" '' 'lines without a definition'
	many vfs_read 20000 >/tmp/case/text
	eq "$(write_file /tmp/case/text)" '' 'definitions'
	true >"$KPE/kprobe_events"
	listed
	rm /tmp/case/busy
	ended $!
}

in_stats() # WORD
{
	sed -n "s/^$1: //p" "$T/per_cpu/cpu0/stats"
}

test_buffer_of_one_page()
{
	target_loaded
	define 'p:x kpe_target_longstr n=\7:u8 s=+0(%di):string e=\8:u8'
	trap 'echo 1408 >"$T/buffer_size_kb"' EXIT
	echo 4 >"$T/buffer_size_kb"
	on x
	taskset 1 sh -c "echo longstr 60 3900 >$RUN"
	off x
	entries=$(in_stats entries)
	eq "$(hits x) $(status_of x 8) $(status_of x 10)" '60 60 0'
	# the newest are there, the others are counted
	not test "$entries" -lt 1
	not test "$entries" -gt 4
	eq $((entries + $(in_stats overrun))) 60
	eq "$(grep -c ' x: (kpe_target_longstr+0x0/0x.* n=7 s="abcdef' "$T/trace")" "$entries"
}

resize()
{
	local size

	for size in 4 700 64; do
		echo $size >"$T/buffer_size_kb"
		echo . >>/tmp/case/resized
	done
}

call_often() # CPU-MASK
{
	taskset "$1" sh -c "echo ret 1000 >$RUN"
	echo . >>"/tmp/case/calls.$1"
}

# known: CVE-2023-53587 CVE-2023-53718 CVE-2023-53368 CVE-2024-50207 CVE-2025-38101
# known: CVE-2026-74634 CVE-2026-74601
test_buffer_resized_while_written_and_read()
{
	target_loaded
	define 'p:x kpe_target_ret n=%di:u64 w=+0(%sp):u8[40] e=\8:u8'
	trap 'rm -f /tmp/case/busy; wait; echo 1408 >"$T/buffer_size_kb"' EXIT
	on x
	: >/tmp/case/busy
	# whoever reads the file "trace" would keep the kernel from resizing
	while_busy client take "$T/per_cpu/cpu1/trace_pipe" >/tmp/case/taken &
	set -- "$@" $!
	while_busy call_often 1 &
	set -- "$@" $!
	while_busy call_often 2 &
	set -- "$@" $!
	resize
	resize
	wait_for 30 test -f /tmp/case/calls.1 -a -f /tmp/case/calls.2
	rm /tmp/case/busy
	ended "$@"
	off x
	calls=$(cat /tmp/case/calls.? | wc -l)000
	eq "$(hits x) $(missed x)" "$calls 0"
	eq $(($(status_of x 8) + $(status_of x 10))) "$calls"
	figure "$(status_of x 8) of $calls records written, $(status_of x 10) dropped; resized $(wc -l </tmp/case/resized) times"
	cat /tmp/case/taken "$T/trace" | sed -n 's/^.* x: //p' >/tmp/case/read
	not test "$(wc -l </tmp/case/read)" -lt 100
	# none is damaged
	eq "$(grep -cv '^(kpe_target_ret+0x0/0x[0-9a-f]* \[kpe_target\]) n=[0-9]* w={[0-9,]*} e=8$' /tmp/case/read || :)" 0
}

megabytes_available() { awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo; }

take_and_give()
{
	dd if=/dev/zero of=/tmp/churn bs=1M count=25 2>/dev/null || :
	rm -f /tmp/churn
}

# All but 60 MB is taken, and 25 of these come and go.
test_memory_is_short()
{
	target_loaded
	many kpe_target_ret 200 >/tmp/case/definitions
	trap 'rm -f /tmp/hog /tmp/churn' EXIT
	mount -o remount,size=100% /tmp
	dd if=/dev/zero of=/tmp/hog bs=1M count=$(($(megabytes_available) - 60)) 2>/dev/null
	figure "$(megabytes_available) MB left"
	: >/tmp/case/busy
	while_busy take_and_give &
	job=$!
	for round in 1 2 3; do
		eq "$(write_file /tmp/case/definitions)" ''
		eq "$(wc -l <"$KPE/kprobe_events")" 200
		echo 1 >"$T/events/kprobes/enable"
		target ret 3
		echo 0 >"$T/events/kprobes/enable"
		eq "$(awk '{ hits += $2 } END { print hits }' "$KPE/kprobe_profile")" 600
		eq "$(awk '$1 ~ /^kprobes/ { recorded += $8; dropped += $10 } END { print recorded, dropped }' \
			"$KPE/kprobe_status")" '600 0'
		true >"$KPE/kprobe_events"
	done
	rm /tmp/case/busy
	ended $job
	listed
}
