# description: one event for every function that matches
# seconds: 600

# the names that match
matching() # EXTENDED-REGEX
{
	kernel_text | awk -v regex="^($1)$" '$3 !~ /^__pfx_/ && $3 ~ regex { print $3 }'
}

# How many functions that is: at least, at most. Of several names at one address a
# glob sees the one that the kernel shows.
matching_places() # EXTENDED-REGEX
{
	kernel_text | awk -v regex="^($1)$" '
		$3 !~ /^__pfx_/ { names[$1]++ }
		$3 !~ /^__pfx_/ && $3 ~ regex { matching[$1]++ }
		END {
			for (place in matching) {
				most++
				least += matching[place] == names[place]
			}
			print least + 0, most + 0
		}'
}

places() # EVENT
{
	status_of "$1" 4 | sed 's/[+].*//'
}

# every function that matches has a probe or was left out
accounted() # EVENT EXTENDED-REGEX
{
	local least most all

	matching "$2" | sort >/tmp/case/matching
	places "$1" | sort >/tmp/case/places
	eq "$(grep -vxFf /tmp/case/matching /tmp/case/places || :)" '' "probes that do not match"
	matching_places "$2" >/tmp/case/range
	read -r least most </tmp/case/range
	all=$(($(wc -l </tmp/case/places) + $(skipped "$1")))
	if [ "$all" -lt "$least" ] || [ "$all" -gt "$most" ]; then
		fail "$all, not $least to $most:
$(grep "^# kprobes/$1:" "$KPE/kprobe_status"; grep -vxFf /tmp/case/places /tmp/case/matching)"
	fi
	eq "$(probed | wc -l)" "$(wc -l </tmp/case/places)"
}

read_write() { dd if=/dev/zero of=/dev/null bs=1234 count=2 2>/dev/null; }

test_every_match()
{
	define 'p:io vfs_*'
	listed 'p:kprobes/io vfs_*'
	accounted io 'vfs_.*'
	not test "$(places io | wc -l)" -lt 50
	on io
	eq "$(status_of io 2 | sort -u)" armed
	read_write
	off io
	records io >/tmp/case/records
	grep -q '^(vfs_read+0x[04]/0x' /tmp/case/records
	grep -q '^(vfs_write+0x[04]/0x' /tmp/case/records
	eq "$(sed 's/^(\(.*\)+0x.*/\1/' /tmp/case/records | grep -vc '^vfs_' || :)" 0
	eq "$(hits io)" "$(wc -l </tmp/case/records)"
	# the sum of the points is what the event has
	eq "$(status_of io 7 | awk '{ sum += $1 } END { print sum }')" \
		"$(hits io)"
	define '-:io vfs_*'
	listed
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
}

# which glob has so many matches depends on the kernel
test_a_thousand()
{
	needs DYNAMIC_FTRACE
	# of what ftrace can trace, a glob that is not much longer than it must be
	awk '
		NF == 1 && /^[a-z]/ { count[substr($1, 1, 1)]++ }
		END {
			for (letter in count)
				if (count[letter] >= 1050)
					print count[letter], letter
		}
	' "$T/available_filter_functions" | sort -n | sed -n 1p >/tmp/case/glob
	read -r count letters </tmp/case/glob
	# modules have such functions, too
	glob="vmlinux:$letters*"
	date +%s >>/tmp/case/times
	define "p:many $glob"
	date +%s >>/tmp/case/times
	accounted many "$letters.*"
	not test "$(places many | wc -l)" -lt 1000
	on many
	date +%s >>/tmp/case/times
	eq "$(status_of many 2 | sort -u)" armed
	eq "$(cut -d ' ' -f 1 "$KPE/kprobe_profile" | wc -l)" 1
	off many
	date +%s >>/tmp/case/times
	eq "$(status_of many 2 | sort -u)" disabled
	define -:many
	date +%s >>/tmp/case/times
	echo "$glob, $count: $(tr '\n' ' ' </tmp/case/times)"
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
}

# the kernel does not let them be probed, and says so function by function
test_what_cannot_be_probed_is_counted()
{
	needs DYNAMIC_FTRACE
	target_loaded
	define 'p:x kpe_target:kpe_target_n[ao]*'
	eq "$(places x)" kpe_target_narrow
	eq "$(skipped x 'The function is marked notrace')" 1
	eq "$(skipped x 'The kernel does not allow a probe at this place')" 1
	eq "$(skipped x)" 2
	define -:x
	refused 'p ^kpe_target:kpe_*_nokprobe' EINVAL 'The kernel does not allow a probe at this place'
	refused 'p ^kpe_target:kpe_*_notrace' EINVAL 'The function is marked notrace'
	refused 'p ^kpe_*_notrac?' EINVAL 'The function is marked notrace'
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
}

# the tracer's own functions only where it is named
test_functions_of_the_tracer()
{
	refused 'p ^kpe_defin*' EINVAL 'No function matches'
	define 'p:x kprobe_events:kpe_defin*'
	eq "$(status_of x 5 | sort -u)" kprobe_events
}

test_nothing_matches()
{
	target_loaded
	refused 'p ^no_such_function_*' EINVAL 'No function matches'
	refused 'p ^kpe_target:vfs_*' EINVAL 'No function matches'
	refused 'p ^vmlinux:kpe_target_*' EINVAL 'No function matches'
	refused 'r:x ^kpe_target:?' EINVAL 'No function matches'
	# variables are no functions
	refused 'p ^kpe_target:kpe_target_counte[r]' EINVAL 'No function matches'
}

test_arguments()
{
	target_loaded
	define 'p:x kpe_target:kpe_target_[rn][ea]* n=$arg1:s64 a1:x8' \
		'r:y kpe_target:kpe_target_re* got=$retval:s64 n=$arg1:s64'
	on x y
	target ret 1
	target narrow 1
	off x y
	eq "$(records x | sed 's,/0x[0-9a-f]* , ,')" "$(lines \
		"(kpe_target_ret+0x0 [kpe_target]) $(values x | head -n 1)" \
		"(kpe_target_narrow+0x0 [kpe_target]) $(values x | tail -n 1)")"
	like "$(values x | head -n 1)" 'n=1 a1=0x*'
	like "$(values x | tail -n 1)" 'n=* a1=0xc8'
	eq "$(values y)" 'got=1001 n=1'
}

# modules that are there count as well
test_of_all_modules()
{
	target_loaded
	insmod /kpe/kpe_target2.ko
	define 'p:x kpe_target_re[tc]*' 'p:y version_proc_sho?'
	eq "$(places x | sort)" "$(lines kpe_target_recurse kpe_target_recurse kpe_target_ret kpe_target_ret)"
	eq "$(places y | sort -u)" version_proc_show
	eq "$(places y | wc -l)" 3
	on x
	target ret 2
	echo ret 3 >/sys/module/kpe_target2/parameters/run
	eq "$(hits x)" 5
	target_unloaded
	target ret 1
	echo ret 1 >/sys/module/kpe_target2/parameters/run
	eq "$(hits x)" 7
	rmmod kpe_target2
	eq "$(status_of x 2 5 | sort)" "$(lines \
		'armed kpe_target' 'armed kpe_target' 'gone kpe_target2' 'gone kpe_target2')"
}

test_pending()
{
	needs MODULE_UNLOAD
	define 'p:x kpe_target:kpe_target_[ab][art]* n=%di:s64' 'p:never kpe_target:no_such_*'
	listed 'p:kprobes/x kpe_target:kpe_target_[ab][art]* n=%di:s64' \
		'p:kprobes/never kpe_target:no_such_*'
	eq "$(places x)" 'kpe_target:kpe_target_[ab][art]*'
	on x never
	for round in 1 2 3; do
		true >"$T/trace"
		target_loaded
		# what runs once, when the module comes, is among them
		like "$(records x)" '(kpe_target_at_init+0x0/0x* \[kpe_target\]) n=7'
		eq "$(status_of x 2 4 | sort)" "$(lines \
			'armed kpe_target_args8+0x0' 'armed kpe_target_array+0x0' \
			'armed kpe_target_bad+0x0' 'gone kpe_target_at_init+0x0')"
		target args8 1
		target bad 1
		target ret 1
		eq "$(hits x)" $((3 * round))
		target_unloaded
		eq "$(status_of x 2 | sort -u)" gone
	done
	eq "$(hits never)" 0
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	off x
	define '-:x kpe_target:kpe_target_[ab][art]*'
	has_no "$KPE/kprobe_events" 'p:kprobes/x kpe_target:kpe_target_[ab][art]* n=%di:s64'
}

test_two_globs_in_one_event()
{
	target_loaded
	define 'p:x kpe_target:kpe_target_re*' 'p:x kpe_target:kpe_target_re[t]' 'p:x vmlinux:version_proc_sho?'
	on x
	target ret 2
	cat /proc/version >/dev/null
	off x
	eq "$(hits x)" "$(lines 2 2 1)"
	refused '^p:x kpe_target:kpe_target_re*' EEXIST 'There is already the exact same probe event'
	define '-:x kpe_target:kpe_target_re*'
	listed 'p:kprobes/x kpe_target:kpe_target_re[t]' 'p:kprobes/x vmlinux:version_proc_sho?'
	eq "$(places x)" "$(lines kpe_target_ret version_proc_show)"
}

# The table of sites is replaced as they come and go. A point that stays loses no hit.
test_hits_while_many_come_and_go()
{
	rounds=0
	target_loaded
	define 'p:x kpe_target_ret'
	on x
	: >"$CASE/busy"
	(for _ in $(seq 100); do target ret 100; done; rm "$CASE/busy") &
	hitter=$!
	while [ -f "$CASE/busy" ] || [ $rounds -lt 2 ]; do
		define 'p:some tcp_*' 'p:others inet_*' 'p:more skb_*'
		not test "$(wc -l <"$KPE/kprobe_status")" -lt 200
		define '-:some' '-:others' '-:more'
		listed 'p:kprobes/x kpe_target_ret'
		rounds=$((rounds + 1))
	done
	ended $hitter
	off x
	eq "$(hits x) $(missed x)" '10000 0'
	figure "$rounds times"
}

# A tracer of the function that copies the kernel's memory must not make the walk slow: it is
# under kpe_mutex.
test_text_is_read_without_calls()
{
	needs KPROBE_EVENTS
	echo p:copy copy_from_kernel_nofault >>"$TOP/kprobe_events"
	echo 1 >"$TOP/events/kprobes/copy/enable"
	define 'p:io vfs_rea?'
	echo 0 >"$TOP/events/kprobes/copy/enable"
	not test "$(awk '$1 == "copy" { print $2 }' "$TOP/kprobe_profile")" -gt 5000
	echo -:copy >>"$TOP/kprobe_events"
}
