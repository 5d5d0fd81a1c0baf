# description: names that files of events have: no group and no event may take them
# kernels: 6.1-cloud 6.1-nokpe 6.12-cloud 7.3-cloud 6.1-debug *-arm64
# share: 6.12-cloud
# seconds: 300

FILE_NAME='A file of events has this name'

# all that the kernel has, in events/, in groups and in events
names_of_files()
{
	find "$T/events" -maxdepth 3 -type f | sed 's,.*/,,' | sort -u
}

# what each group and all of them have is in its place and works, here and in instances
is_whole() # GROUP...
{
	local events file group

	for events in "$T"/events "$T"/instances/*/events; do
		[ -d "$events" ] || continue
		for file in header_page header_event; do
			[ -n "$(cat "$events/$file")" ] || fail "$events/$file"
		done
		for group; do
			eq "$(write_errno "$events/$group/filter" 0)" ''
			for file in "$events/enable" "$events/$group/enable"; do
				[ -f "$file" ] || fail "$(ls -ld "$file")"
				eq "$(write_errno "$file" 1)" '' "$file"
				eq "$(write_errno "$file" 0)" '' "$file"
			done
		done
	done
	ok
}

test_refused()
{
	mkdir "$T/instances/i"
	define 'p:g/x vfs_read'
	is_whole g
	n=0
	for name in $(names_of_files); do
		refused "p:^$name/x vfs_read" EINVAL "$FILE_NAME"
		[ $n = 0 ] || continue
		n=$((n + 1))
		refused "r:^$name/ vfs_read" EINVAL "$FILE_NAME"
		refused "p:g/^$name vfs_read" EINVAL "$FILE_NAME"
		refused "p:g.^$name vfs_read a0" EINVAL "$FILE_NAME"
		refused "r4:^$name vfs_read" EINVAL "$FILE_NAME"
		refused "$(lines 'p:g/y vfs_write' "p:g/^$name vfs_read")" EINVAL "$FILE_NAME" \
			"p:g/^$name vfs_read"
	done
	figure "refused: $(names_of_files | tr '\n' ' ')"
	listed 'p:g/x vfs_read'
	is_whole g
}

test_refused_to_an_owner()
{
	define 'p:g/x vfs_read'
	for name in enable filter; do
		eq "$(write_errno "$KPE/kprobe_owned" "p:g/$name vfs_read" append)" EINVAL
		eq "$(write_errno "$KPE/kprobe_owned" "p:$name/x vfs_read" append)" EINVAL
	done
	is_whole g
}

test_names_that_have_one_in_them()
{
	define 'p:enabled/enable_ vfs_read' 'p:Enable/_filter vfs_read' 'p:ids/hist0 vfs_read' \
		'p:g/header vfs_read'
	is_whole enabled Enable ids g
}

