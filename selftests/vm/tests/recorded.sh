# description: the sessions of the documentation, shown as they once were
# kernels: 6.1-cloud
# seconds: 240

# shellcheck source=/dev/null
. /kpe/sessions.sh

# other numbers will do, and other numbers of rows that differ by nothing else
recorded() # NAME...
{
	for name do
		session "$name" outline
	done
	cd /
}

test_leak() { recorded howto-leak; }
test_syscall() { recorded howto-syscall; }

test_callers() { recorded howto-callers; }
test_fleet() { recorded howto-fleet; }

# from loading the module to unloading it
test_tutorial()
{
	cd /kpe || exit
	recorded tutorial-0-command
	unload
	cd /kpe || exit
	recorded tutorial-1-load tutorial-2-probe tutorial-3-arguments tutorial-4-return \
		tutorial-5-mistakes tutorial-6-histogram tutorial-7-files tutorial-8-end
	load
}

# What README.md shows, to the letter but for numbers. ssh is to this machine, with nothing to
# define on the other one.
ssh()
{
	[ "$1" != other ] || return 0
	shift
	sh -c "$*"
}

# of what others do meanwhile the counts and stacks tell, too: the definitions and the refusal
told()
{
	grep -E '^# [pr]:|^kprobe-trace: |^  Command: |^ *[\^]$' | outline
}

test_readme()
{
	(while :; do sleep 1 | cat; cat /proc/version; done) >/dev/null &
	reader=$!
	cd /kpe || exit
	session readme-1 told
	mkdir -p /etc
	echo debian >/etc/hostname
	# of the commands for a real machine the guest has done the first three
	eq "$(sed 's/ .*//' /kpe/examples/readme-0.txt | xargs)" "apt-get make insmod tools/kprobe-trace"
	eval "$(tail -n 1 /kpe/examples/readme-0.txt)" >"$CASE"/opens
	eq "$(grep -c 'open: (do_sys_openat2' "$CASE"/opens)" 2
	kill $reader
	wait $reader || :
	# each goes on in the directory of the one before
	session readme-2 outline
	echo >"$KPE"/kprobe_events
	session readme-3 outline
	echo >"$KPE"/kprobe_events
	cd /
}
