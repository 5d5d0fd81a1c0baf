# shellcheck shell=dash
# lib.sh - what a test may use
#
# A test file is tests/NAME.sh. Its head says what it is about and, where it
# does not apply everywhere, on which kernels (globs):
#
#	# description: dereferences of user memory
#	# kernels: 6.1-*
#	# share: 6.1-nokpe	of these, where "make check" runs it; without the line on each;
#				"none": "make check-full" does
#	# seconds: 240		at most, for each test; 120 if not given. This is
#				for tests that hang: a busy host is a lot slower
#	# means: each		"run --means" runs it: what is recorded does not depend on them
#	# disk: yes		the guest has an NVMe disk of 32 MB, with nothing on it
#
#	# load: each		the module is loaded anew for each test
#	# load: never		the tests of the file, in their order, load it and
#				clear away what they have to
#
# Each function test_SOMETHING() in it is one test, "NAME.SOMETHING". It runs in
# a shell of its own under "set -eu" and pipefail, with the module loaded, no
# event defined, the error logs empty, and tracing on with an empty buffer. It
# passes if it runs to its end, made at least one check, and all it left can be
# cleared away: events deleted, and after the last test of a file the module
# unloaded, no file or directory of it left behind. So a test needs no tidying
# code of its own.
#
# Mind the shell: "! command" never ends a "set -e" shell, nor does anything to
# the left of && or ||, or in a condition. Use "not". Avoid "... | grep -q" (the
# writer may die of SIGPIPE): use "has". The trace of the shell goes to stderr,
# so do not compare stderr.
#
# A file whose head says "# live: yes" has tests that are safe on a machine in use;
# "../../live" runs them there, but for those with "# guest: WHY" before them. Such a
# test makes its definitions by define, refused and write_errno, or by "ours"; it reads
# them by "listing", finds their files by event_dir and group_dir, and leaves everything
# else alone: there all groups are its own, whatever it calls them, and $T is an instance
# of its own (live.sh has other versions of these functions).
#
#	$T			tracefs, or an instance
#	$TOP			tracefs
#	$KPE			where our control files are: $TOP, or $TOP/trace_kprobe
#	$CASE			a directory of the test
#	client ...		system calls a shell cannot make (client/client.c); $CLIENT
#				is its path
#
# Checks
#	ok			this is one: for a condition tested by other means
#	fail MESSAGE...		the test is lost
#	eq GOT WANTED [MESSAGE]	equal strings
#	like TEXT PATTERN [MESSAGE]	TEXT matches a shell pattern as a whole
#	has FILE LINE		the file has this very line
#	has_no FILE LINE
#	not COMMAND...		the command fails
#	refused 'DEFINITION' ERRNO [TEXT ['LOGGED']]
#		A write of DEFINITION fails with ERRNO (a name), changes nothing
#		in the listing and leaves TEXT in the error log: the kernel's and
#		ours, with its caret under the place marked by "^" in DEFINITION:
#			refused 'p vfs_read ^$none_var' EINVAL \
#				'Invalid $-variable specified'
#		LOGGED is the line that the log shows, with its "^", where that
#		is not DEFINITION. A hint behind TEXT is for hint() to see.
#	listed LINE...		kprobe_events reads as just these lines
#
#	needs OPTION...		the test is skipped if the kernel is without CONFIG_OPTION
#
# Deeds
#	figure TEXT...		what was measured, shown if the test passes
#	ours LINE...		prints definitions, for a write of them by other means
#	define LINE...		append the lines, in one write(2); must succeed
#	ftrace_off, ftrace_on	kernel.ftrace_enabled, which newer kernels leave as it is
#	write_errno FILE TEXT [append|trunc]	prints an errno's name, or nothing
#	write_file FILE		the same of a file's text, appended to kprobe_events
#	kptr_restrict LEVEL	to whom the kernel shows addresses, until the test ends
#	on EVENT...		enable: GROUP/EVENT, or EVENT of group kprobes
#	off EVENT...		disable
#	while_on 'EVENT...' COMMAND...	enable them, run it, disable them
#	target NAME [TIMES [ARG]]	call a function of kpe_target (see target.c)
#	target_loaded, target_unloaded, load, unload	modules in and out
#	typed NAME [TIMES]	call a function of kpe_typed (see typed.c), the module
#				with BTF
#	typed_loaded
#	trigger EVENT TRIGGER	of an event, or none any more: "!hist:keys=x"; must succeed
#	while_busy COMMAND...	runs it until $CASE/busy is gone, however often that
#				is: a job for the background
#	ended PID...		waits for jobs; none of them may have failed
#	churn SYMBOL		new events, which take over the memory of deleted ones, if
#				that was freed: "new1" to "new8", with arguments "stale..."
#	searched		waits until definitions are searched for references, so
#				that all warnings are there
#	hold NAME FILE [MODE]	open FILE and keep it open in the background
#	catch NAME FILE [MODE]	the same of a file that is still to come: open it at once then
#	release NAME		... until now; prints what could be read from it, or
#				the errno of what failed first; what was echoed into
#				$CASE/NAME.go since then is written before
#	hold_files DIR FILE...	hold files of that directory, each by its name
#
# Questions (they print)
#	listing			kprobe_events
#	hits EVENT		times hit, of kprobe_profile
#	missed EVENT		times missed
#	status_of EVENT COLUMN...	columns of kprobe_status, a line for each of its
#				points: 2 state, 3 means, 4 place, 5 module, 6 owner, 7 hits,
#				8 recorded, 9 filtered, 10 dropped, 11 faults, 12 missed at
#				entry, 13 missed nested, 14 limited, 15 unwatched, 16 triggers only,
#				17 copies
#	skipped EVENT [REASON]	how many places were left out
#	records EVENT		its lines in the trace, from the place on:
#				"(kpe_target_ret+0x0/0x20) arg1=0x1"
#	values EVENT		the same without the place: "arg1=0x1"
#	hist EVENT		the lines of its histogram, without columns and addresses
#	hist_total EVENT WHAT	its Hits, Entries or Dropped
#	event_id EVENT
#	event_dir EVENT		its directory
#	group_dir GROUP		that of a group
#	instance NAME		where an instance is to be
#	in_instance NAME event_dir EVENT	what a question's answer is in there
#	own_part EVENT		bytes of a record before its place: 8, on some kernels 16
#	address SYMBOL		in hex, of /proc/kallsyms
#	symbols NAME		the lines of /proc/kallsyms that have it
#	symbols_of MODULE	its lines there
#	is_symbol NAME		is there one? (a condition)
#	entry SYMBOL		"SYMBOL+0x0" or, if the function begins with a landing pad,
#				"SYMBOL+0x4": where the kernel has put a probe of it
#	inside SYMBOL		where an instruction begins behind its first two, in bytes
#	kernel_text		symbols of the kernel proper's text, as in /proc/kallsyms,
#				by address
#	probed			where the functions begin that have a probe of ours, by
#				address: those that the kprobe core knows, and those that
#				kprobe_export has, which in modules must be at entries
#	ftrace_is_off		is it turned off? (a condition)
#	config OPTION		is CONFIG_OPTION set? (a condition)
#	repeat TEXT TIMES
#	each FROM TO PATTERN	PATTERN for each number, which replaces its "#", with blanks
#				between
#	many SYMBOL COUNT [FIRST]	definitions "p:many_N SYMBOL", N from FIRST or 1 on
#	little BYTES NUMBER	in hex, as it lies in memory
#	fetched p|r NAME 'FETCHARGS' [ARG]
#		what a probe on kpe_target_NAME shows of one call

T=/sys/kernel/tracing
TOP=$T
KPE=
BUILTIN=/kpe/builtin
CASE=${CASE:-/tmp/case}
CLIENT=${CLIENT:-/kpe/client}
# for shells that a test starts
export CASE CLIENT
RUN=/sys/module/kpe_target/parameters/run

client() { "$CLIENT" "$@"; }

# ---- checks

ok() { echo . >>"$CASE"/checks; }

fail() # MESSAGE...
{
	printf '%s\n' "$*" >>"$CASE"/failed
	exit 1
}

needs() # OPTION...
{
	local option

	for option do
		config "$option" || skip "the kernel is without CONFIG_$option"
	done
}

# return addresses and a seventh parameter on the stack
needs_stack()
{
	has_stack || skip "the return address and eight parameters are in registers"
}

has_stack() { [ "$(uname -m)" = x86_64 ]; }

on_arm64() { [ "$(uname -m)" = aarch64 ]; } # a condition

# kallsyms has variables (a condition)
has_data() { is_symbol linux_banner; }

skip() # WHY
{
	printf '%s\n' "$1" >"$CASE"/skipped
	exit 1
}

eq() # GOT WANTED [MESSAGE]
{
	[ "$1" = "$2" ] || fail "${3-}
got:    $1
wanted: $2"
	ok
}

like() # TEXT PATTERN [MESSAGE]
{
	# shellcheck disable=SC2254 # it is a pattern
	case $1 in
	$2) ok ;;
	*) fail "${3-}
got:         $1
wanted like: $2" ;;
	esac
}

has() # FILE LINE
{
	grep -qxF -e "$2" "$1" || fail "$1 lacks the line '$2'"
	ok
}

has_no() # FILE LINE
{
	[ -r "$1" ] || fail "cannot read $1"
	if grep -qxF -e "$2" "$1"; then
		fail "$1 has the line '$2'"
	fi
	ok
}

not() # COMMAND...
{
	if "$@"; then
		fail "should fail: $*"
	fi
	ok
}

listed() # LINE...
{
	eq "$(listing)" "$(lines "$@")" listing
}

# all error logs there are: the kernel's, and ours where we have one
error_logs()
{
	echo $TOP/error_log
	[ ! -f $TOP/trace_kprobe/error_log ] || echo $TOP/trace_kprobe/error_log
}

# Some kernels' log has eight bits for a column, and as much room for a line (a condition).
wide_log()
{
	config KPROBE_EVENTS || return 0
	write_errno "$T/kprobe_events" "p vfs_read$(repeat ' %ax' 99) \$none_var" append >/dev/null
	last_error "$TOP/error_log" | grep -q none_var
}

clear_error_log() { : >"$1"; }

# the last entry of an error log, without its time
last_error() # LOG
{
	tail -n 3 "$1" | sed '1s/^\[[^]]*\] //'
}

# an entry without the hint in braces that may stand behind its text
unhinted() # TEXT ENTRY
{
	case $2 in
	"trace_kprobe: error: $1 ("*)
		printf 'trace_kprobe: error: %s\n' "$1"
		printf '%s\n' "$2" | sed 1d ;;
	*) printf '%s\n' "$2" ;;
	esac
}

# the hint of the last error
hint()
{
	last_error "$TOP/error_log" | sed -n '1s/^[^(]* (\(.*\))$/\1/p'
}

# an entry as it should be
error_entry() # TEXT LOGGED
{
	local before=${2%%^*}

	printf 'trace_kprobe: error: %s\n' "$1"
	printf '  Command: %s\n' "$before${2#*^}"
	printf '%*s^\n' $((11 + ${#before})) ''
}

refused() # DEFINITION ERRNO [TEXT [LOGGED]]
{
	local definition before got log logged narrow

	definition=$1
	case $1 in *^*) definition=${1%%^*}${1#*^} ;; esac
	logged=$(ours "${4-$1}")
	narrow=
	[ ${#logged} -lt 256 ] || wide_log || narrow=$TOP/error_log
	before=$(listing)
	for log in $(error_logs); do
		clear_error_log "$log"
	done
	got=$(write_errno "$KPE/kprobe_events" "$definition")
	eq "$got" "$2" "errno of '$definition'"
	eq "$(listing)" "$before" "listing after '$definition'"
	[ $# -ge 3 ] || return 0
	for log in $(error_logs); do
		[ "$log" != "$narrow" ] || continue
		eq "$(unhinted "$3" "$(last_error "$log")")" \
			"$(error_entry "$3" "$logged")" "$log"
	done
}

# ---- deeds

figure() { printf '%s\n' "$*" >>"$CASE"/figures; }

# arguments as lines, without a newline at the end
lines() # LINE...
{
	local newline='
'
	(IFS=$newline; printf '%s' "$*")
}

# as they are, here
ours() # LINE...
{
	printf '%s\n' "$@"
}

# only some architectures have it
can_optimize() { [ -f /proc/sys/debug/kprobes-optimization ]; }

optimization() # 0|1
{
	! can_optimize || echo "$1" >/proc/sys/debug/kprobes-optimization
}

define() # LINE...
{
	local errno

	errno=$(write_errno "$KPE/kprobe_events" "$(lines "$@")")
	# newer kernels give up what a removed trigger held only a moment later
	for _ in $(seq 60); do
		[ "$errno" = EBUSY ] || break
		usleep 50000
		errno=$(write_errno "$KPE/kprobe_events" "$(lines "$@")")
	done
	[ -z "$errno" ] || fail "define: $errno: $* ($(last_error "$TOP/error_log"))"
}

# open with O_TRUNC, which deletes, too; who fails leaves what a test sees
truncate_file() # FILE
{
	for _ in $(seq 60); do
		{ true >"$1"; } 2>"$CASE"/ignored && break
		usleep 50000
	done
}

write_errno() # FILE TEXT [append|trunc]
{
	raw_errno "$@"
}

# the text as it is, wherever the test runs
raw_errno() # FILE TEXT [append|trunc]
{
	printf '%s' "$2" | client write "$1" "${3-append}" || [ $? = 1 ]
}

write_file() # FILE
{
	client write "$KPE/kprobe_events" append <"$1" || [ $? = 1 ]
}

own_part() # EVENT
{
	sed -n 's/.*__probe_\(ip\|func\);\toffset:\([0-9]*\);.*/\2/p' "$(event_dir "$1")/format"
}

# the directory of an event
event_dir() # EVENT
{
	case $1 in
	*/*) echo "$(group_dir "${1%%/*}")/${1#*/}" ;;
	*) echo "$(group_dir kprobes)/$1" ;;
	esac
}

group_dir() { echo "$T/events/$1"; }

# what a group is called in definitions, where they are not translated
group_name() { echo "$1"; }

# what should have been refused is not to stay
forget_last() { :; }

instance() { echo "$TOP/instances/$1"; }

# to be called in a subshell
in_instance() # NAME event_dir|group_dir ARG
{
	T=$(instance "$1")
	shift
	"$@"
}

on() # EVENT...
{
	local event

	for event do
		echo 1 >"$(event_dir "$event")/enable"
	done
}

off() # EVENT...
{
	local event

	for event do
		echo 0 >"$(event_dir "$event")/enable"
	done
}

while_on() # 'EVENT...' COMMAND...
{
	local events=$1

	shift
	# shellcheck disable=SC2086 # words
	on $events
	"$@"
	# shellcheck disable=SC2086
	off $events
}

target() # NAME [TIMES [ARG]]
{
	[ -f $RUN ] || target_loaded
	echo "$@" >$RUN
}

# What cannot be unloaded is still there from an earlier test. Two modules of the tests
# can, because it does not harm others that they stay.
loaded() # MODULE
{
	[ ! -d "/sys/module/$1" ] || config MODULE_UNLOAD || return 0
	command insmod "/kpe/$1.ko"
}

target_loaded() { loaded kpe_target; }
target_unloaded() { rmmod kpe_target; }

typed() # NAME [TIMES]
{
	[ -d /sys/module/kpe_typed ] || typed_loaded
	echo "$@" >/sys/module/kpe_typed/parameters/run
}

typed_loaded()
{
	needs_types_of_modules
	loaded kpe_typed
}

# a condition
modules_may_have_btf() { config DEBUG_INFO_BTF_MODULES; }

needs_types_of_modules()
{
	[ ! -f /sys/kernel/btf/vmlinux ] || modules_may_have_btf ||
		skip "the kernel has no BTF of modules"
}

typed_has_btf()
{
	needs_types_of_modules
	[ ! -f /sys/kernel/btf/vmlinux ] || [ -f /sys/kernel/btf/kpe_typed ] ||
		fail "kpe_typed has no BTF here"
}

# is there a tracer of the kernel's to compare with? (a condition)
compares_builtin() { [ "$KPE" != "$TOP" ]; }

# until the test ends at the latest; not while functions are unhooked; 7.3 says that this is
# not supported any more: nothing may have changed then
ftrace_off()
{
	local errno=EBUSY

	trap ftrace_on EXIT
	while [ "$errno" = EBUSY ]; do
		errno=$(write_errno /proc/sys/kernel/ftrace_enabled 0)
	done
	if [ -n "$errno" ]; then
		eq "$errno $(cat /proc/sys/kernel/ftrace_enabled)" 'EOPNOTSUPP 1'
	fi
}

ftrace_on() { echo 1 >/proc/sys/kernel/ftrace_enabled; }

ftrace_is_off() { [ "$(cat /proc/sys/kernel/ftrace_enabled)" = 0 ]; }

# $KPE_PARAMETERS, of the kernel's command line, is for the module
load()
{
	# shellcheck disable=SC2086 # words
	[ -f $BUILTIN ] || [ -d /sys/module/kprobe_events ] ||
		command insmod /kpe/kprobe_events.ko ${KPE_PARAMETERS-}
	KPE=$T
	[ ! -f $T/trace_kprobe/kprobe_events ] || KPE=$T/trace_kprobe
	[ -f $KPE/kprobe_events ] || fail "no file $KPE/kprobe_events"
}

unload()
{
	[ -f $BUILTIN ] || rmmod kprobe_events
}

kptr_restrict() # LEVEL
{
	trap 'echo 0 >/proc/sys/kernel/kptr_restrict' EXIT
	echo "$1" >/proc/sys/kernel/kptr_restrict
}

trigger() # EVENT TRIGGER
{
	local errno

	case $2 in hist:*) needs HIST_TRIGGERS ;; esac
	errno=$(write_errno "$(event_dir "$1")/trigger" "$2")
	[ -z "$errno" ] || fail "trigger: $errno: '$2' of $1 ($(last_error "$TOP/error_log"))"
}

while_busy() # COMMAND...
{
	while [ -f "$CASE"/busy ]; do
		"$@"
	done
}

# A job's own exit status counts.
ended() # PID...
{
	local pid

	for pid do
		wait "$pid" || fail "a job has failed"
	done
}

churn() # SYMBOL
{
	local i

	for i in 1 2 3 4 5 6 7 8; do
		define "p:new$i $1 stale$i=\$arg1:u64 stale=+0(\$arg1):string" \
			"r:new_too$i $1 stale$i=\$retval:u8"
	done
}

hold() # NAME FILE [MODE]
{
	open_and_keep hold "$@"
	wait_for 10 grep -qx ready "$CASE/$1.out"
}

catch() # NAME FILE [MODE]
{
	open_and_keep catch "$@"
}

open_and_keep() # hold|catch NAME FILE [MODE]
{
	mkfifo "$CASE/$2.go"
	{
		client "$1" "$3" "${4-read}" <"$CASE/$2.go" >"$CASE/$2.out" || [ $? = 1 ]
		: >"$CASE/$2.closed"
	} &
	# the fifo stays open until its keeper is killed
	sleep 1000 >"$CASE/$2.go" &
	echo $! >"$CASE/$2.keeper"
}

release() # NAME
{
	kill "$(cat "$CASE/$1.keeper")"
	wait_for 10 test -f "$CASE/$1.closed"
	sed '1{/^ready$/d;}' "$CASE/$1.out"
}

hold_files() # DIR FILE...
{
	local dir=$1 file

	shift
	for file do
		hold "$file" "$dir/$file"
	done
}

# by how much times are to be longer here
slowness() { cat /kpe/slow; }

wait_for() # SECONDS COMMAND...; longer on a kernel that is slow
{
	local left=$(($1 * 20 * $(slowness)))

	shift
	until "$@"; do
		left=$((left - 1))
		[ $left -gt 0 ] || fail "waited in vain for: $*"
		usleep 50000
	done
}

is_searched() { ! grep -q ': being searched$' "$KPE/kprobe_status"; }

searched() { wait_for 60 is_searched; }

# ---- questions

listing() { cat "$KPE/kprobe_events"; }

# kprobe_profile and kprobe_status, of what is in the listing
profiles() { cat "$KPE/kprobe_profile"; }
statuses() { cat "$KPE/kprobe_status"; }

profile() # EVENT COLUMN
{
	profiles | awk -v event="$1" -v column="$2" '
		$1 == event { print $column; found = 1 }
		END { exit !found }
	'
}

hits() { profile "$1" 2; }
missed() { profile "$1" 3; }

status_of() # EVENT COLUMN...
{
	local event=$1

	case $event in
	*/*) ;;
	*) event=kprobes/$event ;;
	esac
	shift
	statuses | awk -v event="$event" -v columns="$*" '
		BEGIN { n = split(columns, c, " ") }
		$1 == event {
			line = $c[1]
			for (i = 2; i <= n; i++)
				line = line " " $c[i]
			print line
		}'
}

skipped() # EVENT [REASON]
{
	sed -n "s,^# kprobes/$1: \([0-9]*\) skipped: ${2-.*}\$,\1,p" "$KPE/kprobe_status" |
		awk '{ sum += $1 } END { print 0 + sum }'
}

hist() # EVENT
{
	sed -n '/^{/{s/  */ /g;s/\[[0-9a-f]*\]/[ADDRESS]/;p}' "$(event_dir "$1")/hist"
}

hist_total() # EVENT WHAT
{
	sed -n "s/^ *$2: //p" "$(event_dir "$1")/hist"
}

event_id() { cat "$(event_dir "$1")/id"; }

records() # EVENT
{
	sed -n "s/^[^#].* ${1##*/}: //p" "$T/trace"
}

values() # EVENT
{
	records "$1" | sed 's/^([^)]*) *//'
}

# grep for a fixed string takes a third of the time that awk takes for these lines
symbols() # NAME
{
	{ grep -F " $1" /proc/kallsyms || :; } | awk -v name="$1" '$3 == name'
}

# Its handlers of returns take locks, so only the core may hook returns (a condition).
core_locks_returns() { is_symbol kretprobe_hash_lock; }

symbols_of() { grep -F "	[$1]" /proc/kallsyms || :; }

is_symbol() { [ -n "$(symbols "$1")" ]; }

address() # SYMBOL
{
	symbols "$1" | awk '
		NR == 1 { print "0x" $1 }
		END { exit !NR }
	'
}

# the kprobe core has one of every return probe
entry() # SYMBOL
{
	define "r:entry_of $1"
	awk -v symbol="$1" '
		$3 == symbol "+0x0" || $3 == symbol "+0x4" { print $3; exit }
	' /sys/kernel/debug/kprobes/list
	define -:entry_of
}

inside() # SYMBOL
{
	local n

	for n in $(seq 6 30); do
		[ -z "$(write_errno "$KPE/kprobe_events" "p:inside_of $1+$n")" ] || continue
		define -:inside_of
		echo "$n"
		return
	done
}

kernel_text()
{
	[ -f /tmp/kernel_text ] || sort /proc/kallsyms | awk '
		$3 == "_stext" { inside = 1 }
		$3 == "_etext" { inside = 0 }
		inside && $4 == "" && $2 ~ /[tTwW]/
	' >/tmp/kernel_text
	cat /tmp/kernel_text
}

probed()
{
	local image text addr place module section

	image=$(sed -n '/^[pr][^ ]* _s*text+/{s/^[^ ]* \([^+]*\)+.*/\1/p;q}' "$KPE/kprobe_export")
	text=$(address "${image:-_stext}")
	{
		while read -r addr _ place _; do
			echo $((0x$addr - ${place##*+}))
		done </sys/kernel/debug/kprobes/list
		sed -n 's/^[pr][^ ]* _s*text+\(0x[0-9a-f]*\).*/\1/p' "$KPE/kprobe_export" |
			while read -r place; do
				echo $((text + place))
			done
		sed -n 's/^p[^ ]* \([^ :]*\):\([.][^ +]*\)+\(0x[0-9a-f]*\).*/\1 \2 \3/p' \
			"$KPE/kprobe_export" |
			while read -r module section place; do
				echo $(($(cat "/sys/module/$module/sections/$section") + place))
			done
	} | xargs -r printf '%x\n' | sort -u
}

config() # OPTION
{
	grep -qx "CONFIG_$1=[ym]" /kpe/config
}

# all that this kernel has in the directory of an event
event_files()
{
	echo enable filter format id trigger
	! config HIST_TRIGGERS || echo hist
}

# THREAD_SIZE in words: 16 KiB, with KASAN 32
stack_words()
{
	if config KASAN; then echo 4096; else echo 2048; fi
}

repeat() # TEXT TIMES
{
	text=$1 awk -v times="$2" 'BEGIN {
		for (i = 0; i < times; i++)
			printf "%s", ENVIRON["text"]
	}'
}

each() # FROM TO PATTERN
{
	pattern=$3 awk -v from="$1" -v to="$2" 'BEGIN {
		for (i = from; i <= to; i++) {
			text = ENVIRON["pattern"]
			gsub(/#/, i, text)
			printf "%s%s", i == from ? "" : " ", text
		}
	}'
}

many() # SYMBOL COUNT [FIRST]
{
	seq "${3-1}" $((${3-1} + $2 - 1)) | sed "s/.*/p:many_& $1/"
}

little() # BYTES NUMBER
{
	printf "%0$((2 * $1))x" "$2" | fold -w 2 | tail -n "$1" | tac | tr -d '\n'
}

fetched() # p|r NAME 'FETCHARGS' [ARG]
{
	[ -f $RUN ] || target_loaded
	true >"$T/trace"
	define "$1:fetched kpe_target_$2 $3"
	on fetched
	target "$2" 1 ${4+"$4"}
	off fetched
	eq "$(hits fetched)" 1 "hits of '$3'"
	values fetched
	define -:fetched
}

# ---- after a test

# Reading hundreds of trigger files takes a debug kernel half a minute; an event that
# has a trigger, or is turned on by one, stays enabled whoever disables it.
clear_triggers()
{
	local group event file line

	# read by the shell, each character would be looked for from the beginning
	tr : ' ' <"$T/set_event" | while read -r group event; do
		file=$T/events/$group/$event/trigger
		{ grep -v '^#' "$file" || :; } |
			sed 's/ \[[a-z]*\]$//;s/:unlimited//;s/:count=[0-9][0-9]*//' |
			while read -r line; do
				echo "!$line" >>"$file"
			done
	done
}

# tracing as a boot leaves it, and no event of ours
sweep()
{
	local instance file

	for instance in "$T"/instances/*; do
		[ ! -d "$instance" ] || rmdir "$instance"
	done
	echo 0 >$T/events/enable
	clear_triggers
	# a last hit may have made a trigger turn one on again
	true >$T/set_event
	for file in $T/dynamic_events $T/kprobe_events $T/trace_kprobe/kprobe_events; do
		[ ! -f "$file" ] || truncate_file "$file"
	done
	for file in $T/set_event_pid $T/set_event_notrace_pid; do
		[ ! -f "$file" ] || true >"$file"
	done
	echo nop >$T/current_tracer
	echo 1 >$T/tracing_on
	true >$T/trace
	for file in $(error_logs); do
		true >"$file"
	done
}

leave_nothing()
{
	sweep
	if [ -d /sys/module/kprobe_events ]; then
		eq "$(cat "$KPE/kprobe_events")" '' "listing after clearing"
		no_event_left
		[ "$AFTER" = stay ] || unload
	fi
	for module in kpe_target2 kpe_target kpe_typed2 kpe_typed kpe_ids kpe_other kpe_odd; do
		[ ! -d /sys/module/$module ] || ! config MODULE_UNLOAD || rmmod $module
	done
	[ -f $BUILTIN ] || [ "$AFTER" = stay ] || no_trace_of_the_module
}

no_event_left()
{
	[ ! -e $T/events/kprobes ] || fail "events/kprobes is left behind: $(ls $T/events/kprobes)"
	[ -z "$(cat /sys/kernel/debug/kprobes/list)" ] ||
		fail "probes are left behind: $(cat /sys/kernel/debug/kprobes/list)"
}

no_trace_of_the_module()
{
	[ ! -e $T/trace_kprobe ] || fail "trace_kprobe is left behind"
	[ ! -e $T/events/trace_kprobe ] || fail "events/trace_kprobe is left behind"
	if [ "$KPE" = $T ]; then
		[ ! -e $T/kprobe_events ] || fail "kprobe_events is left behind"
		[ ! -e $T/kprobe_profile ] || fail "kprobe_profile is left behind"
	fi
}
