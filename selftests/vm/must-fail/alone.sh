# description: faults of a test that loads the module itself; host.sh ends the guest
# load: never
#
# no_check: the test made no check
# not_equal: got: +one

test_no_check() { :; }

test_not_equal()
{
	eq one two
}
