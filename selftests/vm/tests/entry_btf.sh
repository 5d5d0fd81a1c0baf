# description: return probes: names and types of what was at the function's entry
# means: each
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 6.12-cloud

typed_return() # NAME FETCHARGS
{
	typed_loaded
	true >"$T/trace"
	define "r:x kpe_typed_$1 $2"
	while_on x typed "$1"
	values x
	define -:x
	rmmod kpe_typed
}

test_parameters()
{
	eq "$(typed_return eight 'entry(a) entry(b:u8) x=entry(h)')" 'a=11 b=22 x=88'
	eq "$(typed_return scalars 'entry(flag) entry(letter):char')" "flag=1 letter='A'"
}

test_members()
{
	eq "$(typed_return rich 'entry(rich->name):string entry(rich->s8) entry(rich->minus) entry(rich->inner.value)')" \
		'arg1="rich" arg2=-100 arg3=-3 arg4=-7'
	eq "$(typed_return rich 'a=entry(rich->next->name:string) b=(kpe_rich)entry(rich->next)->name:string')" \
		'a="second" b="second"'
	eq "$(typed_return rich 'a=entry((kpe_rich)opaque->u32) b=(kpe_rich)(entry(opaque))->u32 c=entry(rich->text):string')" \
		'a=4000000000 b=4000000000 c="rich text"'
}

test_files()
{
	eq "$(typed_return file 'a=entry(file:%pD) b=entry(dentry):%pd c=entry(file->f_path.dentry->d_name.name):string')" \
		'a="version" b="version" c="version"'
}

# A parameter of one name is another word in each: its own is kept for each.
test_parameters_of_several_functions()
{
	typed_loaded
	define 'r:x kpe_typed:kpe_typed_[wl][ia][dr]* entry(after) n=entry(before)'
	on x
	typed wide
	typed large
	off x
	eq "$(records x | sed 's/.*<- \(kpe_typed_[a-z]*\)) /\1 /')" \
		"$(lines 'kpe_typed_wide after=9 n=8' 'kpe_typed_large after=9 n=8')"
}

# What vfs_read() changes: where in the file it is
test_what_a_read_changes()
{
	define 'r:x vfs_read from=entry(+0(pos)):s64 to=+0(pos):s64 got=$retval $elapsed' \
		'r:y vfs_read entry(file->f_flags) entry(count)'
	echo 'got == 5' >"$(event_dir x)/filter"
	echo 'count == 5' >"$(event_dir y)/filter"
	on x y
	dd if=/proc/version of=/dev/null bs=5 count=3 2>/dev/null
	off x y
	eq "$(values x | sed 's/ elapsed=.*//')" \
		"$(lines 'from=0 to=5 got=5' 'from=5 to=10 got=5' 'from=10 to=15 got=5')"
	eq "$(values y | sort -u | sed 's/=[0-9]*/=N/')" 'arg1=N count=5'
}
