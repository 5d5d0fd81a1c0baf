# shellcheck shell=sh disable=SC2154
# machine.sh - what a run does to the machine, and how it is undone
#
#	cannot_run		prints why nothing can be tried here, or nothing
#	sweep_old_runs		clears away what runs have left that were killed
#	other_run		prints who is in the way, or nothing
#	remember_state		... of others
#	set_up_machine		loads the module and makes the instance; prints why it cannot
#	machine_is_set_up	what that has found out, for the tests
#	describe		kernel and module, as diagnostics
#	clear_test		what a test may have left; fails if something stays
#	clear_machine		all that the run has made
#	state_is_as_before	fails, and prints what has changed
#
# All that it makes is called $GROUP or begins with it. What earlier runs could not clear
# away, for they were killed, is known by the number of a process that is gone.

GROUP=kpe_selftest_$$
TOP=
KPE=

find_tracefs()
{
	awk '$3 == "tracefs" { print $2; exit }' /proc/mounts
}

cannot_run()
{
	if [ "$(id -u)" != 0 ]; then
		echo "only root can define events"
	elif [ "$(uname -m)" != x86_64 ]; then
		echo "the module is for x86-64 only"
	elif [ -z "$(find_tracefs)" ]; then
		echo "tracefs is not mounted (mount -t tracefs tracefs /sys/kernel/tracing)"
	elif [ ! -d "$(find_tracefs)/instances" ]; then
		echo "this kernel has no instances of the tracer"
	elif [ -z "$(shell_of_tests)" ]; then
		echo "there is no bash, and sh has no pipefail"
	elif ! command -v setsid >/dev/null; then
		echo "there is no setsid (util-linux)"
	elif [ ! -x "$top/kpe_client" ]; then
		echo "kpe_client has not been built (make)"
	elif [ -z "$(find_module kpe_target)" ]; then
		echo "kpe_target.ko has not been built for this kernel (make, with its headers)"
	fi
}

# two runs at once would call each other's functions
other_run()
{
	for instance in "$TOP"/instances/kpe_selftest_*; do
		if [ -d "$instance" ]; then
			echo "another run is under way: ${instance##*/}"
			return
		fi
	done
	for module in kpe_target kpe_typed; do
		if is_loaded $module; then
			echo "$module is loaded by somebody else"
			return
		fi
	done
}

# a module of the tests, as built here or installed
find_module() # NAME
{
	for file in "$top/test_modules/$1.ko" "$top/$1.ko"; do
		if [ -f "$file" ]; then
			echo "$file"
			return
		fi
	done
}

# one in which a pipe can fail: bash, or busybox's
shell_of_tests()
{
	if command -v bash >/dev/null; then
		echo "bash --posix"
	elif sh -c 'set -o pipefail' 2>/dev/null; then
		echo sh
	fi
}

is_loaded() { [ -d "/sys/module/$1" ]; }

# ---- what belongs to others

# each instance, and the tracer itself
tracers()
{
	echo "$TOP"
	for instance in "$TOP"/instances/*; do
		case $instance in
		*/kpe_selftest_* | *'/*') ;;
		*) echo "$instance" ;;
		esac
	done
}

definitions()
{
	for file in "$TOP"/kprobe_events "$TOP"/trace_kprobe/kprobe_events "$TOP"/dynamic_events \
		"$TOP"/uprobe_events "$TOP"/synthetic_events; do
		# the files of a module that was not there have nothing of others
		[ ! -f "$file" ] || sed "s,^,${file#"$TOP"/}: ," "$file"
	done
}

settings()
{
	tracers | while read -r dir; do
		for file in tracing_on current_tracer set_event buffer_size_kb trace_clock trace_options \
			tracing_cpumask; do
			[ ! -f "$dir/$file" ] || sed "s,^,$dir/$file: ," "$dir/$file"
		done
	done
	echo "ftrace_enabled: $(cat /proc/sys/kernel/ftrace_enabled 2>/dev/null)"
	echo "kprobes-optimization: $(cat /proc/sys/debug/kprobes-optimization 2>/dev/null)"
}

# "BUFFER RECORDS" that were written into it since it was emptied
buffers()
{
	tracers | while read -r dir; do
		cat "$dir"/per_cpu/cpu*/stats | awk -v dir="$dir" '
			/^(entries|overrun|read events):/ { sum += $NF }
			END { printf "%s %d\n", dir, sum }'
	done
}

modules()
{
	awk '{ print $1 }' /proc/modules | grep -x -e kprobe_events -e 'kpe_.*' || :
}

remember_state()
{
	mkdir "$scratch/before"
	state_into "$scratch/before"
}

state_into() # DIR
{
	definitions | sort >"$1/definitions"
	settings | sort >"$1/settings"
	modules | sort >"$1/modules"
	tracers | sort >"$1/instances"
	# the kernel says that something is wrong with it
	echo $(($(cat /proc/sys/kernel/tainted) & (1 << 9 | 1 << 7 | 1 << 14))) >"$1/complaints"
	buffers >"$1/buffers"
}

state_is_as_before()
{
	mkdir "$scratch/after"
	state_into "$scratch/after"
	as_before=0
	# the kernel gives a buffer its size when the first event is enabled, in whichever
	sed -n 's/\(buffer_size_kb: \).*expanded.*/\1/p' "$scratch/before/settings" >"$scratch/small"
	for file in "$scratch/before/settings" "$scratch/after/settings"; do
		grep -vF -f "$scratch/small" "$file" >"$file.rest" || :
		mv "$file.rest" "$file"
	done
	for what in definitions settings modules instances complaints; do
		diff "$scratch/before/$what" "$scratch/after/$what" || {
			echo "$what changed"
			as_before=1
		}
	done
	# others may trace meanwhile, but nothing may be lost
	awk 'NR == FNR { before[$1] = $2; next }
		$2 < before[$1] { print $1 " was emptied"; lost = 1 }
		END { exit lost }' "$scratch/before/buffers" "$scratch/after/buffers" || as_before=1
	return $as_before
}

# ---- what is ours

set_up_machine()
{
	if ! is_loaded kprobe_events; then
		if [ -n "${KPE_MODULE-}" ]; then
			insmod "$KPE_MODULE" 2>&1 || return 1
		else
			modprobe kprobe_events 2>&1 || return 1
		fi
		: >"$scratch/loaded"
	fi
	mkdir "$TOP/instances/$GROUP" 2>&1 || return 1
}

machine_is_set_up()
{
	KPE=$TOP
	[ ! -f "$TOP/trace_kprobe/kprobe_events" ] || KPE=$TOP/trace_kprobe
	LIVE_TOP=$TOP LIVE_KPE=$KPE
	export GROUP LIVE_TOP LIVE_KPE
}

describe()
{
	module=/sys/module/kprobe_events
	echo "# kernel: $(uname -r)"
	echo "# module: $(cat $module/version 2>/dev/null || echo unknown), build id $(build_id)"
	echo "# its files: $KPE"
	[ ! -f "$scratch/loaded" ] || echo "# loaded for these tests"
}

# the note has a name of 4 bytes, behind three words; then it comes
build_id()
{
	note=/sys/module/kprobe_events/notes/.note.gnu.build-id
	if [ -r $note ]; then
		od -An -v -tx1 -j 16 $note | tr -d ' \n'
	else
		echo unknown
	fi
}

# the groups of a run that have definitions, in the listing's order
groups_of() # NAME
{
	[ -f "$KPE/kprobe_events" ] || return 0
	sed -n "s,^[pr][0-9]*:\($1\)/.*,\1,p; s,^[pr][0-9]*:\($1_[^/]*\)/.*,\1,p" \
		"$KPE/kprobe_events" | sort -u
}

# triggers hold events, each in the instance where it is
clear_instance() # DIR NAME
{
	for group in "$1/events/$2" "$1/events/$2"_*; do
		[ -d "$group" ] || continue
		echo 0 >"$group/enable"
		for trigger in "$group"/*/trigger; do
			[ -f "$trigger" ] || continue
			{ grep -v '^#' "$trigger" || :; } |
				sed 's/ \[[a-z]*\]$//;s/:unlimited//;s/:count=[0-9][0-9]*//' |
				while read -r line; do
					echo "!$line" >>"$trigger" || :
				done
		done
		echo 0 >"$group/enable"
	done 2>/dev/null
}

# the first is the run's own, others are of tests
clear_instances() # NAME
{
	for instance in "$TOP/instances/$1" "$TOP/instances/$1"_*; do
		[ ! -d "$instance" ] || clear_instance "$instance" "$1"
	done
	for instance in "$TOP/instances/$1"_*; do
		[ ! -d "$instance" ] || rmdir "$instance"
	done
}

# perf and owners' files give up what they held a moment after their end
clear_definitions() # NAME
{
	tries=0
	while groups=$(groups_of "$1") && [ -n "$groups" ]; do
		for group in $groups; do
			{ echo "-:$group/" >>"$KPE/kprobe_events"; } 2>/dev/null || :
		done
		[ -n "$(groups_of "$1")" ] || break
		tries=$((tries + 1))
		[ $tries -lt 60 ] || return 1
		sleep 0.1
	done
}

unload_test_modules()
{
	for module in kpe_typed kpe_target; do
		! is_loaded $module || rmmod $module || return 1
	done
}

clear_test()
{
	clear_instances "$GROUP"
	clear_definitions "$GROUP" || return 1
	unload_test_modules || return 1
	echo 1 >"$TOP/instances/$GROUP/tracing_on"
	: >"$TOP/instances/$GROUP/trace"
}

clear_machine()
{
	[ -z "$TOP" ] || {
		clear_instances "$GROUP"
		clear_definitions "$GROUP" || :
		unload_test_modules || :
		[ ! -d "$TOP/instances/$GROUP" ] || rmdir "$TOP/instances/$GROUP" || :
		if [ -f "$scratch/loaded" ]; then
			rmmod kprobe_events && rm "$scratch/loaded"
		fi
	}
}

# whatever its tests have started has its name in the environment
end_processes_of() # NAME
{
	for process in /proc/[0-9]*; do
		if tr '\0' '\n' <"$process/environ" | grep -qx "GROUP=$1"; then
			kill -KILL "${process#/proc/}"
		fi
	done 2>/dev/null
}

sweep_old_runs()
{
	TOP=$(find_tracefs)
	machine_is_set_up
	for instance in "$TOP"/instances/kpe_selftest_*; do
		[ -d "$instance" ] || continue
		old=$(echo "${instance##*/}" | sed 's/^\(kpe_selftest_[0-9]*\).*/\1/')
		[ ! -d "/proc/${old##*_}" ] || continue
		echo "# clearing away what $old has left"
		end_processes_of "$old"
		clear_instances "$old"
		# the instance stays as a sign while something of it does
		if clear_definitions "$old" && unload_test_modules && [ -d "$TOP/instances/$old" ]; then
			rmdir "$TOP/instances/$old" || :
		fi
	done
}
