# description: places relative to a module and to its sections
# seconds: 240

# the address of a function of a module
address_in() # MODULE SYMBOL
{
	symbols_of "$1" | awk -v symbol="$2" '
		$3 == symbol && !found { print "0x" $1; found = 1 }
		END { exit !found }
	'
}

section() # MODULE SECTION
{
	cat "/sys/module/$1/sections/$2"
}

# where a function is in a section of its module
offset_in() # MODULE SECTION SYMBOL
{
	echo $(($(address_in "$1" "$3") - $(section "$1" "$2")))
}

# where the module's text begins
text_of() # MODULE
{
	awk -v module="$1" '$1 == module { print $6 }' /proc/modules
}

# as an offset is listed
plus() # OFFSET
{
	[ "$1" = 0 ] || echo "+$1"
}

# state and place of each point
points() { status_of "$1" 2 4 5; } # EVENT

# Where the init function is in .init.text: it tells itself. What an int3 leaves
# behind is the address of the next byte; arm64's breakpoint leaves its own.
offset_of_init()
{
	local ip behind=1

	has_stack || behind=0
	define 'p:where kpe_target:kpe_target_at_init ip=%ip:x64'
	on where
	target_loaded
	off where
	ip=$(values where)
	echo $((${ip#ip=} - behind - $(section kpe_target .init.text)))
	target_unloaded
	define -:where
}

test_offset_in_a_section()
{
	target_loaded
	offset=$(offset_in kpe_target .text kpe_target_ret)
	hex=$(printf 0x%x "$offset")
	define "p:x kpe_target:.text+$offset n=\$arg1:s64" "r20:y kpe_target:.text+$hex got=\$retval:s64"
	listed "p:kprobes/x kpe_target:.text+$offset n=\$arg1:s64" \
		"r20:kprobes/y kpe_target:.text+$offset got=\$retval:s64"
	on x y
	eq "$(points x)" 'armed kpe_target_ret+0x0 kpe_target'
	target ret 2
	off x y
	eq "$(values x) $(values y)" "$(lines n=1 n=2) $(lines got=1001 got=1002)"
	like "$(records x | head -n 1)" '(kpe_target_ret+0x0/0x* \[kpe_target\]) n=1'
	define "-:x kpe_target:.text+$hex" -:y
	listed
	read -r one two three end </sys/module/kpe_target/parameters/steps
	offset=$(offset_in kpe_target .text kpe_target_steps)
	define "p:x kpe_target:.text+$((offset + two)) ax=%ax:u64"
	while_on x target steps
	eq "$(values x)" ax=101 "$one $three $end"
	eq "$(points x)" "disabled kpe_target_steps+$(printf 0x%x "$two") kpe_target"
}

# each function of the module, by all names of its place
test_where_each_function_is()
{
	target_loaded
	text=$(text_of kpe_target)
	start=$(section kpe_target .text)
	for name in args8 narrow str object ret recurse irq steps; do
		addr=$(address_in kpe_target "kpe_target_$name")
		define "p:x kpe_target:.text+$((addr - start))" \
			"p:x $(printf kpe_target:0x%x $((addr - text)))" \
			"p:x kpe_target:kpe_target_$name"
		eq "$(points x | uniq -c | sed 's/^ *//')" \
			"3 disabled kpe_target_$name+0x0 kpe_target"
		define -:x
	done
}

test_other_sections()
{
	place=kpe_target:.kpe_text
	# some kernels have padding before each function
	target_loaded
	at=$(offset_in kpe_target .kpe_text kpe_target_other)
	target_unloaded
	[ "$at" = 0 ] || place=$place+$at
	# armed when the module is live: its other sections are not known before
	define "p:x kpe_target:.kpe_text+$at n=%di:s64" "r:y $place got=\$retval:s64"
	like "$(cat "$KPE/kprobe_events")" "$(lines \
		"p:kprobes/x $place n=%di:s64" "r*:kprobes/y $place got=\$retval:s64")"
	eq "$(points x)" "pending $place kpe_target"
	on x y
	for round in 1 2; do
		target other 2
		eq "$(hits x) $(hits y)" "$((2 * round)) $((2 * round))"
		eq "$(points x)" 'armed kpe_target_other+0x0 kpe_target'
		eq "$(($(section kpe_target .kpe_text) + at))" \
			"$(($(address_in kpe_target kpe_target_other)))"
		target_unloaded
		insmod /kpe/kpe_target2.ko
		eq "$(points x)" 'gone kpe_target_other+0x0 kpe_target'
		target_loaded
		rmmod kpe_target2
	done
	off x y
	eq "$(values x | sort -u)" "$(lines n=1 n=2)"
	eq "$(values y | sort -u)" "$(lines got=4 got=5)"
}

# the exit function is one that cannot be traced
test_exit_text()
{
	padding=
	target_loaded
	# the section may begin with what a kernel keeps before each function
	[ "$(symbols_of kpe_target | grep -c -w __pfx_cleanup_module)" = 0 ] || padding=+16
	[ -f /sys/module/kpe_target/sections/.exit.text ] || fail "no .exit.text"
	refused "p ^kpe_target:.exit.text$padding" EINVAL 'The function is marked notrace'
}

test_init_text()
{
	offset=$(offset_of_init)
	define "p:i kpe_target:.init.text+$offset n=%di:s64" "r20:r kpe_target:.init.text+$offset got=\$retval:s64" \
		'p:other kpe_target:kpe_target_at_init n=$arg1:s64'
	listed "p:kprobes/i kpe_target:.init.text$(plus "$offset") n=%di:s64" \
		"r20:kprobes/r kpe_target:.init.text$(plus "$offset") got=\$retval:s64" \
		'p:kprobes/other kpe_target:kpe_target_at_init n=$arg1:s64'
	like "$(points i)" 'pending kpe_target:.init.text* kpe_target'
	on i r other
	target_loaded
	eq "$(values i) $(values r) $(values other)" 'n=7 got=14 n=7'
	eq "$(points i)" 'gone kpe_target_at_init+0x0 kpe_target'
	eq "$(points other)" "$(points i)"
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	target_unloaded
	eq "$(points i)" 'gone kpe_target_at_init+0x0 kpe_target'
	# others may have its memory by now
	insmod /kpe/kpe_target2.ko
	insmod /kpe/kpe_typed.ko
	off i
	on i
	target_loaded
	rmmod kpe_typed
	target_unloaded
	target_loaded
	eq "$(hits i) $(hits r) $(hits other)" '3 3 3'
	eq "$(values i | sort -u) $(values r | sort -u)" 'n=7 got=14'
	eq "$(points r)" 'gone kpe_target_at_init+0x0 kpe_target'
	off i r other
}

test_pending()
{
	target_loaded
	start=$(offset_in kpe_target .text kpe_target_ret)
	text=$(($(address_in kpe_target kpe_target_ret) - $(text_of kpe_target)))
	hex=$(printf 0x%x "$text")
	target_unloaded
	define "p:s kpe_target:.text+$start n=%di:s64" "p:m kpe_target:$hex n=%di:s64" \
		"r20:r kpe_target:.text+$start got=\$retval:s64" 'p:f kpe_target:kpe_target_ret n=$arg1:s64'
	listed "p:kprobes/s kpe_target:.text+$start n=%di:s64" "p:kprobes/m kpe_target:$hex n=%di:s64" \
		"r20:kprobes/r kpe_target:.text+$start got=\$retval:s64" \
		'p:kprobes/f kpe_target:kpe_target_ret n=$arg1:s64'
	eq "$(points s)" "pending kpe_target:.text+$start kpe_target"
	eq "$(points m)" "pending kpe_target:$hex kpe_target"
	on s m r f
	# they are armed before anything of the module runs
	insmod /kpe/kpe_target.ko 'run="ret 3"'
	eq "$(hits s) $(hits m) $(hits r) $(hits f)" '3 3 3 3'
	eq "$(points m)" 'armed kpe_target_ret+0x0 kpe_target'
	target_unloaded
	insmod /kpe/kpe_target2.ko
	target ret 2
	eq "$(hits s) $(hits m) $(hits r) $(hits f)" '5 5 5 5'
	eq "$(values s | tail -n 2)" "$(lines n=1 n=2)"
	off s m r f
	# whether parameters are there to be had is not known before the module is
	refused "p kpe_target3:.text+$start ^\$arg1" EINVAL \
		'$arg* can be used only on function entry or exit'
	define "p:later kpe_target3:.text+$start a0"
}

# what turns out wrong when the module comes is said in the kernel's log
test_pending_in_vain()
{
	target_loaded
	read -r one two last </sys/module/kpe_target/parameters/steps
	last=$(offset_in kpe_target .text kpe_target_steps)
	target_unloaded
	define "p:none kpe_target:.no_such_section+4" "p:inside kpe_target:.text+$((last + one + 1))" \
		"r20:middle kpe_target:.text+$((last + two))" 'p:beyond kpe_target:0x7fffffff'
	on none inside middle beyond
	target_loaded
	dmesg | sed -n 's/.*kprobe_events: \(kprobes.*\)/\1/p' | sort >/tmp/case/said
	eq "$(cat /tmp/case/said)" "$(lines \
		'kprobes/beyond cannot be armed in module kpe_target: The address is not in kernel text' \
		"kprobes/inside cannot be armed in module kpe_target: Probe point is not an instruction boundary (instructions begin at kpe_target_steps+$one and +$((one + 4)))" \
		'kprobes/middle cannot be armed in module kpe_target: Retprobe address must be an function entry' \
		'kprobes/none cannot be armed in module kpe_target: The module has no such section')"
	eq "$(points none)" 'pending kpe_target:.no_such_section+4 kpe_target'
	target steps
	eq "$(hits none) $(hits inside) $(hits middle) $(hits beyond)" '0 0 0 0'
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	off none inside middle beyond
}

test_wrong_places()
{
	target_loaded
	insmod /kpe/kpe_target2.ko
	refused 'p ^kpe_target:.no_such_section' EINVAL 'The module has no such section'
	refused 'p ^kpe_target:.no_such_section+4 n=%di' EINVAL 'The module has no such section'
	refused 'p ^kpe_target:.tex+4' EINVAL 'The module has no such section'
	refused 'p ^kpe_target:.text+0x7fffffff' EINVAL 'The address is not in kernel text'
	refused 'p ^kpe_target:.text+0xffffffff' EINVAL 'The address is not in kernel text'
	refused 'p ^kpe_target:0x7fffffff' EINVAL 'The address is not in kernel text'
	refused 'p ^kpe_target:.data' EINVAL 'The address is not in kernel text'
	refused 'p ^kpe_target:.rodata+8' EINVAL 'The address is not in kernel text'
	read -r one rest </sys/module/kpe_target/parameters/steps
	steps=$(offset_in kpe_target .text kpe_target_steps)
	refused "p ^kpe_target:.text+$((steps + one + 1))" EILSEQ \
		'Probe point is not an instruction boundary'
	eq "$(hint)" "instructions begin at kpe_target_steps+$one and +$((one + 4))" "$rest"
	refused "r ^kpe_target:.text+$((steps + one))" EINVAL 'Retprobe address must be an function entry'
	# another module is another module, however one gets there
	end=$(offset_in kpe_target .text kpe_target_ret)
	last=$(($(address_in kpe_target2 kpe_target_ret) - $(address_in kpe_target kpe_target_ret)))
	if [ $last -gt 0 ]; then
		refused "p ^kpe_target:.text+$((end + last))" EINVAL 'The address is not in kernel text'
		refused "p ^$(printf kpe_target:0x%x $((end + last)))" EINVAL \
			'The address is not in kernel text'
		refused "p ^kpe_target:kpe_target_ret+$last" EINVAL 'The address is not in kernel text'
	else
		refused "p ^kpe_target:kpe_target_ret$last" EINVAL 'The address is not in kernel text'
	fi
}

# behind the last function there is room to the end of the page
test_behind_the_last_function()
{
	target_loaded
	last=$(symbols_of kpe_target | awk '$2 ~ /[tT]/ { print $1 }' | sort | tail -n 1)
	for offset in 0xf0 0x100 0x200; do
		refused "p ^$(printf 0x%x $((0x$last + offset)))" EINVAL \
			'The address is not in kernel text'
	done
}
