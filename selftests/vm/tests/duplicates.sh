# description: several functions of one name: @N, @*, vmlinux:, SYM.*
# seconds: 240

RUN2=/sys/module/kpe_target2/parameters/run

kernel_functions() # NAME
{
	kernel_text | awk -v name="$1" '$3 == name { print $1 }' | uniq
}

# where the functions of a name begin in modules, in order of addresses
module_functions() # NAME [MODULE]
{
	grep -F "[${2-}" /proc/kallsyms | awk -v name="$1" -v module="${2+[$2]}" '
		$3 == name && $2 ~ /[tT]/ && (module == "" || $4 == module) { print $1 }
	' | sort
}

# both
functions() # NAME [MODULE]
{
	[ $# -gt 1 ] || kernel_functions "$1"
	module_functions "$@"
}

# state, means, place and module of each point
points() { status_of "$1" 2 3 4 5; } # EVENT

both_targets()
{
	target_loaded
	insmod /kpe/kpe_target2.ko
}

call_all() { target dup 1; echo dup 1 >"$RUN2"; }

# files that are shown by a type_show() each, of its own
read_files()
{
	cat /sys/class/net/lo/type /sys/bus/event_source/devices/software/type \
		/sys/bus/event_source/devices/tracepoint/type >/dev/null
}

# Some kernels build perf's without ftrace.
needs_all_traced() # NAME
{
	[ ! -f "$TOP/available_filter_functions" ] ||
		[ "$(grep -cx "$1" "$TOP/available_filter_functions")" = "$(kernel_functions "$1" | wc -l)" ] ||
		skip "the kernel does not trace each $1()"
}

test_one_by_one()
{
	needs_all_traced type_show
	n=0
	kernel_functions type_show >/tmp/case/all
	not test "$(wc -l </tmp/case/all)" -lt 4
	while read -r addr; do
		n=$((n + 1))
		define "p:x type_show@$n"
		listed "p:kprobes/x type_show@$n"
		eq "$(probed)" "$addr" "type_show@$n"
		eq "$(points x | cut -d ' ' -f 1,3-)" 'disabled type_show+0x0 vmlinux'
		define "-:x type_show@$n"
	done </tmp/case/all
	refused "p ^type_show@$((n + 1))" EINVAL 'There are not that many functions of that name'
}

test_all_at_once()
{
	needs_all_traced type_show
	event=0 seen=0 sum=0
	count=$(kernel_functions type_show | wc -l)
	for n in $(seq "$count"); do
		define "p:x type_show@$n"
		on x
		read_files
		off x
		event=$(hits x)
		[ "$event" = 0 ] || seen=$((seen + 1))
		sum=$((sum + event))
		define -:x
	done
	# one shows both kinds of counters
	eq "$seen $sum" '2 3'
	define 'p:x type_show@*'
	listed 'p:kprobes/x type_show@*'
	eq "$(probed)" "$(kernel_functions type_show)"
	eq "$(points x | wc -l)" "$count"
	eq "$(points x | cut -d ' ' -f 1,3- | sort -u)" 'disabled type_show+0x0 vmlinux'
	on x
	eq "$(points x | cut -d ' ' -f 1 | sort -u)" armed
	read_files
	off x
	eq "$(hits x)" 3
	like "$(records x | sort -u)" '(type_show+0x[04]/0x*)*'
	define '-:x type_show@*'
	listed
	eq "$(probed)" ''
}

# the tracer's own: counted, and refused as its other functions are
test_that_cannot_be_traced()
{
	needs DYNAMIC_FTRACE
	target_loaded
	count=$(kernel_functions t_show | wc -l)
	for n in $(seq "$count"); do
		refused "p ^t_show@$n" EINVAL 'The function is marked notrace'
	done
	refused 'p ^t_show@*' EINVAL 'The function is marked notrace'
	refused 'p ^t_show' EINVAL 'The symbol is not unique'
}

# known: names-in-modules
test_in_modules()
{
	n=0
	both_targets
	functions kpe_target_dup >/tmp/case/all
	eq "$(wc -l </tmp/case/all)" 4
	while read -r addr; do
		n=$((n + 1))
		define "p:x kpe_target_dup@$n"
		eq "$(probed)" "$addr"
		on x
		call_all
		off x
		eq "$(hits x)" 1 "kpe_target_dup@$n"
		like "$(points x)" "disabled ftrace kpe_target_dup+0x0 kpe_target*"
		define -:x
	done </tmp/case/all
	define 'p:x kpe_target_dup@* n=$arg1:s64' 'r20:y kpe_target_dup@* got=$retval:s64 n=$arg1:s64'
	listed 'p:kprobes/x kpe_target_dup@* n=$arg1:s64' \
		'r20:kprobes/y kpe_target_dup@* got=$retval:s64 n=$arg1:s64'
	eq "$(probed)" "$(cat /tmp/case/all)"
	on x y
	call_all
	off x y
	eq "$(values x)" "$(lines n=1 n=1 n=1 n=1)"
	eq "$(values y)" "$(lines 'got=2 n=1' 'got=3 n=1' 'got=2 n=1' 'got=3 n=1')"
	eq "$(points y | cut -d ' ' -f 3- | sort | uniq -c | sed 's/^ *//')" \
		"$(lines '2 kpe_target_dup+0x0 kpe_target' '2 kpe_target_dup+0x0 kpe_target2')"
}

# "NAME@N is PLACE, ..." of all that kallsyms has
candidates() # NAME
{
	local addr module start n=0 all='' image

	image=$(address _text)
	{
		kernel_text
		symbols "$1" | grep -F '[' | sort
	} | awk -v name="$1" '$3 == name && $2 ~ /[tT]/ { print $1, $4 }' | uniq >/tmp/case/all
	while read -r addr module; do
		n=$((n + 1))
		if [ -z "$module" ]; then
			all="$all, $1@$n is $(printf _text+0x%x $((0x$addr - image)))"
			continue
		fi
		module=${module#[}
		module=${module%]}
		start=$(cat "/sys/module/$module/sections/.text")
		all="$all, $1@$n is $(printf '%s:.text+0x%x' "$module" $((0x$addr - start)))"
	done </tmp/case/all
	echo "${all#, }"
}

test_a_bare_name_is_refused_with_all_candidates()
{
	both_targets
	refused 'p ^type_show' EINVAL 'The symbol is not unique'
	eq "$(hint)" "$(candidates type_show)"
	refused 'p ^t_show' EINVAL 'The symbol is not unique'
	eq "$(hint)" "$(candidates t_show)"
	refused 'r:x ^type_show $retval' EINVAL 'The symbol is not unique'
	refused 'p ^kpe_target_dup' EINVAL 'The symbol is not unique'
	eq "$(hint)" "$(candidates kpe_target_dup)"
	refused 'p ^kpe_target_ret+4' EINVAL 'The symbol is not unique'
	eq "$(hint)" "$(candidates kpe_target_ret)"
	# what a candidate is called is what it can be defined by
	define "p:x $(hint | sed 's/^.* is //')"
	eq "$(probed)" "$(functions kpe_target_ret | tail -n 1)"
}

test_too_many_candidates_are_counted()
{
	# the name that most have; padding has no candidates
	name=$(kernel_text | awk '
		$3 !~ /^__pfx_/ { count[$3]++ }
		END {
			for (name in count)
				if (count[name] > most) {
					most = count[name]
					best = name
				}
			print best
		}
	')
	# some are in headers, and so in modules, too
	all=$({ kernel_functions "$name"; module_functions "$name"; } | wc -l)
	refused "p ^$name" EINVAL 'The symbol is not unique'
	shown=$(hint | grep -o ' is ' | wc -l)
	if [ "$shown" -lt "$all" ]; then
		like "$(hint)" "$name@1 is *, and $((all - shown)) more"
	else
		eq "$shown" "$all"
	fi
}

# a bare name is the kernel's, whatever modules have
# known: names-in-modules
test_one_in_the_kernel_and_others_in_modules()
{
	both_targets
	kernel=$(kernel_functions version_proc_show)
	eq "$(functions version_proc_show | wc -l)" 3
	for place in version_proc_show vmlinux:version_proc_show version_proc_show@1 \
		vmlinux:version_proc_show@1 'vmlinux:version_proc_show@*' 'vmlinux:version_proc_sho?'; do
		define "p:x $place"
		listed "p:kprobes/x $place"
		eq "$(probed)" "$kernel" "$place"
		on x
		cat /proc/version >/dev/null
		target proc 1
		off x
		eq "$(hits x)" 1 "$place"
		define "-:x $place"
	done
	define 'p:x version_proc_show@*'
	eq "$(probed)" "$(functions version_proc_show | sort)"
	eq "$(points x | cut -d ' ' -f 4 | sort)" "$(lines kpe_target kpe_target2 vmlinux)"
	on x
	cat /proc/version >/dev/null
	target proc 2
	off x
	eq "$(hits x)" 3
	define -:x 'p:x kpe_target:version_proc_show n=$arg1:s64'
	on x
	cat /proc/version >/dev/null
	target proc 2
	off x
	eq "$(values x)" "$(lines n=1 n=2)"
	refused 'p ^vmlinux:version_proc_show@2' EINVAL \
		'There are not that many functions of that name'
	refused 'p ^vmlinux:kpe_target_ret' EINVAL 'Invalid probed address or symbol'
	refused 'p ^vmlinux:t_show' EINVAL 'The symbol is not unique'
	like "$(hint)" 'vmlinux:t_show@1 is _text+0x*, vmlinux:t_show@2 is _text+0x*'
}

test_offsets()
{
	target_loaded
	refused 'p ^kpe_target_dup@2+1' EILSEQ 'Probe point is not an instruction boundary'
	like "$(hint)" 'instructions begin at kpe_target_dup+0 and +[1-9]*'
	after=$(inside kpe_target_dup@2)
	define "p:x kpe_target_dup@2+$after n=%di:s64" "p:y kpe_target_dup@*+$after n=%di:s64"
	listed "p:kprobes/x kpe_target_dup@2+$after n=%di:s64" \
		"p:kprobes/y kpe_target_dup@*+$after n=%di:s64"
	while_on 'x y' target dup 2
	eq "$(values x)" "$(lines n=1 n=2)"
	eq "$(values y)" "$(lines n=1 n=1 n=2 n=2)"
	like "$(records y | sort -u | head -n 1)" "(kpe_target_dup+$(printf 0x%x "$after")/0x*) n=1"
	refused "r ^kpe_target_dup@2+$after" EINVAL 'Retprobe address must be an function entry'
	define "-:x kpe_target_dup@2+$after"
	listed "p:kprobes/y kpe_target_dup@*+$after n=%di:s64"
}

# each is another definition, even where it means the same
test_one_event_of_several_choices()
{
	target_loaded
	define 'p:x kpe_target_dup@1' 'p:x kpe_target_dup@2'
	on x
	target dup 3
	eq "$(hits x)" "$(lines 3 3)"
	refused '^p:x kpe_target_dup@2' EEXIST 'There is already the exact same probe event'
	define 'p:x kpe_target_dup@*'
	target dup 1
	eq "$(hits x)" "$(lines 4 4 2)"
	off x
	define '-:x kpe_target_dup@1'
	listed 'p:kprobes/x kpe_target_dup@2' 'p:kprobes/x kpe_target_dup@*'
	refused '-:x ^kpe_target_dup' ENOENT \
		'The event has no probe with this place and these arguments'
	define '-:x kpe_target_dup@*' '-:x kpe_target_dup@2'
	listed
}

test_the_module_leaves_and_comes_back()
{
	target_loaded
	# which of them is first is the linker's choice
	define 'r:one kpe_target_dup@1 got=$retval:s64' 'r:two kpe_target:kpe_target_dup@2 got=$retval:s64' \
		'r:all kpe_target_dup@* got=$retval:s64' 'p:named kpe_target:kpe_target_dup@*'
	on one two all named
	target dup 1
	values one >/tmp/case/one
	values two >/tmp/case/two
	eq "$(cat /tmp/case/one /tmp/case/two | sort)" "$(lines got=2 got=3)"
	for n in 2 3; do
		target_unloaded
		eq "$(points all)" "$(lines 'gone - kpe_target_dup+0x0 kpe_target' \
			'gone - kpe_target_dup+0x0 kpe_target')"
		eq "$(points named)" "$(points all)"
		insmod /kpe/kpe_target2.ko
		true >"$T/trace"
		target dup 1
		echo dup 5 >"$RUN2"
		eq "$(values one)" "$(cat /tmp/case/one)"
		eq "$(values two)" "$(cat /tmp/case/two)"
		eq "$(values all)" "$(lines got=2 got=3)"
		eq "$(hits one) $(hits two) $(hits all) $(hits named)" \
			"$n $n $((2 * n)) $((2 * n))"
		rmmod kpe_target2
	done
	eq "$(points named | wc -l)" 2
}

test_pending()
{
	needs MODULE_UNLOAD
	define 'p:x kpe_target:kpe_target_dup@2' 'p:y kpe_target:kpe_target_dup@*' \
		'p:z kpe_target:kpe_target_dup@3' 'p:w kpe_target:kpe_target_dup'
	listed 'p:kprobes/x kpe_target:kpe_target_dup@2' 'p:kprobes/y kpe_target:kpe_target_dup@*' \
		'p:kprobes/z kpe_target:kpe_target_dup@3' 'p:kprobes/w kpe_target:kpe_target_dup'
	eq "$(points x)" 'pending - kpe_target:kpe_target_dup@2 kpe_target'
	eq "$(points y)" 'pending - kpe_target:kpe_target_dup@* kpe_target'
	on x y z w
	target dup 2
	eq "$(hits x) $(hits y) $(hits z) $(hits w)" '2 4 0 0'
	eq "$(points y | wc -l)" 2
	eq "$(points z)" 'pending - kpe_target:kpe_target_dup@3 kpe_target'
	eq "$(points w)" 'pending - kpe_target:kpe_target_dup kpe_target'
}

# ------------------------------------------------- what the compiler made

test_clone()
{
	target_loaded
	refused 'p ^kpe_target_clone' EINVAL 'Invalid probed address or symbol'
	like "$(hint)," 'did you mean *kpe_target_clone.isra.0,*'
	define 'r20:x kpe_target_clone.* got=$retval:s64' 'p:y kpe_target:kpe_target_clone.* n=$arg1:s64' \
		'p kpe_target_clone.*'
	listed 'r20:kprobes/x kpe_target_clone.isra.0 got=$retval:s64' \
		'p:kprobes/y kpe_target:kpe_target_clone.isra.0 n=$arg1:s64' \
		'p:kprobes/p_kpe_target_clone_isra_0_0 kpe_target_clone.isra.0'
	on x y
	target clones 2
	eq "$(values x) $(values y)" "$(lines got=5 got=6) $(lines n=1 n=2)"
	like "$(points y)" "armed [a-z0-9]* kpe_target_clone.isra.0+0x0 kpe_target"
	target_unloaded
	target clones 1
	eq "$(hits x) $(hits y)" '3 3'
	off x y
	define '-:x kpe_target_clone.*' '-:y kpe_target:kpe_target_clone.isra.0' \
		'-:p_kpe_target_clone_isra_0_0 kpe_target_clone.isra.0'
	listed
}

test_pending_clone()
{
	needs MODULE_UNLOAD
	define 'p:x kpe_target:kpe_target_clone.*'
	listed 'p:kprobes/x kpe_target:kpe_target_clone.*'
	on x
	target clones 2
	eq "$(hits x)" 2
	listed 'p:kprobes/x kpe_target:kpe_target_clone.isra.0'
	off x
}

test_ambiguous_clones()
{
	target_loaded
	refused 'p ^kpe_target_part.*' EINVAL 'The symbol is not unique'
	hint=$(hint)
	like "$hint" '*kpe_target_part.part.0 is kpe_target:.text+0x*'
	like "$hint" '*kpe_target_part.constprop.0 is kpe_target:.text+0x*'
	define 'p:x kpe_target_part.part.0' 'p:x kpe_target_part.constprop.0'
	define -:x
	insmod /kpe/kpe_target2.ko
	refused 'p ^kpe_target_clone.*' EINVAL 'The symbol is not unique'
	like "$(hint)" 'kpe_target_clone.isra.0@1 is kpe_target*, kpe_target_clone.isra.0@2 is kpe_target*'
	define 'p:x kpe_target_clone.isra.0@2'
	eq "$(probed)" "$(functions kpe_target_clone.isra.0 | tail -n 1)"
}

# the function itself is preferred to what was made of it
test_function_beside_its_clone()
{
	target_loaded
	define 'r20:x kpe_target_whole.* got=$retval:s64'
	listed 'r20:kprobes/x kpe_target_whole got=$retval:s64'
	while_on x target clones 1
	eq "$(values x)" got=8
	define 'p:y kpe_target_ret.*' 'p:z vfs_read.*'
	has "$KPE/kprobe_events" 'p:kprobes/y kpe_target_ret'
	has "$KPE/kprobe_events" 'p:kprobes/z vfs_read'
	refused 'p ^no_such_function.*' EINVAL 'Invalid probed address or symbol'
	refused 'p ^kpe_target_dup.*' EINVAL 'The symbol is not unique'
}

# what is seldom needed of a function is no function
test_cold_parts_are_no_clones()
{
	kernel_text | awk '$3 ~ /[.]cold$/ { print $3 }' | sed -n 's/[.].*//p' |
		sort -u | sed -n 1,4p >/tmp/case/cold
	# not every kernel has some
	[ -s /tmp/case/cold ] || not grep -q '[.]cold$' /tmp/kernel_text
	while read -r name; do
		case $(write_errno "$KPE/kprobe_events" "p:x $name.*") in
		'')	not grep -q cold "$KPE/kprobe_events"
			define -:x ;;
		EINVAL)	ok ;;
		*)	fail "$name.*" ;;
		esac
	done </tmp/case/cold
}
