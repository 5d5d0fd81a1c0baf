# description: where a probe can be, and what its place looks like
# seconds: 240

# an instruction in the middle: what %ax is there says which
test_offsets_in_any_base()
{
	target_loaded
	read -r one two three end </sys/module/kpe_target/parameters/steps
	for offset in "$two" "$(printf 0x%x "$two")" "$(printf 0X%x "$two")" "$(printf 0%o "$two")"; do
		define "p:here kpe_target_steps+$offset %ax:u64"
		listed "p:kprobes/here kpe_target_steps+$two arg1=%ax:u64"
		while_on here target steps
		like "$(records here)" \
			"(kpe_target_steps+$(printf 0x%x "$two")/0x* \\[kpe_target\\]) arg1=101"
		define -:here
		true >"$T/trace"
	done
	define "p:third kpe_target_steps+$three %ax:u64" "p:after kpe_target_steps+$end %ax:u64"
	while_on 'third after' target steps
	eq "$(values third) $(values after) $one" "arg1=103 arg1=107 $one"
}

# SYMBOL+N or SYMBOL-N for where TO is
from() # SYMBOL TO
{
	local distance=$(($(address "$2") - $(address "$1")))

	[ "$distance" -lt 0 ] || distance=+$distance
	echo "$1$distance"
}

test_offset_into_another_function()
{
	target_loaded
	for symbol in kpe_target_args8 kpe_target_recurse; do
		place=$(from $symbol kpe_target_ret)
		define "p:here $place x=\$arg1:u64" "r:back $place y=\$retval:u64 x=\$arg1:u64"
		has "$KPE/kprobe_events" "p:kprobes/here $place x=\$arg1:u64"
		while_on 'here back' target ret 2
		eq "$(values here)" "$(lines x=1 x=2)"
		eq "$(values back)" "$(lines 'y=1001 x=1' 'y=1002 x=2')"
		like "$(records here | head -n 1)" '(kpe_target_ret+0x0/0x* \[kpe_target\]) x=1'
		like "$(records back | head -n 1)" '(* \[kpe_target\] <- kpe_target_ret) y=1001 x=1'
		define -:here -:back
		true >"$T/trace"
	done
}

# v11: an offset before the symbol
test_negative_offset()
{
	target_loaded
	read -r one two three end </sys/module/kpe_target/parameters/steps
	# From the last function of the module there is always a way back. While
	# ftrace is used, it keeps the names of init text that has gone.
	last=$(awk '$4 == "[kpe_target]" && $2 ~ /[tT]/ && $3 ~ /^(run|kpe_target)_/ &&
		$3 !~ /_init$/ { print $1, $3 }' /proc/kallsyms | sort | tail -n 1)
	place=$(from "${last#* }" kpe_target_steps)
	like "$place" '*-*'
	place=${place%-*}-$((${place##*-} - two))
	define "p:here $place ax=%ax:u64"
	listed "p:kprobes/here $place ax=%ax:u64"
	while_on here target steps
	like "$(records here)" "(kpe_target_steps+$(printf 0x%x "$two")/0x* \\[kpe_target\\]) ax=101"
	eq "$(hits here)" 1 "$one $three $end"
}

# how many reads of 1234 bytes EVENT saw, and where
reads_of_1234() # EVENT
{
	records "$1" | grep '=1234$' | sort | uniq -c | sed 's/^ *//'
}

test_text_offset()
{
	offset=$(($(address vfs_read) - $(address _text)))
	define "p:here _text+$offset count=\$arg3:u64" "r:back _text+$offset \$retval:s64 n=\$arg3:u64"
	has "$KPE/kprobe_events" "p:kprobes/here _text+$offset count=\$arg3:u64"
	on here back
	dd if=/dev/zero of=/dev/null bs=1234 count=2 2>/dev/null
	off here back
	like "$(reads_of_1234 here)" "2 ($(entry vfs_read)/0x*) count=1234"
	like "$(reads_of_1234 back)" '2 (ksys_read+0x*/0x* <- vfs_read) arg1=1234 n=1234'
}

test_address()
{
	target_loaded
	addr=$(address kpe_target_args8)
	define "p:here $addr a=\$arg1:u64 b=\$arg8:u64 c=a1:u64" \
		"r:back $addr \$retval:u64 \$arg7:u64 rv:u8"
	while_on 'here back' target args8 2
	eq "$(values here)" "$(lines 'a=11 b=88 c=22' 'a=11 b=88 c=22')"
	eq "$(values back)" "$(lines 'arg1=396 arg2=77 rv=140' 'arg1=396 arg2=77 rv=140')"
	like "$(records here | sort -u)" '(kpe_target_args8+0x0/0x* \[kpe_target\]) a=11*'
}

# Behind the landing pad of indirect branches a function begins as well, and that
# is where the kernel itself puts a probe of its start.
test_behind_the_landing_pad()
{
	define 'p:start vfs_read'
	if [ "$(entry vfs_read)" = vfs_read+0x0 ]; then
		if config X86_KERNEL_IBT; then
			fail "a function that is called by pointer should have a landing pad"
		fi
		refused 'p ^vfs_read+4' EILSEQ 'Probe point is not an instruction boundary'
		return
	fi
	define 'p:pad vfs_read+4 count=$arg3:u64' 'r:back vfs_read+4 $retval:s64 n=$arg3:u64'
	has "$KPE/kprobe_events" 'p:kprobes/pad vfs_read+4 count=$arg3:u64'
	like "$(tail -n 1 "$KPE/kprobe_events")" \
		'r*:kprobes/back vfs_read+4 arg1=$retval:s64 n=$arg3:u64'
	on pad back
	dd if=/dev/zero of=/dev/null bs=1234 count=2 2>/dev/null
	off pad back
	like "$(reads_of_1234 pad)" '2 (vfs_read+0x4/0x*) count=1234'
	like "$(reads_of_1234 back)" '2 (ksys_read+0x*/0x* <- vfs_read) arg1=1234 n=1234'
	refused 'p vfs_read+9 ^$arg1' EINVAL '$arg* can be used only on function entry or exit'
}

# x86-64 has none
test_an_instruction_that_cannot_be_stepped()
{
	found=
	[ "$(uname -m)" = aarch64 ] || skip "there is no such instruction"
	target_loaded
	for n in $(seq 4 4 40); do
		if [ "$(write_errno "$KPE/kprobe_events" "p:masks kpe_target_masks+$n")" = EINVAL ] &&
			last_error "$KPE/error_log" | grep -q 'This instruction cannot be stepped'; then
			found="$found $n"
		fi
		true >"$KPE/kprobe_events"
	done
	not test -z "$found"
	for n in $found; do
		refused "p ^kpe_target_masks+$n" EINVAL 'This instruction cannot be stepped'
	done
}
