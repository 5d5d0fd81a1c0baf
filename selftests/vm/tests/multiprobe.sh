# description: several probes of one event: which may share it, and how they live
# means: each

DIFFERENT='Argument type or name is different from existing probe'

test_many_probes()
{
	i=0 text=
	target_loaded
	while [ $i -lt 50 ]; do
		text="$text
p:many kpe_target_ret x=\\$i:u8"
		i=$((i + 1))
	done
	define "$text"
	eq "$(grep -c '^p:kprobes/many ' "$KPE/kprobe_events")" 50
	while_on many target ret 2
	eq "$(values many | sort -u | wc -l)" 50
	eq "$(values many | wc -l)" 100
	eq "$(awk '$1 == "many" && $2 == 2' "$KPE/kprobe_profile" | wc -l)" 50
}

test_same_probe()
{
	define 'p:both vfs_read x=%di' 'p:both vfs_write x=%di'
	refused '^p:both vfs_read x=%di' EEXIST 'There is already the exact same probe event'
	refused '^p:both vfs_write x=%di' EEXIST 'There is already the exact same probe event'
	refused '^p:kprobes/both vfs_read x=%di' EEXIST 'There is already the exact same probe event'
	refused '^p:both vfs_read+0 x=%di' EEXIST 'There is already the exact same probe event'
	define "p:both vfs_read+$(inside vfs_read) x=%di" 'p:both vfs_read x=%si'
	define 'p:other/both vfs_read x=%di'
}

# the caret stands where the next argument would begin
refused_behind() # DEFINITION
{
	local log

	refused "$1" EEXIST
	for log in $(error_logs); do
		eq "$(last_error "$log")" "$(
			echo "trace_kprobe: error: $DIFFERENT"
			echo "  Command: $1"
			printf '%*s^' $((11 + ${#1} + 1)) ''
		)" "$log"
	done
}

test_other_number_of_arguments()
{
	define 'p:both vfs_read a=%di b=%si'
	refused 'p:both vfs_write a=%di b=%si ^c=%dx' EEXIST "$DIFFERENT"
	refused_behind 'p:both vfs_write a=%di'
	refused_behind 'p:both vfs_write'
	# the number comes before what they are
	refused 'p:both vfs_write x=%di y=%si ^c=%dx' EEXIST "$DIFFERENT"
}

test_defaults_are_types()
{
	define 'p:both vfs_read a=%di' 'p:both vfs_write a=%di:x64'
	define 'p:text vfs_read a=$comm' 'p:text vfs_write a=+0(%di):string'
	listed 'p:kprobes/both vfs_read a=%di' 'p:kprobes/both vfs_write a=%di:x64' \
		'p:kprobes/text vfs_read a=$comm' 'p:kprobes/text vfs_write a=+0(%di):string'
}

# bits are fetched; what is stored is the container
test_bitfields_are_their_containers()
{
	target_loaded
	define 'p:both kpe_target_args8 a=\0xa5:b4@0/8' 'p:both kpe_target_ret a=\0xa5:b4@4/8' \
		'p:both kpe_target_str a=\0xa5:u8'
	on both
	target args8
	target ret
	target str
	off both
	eq "$(values both)" "$(lines a=5 a=10 a=165)"
	refused 'p:both vfs_read ^a=%di:b4@0/16' EEXIST "$DIFFERENT"
}

# the fields are those of the first definition: they must outlive it
# known: fix-86b7a239ec6b
test_the_first_is_deleted_while_others_stay()
{
	target_loaded
	define 'p:both kpe_target_ret number=$arg1:u64 words=+0(\0):u8[4]' \
		'p:both kpe_target_args8 number=$arg1:u64 words=+0(\0):u8[4]'
	before=$(cat "$T/events/kprobes/both/format")
	define '-:both kpe_target_ret'
	eq "$(cat "$T/events/kprobes/both/format")" "$before"
	echo 'number == 11' >"$T/events/kprobes/both/filter"
	while_on both target args8 2
	eq "$(values both)" "$(lines 'number=11 words={0,0,0,0}' 'number=11 words={0,0,0,0}')"
}
