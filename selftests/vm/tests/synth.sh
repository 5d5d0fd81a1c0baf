# description: synthetic events made of ours by hist triggers

needs SYNTH_EVENTS

synthetic() # DEFINITION
{
	eq "$(write_errno "$T"/synthetic_events "$1")" '' "synthetic event '$1'"
}

# entry hands x to the return through a variable; only the two together make one
pair()
{
	target_loaded
	define 'p:enter kpe_target_ret x=%di:u64' 'r:leave kpe_target_ret got=$retval:u64'
	synthetic 'kpe_pair u64 x; u64 got'
	trigger enter 'hist:keys=common_pid:v=x'
	trigger leave 'hist:keys=common_pid:w=$v:onmatch(kprobes.enter).kpe_pair($w,got)'
}

unpair()
{
	trigger leave '!hist:keys=common_pid:w=$v:onmatch(kprobes.enter).kpe_pair($w,got)'
	trigger enter '!hist:keys=common_pid:v=x'
	synthetic '!kpe_pair u64 x; u64 got'
}

test_busy_while_referenced()
{
	pair
	refused '-:^enter' EBUSY
	refused '-:^leave' EBUSY
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
	target ret
	unpair
	define -:enter -:leave
	listed
}

test_busy_while_only_a_variable_is_left()
{
	pair
	trigger leave '!hist:keys=common_pid:w=$v:onmatch(kprobes.enter).kpe_pair($w,got)'
	define -:leave
	refused '-:^enter' EBUSY
	trigger enter '!hist:keys=common_pid:v=x'
	define -:enter
	synthetic '!kpe_pair u64 x; u64 got'
	listed
}

# known: CVE-2022-50255
test_string_through_a_synthetic_event()
{
	match='hist:keys=common_pid:w=$v:onmatch(kprobes.s).kpe_text($w,got)'
	target_loaded
	define 'p:s kpe_target_str s=+0(%di):string' 'r:leave kpe_target_str got=$retval:u64'
	synthetic 'kpe_text char s[]; u64 got'
	trigger s 'hist:keys=common_pid:v=s'
	trigger leave "$match"
	while_on synthetic/kpe_text target str 2
	eq "$(sed -n 's/^.* kpe_text: //p' "$T"/trace)" \
		"$(lines 's=kernel text got=11' 's=kernel text got=11')"
	trigger leave "!$match"
	trigger s '!hist:keys=common_pid:v=s'
	synthetic '!kpe_text char s[]; u64 got'
}
