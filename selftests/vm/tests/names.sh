# description: names of groups, events and arguments, given and made

test_default_group()
{
	define 'p:here vfs_read' 'r:back vfs_read'
	like "$(cat "$KPE/kprobe_events")" "$(lines 'p:kprobes/here vfs_read' \
		'r*:kprobes/back vfs_read')"
	[ -d "$T/events/kprobes/here" ]
	[ -d "$T/events/kprobes/back" ]
	eq "$(cat "$T/events/kprobes/here/enable")" 0
}

test_own_group()
{
	define 'p:mine/here vfs_read' 'p:mine/there vfs_write' 'p:other/here vfs_read'
	listed 'p:mine/here vfs_read' 'p:mine/there vfs_write' 'p:other/here vfs_read'
	[ -f "$T/events/mine/here/id" ]
	[ -f "$T/events/mine/there/id" ]
	[ -f "$T/events/other/here/id" ]
	not test -e "$T/events/kprobes/here"
	define '-:mine/here'
	listed 'p:mine/there vfs_write' 'p:other/here vfs_read'
	not test -e "$T/events/mine/here"
	define '-:mine/there' '-:other/here'
	not test -e "$T/events/mine"
	not test -e "$T/events/other"
}

test_group_with_a_dot()
{
	define 'p:mine.here vfs_read' 'r:mine.back vfs_read'
	has "$KPE/kprobe_events" 'p:mine/here vfs_read'
	[ -d "$T/events/mine/here" ]
	[ -d "$T/events/mine/back" ]
	refused 'p:mine.^here. vfs_read' EINVAL \
		'Event name must follow the same rules as C identifiers'
	refused 'p:mine/^here.2 vfs_read' EINVAL \
		'Event name must follow the same rules as C identifiers'
	refused 'p:^a.b/here vfs_read' EINVAL \
		'Group name must follow the same rules as C identifiers'
}

test_group_alone()
{
	define 'p:mine/ vfs_read' 'r:mine/ vfs_read' 'p:mine. vfs_write'
	has "$KPE/kprobe_events" 'p:mine/p_vfs_read_0 vfs_read'
	has "$KPE/kprobe_events" 'p:mine/p_vfs_write_0 vfs_write'
	like "$(sed -n 2p "$KPE/kprobe_events")" 'r*:mine/r_vfs_read_0 vfs_read'
	[ -d "$T/events/mine/p_vfs_read_0" ]
	[ -d "$T/events/mine/r_vfs_read_0" ]
}

# known: CVE-2024-50131
test_length_of_an_event()
{
	local n

	for n in 1 62 63; do
		define "p:$(repeat e $n) vfs_read"
		has "$KPE/kprobe_events" "p:kprobes/$(repeat e $n) vfs_read"
		[ -d "$T/events/kprobes/$(repeat e $n)" ]
	done
	for n in 64 65 100 1000; do
		refused "p:^$(repeat e $n) vfs_read" EINVAL 'Event name is too long'
		refused "p:mine/^$(repeat e $n) vfs_read" EINVAL 'Event name is too long'
	done
}

# known: CVE-2024-50131
test_length_of_a_group()
{
	local n

	for n in 1 62 63; do
		define "p:$(repeat g $n)/here vfs_read"
		has "$KPE/kprobe_events" "p:$(repeat g $n)/here vfs_read"
		[ -d "$T/events/$(repeat g $n)/here" ]
	done
	for n in 64 65 100 1000; do
		refused "p:^$(repeat g $n)/here vfs_read" EINVAL 'Group name is too long'
	done
	define "p:$(repeat G 63)/$(repeat E 63) vfs_read"
	has "$KPE/kprobe_events" "p:$(repeat G 63)/$(repeat E 63) vfs_read"
}

test_longest_names_at_work()
{
	local event group

	group=$(repeat G 63)
	event=$(repeat E 63)
	target_loaded
	define "p:$group/$event kpe_target_ret \$arg1:u64"
	on "$group/$event"
	target ret 2
	off "$group/$event"
	eq "$(hits "$event")" 2
	eq "$(values "$event")" "$(lines arg1=1 arg1=2)"
	define "-:$group/$event"
	listed
	not test -e "$T/events/$group"
}

test_automatic_events()
{
	target_loaded
	define 'p vfs_read' 'r vfs_read' 'p kpe_target:kpe_target_ret' 'r kpe_target:kpe_target_ret' \
		'p vfs_write%return' 'p vfs_write+0'
	eq "$(sed 's/^[pr][0-9]*:kprobes.//; s/ .*//' "$KPE/kprobe_events")" "$(lines \
		p_vfs_read_0 r_vfs_read_0 p_kpe_target_kpe_target_ret_0 \
		r_kpe_target_kpe_target_ret_0 r_vfs_write_0 p_vfs_write_0)"
	[ -d "$T/events/kprobes/r_kpe_target_kpe_target_ret_0" ]
}

test_automatic_event_of_a_dotted_symbol()
{
	local symbol

	! config CC_IS_CLANG || skip 'clang makes no such clones'
	symbol=$(awk '
		FNR == NR { if (/^[a-z_]*\.isra\.[0-9]$/) candidate[$1] = 1; next }
		$3 in candidate { n[$3]++ }
		END { for (name in candidate) if (n[name] == 1) { print name; exit } }
	' "$T/available_filter_functions" /proc/kallsyms)
	like "$symbol" '*.isra.*'
	define "p $symbol"
	listed "p:kprobes/p_$(echo "$symbol" | tr . _)_0 $symbol"
}

# Two functions are two events, though their names are cut to the same 63 characters.
test_automatic_events_that_are_cut()
{
	local base=kpe_name_which_is_as_long_as_those_of_many_functions_in_Rust_are_
	local cut other

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
	local hash='[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'

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

# whatever stands for the sign, it is a name, and not that of the place above
test_automatic_event_below_a_symbol()
{
	local below last

	target_loaded
	# while ftrace is used, it keeps the names of init text that has gone
	last=$(awk '$4 == "[kpe_target]" && $3 ~ /^(run|kpe_target)_/ && $2 ~ /[tT]/ &&
		$3 !~ /_init$/ { print $1, $3 }' /proc/kallsyms | sort | tail -n 1 | cut -d ' ' -f 2)
	below=$(($(address "$last") - $(address kpe_target_ret)))
	[ "$below" -gt 0 ]
	define "p $last-$below"
	like "$(cat "$KPE/kprobe_events")" "p:kprobes/p_${last}_*$below $last-$below"
	not grep -qE '^p:kprobes/[a-z0-9_]*[^a-z0-9_ ]' "$KPE/kprobe_events"
	not grep -q "^p:kprobes/p_${last}_$below " "$KPE/kprobe_events"
}

# so the same line again is the same event: one more probe of it, or refused
test_automatic_events_that_meet()
{
	define 'p vfs_read'
	refused '^p vfs_read' EEXIST 'There is already the exact same probe event'
	refused '^p vfs_read+0' EEXIST 'There is already the exact same probe event'
	define 'p:p_vfs_write_0 vfs_read' 'p vfs_write'
	eq "$(grep -c '^p:kprobes/p_vfs_write_0 ' "$KPE/kprobe_events")" 2
}

test_automatic_arguments()
{
	needs KALLSYMS_ALL
	define 'p:here vfs_read %di x=%si %dx $stack @linux_banner \1 +0(%di)'
	listed "p:kprobes/here vfs_read arg1=%di x=%si arg3=%dx $(
		)arg4=\$stack arg5=@linux_banner arg6=\1 arg7=+0(%di)"
}

test_v11_words_name_themselves()
{
	define 'p:here vfs_read a0 a10 s0 s5 %di a1:u8 x=a2 +0(a3)' 'r:back vfs_read rv ra a0 rv:s32'
	like "$(cat "$KPE/kprobe_events")" "$(lines \
		'p:kprobes/here vfs_read a0=a0 a10=a10 s0=s0 s5=s5 arg5=%di a1=a1:u8 x=a2 arg8=+0(a3)' \
		'r*:kprobes/back vfs_read rv=rv ra=ra a0=a0 arg4=rv:s32')"
}

# known: CVE-2024-50131
test_length_of_an_argument()
{
	local n

	target_loaded
	for n in 1 31 32; do
		define "p:here_$n kpe_target_ret $(repeat a $n)=\$arg1:u64"
		has "$KPE/kprobe_events" \
			"p:kprobes/here_$n kpe_target_ret $(repeat a $n)=\$arg1:u64"
		on here_$n
		target ret
		off here_$n
		eq "$(values here_$n)" "$(repeat a $n)=1"
	done
	for n in 33 34 255 256 1000; do
		refused "p vfs_read ^$(repeat a $n)=%di" EINVAL 'Argument name is too long'
	done
}

test_one_event_in_two_groups()
{
	target_loaded
	define 'p:one/here kpe_target_ret' 'p:two/here kpe_target_ret'
	on one/here
	target ret 2
	on two/here
	target ret 3
	off one/here two/here
	# the profile shows no group
	eq "$(awk '$1 == "here" { print $2 }' "$KPE/kprobe_profile")" "$(lines 5 3)"
}
