# description: what those may do who are not root, or not all of it

CAP_SYSLOG=34
USER=65534

# open to everybody but for the files' own modes
open_the_way()
{
	trap 'chmod 700 "$T"' EXIT
	chmod 755 / "$T" "$T/trace_kprobe"
}

as_user() { client as $USER "$@"; }
without_syslog() { client as -$CAP_SYSLOG "$@"; }

test_control_that_the_user_can_run_anything()
{
	chmod 755 /
	eq "$(as_user /kpe/client call 102)" $USER
	eq "$(as_user /kpe/client ops /proc/version read read=4096)" "$(cat /proc/version)"
	eq "$(printf '' | as_user /kpe/client write "$KPE/kprobe_events" || :)" EACCES
}

test_user_can_open_no_file()
{
	open_the_way
	define 'p:x vfs_read'
	chmod 755 "$T/events" "$T/events/kprobes" "$T/events/kprobes/x"
	for file in "$KPE/kprobe_events" "$KPE/kprobe_profile" "$KPE/kprobe_status" \
		"$KPE/kprobe_owned" "$KPE/kprobe_export" "$T/trace_kprobe/error_log" \
		"$T/trace_kprobe/README" "$T/events/kprobes/x/enable" "$T/events/kprobes/x/filter" \
		"$T/events/kprobes/x/trigger" "$T/events/kprobes/x/format" "$T/events/kprobes/x/id" \
		"$T/events/kprobes/x/hist"; do
		[ -f "$file" ] || continue
		for mode in read write append trunc rdwr; do
			eq "$(as_user /kpe/client ops "$file" $mode seek=0 || :)" EACCES "$mode $file"
		done
	done
	listed 'p:kprobes/x vfs_read'
}

test_user_of_the_mounts_group_can_read()
{
	open_the_way
	define 'p:x vfs_read'
	chgrp $USER "$KPE/kprobe_events" "$KPE/kprobe_profile"
	eq "$(as_user /kpe/client ops "$KPE/kprobe_events" read read=99)" 'p:kprobes/x vfs_read'
	like "$(as_user /kpe/client ops "$KPE/kprobe_profile" read read=99)" '  x *'
	eq "$(as_user /kpe/client ops "$KPE/kprobe_events" append seek=0 || :)" EACCES
	eq "$(as_user /kpe/client ops "$KPE/kprobe_events" trunc seek=0 || :)" EACCES
}

test_user_cannot_count_with_perf()
{
	define 'p:x vfs_read'
	chmod 755 /
	like "$(as_user /kpe/client perf count "$(event_id x)" -- true || :)" 'E[AP]*'
}

listed_place() { client ops "$KPE/kprobe_events" read read=4096 | sed 's/^p:kprobes\/x //'; }

# the place of a probe by address, for root and for root without CAP_SYSLOG
test_addresses_in_the_list()
{
	real=$(address vfs_read)
	define "p:x $real"
	for level in 0 1 2; do
		kptr_restrict $level
		place=$(sed 's/^p:kprobes.x //' "$KPE/kprobe_events")
		if [ $level = 2 ]; then
			like "$place" '0x????????????????'
			not test "$place" = "$real"
		else
			eq "$place" "$real" "kptr_restrict=$level"
		fi
		place=$(without_syslog /kpe/client ops "$KPE/kprobe_events" read read=99)
		like "$place" 'p:kprobes/x 0x????????????????' "kptr_restrict=$level"
		not test "${place#p:kprobes/x }" = "$real"
		eq "$(without_syslog grep -c "${real#0x}" "$KPE/kprobe_events" || :)" 0
	done
}

# A program with more rights may be made to read, and to show, what its user has opened.
test_addresses_are_for_who_has_opened_the_file()
{
	open_the_way
	# the user keeps root's group
	chgrp 0 "$KPE/kprobe_events" "$KPE/kprobe_status"
	real=$(address vfs_read)
	define "p:x $real"
	for level in 0 1; do
		kptr_restrict $level
		eq "$(listed_place)" "$real" "kptr_restrict=$level"
		place=$(client ops "$KPE/kprobe_events" read@$USER read=99)
		like "$place" 'p:kprobes/x 0x????????????????' "kptr_restrict=$level"
		not test "${place#p:kprobes/x }" = "$real"
		eq "$(client ops "$KPE/kprobe_status" read@$USER read=4096 |
			grep -c '_text is at' || :)" 0
	done
}

# a control of the ones above: what /proc/kallsyms shows to whom
test_control_of_addresses_in_kallsyms()
{
	kptr_restrict 1
	not test "$(address vfs_read)" = 0x0000000000000000
	eq "$(without_syslog grep ' vfs_read$' /proc/kallsyms)" '0000000000000000 T vfs_read'
}

test_no_address_in_names_and_files()
{
	real=$(address vfs_read)
	define "p $real" "r $real"
	not test -e "$T/events/kprobes/p_$real"
	eq "$(find "$T/events/kprobes" | grep -c "${real#0x}" || :)" 0
	like "$(awk '{ print $1 }' "$KPE/kprobe_events" | head -n 1)" 'p:kprobes/p_0x*'
	eq "$(cat "$T"/events/kprobes/*/format "$KPE/kprobe_profile" | grep -c "${real#0x}" || :)" 0
}

test_listed_address_can_be_defined_and_deleted_again()
{
	define "p:x $(address vfs_read)"
	sed 's/kprobes.x/kprobes\/y/' "$KPE/kprobe_events" >/tmp/case/line
	client write "$KPE/kprobe_events" </tmp/case/line
	define "-:x $(sed -n 's/^p:kprobes.x //p' "$KPE/kprobe_events")"
	like "$(cat "$KPE/kprobe_events")" "p:kprobes/y $(address vfs_read)"
}

# what looks like an address of the kernel's, in all that we write but the addresses
# and the numbers that a definition has, which are shown as they were written
addresses_shown()
{
	{
		cat "$KPE/kprobe_events" "$KPE/kprobe_profile" "$KPE/kprobe_status" \
			"$KPE/kprobe_export" "$T/trace_kprobe/README" "$T"/events/kprobes/*/format
		cat "$T/trace_kprobe/error_log" "$T/error_log" | grep -v '^  Command: '
		client ops "$KPE/kprobe_owned" both write='p:own 0x'"$1" read=4096
		cat "$T/trace"
		dmesg | grep kprobe_events
		ls "$T/events/kprobes"
	} | grep -E 'ffffffff[89a-f][0-9a-f]{7}|ffff[89a-f][0-9a-f]{11}' || :
}

test_no_file_shows_an_address()
{
	target_loaded
	real=$(address vfs_read)
	define "p:addr $real" "p $real" "r:back $real" 'p:x vfs_read n=%dx:u64' 'p:y vfs_r* $stack0:symbol' \
		'p:z kpe_target:kpe_target_ret' "p:mod $(address kpe_target_ret)"
	on x y z mod
	target ret
	cat /proc/version
	off x y z mod
	eq "$(write_errno "$KPE/kprobe_events" "p $(printf 0x%x $((real + 1)))")" EILSEQ
	eq "$(write_errno "$KPE/kprobe_events" "p $(address linux_banner)")" EINVAL
	eq "$(write_errno "$KPE/kprobe_events" "p kpe_target_dup")" EINVAL
	eq "$(write_errno "$KPE/kprobe_events" "p vfs_raed")" EINVAL
	target_unloaded
	define 'p:late kpe_target:kpe_target_nokprobe' 'p:later kpe_target:no_such_function'
	target_loaded
	for level in 0 1 2; do
		kptr_restrict $level
		eq "$(without_syslog sh -c "set -eu; . /kpe/lib.sh; . /kpe/tests/privileges.sh
			KPE=$KPE; addresses_shown ${real#0x}")" '' "kptr_restrict=$level"
		# where root may see them, they are his own definitions'
		eq "$(addresses_shown "${real#0x}" | grep -v "^[pr][0-9]*:kprobes/[a-z0-9_]* $real$" |
			grep -v -e "^p:kprobes/mod 0x[0-9a-f]*$" -e '^# _text is at 0x')" '' "kptr_restrict=$level, root"
		[ $level != 2 ] || eq "$(addresses_shown "${real#0x}")" ''
	done
}
