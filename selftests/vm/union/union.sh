# shellcheck shell=dash
# description: what the kernel's own tracer takes is taken, but for what can never be hit
# kernels: 5.10-cloud 6.1-cloud 6.12-cloud 7.3-cloud
# seconds: 1200

# why a definition is refused all the same; the text of its error, and a pattern of its place
never_hit() # TEXT PLACE
{
	case "$1:$2" in
	# of a module that is not loaded
	'Retprobe address must be an function entry:'*) echo "returns are those of functions" ;;
	'The address is not in kernel text:'*) echo "no code is there" ;;
	'Invalid probed address or symbol:vmlinux:'*) echo "it is no module" ;;
	'Invalid probed address or symbol:'*[!A-Za-z0-9_.:+-]* | \
	'Invalid probed address or symbol':[:+]* | 'Invalid probed address or symbol':*:)
		echo "no symbol has such a name" ;;
	'This group name is reserved:'* | 'A file of events has this name:'*)
		echo "the directories of others" ;;
	esac
}

# of so many definitions, what only the built-in takes
definitions() # NUMBER SEED
{
	local errno line text place

	target_loaded
	typed_loaded
	client both "$KPE/kprobe_events" "$TOP/kprobe_events" "$1" "$2" >"$CASE"/both
	while read -r errno line; do
		printf '%s' "$line" >"$CASE"/line
		write_file "$CASE"/line >"$CASE"/errno
		text=$(last_error "$TOP/trace_kprobe/error_log" | sed -n '1s/^trace_kprobe: error: \([^(]*[^( ]\).*/\1/p')
		place=${line#* }
		[ -n "$(never_hit "$text" "${place%% *}")" ] ||
			printf '%s: %s: %s\n' "$errno" "$text" "$line" >>"$CASE"/refused
	done <<-END
		$(grep -av '^taken ' "$CASE"/both)
	END
	[ ! -s "$CASE"/refused ] || fail "$(cat "$CASE"/refused)"
	figure "$(sed -n 's/^taken //p' "$CASE"/both) of $1 are taken by the kernel's own"
	[ "$(sed -n 's/^taken //p' "$CASE"/both)" -gt $(($1 / 10)) ] || fail "hardly any is taken"
	ok
}

test_sample() { definitions 400 1; }
