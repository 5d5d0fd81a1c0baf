# description: operators, types and rules, and the same of the built-in tracer
# seconds: 300

# The rows are in conformance/table, which says how to write one. Each that the
# kernel's own tracer can do is defined there, too, and hit at the same time:
# listing, format and records must be the same.

ROWS=/kpe/tests/conformance

test_registers_and_stack() { rows registers_and_stack; }
test_constants_and_memory() { rows constants_and_memory; }
test_integers() { rows integers; }
test_bitfields_and_characters() { rows bitfields_and_characters; }
test_strings() { rows strings; }
test_arrays() { rows arrays; }
test_symbols() { rows symbols; }
test_returns() { rows returns; }
test_limits() { rows limits; }
test_several_probes() { rows several_probes; }
test_refused_lines() { rows refused_lines; }
test_refused_arguments() { rows refused_arguments; }
test_refused_types() { rows refused_types; }
test_refused_limits() { rows refused_limits; }
test_parameters() { rows parameters; }
test_fields() { rows fields; }
test_fields_of_returns() { rows fields_of_returns; }
test_strings_by_type() { rows strings_by_type; }
test_kernel_functions() { rows kernel_functions; }
test_reads() { rows reads; }
test_dentries_and_files() { rows dentries_and_files; }
test_refused_by_type() { rows refused_by_type; }
test_casts() { rows casts; }
test_per_cpu() { rows per_cpu; }
test_current() { rows current; }

# "us" is the module, "bi" the built-in; groups and names of events have the same
# prefix.
tracers()
{
	if [ ! -f "$BUILTIN" ]; then
		echo us
		[ "$KPE" = "$T" ] || echo bi
	else
		echo bi
	fi
}

# what a row may have done
user_string() { client ustr "$RUN" 'user text' 'str 1 %#lx'; }
opened() { : </proc/version; }
was_read() { client ops /proc/version read read=8 >/dev/null; }

# where a tracer takes definitions, and where it says why it does not
control_file() { [ "$1" = us ] && echo "$KPE/kprobe_events" || echo "$T"/kprobe_events; }

log_file()
{
	if [ "$1" = us ] && [ -f "$T"/trace_kprobe/error_log ]; then
		echo "$T"/trace_kprobe/error_log
	else
		echo "$T"/error_log
	fi
}

problem() { printf '%s\n' "$*" >>/tmp/case/problems; }

rows() # SECTION
{
	set +x
	target_loaded
	typed_loaded
	[ ! -f /sys/kernel/btf/vmlinux ] || [ -f /sys/kernel/btf/kpe_typed ] ||
		fail "kpe_typed has no BTF here"
	: >/tmp/case/problems
	: >/tmp/case/lost
	echo 0 >"$T"/tracing_on
	plan "$1" >/tmp/case/plan
	! grep '^table: ' /tmp/case/plan >>/tmp/case/problems || fail "$(cat /tmp/case/problems)"
	carry_out
	hit_all
	judge "$1" >>/tmp/case/problems
	[ ! -s /tmp/case/problems ] || fail "$(cat /tmp/case/problems)"
	ok
}

plan() # SECTION
{
	local btf=0

	[ ! -f /sys/kernel/btf/vmlinux ] || btf=1
	: >/tmp/case/symbols
	# it takes seconds to read
	if sed -n "/^\[$1\]/,/^\[/p" $ROWS/table | grep -q '{@'; then
		grep ' kpe_' /proc/kallsyms >/tmp/case/symbols
	fi
	awk -v section="$1" -v tracers="$(tracers | tr "\n" " ")" -v btf=$btf -f $ROWS/rows.awk -f $ROWS/plan.awk \
		reading=symbols /tmp/case/symbols reading=readme "$T"/README reading=table $ROWS/table
}

carry_out()
{
	local kind name who call definition tracer tab

	tab=$(printf '\t')
	while IFS=$tab read -r kind name who call definition; do
		for tracer in $who; do
			case $kind in
			probe) add "$tracer" "$name" "$definition" ;;
			after) define_before "$tracer" "$name" "$definition" ;;
			refused) refuse "$tracer" "$name" "$call" "$definition" ;;
			unknown) refuse_without_btf "$tracer" "$name" "$definition" ;;
			esac
		done
	done </tmp/case/plan
}

# DEFINITION is without names
add() # TRACER NAME DEFINITION
{
	local file

	file=$(control_file "$1")
	if ! printf '%s\n' "${3%% *}:$1/$1_$2 ${3#* }" >>"$file"; then
		problem "$2: $1 refuses $3: $(last_error "$(log_file "$1")")"
		echo "$1_$2" >>/tmp/case/lost
	fi
}

named() # TRACER DEFINITION: with {group} replaced
{
	printf '%s' "$2" | sed "s/{group}/$1/g"
}

define_before() # TRACER NAME DEFINITION
{
	local definition

	definition=$(named "$1" "$3")
	printf '%s\n' "$definition" >>"$(control_file "$1")" ||
		problem "$2: $1 refuses $definition: $(last_error "$(log_file "$1")")"
}

# an entry of a log, in the words of 7.3
last_words() # LOG
{
	last_error "$1" | sed '1{
		s/valiable/variable/
		s/is not available with kprobe/is not available for kernel probes/
		s/Maxactive is not for kprobe/Maxactive is only for function exit/
	}'
}

# refused as the row says
refuse() # TRACER NAME 'ERRNO TEXT' DEFINITION
{
	local log marked errno got wanted

	log=$(log_file "$1")
	marked=$(named "$1" "$4")
	: >"$log"
	errno=$(write_errno "$(control_file "$1")" "${marked%%^*}${marked#*^}")
	got="$errno $(last_words "$log")"
	wanted="${3%% *} $(error_entry "${3#* }" "$marked")"
	[ "$got" = "$wanted" ] || problem "$2: refusal of $1
got:    $got
wanted: $wanted"
}

refuse_without_btf() # TRACER NAME DEFINITION
{
	local log got

	log=$(log_file "$1")
	: >"$log"
	if printf '%s\n' "$3" >>"$(control_file "$1")"; then
		problem "$2: $1 takes $3 without BTF"
		return
	fi
	got=$(last_error "$log")
	case $got in
	'trace_kprobe: error: BTF is not available or not supported'*) ;;
	*) problem "$2: $1 without BTF: $got" ;;
	esac
}

# Each deed once, with all probes on it in both tracers. Files are open before, lest
# the opening is what hits.
hit_all()
{
	local tracer call

	awk -F '\t' '$1 == "probe" && !done[$4]++ { print $4 }' /tmp/case/plan >/tmp/case/calls
	for tracer in us bi; do
		[ ! -d "$T"/events/$tracer ] || echo 1 >"$T"/events/$tracer/enable
	done
	true >"$T"/trace
	exec 5</tmp/case/calls 6>"$T"/tracing_on
	echo 1 >&6
	while read -r call <&5; do
		$call
	done
	echo 0 >&6
	exec 5>&- 6>&-
	for tracer in us bi; do
		[ ! -d "$T"/events/$tracer ] || echo 0 >"$T"/events/$tracer/enable
	done
}

judge() # SECTION
{
	local tracer section=$1

	set --
	for tracer in us bi; do
		[ ! -d "$T"/events/$tracer ] || set -- "$@" reading=listing "$(control_file $tracer)" \
			reading=formats "$T"/events/$tracer/*/format
	done
	awk -v section="$section" -f $ROWS/rows.awk -f $ROWS/judge.awk \
		reading=symbols /tmp/case/symbols reading=table $ROWS/table \
		reading=plan /tmp/case/plan reading=lost /tmp/case/lost "$@" reading=trace "$T"/trace
}
