# description: names of groups, events and arguments, given and made

# one character more is refused by unit/definition_limits_test.c
# known: CVE-2024-50131
test_names_as_long_as_can_be()
{
	target_loaded
	group=$(repeat g 63) event=$(repeat e 63) argument=$(repeat a 32)
	define "p:$group/$event kpe_target_ret $argument=\$arg1:u64"
	has "$KPE/kprobe_events" "p:$group/$event kpe_target_ret $argument=\$arg1:u64"
	while_on "$group/$event" target ret
	eq "$(values "$event")" "$argument=1"
}

# Two functions are two events, though their names are cut to the same 63 characters.
test_automatic_events_that_are_cut()
{
	base=kpe_name_which_is_as_long_as_those_of_many_functions_in_Rust_are_
	target_loaded
	cut=p_$(echo $base | cut -c 1-61)
	define "p ${base}1 n=\$arg1:u64" "p ${base}2 n=\$arg1:u64"
	other=$(sed -n "s,^p:kprobes/\([^ ]*\) ${base}2 .*,\1,p" "$KPE/kprobe_events")
	listed "p:kprobes/$cut ${base}1 n=\$arg1:u64" "p:kprobes/$other ${base}2 n=\$arg1:u64"
	like "$other" "$(echo "$cut" | cut -c 1-54)_[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]"
	# once more the same, and one more of the first
	refused "^p ${base}2 n=\$arg1:u64" EEXIST 'There is already the exact same probe event'
	define "p ${base}1 n=\$arg2:u64" "p ${base}2 n=\$arg2:u64"
	eq "$(grep -c "p:kprobes/$cut ${base}1 " "$KPE/kprobe_events") $(grep -c "p:kprobes/$other ${base}2 " "$KPE/kprobe_events")" '2 2'
	define "-:$cut ${base}1 n=\$arg2:u64" "-:$other ${base}2 n=\$arg2:u64"
	on "$cut" "$other"
	target longnames 2
	off "$cut" "$other"
	eq "$(hits "$cut") $(hits "$other")" '2 2'
	# all as it is listed
	cat "$KPE/kprobe_events" >/tmp/case/listing
	truncate_file "$KPE/kprobe_events"
	eq "$(write_file /tmp/case/listing)" ''
	eq "$(cat "$KPE/kprobe_events")" "$(cat /tmp/case/listing)"
}

# Characters that a name cannot have are the same "_" in it.
test_automatic_events_that_are_alike()
{
	hash='[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
	define 'p vfs_rea?' 'p vfs_rea*' 'r vfs_rea*'
	like "$(listing)" "$(lines 'p:kprobes/p_vfs_rea__0 vfs_rea\?' \
		"p:kprobes/p_vfs_rea__0_$hash vfs_rea\\*" 'r*:kprobes/r_vfs_rea__0 vfs_rea\*')"
	# the same places once more, and the listing as it is
	refused '^p vfs_rea*' EEXIST 'There is already the exact same probe event'
	cat "$KPE/kprobe_events" >"$CASE"/listing
	truncate_file "$KPE/kprobe_events"
	eq "$(write_file "$CASE"/listing)" ''
	eq "$(cat "$KPE/kprobe_events")" "$(cat "$CASE"/listing)"
	# a name that was given is meant, as in mainline
	truncate_file "$KPE/kprobe_events"
	define 'p:p_vfs_read_0 vfs_write' 'p vfs_read'
	listed 'p:kprobes/p_vfs_read_0 vfs_write' 'p:kprobes/p_vfs_read_0 vfs_read'
}

test_automatic_event_of_an_address()
{
	define "p $(address vfs_read)" "r $(address vfs_write)"
	like "$(cat "$KPE/kprobe_events")" "$(lines 'p:kprobes/p_0x* 0x*' 'r*:kprobes/r_0x* 0x*')"
	eq "$(sed 's/ .*//' "$KPE/kprobe_events" | tr -d 'a-z0-9_:/\n')" ''
}
