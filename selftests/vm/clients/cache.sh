# description: definitions by build-id: kprobe-events-cache and perf, each with what the other made
# seconds: 360
# shellcheck source=common
. /kpe/tests/common

cache() { sh /kpe/tools/kprobe-events-cache "$@"; }

# an id as it is, but for its first digit
other_id() # ID
{
	case $1 in
	0*) printf '1%s\n' "${1#?}" ;;
	*) printf '0%s\n' "${1#?}" ;;
	esac
}

test_what_perf_found_is_applied()
{
	export HOME=/tmp/case
	target_loaded
	front_on
	does perf probe --cache -a vfs_read
	does perf probe --cache -a 'my:back=vfs_write%return ret=$retval'
	does perf probe --cache -m /kpe/debug/kpe_target.ko -a 'kpe_target_ret x'
	does perf probe -q -d '*'
	front_off
	listed
	does cache list
	eq "$(said '^[0-9a-f]{40} here      2 \[kernel.kallsyms\]$')" 1
	eq "$(said '^[0-9a-f]{40} here      1 /kpe/debug/kpe_target.ko$')" 1
	does cache apply
	eq "$(said '^3 definitions for build [0-9a-f]{40}$')" 1
	probes 'p:probe/vfs_read _text+*'
	probes 'r*:my/back__return _text+* ret=$retval'
	probes 'p:probe/kpe_target_ret kpe_target:kpe_target_ret* x=%di:s64'
	on probe/kpe_target_ret
	target ret 2
	eq "$(values probe/kpe_target_ret)" "x=1
x=2"
}

test_perf_applies_what_the_module_exports()
{
	export HOME=/tmp/case
	define 'p:read vfs_read n=%dx:u64 b=+0(%si):x8[2]' 'r:done vfs_write got=$retval:s64'
	want=$(sed -n 's/^p:.* _text+0x\([0-9a-f]*\) .*/\1/p' "$KPE/kprobe_export")
	does cache add
	define -:read -:done
	front_on
	does perf probe --cache -l
	eq "$(said '^kprobes:read=vfs_read$')" 1
	eq "$(said '^kprobes:done=vfs_write%return$')" 1
	does perf probe -a '%kprobes:read'
	does perf probe -a '%kprobes:done'
	probes "p:kprobes/read _text+$((0x$want)) n=%dx:u64 b=+0(%si):x8[[]2]"
	probes 'r*:kprobes/done* got=%ax:s64'
	front_off
}

# nothing is installed there: neither a tool nor this module
test_the_kernels_own_tracer()
{
	needs KPROBE_EVENTS
	export HOME=/tmp/case
	define 'p:read vfs_read n=%dx:u64' 'r:done vfs_write got=$retval:s64'
	does cache add
	does cache pack --output /tmp/case/packed
	define -:read -:done
	unload
	does env -i PATH="$PATH" sh /tmp/case/packed
	eq "$(said "^2 definitions for build [0-9a-f]{40} by the kernel's own tracer$")" 1
	eq "$(grep -c '^p:kprobes/read _text+[0-9]* n=%dx:u64$' "$T/kprobe_events")" 1
	sed "s/$(sed -n "s/^kernels='\(.*\)'/\1/p" /tmp/case/packed)/$(other_id abcd)/" /tmp/case/packed >/tmp/case/other
	not sh /tmp/case/other
	: >"$T/kprobe_events"
	load
}
