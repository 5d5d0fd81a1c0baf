# shellcheck shell=dash
# rows.sh - definitions in a table, tried in the module and in the built-in tracer
#
# A test file sources it, sets TABLE, and calls "rows SECTION" in its tests. How a
# row is written stands at the top of tests/conformance.table. All rows of a section
# are defined, then hit, and then judged, by name.
#
# $ROWS has the awk programs. "us" is the module, "bi" the built-in; groups and names of
# events have the same prefix.
ROWS=${ROWS:-/kpe}

tracers()
{
	if [ ! -f "$BUILTIN" ]; then
		echo us
		# what older ones than this type do is in no word of the table
		! compares_builtin || ! grep -q symstr "$TOP/README" || echo bi
	else
		echo bi
	fi
}

# where a tracer takes definitions, and where it says why it does not
control_file() { [ "$1" = us ] && echo "$KPE/kprobe_events" || echo "$TOP"/kprobe_events; }

log_file()
{
	if [ "$1" = us ] && [ -f "$TOP"/trace_kprobe/error_log ]; then
		echo "$TOP"/trace_kprobe/error_log
	else
		echo "$TOP"/error_log
	fi
}

problem() { printf '%s\n' "$*" >>"$CASE"/problems; }

rows() # SECTION
{
	set +x
	target_loaded
	loaded kpe_typed
	! modules_may_have_btf || typed_has_btf
	: >"$CASE"/problems
	: >"$CASE"/lost
	echo 0 >"$T"/tracing_on
	plan "$1" >"$CASE"/plan
	! grep '^table: ' "$CASE"/plan >>"$CASE"/problems || fail "$(cat "$CASE"/problems)"
	carry_out
	hit_all
	judge "$1" >>"$CASE"/problems
	[ ! -s "$CASE"/problems ] || fail "$(cat "$CASE"/problems)"
	ok
}

# what rows may need of it
machine()
{
	[ -f /sys/kernel/btf/vmlinux ] && ! modules_may_have_btf || echo modules
	! has_data || echo data
	! has_stack || echo stacked
	[ "$(stack_words)" != 2048 ] || echo stack16
}

plan() # SECTION
{
	local btf=0

	[ ! -f /sys/kernel/btf/vmlinux ] || btf=1
	: >"$CASE"/symbols
	# it takes seconds to read
	if awk -v head="[$1]" '/^\[/ { here = $0 == head } here && /[{]@/ { found = 1 }
			END { exit !found }' "$TABLE"; then
		grep -F ' kpe_' /proc/kallsyms >"$CASE"/symbols
	fi
	awk -v section="$1" -v tracers="$(tracers | tr "\n" " ")" -v btf=$btf -v machine="$(machine | tr "\n" " ")" -f "$ROWS"/rows-read.awk -f "$ROWS"/rows-plan.awk \
		reading=symbols "$CASE"/symbols reading=readme "$TOP"/README reading=table "$TABLE"
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
			refused*) refuse "$tracer" "$name" "$call" "$definition" "$kind:" ;;
			denied) deny "$name" "$definition" ;;
			taken) take "$name" "$definition" ;;
			unknown) refuse_without_btf "$tracer" "$name" "$definition" ;;
			esac
		done
	done <"$CASE"/plan
}

# DEFINITION is without names
add() # TRACER NAME DEFINITION
{
	local file definition

	definition=$(named "$1" "$3")
	file=$(control_file "$1")
	if ! ours "${3%% *}:$1/$1_$2 ${definition#* }" >>"$file"; then
		problem "$2: $1 refuses $3: $(last_error "$(log_file "$1")")"
		echo "$1_$2" >>"$CASE"/lost
	fi
}

named() # TRACER DEFINITION: with {group} replaced
{
	case $2 in
	*"{group}"*) printf '%s' "$2" | sed "s/{group}/$(group_name "$1")/g" ;;
	*) printf '%s' "$2" ;;
	esac
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

# What is compared of a refusal: errno, text, and the definition with its caret. A table
# has hundreds of rows, most of them without exceptions, and processes take time.
compared() # KIND ERRNO ENTRY
{
	case $1 in
	*:errno:* | *:text:* | *:caret:*) ;;
	*)
		printf '%s\n' "$2" "$3"
		return
		;;
	esac
	case $1 in *:errno:*) ;; *) printf '%s\n' "$2" ;; esac
	case $1 in *:text:*) ;; *) printf '%s\n' "$3" | sed -n 1p ;; esac
	case $1 in *:caret:*) ;; *) printf '%s\n' "$3" | sed 1d ;; esac
}

# refused as the row says, KIND tells in what not
refuse() # TRACER NAME 'ERRNO TEXT' DEFINITION KIND
{
	local log marked errno got wanted

	log=$(log_file "$1")
	marked=$(named "$1" "$4")
	clear_error_log "$log"
	errno=$(raw_errno "$(control_file "$1")" "${marked%%^*}${marked#*^}")
	if [ -z "$errno" ]; then
		forget_last
		problem "$2: $1 takes $marked"
		return
	fi
	got=$(compared "$5" "$errno" "$(unhinted "${3#* }" "$(last_words "$log")")")
	wanted=$(compared "$5" "${3%% *}" "$(error_entry "${3#* }" "$marked")")
	[ "$got" = "$wanted" ] || problem "$2: refusal of $1
got:    $got
wanted: $wanted"
}

# what the module takes and the built-in does not
deny() # NAME DEFINITION
{
	[ -n "$(write_errno "$(control_file bi)" "${2%% *}:bi/bi_$1 ${2#* }")" ] ||
		problem "$1: bi does take $2"
}

# the other way round; nothing of it must stay for the hits
take() # NAME DEFINITION
{
	local definition

	definition=${2%%^*}${2#*^}
	case ${definition%% *} in
	*:*) ;;
	*) definition="${definition%% *}:bi/bi_$1 ${definition#* }" ;;
	esac
	if [ -n "$(write_errno "$(control_file bi)" "$definition")" ]; then
		problem "$1: bi does not take $definition"
	else
		definition=${definition#*:}
		printf -- '-:%s\n' "${definition%% *}" >>"$(control_file bi)"
	fi
}

refuse_without_btf() # TRACER NAME DEFINITION
{
	local log got

	log=$(log_file "$1")
	clear_error_log "$log"
	if ours "$3" >>"$(control_file "$1")"; then
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

	awk -F '\t' '$1 == "probe" && !done[$4]++ { print $4 }' "$CASE"/plan >"$CASE"/calls
	for tracer in us bi; do
		[ ! -d "$(group_dir $tracer)" ] || echo 1 >"$(group_dir $tracer)"/enable
	done
	true >"$T"/trace
	exec 5<"$CASE"/calls 6>"$T"/tracing_on
	echo 1 >&6
	while read -r call <&5; do
		$call
	done
	echo 0 >&6
	exec 5>&- 6>&-
	for tracer in us bi; do
		[ ! -d "$(group_dir $tracer)" ] || echo 0 >"$(group_dir $tracer)"/enable
	done
}

judge() # SECTION
{
	local tracer section=$1

	set --
	for tracer in us bi; do
		[ -d "$(group_dir $tracer)" ] || continue
		if [ $tracer = us ]; then
			listing
		else
			cat "$(control_file $tracer)"
		fi >"$CASE"/listing.$tracer
		set -- "$@" reading=listing "$CASE"/listing.$tracer \
			reading=formats "$(group_dir $tracer)"/*/format
	done
	awk -v section="$section" -f "$ROWS"/rows-read.awk -f "$ROWS"/rows-judge.awk \
		reading=symbols "$CASE"/symbols reading=table "$TABLE" \
		reading=plan "$CASE"/plan reading=lost "$CASE"/lost "$@" reading=trace "$T"/trace
}
