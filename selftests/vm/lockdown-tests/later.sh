# description: the kernel is locked down while the module is there
# load: never

# The second test goes on where the first one ended.

OURS='kprobe_events kprobe_profile kprobe_status kprobe_owned kprobe_export error_log README'
LOCKDOWN=/sys/kernel/security/lockdown

path() # FILE
{
	case $1 in
	error_log | README) echo "$T/trace_kprobe/$1" ;;
	*) echo "$KPE/$1" ;;
	esac
}

open_errno() # FILE MODE
{
	client ops "$1" "$2" seek=0 || :
}

test_integrity_forbids_no_tracing()
{
	mount -t securityfs securityfs /sys/kernel/security
	load
	target_loaded
	define 'p:before kpe_target_ret n=%di:u64'
	on before
	echo integrity >$LOCKDOWN
	like "$(cat $LOCKDOWN)" '*\[integrity\]*'
	define 'p:x kpe_target_ret n=%di:u64 s=@kpe_target_text:string' 'r:y kpe_target_args8 $retval:u64'
	on x y
	target ret 2
	target args8
	eq "$(hits before) $(values x | tail -n 1) $(values y)" '2 n=2 s="data text" arg1=396'
	eq "$(client perf count "$(event_id x)" -- sh -c "echo ret 3 >$RUN")" 3
	for file in $OURS; do
		eq "$(open_errno "$(path "$file")" read)" '' "$file"
	done
	off x y
	define -:x -:y
	listed 'p:kprobes/before kpe_target_ret n=%di:u64'
}

no_file_can_be_opened()
{
	local file mode

	for file in $OURS; do
		for mode in read write append trunc rdwr read-trunc rdwr-trunc; do
			eq "$(open_errno "$(path "$file")" $mode)" EPERM "$mode $file"
		done
	done
	# the kernel hides what can be changed or counts, not what describes
	for file in enable filter hist trigger; do
		eq "$(open_errno "$(event_dir before)/$file" read)" EPERM "$file"
	done
}

test_confidentiality_forbids_all_that_is_new()
{
	load
	hold log "$(path error_log)"
	hold list "$KPE/kprobe_events"
	hold profile "$KPE/kprobe_profile"
	hold adds "$KPE/kprobe_events" append
	hold takes "$KPE/kprobe_events" append
	hold off "$(event_dir before)/enable" append
	hold owned "$KPE/kprobe_owned" append
	printf 'p:mine kpe_target_args8' >/tmp/case/owned.go
	wait_for 10 grep -q kprobes/mine "$KPE/kprobe_events"
	on mine
	echo confidentiality >$LOCKDOWN
	like "$(cat $LOCKDOWN)" '*\[confidentiality\]*'
	no_file_can_be_opened

	# whoever has the files open defines nothing either, and is told
	printf 'p:late kpe_target_ret' >/tmp/case/adds.go
	eq "$(release adds)" EPERM
	not test -e "$T/events/kprobes/late"
	like "$(release log)" '*trace_kprobe: error: Kernel lockdown forbids kprobes
  Command: p:late kpe_target_ret
           ^'

	# but what is there goes on, and can be looked at and taken away
	target ret 3
	eq "$(release list)" "$(lines 'p:kprobes/before kpe_target_ret n=%di:u64' \
		'p:kprobes/mine kpe_target_args8')"
	like "$(release profile)" "  before  *  8  *  0
  mine *"
	release owned
	not test -e "$T/events/kprobes/mine"
	not rmmod kprobe_events
	echo 0 >/tmp/case/off.go
	eq "$(release off)" ''
	echo -:before >/tmp/case/takes.go
	eq "$(release takes)" ''
	unload
	no_trace_of_the_module
}
