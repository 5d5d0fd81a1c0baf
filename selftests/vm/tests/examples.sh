# description: the examples of the documentation, command by command
# kernels: *-cloud
# share: 6.1-cloud

# shellcheck source=/dev/null
. /kpe/sessions.sh

example() # NAME
{
	session "$1" cat
	cd /
}

test_duplicates()
{
	grep -qx perf_event_enable "$TOP/available_filter_functions" ||
		skip "this kernel's perf cannot be traced, and the example does"
	example duplicates
}
test_globs() { example globs; }
test_sections() { example sections; }
test_reasons() { example reasons; }
test_transaction() { example transaction; }
test_owned() { example owned; }

test_status() { example status; }
test_builds() { example builds; }
test_elapsed() { needs HIST_TRIGGERS; example elapsed; }
test_deletion() { example deletion; }

# what users of other tools find in their pages
test_systemtap() { needs HIST_TRIGGERS; example systemtap; }
test_perf_probe() { example perf-probe; }

# each of our lines shows a record or a count
test_bpftrace()
{
	needs DEBUG_INFO_BTF
	PATH=$PATH:/kpe/tools
	: >"$CASE"/busy
	while_busy sh -c 'head -n 1 /proc/version /none; usleep 20000' >"$CASE"/ignored 2>&1 &
	sed -n 's/^# kprobe-trace/& -d 20 -n 1/;s/^# //p' /kpe/examples/bpftrace.txt >"$CASE"/commands
	while read -r command; do
		eval "$command" </dev/null >"$CASE"/said
		grep -qE ' hitcount: |: \(.*0x' "$CASE"/said || fail "$command: $(cat "$CASE"/said)"
	done <"$CASE"/commands
	rm "$CASE"/busy
	ended $!
	eq "$(wc -l <"$CASE"/commands)" 15
}
