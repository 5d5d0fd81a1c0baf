# shellcheck shell=dash
# description: what the kernel's own tracer takes is taken, but for what is listed here
# kernels: 5.10-cloud 6.1-cloud 6.12-cloud 7.3-cloud
# seconds: 1200

# why a definition is refused all the same
reason_for() # TEXT-OF-THE-ERROR PLACE DEFINITION
{
	case "$1:$2" in
	# of a module that is not loaded
	'Retprobe address must be an function entry:'*) echo "returns are those of functions" ;;
	'The function never returns:'*) echo "returns are those of others" ;;
	'The address is not in kernel text:'*) echo "no code is there" ;;
	'Invalid probed address or symbol:vmlinux:'*) echo "it is no module" ;;
	'Invalid probed address or symbol:'*[!A-Za-z0-9_.:+-]* | \
	'Invalid probed address or symbol':[:+]* | 'Invalid probed address or symbol':*: | \
	'Expected @N:'*)
		echo "no symbol has such a name" ;;
	'This group name is reserved:'* | 'A file of events has this name:'*)
		echo "the directories of others" ;;
	'String accepts only memory argument:'*)
		case $3 in *[=\ ]\\[-+0-9]*string\[*) echo "all of them are unreadable" ;; esac ;;
	# older ones take the first of them
	'The symbol is not unique:'*) echo "7.3 refuses it" ;;
	# the tests of 7.3 want it refused: "p kfree $arg10"
	'This variable is not found at this probe point:'*)
		case $3 in *\$arg[0-9]*) echo "no parameter has this number" ;; esac ;;
	esac
}

# Of what is in $CASE/both, there is a reason for each that only the built-in takes.
all_but_what_is_listed() # NUMBER
{
	local errno line text place

	while read -r errno line; do
		# nothing was refused
		[ -n "$errno" ] || continue
		printf '%s' "$line" >"$CASE"/line
		write_file "$CASE"/line >"$CASE"/errno
		text=$(last_error "$TOP/trace_kprobe/error_log" | sed -n '1s/^trace_kprobe: error: \([^(]*[^( ]\).*/\1/p')
		place=${line#* }
		[ -n "$(reason_for "$text" "${place%% *}" "$line")" ] ||
			printf '%s: %s: %s\n' "$errno" "$text" "$line" >>"$CASE"/refused
	done <<-END
		$(grep -av '^taken ' "$CASE"/both)
	END
	[ ! -s "$CASE"/refused ] || fail "$(cat "$CASE"/refused)"
	figure "$(sed -n 's/^taken //p' "$CASE"/both) of $1 are taken by the kernel's own"
	[ "$(sed -n 's/^taken //p' "$CASE"/both)" -gt $(($1 / 10)) ] || fail "hardly any is taken"
	ok
}

at_random() # NUMBER SEED
{
	target_loaded
	# with or without its types
	loaded kpe_typed
	client both "$KPE/kprobe_events" "$TOP/kprobe_events" "$1" "$2" >"$CASE"/both
	all_but_what_is_listed "$1"
}

test_sample() { at_random 400 1; }
test_many() { at_random 4000 2; }

# What the tests of ftrace write (prepare), with something in each of their variables.
# shellcheck disable=SC2034,SC2317 # the commands use them
of_ftrace()
{
	local FUNCTION_FORK=kernel_clone PROBEFUNC=vfs_read TARGET_FUNC=vfs_read TP=kfree i=0 OFFS=0 \
		FUNC=kpe_target_ret MOD=kpe_target PLACE=kernel_clone SYMBOL=name_show \
		DIR_NAME=tracefs_create_dir TARGET=vfs_read+0 NEXT=+0 PREV=-1 OVERFLOW=+100000 \
		ARG1=%di GOODREG=%ax BADREG=%ex GOODSYM=_sdata BADSYM=deaqswdefr GOODTYPE=x16 BADTYPE=y16 \
		SYMADDR=0xffffffff81000000 REG=%ax REALBIN=/bin/sh OFFSET=0x10

	check_error() { printf '%s\n' "$1" | tr -d ^; }
	test_goodarg() { printf "p $PROBEFUNC %s\n" "$@"; }
	test_badarg() { test_goodarg "$@"; }
	set -- 16
	while read -r command; do
		eval "$command"
		echo
	done </kpe/of-ftrace | grep '^[pr]'
}

test_of_ftrace()
{
	target_loaded
	of_ftrace >"$CASE"/definitions
	[ "$(wc -l <"$CASE"/definitions)" -gt 100 ] || fail "$(cat "$CASE"/definitions)"
	client both "$KPE/kprobe_events" "$TOP/kprobe_events" <"$CASE"/definitions >"$CASE"/both
	all_but_what_is_listed "$(wc -l <"$CASE"/definitions)"
}
