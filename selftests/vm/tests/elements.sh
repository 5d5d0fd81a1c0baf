# description: elements of arrays, members of structures, casts as C writes them, typedefs
# means: each
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 7.3-cloud
# seconds: 240

# what a probe of kpe_typed_CALL() shows
shown() # CALL FETCHARGS
{
	typed_loaded
	true >"$T/trace"
	define "p:x kpe_typed_$1 $2" "r:y kpe_typed_$1 $2"
	while_on 'x y' typed "$1"
	values x
	eq "$(values y)" "$(values x)" 'in a return probe'
	define -:x -:y
}

test_elements()
{
	eq "$(shown rich 'rich->numbers[0] rich->numbers[2] rich->bytes[1]:char rich->array[1].value')" \
		"arg1=1 arg2=3 arg3='y' arg4=32"
	eq "$(shown rich 'rich->texts[1]:string t=rich->inner.tag[2]:char rich->text[5]:char')" \
		"arg1=\"two\" t='g' arg3='t'"
	eq "$(shown rich 'row[0][0] row[0][3] x=rich[0].u8 y=rich->next[0].u32 z=indirect[0]->u8')" \
		'arg1=10 arg2=40 x=200 y=2 z=200'
}

test_members_by_value()
{
	eq "$(shown byvalue 'two.first two.second x=two.second:u8 after')" 'arg1=5 arg2=6 x=6 after=7'
	eq "$(shown wide 'before wide.first wide.second:s8 after')" 'before=8 arg2=5 arg3=6 after=9'
	eq "$(shown large 'before large.all[0] large.all[1] large.all[2]:u8 after')" \
		'before=8 arg2=5 arg3=6 arg4=7 after=9'
}

# In a return probe it is as it was at the entry, if it is to be.
test_texts_by_value()
{
	eq "$(shown labelled 'label.text:string label.size card.id')" 'arg1="by pointer" arg2=3 arg3=4'
	define 'p:x kpe_typed_labelled card.name:string if card.name:string ~ "in*" && label.text:string == "by pointer"' \
		'r:y kpe_typed_labelled a=entry(card.name:string) b=entry(label.text:string)'
	while_on 'x y' typed labelled
	eq "$(values x) $(values y)" 'arg1="in place" a="in place" b="by pointer"'
	has_stack || return 0
	refused 'r:z kpe_typed_labelled card.^name:string' EINVAL 'This type does not fit for string.'
	like "$(grep ':kprobes/x' "$KPE/kprobe_export")" '* arg1=+12($stack):string *'
}

test_casts_and_typedefs()
{
	eq "$(shown rich '(struct kpe_rich *)$arg1->u8 x=(const struct kpe_rich *) $arg1->next->u32')" \
		'arg1=200 x=2'
	eq "$(shown rich '((struct kpe_rich *)$arg1)->u8 x=((const struct kpe_rich *)rich->next)->u32 y=((kpe_rich)(opaque))->name:string if ((struct kpe_rich *)opaque)->u8 == 200')" \
		'arg1=200 x=2 y="rich"'
	eq "$(shown rich 'rich->u64:size_t $arg1:bool +0($arg1):pid_t[2]' | sed 's/{.*//')" \
		"$(shown rich 'rich->u64:u64 $arg1:bool +0($arg1):s32[2]' | sed 's/{.*//')"
	define 'p:x vfs_read (struct file *) $arg1->f_mode ((struct file *)$arg1)->f_flags n=count:size_t'
	listed 'p:kprobes/x vfs_read arg1=(file)$arg1->f_mode arg2=((file)$arg1)->f_flags n=count:size_t'
	listing >"$CASE/list"
	define '-:x vfs_read (struct file *)$arg1->f_mode'
	for arguments in '$arg2 (struct file *)file->f_mode' '$arg* (struct file *)file->f_mode' \
		'(struct file *)$arg1:path $arg2' '$arg2 (file)file->f_mode x=((struct file *)file)->f_flags'; do
		define "p:y vfs_read $arguments" "-:y vfs_read $arguments"
		define "p:y vfs_read $arguments if \$comm != \"a b\""
		refused "-:y ^vfs_read $arguments \$arg3" ENOENT \
			'The event has no probe with this place and these arguments' \
			"-:y ^vfs_read $arguments \$arg3"
		define "-:y vfs_read $arguments"
	done
	write_file "$CASE/list" >"$CASE/errno"
	eq "$(cat "$CASE/errno")$(listing)" "$(cat "$CASE/list")"
}
