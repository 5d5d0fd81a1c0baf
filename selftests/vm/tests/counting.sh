# description: hist: events that count, in the text of a trigger's hist file
# means: each

# each test begins with it
target_loaded

# what is behind the head of an event
counts() # EVENT
{
	awk -v event="# kprobes/$1" '
		/^# [^ ]*\/[^ ]*$/ { is_it = $0 == event }
		is_it && !/^#/
	' "$KPE/kprobe_hist" | sed '/./,$!d'
}

# its rows, short, in one line
rows() # EVENT
{
	counts "$1" | sed '/^$/,$d;s/  */ /g;s/hitcount: //' | tr '\n' ';'
}

total() # EVENT WHAT
{
	counts "$1" | sed -n "s/^ *$2: //p"
}

# The same hits, counted by a trigger and by us, give the same text. There is one row for each
# number of hits, as a trigger does not say in which order the others are.
same() # FUNCTION ARGUMENTS HIST COMMAND...
{
	local function=$1 args=$2 hist=$3

	shift 3
	define "${KIND-p}:theirs $function $args" "${KIND-p}:ours $function $args $hist"
	trigger theirs "$hist"
	while_on ours "$@"
	sed '/^#/d' "$(event_dir theirs)/hist" >"$CASE"/theirs
	counts ours >"$CASE"/ours
	eq "$(cat "$CASE"/ours)" "$(sed '/./,$!d' "$CASE"/theirs)" "$hist"
	trigger theirs "!$hist"
	define -:ours -:theirs
}

some() { target ret 3; target ret 2; target ret; }

test_as_a_trigger()
{
	config HIST_TRIGGERS || skip 'no hist triggers'
	same kpe_target_ret 'x=$arg1:u64' hist:keys=x some
	same kpe_target_ret 'x=$arg1:u64' hist:keys=x:sort=x.descending some
	same kpe_target_ret 'x=$arg1:s32 y=\-5:s8' hist:keys=x,y:vals=x,y:sort=hitcount:size=256 some
	same kpe_target_ret 'x=$arg1:u64' hist:keys=x.log2:vals=hitcount,x:sort=x target ret 9
	same kpe_target_ret 'x=\-5:s64 z=\0' hist:keys=x.log2,z.log2 some
	same kpe_target_ret 'x=$arg1:u64' hist:keys=x.buckets=4:vals=x:sort=x target ret 10
	same kpe_target_ret 'x=\1000:u32 s=\-1:s16' hist:keys=x.hex,s.hex some
	same kpe_target_ret 'x=$arg1:x64' hist:keys=common_pid.execname,x some
	same kpe_target_ret '' hist:keys=common_pid some
	same kpe_target_ret 'comm=$comm x=$arg1' hist:keys=comm,x:vals=x some
	same kpe_target_str 'k=+0($arg1):string' hist:keys=k target str 3
	KIND=r same kpe_target_ret 'got=$retval' hist:keys=got some
	same kpe_target_ret 'x=$arg1 c=\3:b3@1/8' hist:keys=x,c:sort=x target ret 4
}

test_first()
{
	define 'p:x kpe_target_ret x=$arg1:u64 hist:keys=x'
	listed 'p:kprobes/x kpe_target_ret x=$arg1:u64 hist:keys=x'
	while_on x some
	eq "$(rows x)" '{ x: 3 } 1;{ x: 2 } 2;{ x: 1 } 3;'
	eq "$(total x Hits) $(total x Entries) $(total x Dropped)" '6 3 0'
	eq "$(values x)" '' 'no records'
	eq "$(status_of x 7 8 9 10)" '6 6 0 0'
}

# what has no room, and what is cleared
test_room()
{
	define 'p:x kpe_target_ret x=$arg1:u64 hist:keys=x:size=1'
	while_on x some
	eq "$(total x Entries)" 1
	eq "$(($(total x Hits) + $(total x Dropped)))" 6
	eq "$(status_of x 7 8 9 10)" "6 $(total x Hits) 0 $(total x Dropped)"
	eq "$(write_errno "$KPE/kprobe_hist" kprobes/none)" ENOENT
	eq "$(total x Entries)" 1
	echo kprobes/x >>"$KPE/kprobe_hist"
	eq "$(total x Hits) $(total x Entries) $(total x Dropped)" '0 0 0'
	while_on x some
	eq "$(total x Entries)" 1
	true >"$KPE/kprobe_hist"
	eq "$(total x Entries)" 0
}

test_values()
{
	define 'p:x kpe_target_ret x=$arg1:u64 k=\1:u64 s=\-5:s16 hist:keys=k:vals=x.min,x.max,x.avg,s.min'
	while_on x some
	eq "$(rows x)" '{ k: 1 } 6 x.min: 1 x.max: 3 x.avg: 1 s.min: -5;'
}

# a condition, a filter, and an export
test_as_any_event()
{
	local round

	define 'p:x kpe_target_ret x=$arg1:u64 hist:keys=x if x > 1'
	for round in defined exported; do
		while_on x some
		eq "$(rows x)" '{ x: 3 } 1;{ x: 2 } 2;' "$round"
		eq "$(status_of x 7 8 9 10)" '6 3 3 0'
		[ $round = exported ] && break
		cp "$KPE/kprobe_export" /tmp/case/exported
		true >"$KPE/kprobe_events"
		cat /tmp/case/exported >>"$KPE/kprobe_events"
	done
	true >"$KPE/kprobe_hist"
	echo 'x == 3' >"$(event_dir x)/filter"
	while_on x some
	eq "$(rows x)" '{ x: 3 } 1;'
	refused 'p:x kpe_target_str x=$arg1:u64 ^hist:keys=x.log2' EEXIST 'hist: differs from that of the event'
	refused 'p:z kpe_target_str k=+0($arg1):string hist:keys=k:vals=^k' EINVAL 'Only a number can be counted so'
	define 'p:y kpe_target_ret $kstack[2] hist:keys=kstack'
	while_on y some
	eq "$(total y Hits) $(total y Dropped)" '6 0'
	like "$(counts y)" '{ kstack:*+0x*} hitcount: *'
}
