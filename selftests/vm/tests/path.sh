# description: paths of files, as the type path shows them
# seconds: 240

# the paths that stat(2) of a file has, with the command that calls it
stats() # COMMAND...
{
	true >"$T/trace"
	define 'p:stats vfs_getattr_nosec x=(struct path *)$arg1:path'
	on stats
	"$@" >/dev/null
	off stats
	values stats | sed 's/^x="\(.*\)"$/\1/'
	define -:stats
}

# but for the test's own log
path_of() { stats test -e "$1" | grep -vxF "$CASE.log" | head -n 1; }

needs_mounts()
{
	! config RANDSTRUCT || skip 'nothing says what is below which mount'
}

# A path begins at the root of its mount, and says so.
test_without_knowledge_of_mounts()
{
	config RANDSTRUCT || skip 'the form of mounts is known'
	mkdir "$CASE/dir"
	touch "$CASE/dir/a b"
	like "$(stats test -e "$CASE/dir/a b" | grep 'dir/a b$' | head -n 1)" '...*/dir/a b'
}

test_of_files()
{
	needs_mounts
	mkdir "$CASE/dir"
	touch "$CASE/dir/a b"
	eq "$(path_of "$CASE/dir/a b")" "$CASE/dir/a b"
	eq "$(path_of "$CASE/dir")" "$CASE/dir" 'a directory'
	eq "$(path_of /)" / 'the root'
	eq "$(path_of /proc)" /proc 'the root of a mount'
	eq "$(path_of /proc/self/../version)" /proc/version 'a mount'
	ln -s dir "$CASE/link"
	eq "$(path_of "$CASE/link/a b")" "$CASE/dir/a b" 'not by its link'
}

test_of_each_structure()
{
	needs_mounts
	touch "$CASE/file"
	define 'p:f noop_fsync x=(struct file *)$arg1:path y=(file)$arg1:path' \
		'p:d d_delete x=(struct dentry *)$arg1:path z=$arg1:%pd'
	on f d
	dd if=/dev/null of="$CASE/file" conv=fsync,notrunc 2>/dev/null
	rm "$CASE/file"
	off f d
	eq "$(values f)" "x=\"$CASE/file\" y=\"$CASE/file\""
	like "$(values d)" 'x="*/file" z="file"'
	# of a dentry, within its file system; this one is mounted nowhere else
	eq "$(values d | sed 's/.*x="\(.*\)" z.*/\1/')" "${CASE#"$(sed -n 's/^[^ ]* \(\/tmp\) .*/\1/p' /proc/mounts)"}/file"
}

test_by_name()
{
	needs_mounts
	needs DEBUG_INFO_BTF
	touch "$CASE/file"
	define 'p:f noop_fsync file:path' 'p:g noop_fsync x=$arg1:path y=file->f_path:path z=file->f_path.dentry:path' \
		'p:d vfs_unlink dentry:path' 'p:p vfs_getattr_nosec path:path if $comm == "none"'
	on f g d p
	dd if=/dev/null of="$CASE/file" conv=fsync,notrunc 2>/dev/null
	rm "$CASE/file"
	off f g d p
	eq "$(values f)" "file=\"$CASE/file\""
	like "$(values g)" "x=\"$CASE/file\" y=\"$CASE/file\" z=\"*/file\""
	like "$(values d)" 'dentry="*/file"'
	refused 'p noop_fsync x=file->f_inode:^path' EINVAL \
		'A path is that of a struct file, path or dentry: (struct file *)VALUE:path'
	refused 'p noop_fsync x=start:^path' EINVAL \
		'A path is that of a struct file, path or dentry: (struct file *)VALUE:path'
}

test_mounts()
{
	needs_mounts
	mkdir "$CASE/m" "$CASE/b" "$CASE/d"
	touch "$CASE/g"
	mount -t tmpfs none "$CASE/m"
	mkdir "$CASE/m/sub"
	touch "$CASE/m/f" "$CASE/m/sub/f"
	eq "$(path_of "$CASE/m/f")" "$CASE/m/f"
	eq "$(path_of "$CASE/m")" "$CASE/m" 'where it is mounted'
	mount --bind "$CASE/m" "$CASE/b"
	eq "$(path_of "$CASE/b/sub/f")" "$CASE/b/sub/f" 'bound'
	mount --bind "$CASE/m/sub" "$CASE/d"
	eq "$(path_of "$CASE/d/f")" "$CASE/d/f" 'a part of it'
	eq "$(path_of "$CASE/d")" "$CASE/d" 'its root'
	mount --bind "$CASE/m/f" "$CASE/g"
	eq "$(path_of "$CASE/g")" "$CASE/g" 'a file that is bound'
	mount -t tmpfs none "$CASE/m"
	touch "$CASE/m/over"
	eq "$(path_of "$CASE/m/over")" "$CASE/m/over" 'one over another'
	umount "$CASE/m"
	# out of what is bound: not below its root any more
	exec 7<"$CASE/d/f"
	mkdir "$CASE/m/sub/deep"
	touch "$CASE/m/sub/deep/f"
	exec 8<"$CASE/d/deep/f"
	mv "$CASE/m/sub/deep" "$CASE/m/deep"
	eq "$(path_of /proc/self/fd/8)" .../deep/f 'moved out of its mount'
	umount -l "$CASE/d"
	eq "$(path_of /proc/self/fd/7)" /f 'mounted nowhere'
	exec 7<&- 8<&-
	umount "$CASE/g" "$CASE/b" "$CASE/m"
}

test_chroot()
{
	needs_mounts
	mkdir -p "$CASE/root/bin"
	mount --bind /bin "$CASE/root/bin"
	touch "$CASE/root/f"
	define 'p:x vfs_getattr_nosec x=(struct path *)$arg1:path if x ~ "*/root/f"'
	on x
	chroot "$CASE/root" /bin/busybox test -e /f
	off x
	eq "$(values x | head -n 1)" "x=\"$CASE/root/f\""
	umount "$CASE/root/bin"
}

test_deleted()
{
	needs_mounts
	mkdir "$CASE/gone"
	exec 7>"$CASE/gone/f"
	eq "$(path_of /proc/self/fd/7)" "$CASE/gone/f"
	rm "$CASE/gone/f"
	eq "$(path_of /proc/self/fd/7)" "$CASE/gone/f (deleted)"
	exec 7>&-
}

# as /proc/PID/fd shows them, which has a namespace's own name
test_files_without_a_path()
{
	needs_mounts
	echo x | {
		eq "$(path_of /proc/self/fd/0)" "$(readlink /proc/self/fd/0)" 'a pipe'
	}
	define 'p:x vfs_getattr_nosec x=(struct path *)$arg1:path if $comm == "client"'
	for kind in socket memfd eventfd namespace; do
		true >"$T/trace"
		on x
		link=$(client pathless $kind)
		off x
		# its standard output, a pipe, comes second
		eq "$(values x | head -n 1)" "x=\"$(echo "$link" | sed 's/^mnt:/nsfs:/')\"" $kind
	done
}

# a directory whose path has so many characters
long_dir() # CHARACTERS
{
	local dir=$CASE

	while [ $((${#dir} + 101)) -lt "$1" ]; do
		dir=$dir/$(repeat n 50 | tr -d '\n')
	done
	echo "$dir/$(repeat l $(($1 - ${#dir} - 1)) | tr -d '\n')"
}

test_long_paths()
{
	needs_mounts
	for n in 255 256; do
		dir=$(long_dir $n)
		eq ${#dir} $n
		mkdir -p "$dir"
		eq "$(path_of "$dir")" "$dir" "$n characters"
	done
	for n in 257 258 300 1000; do
		dir=$(long_dir $n)
		mkdir -p "$dir"
		eq "$(path_of "$dir")" "...$(printf %s "$dir" | tail -c 253)" "$n characters"
	done
	dir=$(long_dir 246)
	mkdir -p "${dir%/*}"
	exec 7>"$dir"
	rm "$dir"
	eq "$(path_of /proc/self/fd/7)" "$dir (deleted)" 'and deleted'
	dir=$(long_dir 247)
	exec 7>"$dir"
	rm "$dir"
	eq "$(path_of /proc/self/fd/7)" "...$(printf %s "$dir (deleted)" | tail -c 253)" 'cut and deleted'
	exec 7>&-
}

test_faults()
{
	target_loaded
	define 'p:x kpe_target_bad a=(struct file *)%di:path b=(struct dentry *)%si:path c=(path)%si:path d=\7' \
		'p:y kpe_target_longstr x=(struct file *)%di:path'
	on x y
	target bad
	target longstr 1 4000
	off x y
	eq "$(values x)" 'a=(fault) b=(fault) c=(fault) d=0x7'
	eq "$(status_of x 11)" 3
	eq "$(values y)" 'x=(fault)' 'memory that is something else'
}

test_of_entries_and_returns()
{
	needs_mounts
	touch "$CASE/file"
	define 'r:x noop_fsync a=entry((struct file *)$arg1:path) b=(struct file *)$arg1:path c=entry((struct file *)$arg1):path $retval:s32'
	on x
	dd if=/dev/null of="$CASE/file" conv=fsync,notrunc 2>/dev/null
	off x
	eq "$(values x)" "a=\"$CASE/file\" b=\"$CASE/file\" c=\"$CASE/file\" arg4=0"
}

test_filters_conditions_and_histograms()
{
	needs_mounts
	touch "$CASE/one" "$CASE/two"
	define 'p:x noop_fsync x=(struct file *)$arg1:path' \
		"p:y noop_fsync if (struct file *)\$arg1:path ~ \"$CASE/t*\"" \
		"p:z noop_fsync x=(struct file *)\$arg1:path if x == \"$CASE/one\""
	echo "x == \"$CASE/two\"" >"$(event_dir x)/filter"
	on x y z
	dd if=/dev/null of="$CASE/one" conv=fsync,notrunc 2>/dev/null
	dd if=/dev/null of="$CASE/two" conv=fsync,notrunc 2>/dev/null
	off x y z
	eq "$(values x)" "x=\"$CASE/two\""
	eq "$(records y | wc -l)" 1
	eq "$(values z)" "x=\"$CASE/one\""
	config HIST_TRIGGERS || return 0
	echo 0 >"$(event_dir x)/filter"
	trigger x hist:keys=x
	dd if=/dev/null of="$CASE/one" conv=fsync,notrunc 2>/dev/null
	like "$(hist x)" "*x: $CASE/one*hitcount: *1*"
	trigger x '!hist:keys=x'
}

test_format_listing_and_export()
{
	needs_mounts
	define 'p:x noop_fsync x=(struct file *)$arg1:path y=(struct dentry *)+8(%si):path'
	has "$(event_dir x)/format" "$(printf '\tfield:__data_loc char[] x;\toffset:%u;\tsize:4;\tsigned:1;' $(($(own_part x) + 8)))"
	has "$(event_dir x)/format" 'print fmt: "(%lx) x=\"%s\" y=\"%s\"", REC->__probe_ip, __get_str(x), __get_str(y)'
	listed 'p:kprobes/x noop_fsync x=(file)$arg1:path y=(dentry)+8(%si):path'
	like "$(grep path "$KPE/kprobe_export")" 'p:kprobes/x * x=+*(%*):path y=+0(+8(%*)):dentry'
	cp "$KPE/kprobe_export" "$CASE/export"
	define -:x
	touch "$CASE/file"
	eq "$(write_file "$CASE/export")" ''
	on x
	dd if=/dev/null of="$CASE/file" conv=fsync,notrunc 2>/dev/null
	off x
	like "$(values x)" "x=\"$CASE/file\" y=(fault)"
}

# a record is of a path that never was: the lower number is neither the upper one nor one more
impossible()
{
	sed -n 's/^x="\([^(.].*\)"$/\1/p' "$1" | awk -F/ '{
		for (i = 1; i <= NF; i++) {
			if ($i ~ /^t[0-9]/) t = substr($i, 2)
			if ($i ~ /^d[0-9]/) d = substr($i, 2)
		}
		if (d != t && d != t + 1) print
	}'
}

test_storm_of_renames()
{
	needs_mounts
	mkdir "$CASE/storm"
	define 'p:x vfs_getattr_nosec x=(struct path *)$arg1:path if $comm == "client"'
	on x
	client storm "$CASE/storm" 40 8 >"$CASE/renames"
	off x
	values x >"$CASE/seen"
	not test "$(cat "$CASE/renames")" -lt 10
	not test "$(grep -c "^x=\"$CASE/storm/t[0-9]*/d/.*/d[0-9]*/f\"" "$CASE/seen")" -lt 10
	eq "$(impossible "$CASE/seen" | head)" ''
	eq "$(grep -vc '^x="\((torn)\)*/' "$CASE/seen")" 0 'nothing else'
	figure "$(cat "$CASE/renames") renames, $(grep -c torn "$CASE/seen") of $(wc -l <"$CASE/seen") paths are torn"
}
