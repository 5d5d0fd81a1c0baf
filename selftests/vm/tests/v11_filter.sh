# description: the names that v11 gives arguments, in filters and triggers
# means: each

# each test begins with it
target_loaded

# values of x that pass FILTER among kpe_target_ret(1) to (5)
passed() # FETCHARGS FILTER
{
	define "p:here kpe_target_ret $1 x=\$arg1:u64"
	echo "$2" >"$T/events/kprobes/here/filter"
	while_on here target ret 5
	values here | sed 's/.*x=//' | tr '\n' ' '
	define -:here
	true >"$T/trace"
}

test_the_word()
{
	eq "$(passed a0 'a0 == 3')" '3 '
	eq "$(passed a0:u8 'a0 > 3')" '4 5 '
	eq "$(passed '%si a0' 'a0 <= 2')" '1 2 '
}

test_the_number()
{
	eq "$(passed a0 'arg1 == 3')" '3 '
	eq "$(passed '%si a0' 'arg2 == 4')" '4 '
	eq "$(passed '\7:u8 \8:u8 a0:u16' 'arg3 != 3')" '1 2 4 5 '
}

# in v11 a field is called by its place, from 0
test_the_field_of_v11()
{
	eq "$(passed a0 'arg0 == 3')" '3 '
	eq "$(passed 's9 a0 a1' 'arg1 == 4')" '4 '
	eq "$(passed 's9:u8 s8 a0:u16' 'arg2 != 3 && arg2 < 5')" '1 2 4 '
	eq "$(passed 's9 a0' 'arg1 == 2 || arg2 == 5')" '2 5 '
}

# a name that was given is the only one
test_named_words_have_no_number()
{
	define 'p:here kpe_target_ret x=a0'
	eq "$(write_errno "$T/events/kprobes/here/filter" 'x == 1' trunc)" ''
	eq "$(write_errno "$T/events/kprobes/here/filter" 'arg1 == 1' trunc)" EINVAL
	eq "$(write_errno "$T/events/kprobes/here/filter" 'arg0 == 1' trunc)" EINVAL
	eq "$(write_errno "$T/events/kprobes/here/filter" 'a0 == 1' trunc)" EINVAL
}

test_the_number_may_be_somebody_elses()
{
	eq "$(passed 'a0 arg1=%si' 'arg1 == 3')" ''
	eq "$(passed 'a0 arg0=%si' 'arg0 == 3')" ''
	eq "$(passed 'a0 arg1=%si' 'arg0 == 3')" '3 '
	eq "$(passed 'arg2=\9:u8 a0' 'arg2 == 9')" '1 2 3 4 5 '
	eq "$(passed 'arg2=\9:u8 a0' 'a0 == 2')" '2 '
}

test_in_a_histogram()
{
	needs HIST_TRIGGERS
	for key in a0 arg1; do
		define 'p:here kpe_target_ret a0'
		echo "hist:keys=$key" >"$T/events/kprobes/here/trigger"
		target ret 3
		target ret 2
		eq "$(sed -n "s/^{ *$key: *\([0-9]*\) *} hitcount: *\([0-9]*\)$/\1 \2/p" \
			"$T/events/kprobes/here/hist" | sort)" "$(lines '1 2' '2 2' '3 1')"
		echo "!hist:keys=$key" >"$T/events/kprobes/here/trigger"
		define -:here
	done
}

# BPF programs may read up to the end of the field that is defined last.
test_the_field_that_ends_last_is_last()
{
	for args in '' a0 'x=%di' 'a0 y=%si:u64' 'a0:u8 a1' 'a0 arg2=%si' \
			'a0 s=+0(%si):string' 'y=%si a0 w=+0(%sp):u8[3]' 'a0 a=+0(%sp):string[2]'; do
		define "p:x kpe_target_ret $args"
		eq "$(sed -n 's/^\tfield:.*offset:\([0-9]*\);\tsize:\([0-9]*\);.*/\1 \2/p' "$(event_dir x)/format" |
			awk '{ last = $1 + $2; if (last > max) max = last } END { print max - last }')" 0 \
			"of '$args'"
		define -:x
	done
}
