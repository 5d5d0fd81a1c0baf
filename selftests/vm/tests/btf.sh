# description: types are those of the function at the place, however it is named
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 7.3-cloud
# seconds: 240

# modules of arm64 may be before it
in_image() { echo "_text+$(($(address "$1") - $(address _text)))" | sed 's/+-/-/'; }

# a place, and what its three parameters show
all_alike() # CALL WANTED PLACE...
{
	local call=$1 wanted=$2 place

	shift 2
	for place do
		true >"$T/trace"
		define "p:here $place \$arg*" "r:back $place \$arg* got=\$retval"
		while_on 'here back' typed "$call"
		eq "$(values here)" "$wanted" "$place"
		like "$(values back)" "$wanted got=*" "$place, returning"
		define -:here -:back
	done
}

test_places_of_a_module()
{
	typed_loaded
	all_alike words 'a1=1 a0=2 s0=3 rv=4' kpe_typed_words kpe_typed:kpe_typed_words \
		"$(address kpe_typed_words)" "$(in_image kpe_typed_words)"
}

test_places_of_the_kernel()
{
	for place in vfs_read "$(in_image vfs_read)" "$(address vfs_read)"; do
		define "p:here $place file count:u8 +0(pos):s64 x=file->f_mode" "r:back $place count \$retval"
		# an address is listed as such
		got=$(sed 's/ [^ ]* / PLACE /' "$KPE/kprobe_events")
		like "$got" "$(lines 'p:kprobes/here PLACE file=file count=count:u8 arg3=+0(pos):s64 x=file->f_mode' \
			'r*:kprobes/back PLACE count=count arg2=$retval')" "$place"
		on here back
		dd if=/proc/version of=/dev/null bs=77 count=1 2>/dev/null
		off here back
		like "$(values here)" '*file=0x* count=77 arg3=0 x=[1-9]*' "$place"
		like "$(values back)" '*count=77 arg2=77*' "$place"
		define -:here -:back
	done
}

# clones that can be probed, of functions that BTF may know
clones()
{
	grep -F -e .constprop. -e .isra. -e .part. /proc/kallsyms | awk '
		$4 == "" && $2 ~ /[tT]/ &&
			$3 ~ /^[a-z][A-Za-z0-9_]*\.(constprop|isra|part)\.[0-9]+$/ { times[$3]++ }
		END { for (name in times) if (times[name] == 1) print name }
	' | sort
}

# Of what the compiler made of a function BTF does not tell where parameters are.
test_clones()
{
	tried=0 none='No BTF entry for this probe point'
	hint='a clone may have other parameters: use registers'
	! config CC_IS_CLANG || skip 'clang makes no such clones'
	clones | awk 'NR % 10 == 1' >/tmp/case/clones
	text=$(address _text)
	while read -r name; do
		# some are notrace
		[ -z "$(write_errno "$KPE/kprobe_events" "p:clone $name")" ] || continue
		define -:clone
		tried=$((tried + 1))
		addr=$(address "$name")
		for place in "$name" "$addr" "_text+$((addr - text))" "vmlinux:$name" "$name@*"; do
			eq "$(write_errno "$KPE/kprobe_events" "p $place \$arg*")" ENOENT "$place"
		done
		refused "p $name ^\$arg*" ENOENT "$none"
		eq "$(hint)" "$hint"
		refused "p $name %di ^no_such_name" ENOENT "$none"
		[ -n "$(write_errno "$KPE/kprobe_events" "r:back $name")" ] || {
			define -:back
			refused "r $name \$retval->^no_such_member" ENOENT "$none"
		}
		# words stay
		define "p:clone $name \$arg1 %si x=\$arg3:u8 c=(task_struct)\$current->comm:string" \
			"p:where $addr \$arg1"
		listed "p:kprobes/clone $name arg1=\$arg1 arg2=%si x=\$arg3:u8 c=(task_struct)\$current->comm:string" \
			"p:kprobes/where $addr arg1=\$arg1"
		define -:clone -:where
		# of a kernel with many, a few
		[ $tried -lt 4 ] || break
	done </tmp/case/clones
	[ $tried -ge 4 ] || fail "only $tried clones"
}

# Debian's kernels have ksys_semctl() as a copy only, and BTF knows the function.
test_a_clone_of_what_btf_knows()
{
	none='No BTF entry for this probe point'
	clones | grep '^ksys_semctl\.' >/tmp/case/clones || {
		ok "not on this kernel"
		return
	}
	for place in 'ksys_semctl.*' 'ksys_semctl*' "$(cat /tmp/case/clones)"; do
		refused "p $place ^\$arg*" ENOENT "$none"
		refused "p $place ^semid" ENOENT "$none"
	done
	# of a glob with others it is left out, and counted
	define 'p:x ksys_sem[cg]* $arg*'
	listed 'p:kprobes/x ksys_sem[cg]* key=key nsems=nsems semflg=semflg'
	eq "$(skipped x "$none")" 1
	define 'p:y ksys_semctl.* $arg1 semnum=$arg2:s32'
	has "$KPE/kprobe_events" "p:kprobes/y $(cat /tmp/case/clones) arg1=\$arg1 semnum=\$arg2:s32"
}

test_of_a_module_that_is_not_there()
{
	refused 'p kpe_typed:kpe_typed_eight x=^a' ENOENT 'No BTF entry for this probe point'
	refused 'p kpe_typed:kpe_typed_eight ^$arg*' ENOENT 'No BTF entry for this probe point'
	define 'p:later kpe_typed:kpe_typed_eight pid=$current->pid x=$arg2:u64 c=(task_struct)$current->comm:string'
	while_on later typed eight
	like "$(values later)" 'pid=[1-9]* x=22 c="sh"'
}

# What was settled without types stays so when the types come.
test_words_of_a_module_that_is_not_there()
{
	define 'p:later kpe_typed:kpe_typed_words $arg1 a0 x=$arg2:u8 s=$comm' \
		'r:back kpe_typed:kpe_typed_words $retval rv $arg3'
	on later back
	typed words
	rmmod kpe_typed
	typed words
	off later back
	eq "$(values later)" "$(lines 'arg1=0x1 a0=0x1 x=2 s="sh"' 'arg1=0x1 a0=0x1 x=2 s="sh"')"
	eq "$(values back)" "$(lines 'arg1=0x1 rv=0x1 arg3=0x3' 'arg1=0x1 rv=0x1 arg3=0x3')"
}

# its BTF is read again each time
test_of_a_module_that_comes_back()
{
	typed_loaded
	define 'p:x kpe_typed:kpe_typed_rich rich->s32 s=rich->next->name:string b=rich->minus' \
		'r:y kpe_typed:kpe_typed_eight $arg* $retval'
	on x y
	for n in 1 2 3; do
		[ $n = 1 ] || typed_loaded
		typed rich
		typed eight
		rmmod kpe_typed
	done
	off x y
	eq "$(values x)" "$(for n in 1 2 3; do echo 'arg1=-2000000000 s="second" b=-3'; done)"
	eq "$(values y)" "$(for n in 1 2 3; do
		echo 'a=11 b=22 c=33 d=44 e=55 f=66 g=77 h=88 arg9=396'
	done)"
}

# A structure that two modules have is each one's own.
test_structures_of_one_name()
{
	text='This is not a pointer to union/structure.'
	typed_loaded
	insmod /kpe/kpe_typed2.ko
	define 'p:one kpe_typed_rich rich->u32 s=rich->name:string' \
		'p:two kpe_typed2_rich rich->u32 rich->unlike b=(kpe_rich)%di->u32 c=rich->two->second'
	on one two
	typed rich
	echo 1 >/sys/module/kpe_typed2/parameters/run
	off one two
	eq "$(values one)" 'arg1=4000000000 s="rich"'
	eq "$(values two)" 'arg1=3 arg2=88 b=3 c=2'
	refused 'p kpe_typed2_rich rich->^name' ENOENT 'This field is not found.'
	# neither the kernel's place nor another module's says which
	refused 'p vfs_read (^kpe_rich)%di->u32' EINVAL "$text"
	eq "$(hint)" 'modules have different structures of this name'
	target_loaded
	refused 'p kpe_target_ret (^kpe_rich)%di->u32' EINVAL "$text"
	# the same in both; known to one of them, declared by the other
	define 'p:x vfs_read (kpe_two)%di->second' 'p:y kpe_typed2_rich inner->value' 'p:z vfs_read (kpe_inner)%di->value'
	on y
	echo 1 >/sys/module/kpe_typed2/parameters/run
	off y
	eq "$(values y)" 'arg1=-7'
	define -:x -:y -:z -:one -:two
	rmmod kpe_typed2
	define 'p:x vfs_read (kpe_rich)%di->u32'
	insmod /kpe/kpe_typed2.ko
	refused 'p vfs_read (^kpe_rich)%di->u32' EINVAL "$text"
	rmmod kpe_typed
	define 'p:y vfs_read (kpe_rich)%di->unlike'
}

# and so is a variable
test_variables_of_one_name()
{
	has_data || skip 'kallsyms has no variables'
	insmod /kpe/kpe_target2.ko
	target_loaded
	echo ret >/sys/module/kpe_target2/parameters/run
	typed_loaded
	insmod /kpe/kpe_typed2.ko
	define 'p:one kpe_target:kpe_target_ret n=@kpe_target_counter:u64' \
		'p:two kpe_target2:kpe_target_ret n=@kpe_target_counter:u64' \
		'p:both kpe_target_ret@* n=@kpe_target_counter:u64' \
		'p:a kpe_typed_rich n=this_cpu_read(@kpe_typed_percpu):u64' \
		'p:b kpe_typed2_rich n=this_cpu_read(@kpe_typed_percpu):u64'
	on one two both a b
	target ret 2
	echo 'ret 3' >/sys/module/kpe_target2/parameters/run
	typed rich
	echo 1 >/sys/module/kpe_typed2/parameters/run
	off one two both a b
	eq "$(values one)" "$(lines n=1 n=2)"
	eq "$(values two)" "$(lines n=2 n=3 n=4)"
	eq "$(values both)" "$(lines n=1 n=2 n=2 n=3 n=4)"
	eq "$(values a) $(values b)" 'n=77 n=88'
}

# What is before them has its register, what comes after a number, too.
test_floating_point_numbers()
{
	unseen='This is in a register for floating point, or its place depends on one'
	typed_loaded
	define 'p:x kpe_typed_floats first last third=$arg3:u64' 'p:y kpe_typed_mixed first' \
		'r:back kpe_typed_floats last got=$retval'
	while_on 'x y back' typed floats
	eq "$(values x)" 'first=11 last=33 third=33'
	eq "$(values y)" 'first=11'
	eq "$(values back)" 'last=33 got=33'
	refused 'p kpe_typed_floats ^number' EINVAL "$unseen"
	refused 'p kpe_typed_floats first x=^$arg2:x64' EINVAL "$unseen"
	refused 'p kpe_typed_floats ^$arg*' EINVAL "$unseen"
	refused 'p kpe_typed_mixed ^mixed.count' EINVAL "$unseen"
	refused 'p kpe_typed_mixed ^last' EINVAL "$unseen"
	refused 'r kpe_typed_real ^$retval' EINVAL "$unseen"
	refused 'r kpe_typed_real x=^$retval:u64' EINVAL "$unseen"
	define 'r:real kpe_typed_real first'
}

test_this_cpu()
{
	typed_loaded
	define 'p:x kpe_typed_percpu_args a=this_cpu_read(counter):u32 b=this_cpu_read(rich->counter):x32 c=+0(this_cpu_ptr(counter)):u32' \
		'p:z kpe_typed_percpu_args c=(task_struct)((rq)(this_cpu_ptr(@runqueues))->curr)->comm:string'
	while_on 'x z' typed percpu_args
	eq "$(values x)" 'a=4242 b=0x1092 c=4242'
	eq "$(values z)" 'c="sh"'
	refused 'p kpe_typed_percpu_args x=this_cpu_read(^@no_such_variable)' ENOENT \
		'Unknown symbol in a fetch argument'
}

# kilobytes of the kernel's own
held() { awk '/^(VmallocUsed|SUnreclaim):/ { sum += $2 } END { print sum }' /proc/meminfo; }
held_below() { [ "$(held)" -lt "$1" ]; }

# guest: others may use types, and memory
test_types_are_given_back()
{
	define 'p:x vfs_read count'
	high=$(held)
	wait_for 90 held_below $((high - 3000))
	define 'p:y vfs_read count' 'p:z vfs_write count'
	not held_below $((high - 2000))
	listed 'p:kprobes/x vfs_read count=count' 'p:kprobes/y vfs_read count=count' \
		'p:kprobes/z vfs_write count=count'
}
