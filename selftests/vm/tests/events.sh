# description: an event's own files, and every way to enable it
# means: each

# each test begins with it
target_loaded

test_id_is_unique_and_known()
{
	define 'p:one kpe_target_ret' 'p:kpe_grp/one kpe_target_ret' 'r:two kpe_target_ret'
	for event in one kpe_grp/one two; do
		like "$(event_id $event)" '[1-9]*'
		has "$(event_dir $event)/format" "ID: $(event_id $event)"
		has "$(event_dir $event)/format" "name: ${event##*/}"
	done
	ids=$(cat "$T"/events/*/*/id)
	eq "$(printf '%s\n' "$ids" | sort | uniq -d)" '' 'ids that two events have'
}

test_directory_has_every_file()
{
	define 'p:kpe_grp/one vfs_read'
	for file in $(event_files); do
		[ -f "$T/events/kpe_grp/one/$file" ] || fail "there is no file $file"
	done
	ok
	define '-:kpe_grp/one'
	not test -e "$T/events/kpe_grp"
}

test_group_enable()
{
	define 'p:kpe_grp/a kpe_target_ret' 'r:kpe_grp/b kpe_target_ret' 'p:other kpe_target_ret'
	echo 1 >"$T"/events/kpe_grp/enable
	eq "$(cat "$T"/events/kpe_grp/enable)" 1
	target ret 3
	off kpe_grp/a
	eq "$(cat "$T"/events/kpe_grp/enable)" X 'one of two is enabled'
	target ret 2
	echo 0 >"$T"/events/kpe_grp/enable
	target ret
	eq "$(hits a) $(hits b) $(hits other)" '3 5 0'
}

test_fixed_words_of_a_record()
{
	define 'p:x kpe_target_ret'
	on x
	sh -c "echo \$\$ >/tmp/case/pid; echo ret >$RUN"
	off x
	like "$(grep ' x: ' "$T"/trace)" \
		"*-$(cat /tmp/case/pid) * \[00?\] *: x: (kpe_target_ret+0x0/*"
}

test_set_event_pid()
{
	define 'p:x kpe_target_ret x=%di:u64'
	on x
	sh -c "echo \$\$ >$T/set_event_pid; echo ret 3 >$RUN"
	target ret 2
	true >"$T"/set_event_pid
	target ret
	off x
	eq "$(hits x)" 6
	eq "$(values x)" "$(lines x=1 x=2 x=3 x=1)"
}
