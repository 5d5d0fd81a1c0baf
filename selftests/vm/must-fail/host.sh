# description: what the host must notice, since the guest no longer can
#
# panic: the guest died or hung here
# after_panic: not run

test_panic()
{
	ok
	echo c >/proc/sysrq-trigger
}

test_after_panic()
{
	ok
}
