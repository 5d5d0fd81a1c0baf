# shellcheck shell=dash disable=SC2034,SC2154
# lib.sh - what vm/guest/lib.sh offers, on a machine in use
#
# A test calls its groups what it likes: "kprobes" is $GROUP here, and any other NAME is
# $GROUP_NAME; what it writes and reads is translated. It finds its own definitions only,
# its own instance, and error logs that others have written to, too.

TOP=$LIVE_TOP
KPE=$LIVE_KPE
T=$TOP/instances/$GROUP
# the built-in tracer is somebody else's
BUILTIN=/nonexistent
ROWS=$GUEST

# In another shell it ends just that, and what fails then does so for want of it.
skip() # REASON
{
	[ -f "$CASE/failed" ] || printf '%s\n' "$*" >>"$CASE/skipped"
	exit 1
}

# "^" marks a caret's place and belongs to what follows it
ours() # LINE...
{
	printf '%s\n' "$@" | sed "
		/^[[:blank:]^]*[-pr][0-9]*:/!{
			s,^\([[:blank:]^]*[pr][0-9]*\)\([[:blank:]]\),\1:$GROUP/\2,
			b
		}
		s,^\([[:blank:]^]*[-pr][0-9]*:^*\)kprobes/,\1$GROUP/,
		t
		s,^\([[:blank:]^]*[-pr][0-9]*:^*\)\([^[:blank:]/]*/\),\1${GROUP}_\2,
		t
		s,^\([[:blank:]^]*[-pr][0-9]*:^*\),\1$GROUP/,"
}

# numbers of our lines in the listing, then each as the test calls it
our_lines()
{
	awk -v group="$GROUP" '
		match($1, /^[pr][0-9]*:/) {
			head = substr($1, 1, RLENGTH)
			rest = substr($0, RLENGTH + 1)
			if (index(rest, group "/") == 1)
				print NR, head "kprobes" substr(rest, length(group) + 1)
			else if (index(rest, group "_") == 1)
				print NR, head substr(rest, length(group) + 2)
		}' "$KPE/kprobe_events"
}

listing() { our_lines | sed 's/^[0-9]* //'; }

profiles()
{
	our_lines >"$CASE/our_lines"
	awk 'NR == FNR { is_ours[$1] = 1; next } FNR in is_ours' "$CASE/our_lines" "$KPE/kprobe_profile"
}

statuses()
{
	sed -n "/^#/p; s,^$GROUP/,kprobes/,p; s,^${GROUP}_\([^ /]*/\),\1,p" "$KPE/kprobe_status"
}

group_dir() { echo "$T/events/$(group_name "$1")"; }

group_name() # GROUP
{
	case $1 in
	kprobes) echo "$GROUP" ;;
	*) echo "${GROUP}_$1" ;;
	esac
}

# it is the newest, and so the last
forget_last()
{
	tail -n 1 "$KPE/kprobe_events" | sed 's/^[pr][0-9]*/-/' >"$CASE/forgotten"
	cat "$CASE/forgotten" >>"$KPE/kprobe_events"
}

instance() { echo "$TOP/instances/${GROUP}_$1"; }

# others may want to read theirs
clear_error_log() { :; }

write_errno() # FILE TEXT [append|trunc]
{
	local text=$2

	if [ "$1" = "$KPE/kprobe_events" ]; then
		[ "${3-}" != trunc ] || fail "this would delete what others have defined"
		text=$(ours "$2")
	fi
	raw_errno "$1" "$text" "${3-append}"
}

write_file() # FILE
{
	ours "$(cat "$1")" | client write "$KPE/kprobe_events" append || [ $? = 1 ]
}

test_module() # NAME
{
	local file

	for file in "$LIVE/../test_modules/$1.ko" "$LIVE/../$1.ko"; do
		if [ -f "$file" ]; then
			echo "$file"
			return
		fi
	done
	skip "$1.ko has not been built"
}

# not every insmod takes it well if it is there already
loaded() # NAME
{
	[ -d "/sys/module/$1" ] || insmod "$(test_module "$1")"
}

target_loaded() { loaded kpe_target; }
typed_loaded() { loaded kpe_typed; }

# It is found out by typed_has_btf().
modules_may_have_btf() { true; }

typed_has_btf()
{
	[ ! -f /sys/kernel/btf/vmlinux ] || [ -f /sys/kernel/btf/kpe_typed ] ||
		skip "kpe_typed.ko was built without BTF (pahole)"
}

# nothing is defined there
compares_builtin() { false; }
wide_log() { true; }
load() { fail "a test that loads the module is for guests"; }
unload() { fail "a test that unloads the module is for guests"; }
kptr_restrict() { fail "a test that changes kptr_restrict is for guests"; }
ftrace_off() { fail "a test that turns ftrace off is for guests"; }
sweep() { fail "a test that sweeps is for guests"; }

address() # SYMBOL
{
	local found

	found=$(awk -v symbol="$1" '$3 == symbol { print "0x" $1; exit }' /proc/kallsyms)
	[ -n "$found" ] || return 1
	[ -n "$(printf '%s' "${found#0x}" | tr -d 0)" ] || skip "kernel.kptr_restrict hides addresses"
	printf '%s\n' "$found"
}

# The configuration may be nowhere to be read, so what a test needs is tried.
config() { fail "a test that asks for the configuration is for guests"; }

needs() # OPTION...
{
	local option

	for option do
		case $option in
		DYNAMIC_FTRACE) [ -f "$TOP/available_filter_functions" ] ;;
		KALLSYMS_ALL) is_symbol linux_banner ;;
		HIST_TRIGGERS) [ -f "$TOP/events/sched/sched_switch/hist" ] ;;
		*) fail "CONFIG_$option is not found out here" ;;
		esac || skip "the kernel is without CONFIG_$option"
	done
}

# KASAN has larger stacks
stack_words()
{
	if is_symbol __asan_load8_noabort || is_symbol __hwasan_load8_noabort; then
		echo 4096
	else
		echo 2048
	fi
}

slowness() { echo "${KPE_SLOW:-1}"; }

usleep() # MICROSECONDS
{
	sleep "$(awk -v us="$1" 'BEGIN { printf "%.6f", us / 1000000 }')"
}
