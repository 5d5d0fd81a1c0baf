# description: types are those of the function at the place, however it is named
# kernels: *-cloud *-rt *-debug *-kcsan

offset_of() { echo $(($(address "$1") - $(address _text))); }

# a place, and what its three parameters show
all_alike() # CALL WANTED PLACE...
{
	local call=$1 wanted=$2 place

	shift 2
	for place do
		true >"$T/trace"
		define "p:here $place \$arg*" "r:back $place \$arg* got=\$retval"
		on here back
		typed "$call"
		off here back
		eq "$(values here)" "$wanted" "$place"
		like "$(values back)" "$wanted got=*" "$place, returning"
		define -:here -:back
	done
}

test_places_of_a_module()
{
	typed_loaded
	all_alike words 'a1=1 a0=2 s0=3 rv=4' kpe_typed_words kpe_typed:kpe_typed_words \
		"$(address kpe_typed_words)" "_text+$(offset_of kpe_typed_words)"
}

test_places_of_the_kernel()
{
	local place got

	for place in vfs_read "_text+$(offset_of vfs_read)" "$(address vfs_read)"; do
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

# The compiler's copy of a function goes by what is before the dot.
test_clones()
{
	local name named=0 tried=0

	# not every tool that makes BTF knows functions that are there as clones only
	awk '
		$4 == "" && $2 ~ /[tT]/ && $3 ~ /^[a-z][A-Za-z0-9_]*(\.(constprop|isra|part)\.0)?$/ { times[$3]++ }
		END {
			for (name in times) {
				whole = name
				if (sub(/\..*/, "", whole) && times[name] == 1 && times[whole] == 1)
					print name
			}
		}
	' /proc/kallsyms | sort | awk 'NR <= 60' >/tmp/case/clones
	while read -r name; do
		[ -z "$(write_errno "$KPE/kprobe_events" "p:clone $name \$arg*")" ] || continue
		tried=$((tried + 1))
		case $(cat "$KPE/kprobe_events") in
		"p:kprobes/clone $name "[a-z]*=*) named=$((named + 1)) ;;
		esac
		define -:clone
	done </tmp/case/clones
	echo "$named of $tried clones have names"
	[ $named -gt 0 ] || fail "no clone of a function has types: $(cat /tmp/case/clones)"
	ok
}

test_of_a_module_that_is_not_there()
{
	refused 'p kpe_typed:kpe_typed_eight x=^a' ENOENT 'No BTF entry for this probe point'
	refused 'p kpe_typed:kpe_typed_eight ^$arg*' ENOENT 'No BTF entry for this probe point'
	define 'p:later kpe_typed:kpe_typed_eight pid=$current->pid x=$arg2:u64 c=(task_struct)$current->comm:string'
	on later
	typed eight
	off later
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
	local n

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

test_entry_arguments_at_the_return()
{
	typed_loaded
	define 'r:x kpe_typed_eight a h x=$arg2 +0($stack) $retval' 'r:y kpe_typed_rich rich->text:string $retval->u8'
	on x y
	typed eight
	typed rich
	off x y
	like "$(values x)" 'a=11 h=88 x=0x16 arg4=0x* arg5=396'
	eq "$(values y)" 'arg1="rich text" arg2=200'
}

# where the registers hold other things by now
test_in_the_middle_of_a_function()
{
	local place

	target_loaded
	read -r place _ </sys/module/kpe_target/parameters/steps
	refused "p kpe_target_steps+$place ^x" EINVAL 'BTF is not available or not supported'
	define "p:x kpe_target_steps+$place pid=\$current->pid c=(task_struct)\$current->comm:string"
	on x
	target steps
	off x
	like "$(values x)" 'pid=[1-9]* c="sh"'
}

test_this_cpu()
{
	typed_loaded
	define 'p:x kpe_typed_percpu_args a=this_cpu_read(counter) b=this_cpu_read(rich->counter):x32 c=+0(this_cpu_ptr(counter)):u32' \
		'p:y kpe_typed_percpu_args a=this_cpu_read(@kpe_typed_percpu):u64 b=+0(this_cpu_ptr(@kpe_typed_percpu)):u8' \
		'p:z kpe_typed_percpu_args c=(task_struct)((rq)(this_cpu_ptr(@runqueues))->curr)->comm:string'
	on x y z
	typed percpu_args
	off x y z
	eq "$(values x)" 'a=4242 b=0x1092 c=4242'
	eq "$(values y)" 'a=77 b=77'
	eq "$(values z)" 'c="sh"'
	refused 'p kpe_typed_percpu_args x=this_cpu_read(^@no_such_variable)' ENOENT \
		'Unknown symbol in a fetch argument'
}
