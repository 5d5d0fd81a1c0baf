# description: perf and trace-cmd show formats as the trace does
# kernels: 6.1-cloud 7.3-cloud
# seconds: 480
# shellcheck source=common
. /kpe/tests/common

# the arguments of event x in what a tool said
shown_by() { sed -n 's/.*[ :]x: *([^)]*) *//p' /tmp/case/out; }

# all tools show the arguments so, for one call of kpe_target_NAME()
all_show() # NAME ARGUMENTS WANTED [ARG]
{
	true >"$T/trace"
	define "p:x kpe_target_$1 $2"
	on x
	target "$1" 1 "${4:-}"
	off x
	eq "$(values x)" "$3" 'the trace'
	# trace-cmd records nothing if the command ends before it has made its files
	does trace-cmd record -o /tmp/case/dat -e kprobes:x sh -c "sleep 1; echo $1 1 ${4:-} >$RUN"
	does trace-cmd report -i /tmp/case/dat
	eq "$(shown_by)" "$3" trace-cmd
	does perf record -o /tmp/case/data -e kprobes:x -a sh -c "echo $1 1 ${4:-} >$RUN"
	does perf script -i /tmp/case/data
	eq "$(shown_by)" "$3" perf
	define -:x
}

# likewise, for one run of a command
all_show_of() # DEFINITION WANTED COMMAND...
{
	local wanted=$2

	true >"$T/trace"
	define "$1"
	shift 2
	on x
	"$@"
	off x
	eq "$(values x)" "$wanted" 'the trace'
	does trace-cmd record -o /tmp/case/dat -e kprobes:x sh -c 'sleep 1; "$@"' sh "$@"
	does trace-cmd report -i /tmp/case/dat
	eq "$(shown_by)" "$wanted" trace-cmd
	does perf record -o /tmp/case/data -e kprobes:x -a "$@"
	does perf script -i /tmp/case/data
	eq "$(shown_by)" "$wanted" perf
	define -:x
}

test_errno()
{
	target_loaded
	all_show ret 'a=\-2:errno b=\0:errno c=\17:errno d=\-41:errno e=\-134:errno f=\-517:errno g=\-531:errno' \
		'a=-ENOENT b=0 c=17 d=-41 e=-134 f=-EPROBE_DEFER g=-531'
	all_show ret 'a=\-2:errno64 b=\0:errno64 c=\17:errno64 d=\-134:errno64 e=\-517:errno64 f=\4294967294:errno64' \
		'a=-ENOENT b=0 c=17 d=-134 e=-EPROBE_DEFER f=4294967294'
}

test_addresses_and_bytes()
{
	target_loaded
	all_show longstr 'a=+0(%di):ip4 b=+0(%di):ip6 c=+1(%di):mac d=+0(%di):hex[20]' \
		'a=97.98.99.100 b=6162:6364:6566:6768:696a:6b6c:6d6e:6f70 c=62:63:64:65:66:67 d=6162636465666768696a6b6c6d6e6f7071727374' 100
}

test_counted_bytes()
{
	target_loaded
	all_show longstr 'n=\5:u16 x=+0(%di):hex[n] y=\7' 'n=5 x=6162636465 y=0x7' 100
	all_show longstr 'n=\0:u16 x=+0(%di):hex[n] y=\7' 'n=0 x= y=0x7' 100
}

test_numbers_and_texts()
{
	target_loaded
	all_show longstr 'a=+0(%di):be16 b=+0(%di):be32[2] c=+0(%di):be64 d=+0(%di):string(\4) e=+0(%di):hex[\3] g=\-3:s64 h=\5' \
		'a=24930 b={1633837924,1701209960} c=7017280452245743464 d="abcd" e=616263 g=-3 h=0x5' 100
}

# the client is always at the same addresses
test_user_stack()
{
	local shown definition

	definition="p:x ksys_write \$ustack[3] n=\$arg3:u8 if \$comm == \"$(basename "$CLIENT")\" && \$arg3 == 1"
	define "$definition"
	on x
	client frames /dev/null >/tmp/case/returns
	off x
	shown=$(values x)
	define -:x
	like "$shown" "ustack={0x*,$(cut -d , -f 1,2 /tmp/case/returns)} n=1"
	all_show_of "$definition" "$shown" "$CLIENT" frames /dev/null
}

test_made_texts()
{
	target_loaded
	all_show longstr 'a=+0(%di):sockaddr d=\7' 'a=family 25185 d=0x7' 100
	all_show_of 'p:x vfs_getattr_nosec x=(struct path *)$arg1:path if x == "/proc/version"' \
		'x="/proc/version"' test -e /proc/version
	all_show_of 'p:x __sys_connect_file x=+0($arg2):sockaddr' 'x=127.0.0.1:80' \
		"$CLIENT" connect 020000507f000001
}

test_enum()
{
	typed_loaded
	RUN=/sys/module/kpe_typed/parameters/run
	define 'p:x kpe_typed_scalars colour:enum s=size:enum'
	does trace-cmd record -o /tmp/case/dat -e kprobes:x sh -c "sleep 1; echo scalars >$RUN"
	does trace-cmd report -i /tmp/case/dat
	eq "$(shown_by)" 'colour=KPE_GREEN s=KPE_HUGE'
	define -:x
	define 'p:x kpe_typed_colour colour:enum'
	does perf record -o /tmp/case/data -e kprobes:x -a sh -c "echo colour >$RUN"
	does perf script -i /tmp/case/data
	eq "$(shown_by)" 'colour=KPE_RED'
}
