# description: perf and trace-cmd show all types as the trace does, but for what clients.rst lists
# kernels: 6.1-cloud 7.3-cloud
# seconds: 480
# shellcheck source=common
. /kpe/tests/common

# One write of these bytes is what most events record: -3, 0 and the least number in 8 bytes each,
# a text, addresses of sockets (at 32, 48 and 80) and of IPv6 (at 88 and 104).
BYTES='fdffffffffffffff 0000000000000000 0000000000000080 616263226400dead
	020000507f000001 0000000000000000 0a0001bb00000000 fe80000000000000 0000000000000001
	0200000000000000 01002f72756e0000 0000000000000000 0000ffff01020304 20010db800000000
	0001000000000001 00'
LENGTH=121

number() # TYPE BITS
{
	printf '%s: \\0:%s \\3:%s \\-3:%s \\0x8%s:%s\n' "$1" "$1" "$1" "$1" \
		"$(repeat 0 $(($2 / 4 - 1)))" "$1"
	printf '%s[]: +u0($arg2):%s[2] +u%u($arg2):%s[1]\n' "$1" "$1" $((24 - $2 / 8)) "$1"
}

numbers()
{
	local bits type

	for bits in 8 16 32 64; do
		for type in u s x; do
			number $type$bits $bits
		done
		for type in b sb; do
			printf '%s: \\0:%s4@4/%u \\-3:%s6@2/%u\n' \
				$type/$bits $type $bits $type $bits
			printf '%s[]: +u0($arg2):%s3@5/%u[2]\n' $type/$bits $type $bits
		done
	done
	for bits in 16 32 64; do
		printf 'be%u: +u0($arg2):be%u +u8($arg2):be%u +u16($arg2):be%u +u0($arg2):be%u[2]\n' \
			$bits $bits $bits $bits $bits
	done
	number int 32
	number uint 32
	number long 64
	number ulong 64
	number bool 8
	number pid_t 32
}

# A form, and arguments of it. "@FUNCTION" before them is where, "@r" in a return probe.
forms()
{
	numbers
	cat <<-'END'
	word: \0 \-3 $arg3 %dx $stack0 $stack $current
	char: \65:char \200:char
	0 as char: \0:char
	behind char: \65:char \7:u32
	char[]: +u24($arg2):char[3]
	symbol: +0(%sp):symbol \0:symbol \3:symbol
	symbol of a module: @kpe_target_array +0(%sp):symbol
	symbol[]: +0(%sp):symbol[1]
	symstr: +0(%sp):symstr \3:u32
	string: +u24($arg2):string +u8($arg2):string $comm \"text"
	ustring: +0($arg2):ustring +24($arg2):ustring
	text not readable: +0(\8):string +u0(\8):string +0(\8):ustring (file)\8:path
	string(ARG): +u24($arg2):string(\3) +0($arg2):ustring(\0) +24($arg2):ustring($arg3)
	string[]: @kpe_target_array \7:u32 +0($arg4):string[2]
	behind string[]: @kpe_target_array +0($arg4):string[2] \7:u32
	%pd: file->f_path.dentry:%pd
	%pD: $arg1:%pD
	enum: @kpe_typed_scalars colour:enum size:enum
	enum below zero: @kpe_typed_colour colour:enum
	errno: \0:errno \3:errno \-2:errno \-3000:errno \0x80000000:errno
	errno64: \0:errno64 \3:errno64 \-2:errno64 \-3000:errno64 \0x8000000000000000:errno64
	ip4: +u36($arg2):ip4 +u8($arg2):ip4 +u0($arg2):ip4 \0x80:ip4
	ip6: +u8($arg2):ip6 +u56($arg2):ip6 +u88($arg2):ip6 +u104($arg2):ip6
	mac: +u2($arg2):mac +u10($arg2):mac
	hex[N]: +u0($arg2):hex[1] +u0($arg2):hex[24] +0(\8):hex[2]
	hex[ARG]: +u0($arg2):hex[$arg3] +u0($arg2):hex[\0]
	sockaddr: +u32($arg2):sockaddr +u48($arg2):sockaddr +u80($arg2):sockaddr +u0($arg2):sockaddr
	sockaddr not readable: +0(\8):sockaddr
	path: file:path
	$elapsed: @r $elapsed $retval
	$kstack: $kstack $kstack[1]
	$kstack at the entry: @r entry($kstack[1]) $kstack
	$ustack: $ustack $ustack[1]
	END
}

# A definition of each form, which the one write or one call of its function hits; the names
definitions()
{
	forms | sed 's/: /:/' | awk -F : -v names="$CASE"/names -v length_="$LENGTH" '{
		form = $1
		n = split(substr($0, length(form) + 2), args, " ")
		place = "p:shown/f" NR " vfs_write"
		condition = " if $arg3 == " length_ " && $comm == \"dd\""
		first = 1
		if (args[1] == "@r") {
			place = "r:shown/f" NR " ksys_write"
			first = 2
		} else if (args[1] ~ /^@/) {
			place = "p:shown/f" NR " " substr(args[1], 2)
			condition = ""
			first = 2
		}
		for (i = first; i <= n; i++)
			place = place " v" (i - first + 1) "=" args[i]
		print place condition
		print "f" NR "\t" n - first + 1 "\t" form > names
	}'
}

# What was said of each argument, "FORM NUMBER TEXT", with the numbers of symbols left out
texts() # FILE
{
	tr '\0' '\1' <"$1" | sed -n 's/.*[ :]\(f[0-9]*\): *\(([^)]*)\|\)/\1 /p' |
		sed 's/+0x[0-9a-f]*/+0x../g;s,/0x[0-9a-f]*,/0x..,g' | awk -v names="$CASE"/names '
		BEGIN {
			while ((getline line < names) > 0) {
				split(line, name, "\t")
				nr[name[1]] = name[2]
				form[name[1]] = name[3]
			}
		}
		$1 in nr {
			gsub("\001", "^@")
			rest = $0 " "
			for (i = 1; i <= nr[$1]; i++) {
				start = " v" i "="
				at = index(rest, start)
				rest = at ? substr(rest, at + length(start)) : ""
				end = index(rest, " v" (i + 1) "=")
				text = substr(rest, 1, (end ? end : length(rest)) - 1)
				print form[$1] "\t" i "\t" (at ? text : "(none)")
				rest = " " rest
			}
		}' | sort
}

# The rows are those of the table in clients.rst; "..." in one is any text.
compare() # TRACE OF-1.7.1 OF-1.9.0
{
	awk -F '\t' '
		function is(text, wanted,   at, last)
		{
			at = index(wanted, "...")
			if (!at)
				return text == wanted
			last = substr(wanted, at + 3)
			return index(text, substr(wanted, 1, at - 1)) == 1 &&
			       substr(text, length(text) - length(last) + 1) == last
		}
		FILENAME ~ /table$/ {
			n = split($0, cell, "   *")
			if (n != 5 || cell[2] == "form")
				next
			row[++rows] = cell[2]
			for (i = 1; i <= 3; i++)
				wanted[rows, i] = cell[i + 2]
			for (i = 2; i <= 3; i++)
				if (wanted[rows, i] != wanted[rows, 1])
					listed[cell[2], i] = 1
			next
		}
		FNR == 1 { file++ }
		{
			if (!(($1, $2) in seen)) {
				key[++keys] = $1 SUBSEP $2
				seen[$1, $2] = 1
			}
			shown[file, $1, $2] = $3
		}
		END {
			for (k = 1; k <= keys; k++) {
				split(key[k], part, SUBSEP)
				for (i = 1; i <= 3; i++)
					if ((i, part[1], part[2]) in shown)
						text[i] = shown[i, part[1], part[2]]
					else
						text[i] = "(none)"
				for (i = 2; i <= 3; i++)
					if (text[i] != text[1] && !listed[part[1], i])
						print "not listed: " part[1] " " part[2] ": " text[1] " " i ": " text[i]
				for (r = 1; r <= rows; r++)
					if (row[r] == part[1] && is(text[1], wanted[r, 1]) &&
					    is(text[2], wanted[r, 2]) && is(text[3], wanted[r, 3]))
						found[r] = 1
			}
			for (r = 1; r <= rows; r++)
				if (!found[r])
					print "is no more: " row[r] ": " wanted[r, 1]
			if (keys < 100 || rows < 5)
				print keys " arguments, " rows " rows"
		}' /kpe/records.table "$@"
}

# All record the same hits: the trace, perf, and trace-cmd in an instance.
test_as_the_trace()
{
	target_loaded
	typed_loaded
	cd /tmp/case || exit
	echo "$BYTES" | tr -dc 0-9a-f | sed 's/../\\x&/g' | xargs -0 printf >bytes
	eq "$(wc -c <bytes)" $LENGTH
	definitions >lines
	write_file lines
	eq "$(grep -c :shown/ "$KPE/kprobe_events")" "$(wc -l <lines)"
	# trace-cmd records nothing if the command ends before it has made its files
	cat >hit <<-END
		sleep 1
		echo 1 >$T/events/shown/enable
		dd if=bytes of=/dev/null bs=$LENGTH count=1
		echo array 1 >$RUN
		echo scalars >/sys/module/kpe_typed/parameters/run
		echo colour >/sys/module/kpe_typed/parameters/run
		echo 0 >$T/events/shown/enable
	END
	does perf record -o data -e 'shown:*' -a trace-cmd record -o dat -B other -e shown sh hit
	tr '\0' '\1' <"$T/trace" | grep -v '^#' >trace
	does perf script -i data
	cp out perf
	does trace-cmd report -i dat
	cp out trace-cmd
	does newest /newest/usr/bin/trace-cmd report -i dat
	for client in trace perf trace-cmd out; do
		texts $client >$client.texts
	done
	eq "$(cut -f 1 trace.texts | sort -u | wc -l)" "$(forms | wc -l)" 'forms in the trace'
	eq "$(diff perf.texts trace-cmd.texts | grep -v '^[0-9]')" ''
	compare trace.texts perf.texts out.texts >differences
	eq "$(cat differences)" ''
}

# each type that the README has, which is as complete as definitions.rst
test_every_type_is_compared()
{
	forms >/tmp/case/forms
	sed '1,/from the module/d' "$T/trace_kprobe/README" | awk '
		/^\t *type: / { on = 1; sub(/.*type:/, "") }
		/^$/ || /:/ && !/^ / && !/dentry:/ { on = 0 }
		on {
			n = split($0, items, ",")
			for (i = 1; i <= n; i++) {
				sub(/^[ \t]*/, "", items[i])
				match(items[i], "^[a-zA-Z0-9%/]*")
				m = split(substr(items[i], 1, RLENGTH), word, "/")
				prefix = word[1]
				sub(/[0-9]*$/, "", prefix)
				for (j = 1; j <= m; j++)
					print word[j] ~ /^[0-9]/ ? prefix word[j] : word[j]
			}
		}' | sort -u >/tmp/case/types
	[ "$(wc -l </tmp/case/types)" -gt 30 ] || fail "$(cat /tmp/case/types)"
	while read -r type; do
		[ "$type" != typedefs ] || type=pid_t
		grep -q ":$type" /tmp/case/forms || fail "no form has $type"
		ok
	done </tmp/case/types
}
