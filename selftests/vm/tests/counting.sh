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
	same kpe_target_ret "x=\$arg1:x64 f=\\0x$(awk '$3 == "vfs_read" { print $1 }' /proc/kallsyms):x64" hist:keys=f.sym,x some
	same kpe_target_ret '' hist:keys=common_pid some
	same kpe_target_ret 'comm=$comm x=$arg1' hist:keys=comm,x:vals=x some
	same kpe_target_str 'k=+0($arg1):string' hist:keys=k target str 3
	KIND=r same kpe_target_ret 'got=$retval' hist:keys=got some
	same kpe_target_ret 'x=$arg1 c=\3:b3@1/8' hist:keys=x,c:sort=x target ret 4
}

# what a key shows is what a record shows
shown_alike() # ARGUMENT...
{
	local arg value

	for arg do
		define "p:theirs kpe_target_str k=$arg" "p:ours kpe_target_str k=$arg hist:keys=k"
		while_on 'theirs ours' target str 2
		value=$(values theirs | sed -n '1s/k=//p')
		eq "$(rows ours)" "{ k: $value } 2;" "$arg"
		define -:theirs -:ours
	done
}

test_as_a_record()
{
	shown_alike '\-2:errno' '+0($arg1):ip4' '+0($arg1):mac' '+0($arg1):ip6' '+0($arg1):hex[4]' \
		"\\0x$(awk '$3 == "vfs_read" { print $1 }' /proc/kallsyms):symbol"
	if config DEBUG_INFO_BTF && modules_may_have_btf && loaded kpe_typed; then
		define 'p:x kpe_typed_states first=states->top:enum hist:keys=first'
		while_on x typed states 2
		like "$(rows x)" '{ first: KPE_* } *;'
	fi
}

# text is compared whole, up to 64 bytes, and an event's probes count in one table
test_text()
{
	local text=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde

	define "p:x kpe_target_ret k=\\\"${text}x\" hist:keys=k" "p:x kpe_target_str k=\\\"${text}y\" hist:keys=k"
	on x
	target ret 2
	target str 1
	off x
	eq "$(rows x)" "{ k: ${text}y } 1;{ k: ${text}x } 2;"
}

# numbers that need no record, and the same with a filter, which does
test_numbers()
{
	local filter

	define 'r:x kpe_target_ret x=entry($arg1):u64 got=$retval bad=+0(\0):u64 t=$elapsed hist:keys=x,bad:vals=got,t.min' \
		'p:y kpe_target_ret x=$arg1:u8 bad=+0($arg1):u16 hist:keys=bad,x:vals=x'
	for filter in 0 'x < 9'; do
		echo "$filter" | tee "$(event_dir x)/filter" >"$(event_dir y)/filter"
		true >"$KPE/kprobe_hist"
		while_on 'x y' some
		eq "$(rows x | sed 's/ t.min: [0-9]*;/;/g')" '{ x: 3, bad: 0 } 1 got: 1003;{ x: 2, bad: 0 } 2 got: 2004;{ x: 1, bad: 0 } 3 got: 3003;' "$filter"
		eq "$(rows y)" '{ bad: 0, x: 3 } 1 x: 3;{ bad: 0, x: 2 } 2 x: 4;{ bad: 0, x: 1 } 3 x: 3;' "$filter"
	done
	eq "$(status_of x 7 8 9 11) $(status_of y 7 8 9 11)" '12 12 0 12 12 12 0 12'
}

is_off() { [ "$(cat "$(event_dir x)/enable")" = 0 ]; }

test_budgets()
{
	define 'p:x kpe_target_ret x=$arg1:u64 $stop=3 hist:keys=x'
	on x
	target ret 10
	wait_for 20 is_off
	# how many calls come before it is off is a matter of time
	eq "$(total x Hits) $(status_of x 8)" '3 3'
	eq "$(status_of x 7)" $((3 + $(status_of x 14)))
	define -:x 'p:x kpe_target_ret x=$arg1:u64 $every=3 hist:keys=x'
	on x
	taskset 1 sh -c "echo ret 10 >$RUN"
	off x
	eq "$(rows x) $(status_of x 7 8 14)" '{ x: 3 } 1;{ x: 6 } 1;{ x: 9 } 1; 10 3 7'
}

# a module that is to come, and one that goes
test_pending()
{
	target_unloaded
	define 'p:x kpe_target:kpe_target_ret x=$arg1:u64 hist:keys=x'
	on x
	eq "$(total x Hits)" 0
	for round in 1 2; do
		target_loaded
		target ret 2
		target_unloaded
		eq "$(rows x)" "{ x: 1 } $round;{ x: 2 } $round;"
	done
	off x
}

test_owned()
{
	exec 3<>"$KPE/kprobe_owned"
	ours 'p:x kpe_target_ret x=$arg1:u64 hist:keys=x' >&3
	while_on x some
	eq "$(total x Hits)" 6
	exec 3>&-
	eq "$(grep -c kprobes/x "$KPE/kprobe_hist")" 0
}

test_in_nmi()
{
	define 'p:x kpe_target_nmi c=\7 hist:keys=c' 'p:y kpe_target_nmi $kstack[4] comm=$comm hist:keys=kstack,comm,common_cpu'
	on x y
	target nmi 3
	off x y
	eq "$(total x Hits) $(total y Hits)" "$(hits x) $(hits y)"
	[ "$(hits x)" = 0 ] || like "$(rows x)" '{ c: 7 } [1-9]*;'
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
