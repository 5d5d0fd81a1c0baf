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
