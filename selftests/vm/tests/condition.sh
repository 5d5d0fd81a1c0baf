# description: "if CONDITION": which hits are recorded
# means: each

# what a probe with that condition records of three calls of kpe_target_ret(1), (2), (3)
kept() # CONDITION
{
	[ -f "$RUN" ] || target_loaded
	true >"$T/trace"
	define "p:kept kpe_target_ret n=\$arg1:s64 if $1"
	while_on kept target ret 3
	eq "$(hits kept)" 3 "hits with '$1'"
	eq "$(status_of kept 8)$(status_of kept 9)" \
		"$(values kept | wc -l)$((3 - $(values kept | wc -l)))" "recorded, filtered"
	values kept | sed 's/n=//' | tr '\n' ' '
	define -:kept
}

# the same of a return probe, which sees 1001, 1002, 1003
kept_return() # CONDITION
{
	[ -f "$RUN" ] || target_loaded
	true >"$T/trace"
	define "r:kept kpe_target_ret n=\$retval:s64 if $1"
	while_on kept target ret 3
	values kept | sed 's/n=//' | tr '\n' ' '
	define -:kept
}

# what each operator decides is for unit/fetch_condition_test.c
test_operands()
{
	eq "$(kept '$arg1 >= 0x2')" '2 3 '
	eq "$(kept 'n == 2')" '2 ' 'a recorded argument'
	eq "$(kept 'a0 == %di && $arg1:u8 != 2')" '1 3 '
	eq "$(kept '$comm == "sh" && $comm ~ "s?" # comment')" '1 2 3 '
}

test_variables()
{
	needs KALLSYMS_ALL
	eq "$(kept '+0(@linux_banner):u8 == +0(@linux_banner):u8')" ''
	eq "$(kept '@kpe_target_text:string == "data  text"')" '' 'blanks in quotes'
	eq "$(kept '@kpe_target_text:string ~ "data*" && $arg1 == 3')" '3 '
}

test_unreadable()
{
	target_loaded
	define 'p:x kpe_target_ret n=$arg1 if +0(\0):u64 == 1 || $arg1 == 2 && +8(\0):u32 != 5 || $arg1 == 3'
	on x
	target ret 3
	eq "$(values x)" 'n=0x3'
	eq "$(status_of x 7 8 9 11)" '3 1 2 3' 'hits, recorded, filtered, faults: once for a hit'
	define 'p:y kpe_target_ret if !(+0(\0):u64 == 1)'
	on y
	target ret 1
	eq "$(status_of y 7 8 9 11)" '1 1 0 1' 'the comparison is false, not the condition'
}

test_returns()
{
	eq "$(kept_return 'n > 1001')" '1002 1003 '
	eq "$(kept_return 'entry($arg1:u8) < 3 && $retval > 1001')" '1002 '
	eq "$(kept_return '$elapsed > 60s')" ''
	eq "$(kept_return '$arg1 == 2')" '1002 ' 'a parameter is that of the call'
}

# the condition sees all of a text that the record has
test_long_texts()
{
	target_loaded
	define 'p:x kpe_target_longstr s=+0(%di):string if s ~ "abc*wx" && +0(%di):string ~ "*x"' \
		'p:y kpe_target_longstr if +0(%di):string == +26(%di):string'
	on x y
	target longstr 1 3976
	target longstr 1 2000
	eq "$(status_of x 8) $(values x | wc -c)" "2 $((3976 + 2000 + 2 * 5))"
	target longstr 1 1000
	eq "$(status_of y 8)" 1 'the first 2000 characters, more or less'
}

test_nothing_else_is_fetched()
{
	target_loaded
	define 'p:x kpe_target_ret a=+0(\0):u64 b=+0(\0):string if $arg1 == 2' \
		'r:y kpe_target_ret a=+0(\0):u64 if $arg1 == 2'
	on x y
	target ret 1
	eq "$(status_of x 8 9 11) $(status_of y 8 9 11)" '0 1 0 0 1 0'
	target ret 2
	eq "$(status_of x 8 9 11) $(status_of y 8 9 11)" '1 2 2 1 2 1'
}

# what the record shows is what the condition has compared; some clocks tick in milliseconds
test_one_time()
{
	target_loaded
	define 'r:x kpe_target_sleep $elapsed if elapsed >= 20ms'
	on x
	target sleep 1 40
	like "$(values x)" 'elapsed=[1-9]*'
	not test "$(values x | sed 's/elapsed=//')" -lt 20000000
}

test_in_the_middle()
{
	target_loaded
	# shellcheck disable=SC2034
	read -r one two three end </sys/module/kpe_target/parameters/steps
	define "p:x kpe_target_steps+$two %ax if %ax == 101" "p:y kpe_target_steps+$two %ax if %ax == 102"
	on x y
	target steps
	eq "$(status_of x 7 8 9)" '1 1 0'
	eq "$(status_of y 7 8 9)" '1 0 1'
}

test_listed()
{
	define 'p:x   vfs_read a=$arg1   if  a   ==  1&&$comm == "a  b"  # x'
	listed 'p:kprobes/x vfs_read a=$arg1 if a == 1&&$comm == "a  b"'
	listing >"$CASE/list"
	define -:x
	eq "$(write_file "$CASE/list")" ''
	eq "$(listing)" "$(cat "$CASE/list")"
	define '-:x vfs_read $arg1 if a == 1&&$comm == "a  b"'
	listed
}

test_probes_of_one_event()
{
	target_loaded
	define 'p:x kpe_target_ret n=$arg1 if n == 1' 'p:x kpe_target_ret n=$arg1 if n == 3'
	refused 'p:x kpe_target_ret n=$arg1 if n == 3' EEXIST
	on x
	target ret 3
	eq "$(values x | tr '\n' ' ')" 'n=0x1 n=0x3 '
	off x
	refused '-:x kpe_target_ret n=$arg1 if n == 2' ENOENT
	define '-:x kpe_target_ret n=$arg1 if n == 1'
	listed 'p:kprobes/x kpe_target_ret n=$arg1 if n == 3'
}

test_pending()
{
	define 'p:x kpe_target:kpe_target_ret n=$arg1 if n == 2'
	on x
	target ret 3
	eq "$(values x)" 'n=0x2'
	off x
}
