# description: BPF programs at the entry and the exit of functions that we probe, too
# kernels: 6.1-cloud 6.12-cloud 7.2-cloud 7.3-cloud
# seconds: 480
# shellcheck disable=SC2317 # same.sh calls the functions
# shellcheck source=common
. /kpe/tests/common
# shellcheck source=../guest/same.sh
. /kpe/same.sh

are_attached() { [ -f /tmp/case/attached ]; }

# both of its programs
has_attached() { [ "$(grep -l link_type "/proc/$tool"/fdinfo/* | wc -l)" = 2 ]; }

test_same_function()
{
	theirs_on()
	{
		rm -f /tmp/case/attached
		/kpe/bpf /kpe/program.o fentry "$CALLED" sh -c ": >/tmp/case/attached
			while [ -f /tmp/case/attached ]; do usleep 50000; done" \
			>/tmp/case/out 2>&1 &
		bpf=$!
		wait_for 60 are_attached
	}
	theirs_off()
	{
		rm /tmp/case/attached
		wait "$bpf"
		theirs=$(sed -n '1s/^ran //p' /tmp/case/out)
		eq "$(cat /tmp/case/out)" "$(lines "ran $theirs" "ran $theirs")"
	}
	in_each_order
}

# bcc's funclatency uses such programs. The counts of its histogram are the calls.
test_funclatency()
{
	theirs_on()
	{
		funclatency "$CALLED" >/tmp/case/out 2>&1 &
		tool=$!
		wait_for 60 has_attached
	}
	theirs_off()
	{
		kill -INT "$tool"
		wait "$tool" || :
		theirs=$(awk '$2 == "->" { sum += $5 } END { print sum + 0 }' /tmp/case/out)
	}
	front_on
	in_each_order
	front_off
}
