# shellcheck shell=sh
# guests.sh - guests that run at the same time and take commands; sourced
#
# "on GUEST COMMAND" runs a command in a guest, as "ssh HOST COMMAND" does on a machine. The
# caller sets: here, this directory; out, where the builds are; work, a directory for the
# guests; logs and console, for the names of the consoles; seconds, until a guest is ended.
# It calls end_all when it exits.
# shellcheck disable=SC2154 # the caller's

# what a guest needs to run commands with the module
lay_out() # GUEST KERNEL
{
	mkdir -p "$work/$1/kpe"
	cp "$here/guest/shell" "$work/$1/kpe/job"
	cp "$out/$2/module/kprobe_events.ko" "$out/$2"/target/*.ko "$work/$1/kpe/"
	strip --strip-debug "$work/$1"/kpe/*.ko
}

# boot a guest that is laid out, and wait until it listens
guest() # GUEST KERNEL [KERNEL-OPTION]
{
	mkfifo "$work/$1.in" "$work/$1.out"
	# both stay open between commands
	sleep 3000 3<>"$work/$1.in" 4<>"$work/$1.out" &
	echo $! >"$work/$1.holder"
	{
		KPE_STDIN=$work/$1.in KPE_APPEND=${3-} "$here/boot" "$2" "$("$here/kernel" "$2")" \
			"$work/$1" "$logs/$console-$1.console" "$seconds" >"$work/$1.out" 2>&1 || :
		# whoever still waits for an answer
		echo "255 0 0" >"$work/$1.out"
	} &
	echo $! >"$work/$1.pid"
	read -r says <"$work/$1.out"
	[ "$says" = ready ] || die "guest $1 says: $says"
}

end() # GUEST
{
	echo "end" >"$work/$1.in"
	wait "$(cat "$work/$1.pid")" || :
	kill "$(cat "$work/$1.holder")"
	rm "$work/$1.holder"
}

end_all()
{
	for holder in "$work"/*.holder; do
		[ ! -f "$holder" ] || end "$(basename "$holder" .holder)"
	done
}

# run COMMAND there, with our standard input, or none with -n
on() # [-n] GUEST COMMAND
{
	stdin=$work/$$.stdin.$(date +%s%N)
	if [ "$1" = -n ]; then
		shift
		: >"$stdin"
	else
		cat >"$stdin"
	fi
	{
		echo "${#2} $(wc -c <"$stdin")"
		printf '%s' "$2"
		cat "$stdin"
	} >"$work/$1.in"
	rm "$stdin"
	{
		read -r status bytes errors
		head -c "$bytes"
		head -c "$errors" >&2
	} <"$work/$1.out"
	return "$status"
}

consoles_clean() # GUEST...
{
	for guest do
		[ -s "$logs/$console-$guest.console" ] || { echo "no console of $guest"; return 1; }
		! grep -E "$(paste -s -d '|' "$here/splats")" "$logs/$console-$guest.console" ||
			return 1
	done
}
