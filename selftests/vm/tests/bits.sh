# description: conditions on numbers of some bits, one for each that a row of the table has
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: none
# seconds: 480

TABLE=${TESTS:-/kpe/tests}/conformance.table
# shellcheck source=/dev/null
. "${ROWS:-/kpe}/rows.sh"

# the rows are of all kernels; the built-in has no conditions
tracers() { echo us; }

# "NAME CALL DEFINITION" of each row, with tabs, that one call hits once
rows_of_one_probe()
{
	local section

	for section in integers bitfields_and_characters arrays returns parameters fields \
		fields_of_returns casts per_cpu; do
		plan "$section"
	done | awk -F '\t' -v OFS='\t' '
		$1 == "probe" && $4 ~ /^(target|typed) / && $5 !~ /group/ {
			count[$2]++
			row[$2] = $2 OFS $4 OFS $5
		}
		END { for (name in row) if (count[name] == 1) print row[name] }
	' | sort
}

# "KIND PLACE EXPRESSION", WIDTH, VALUE and CALL of each number of some bits, with tabs: what
# the listing, the export and the record say of it
numbers()
{
	awk -v OFS='\t' '
		function name(word) { sub(/^.*\//, "", word); return word }
		reading == "rows" { split($0, row, "\t"); call[row[1]] = row[2] }
		reading == "listing" { listing[name($1)] = $0 }
		reading == "export" && /^[pr]/ { export[name($1)] = $0 }
		reading == "trace" && match($0, / [a-z0-9_]+: [(]/) {
			event = substr($0, RSTART + 1, RLENGTH - 4)
			sub(/^.*: [(][^)]*[)] /, "")
			values[event] = $0
			hits[event]++
		}
		END {
			for (event in hits) {
				n = split(listing[event], word, " ")
				if (hits[event] != 1 || split(export[event], type, " ") != n ||
				    split(values[event], value, " ") != n - 2)
					continue
				for (i = 3; i <= n; i++) {
					if (type[i] !~ /:s?b[0-9]+@[0-9]+\/[0-9]+$/)
						continue
					sub(/^.*:s?b/, "", type[i])
					sub(/@.*/, "", type[i])
					sub(/^[^=]*=/, "", word[i])
					sub(/^[^=]*=/, "", value[i - 2])
					print substr(listing[event], 1, 1) " " word[2] " " word[i],
						type[i], value[i - 2], call[event]
				}
			}
		}
	' reading=rows "$CASE/rows" reading=listing "$CASE/listing" reading=export "$CASE/export" \
		reading=trace "$T/trace" | sort -u
}

# the same with the type enum, where a number has it
with_enums()
{
	local definition rest tab

	tab=$(printf '\t')
	while IFS=$tab read -r definition rest; do
		printf '%s\t%s\n' "$definition" "$rest"
		case $definition in
		*:*) continue ;;
		esac
		[ -n "$(write_errno "$KPE/kprobe_events" "$definition:enum")" ] ||
			printf '%s\t%s\n' "$definition:enum" "$rest"
		true >"$KPE/kprobe_events"
	done
}

# "VERDICT KIND PLACE CONDITION" of a value and of its bits
conditions_of() # KIND PLACE EXPRESSION WIDTH VALUE
{
	local bits=$5

	[ "$4" = 64 ] || bits=$(($5 & ((1 << $4) - 1)))
	bits=$(printf 0x%x "$bits")
	echo "yes $1 $2 $3 == $5
no $1 $2 $3 != $5
yes $1 $2 $3 >= $5
no $1 $2 $3 < $5
yes $1 $2 $3 == $bits
no $1 $2 $3 != $bits"
}

# all that are in a file, called once
called() # FILE COLUMN
{
	local call

	echo 1 >"$(group_dir bits)/enable"
	cut -f "$2" "$1" | sort -u >"$CASE/calls"
	while read -r call; do
		$call
	done <"$CASE/calls"
	echo 0 >"$(group_dir bits)/enable"
}

# those that decided otherwise, from kprobe_status
judge() # HOW
{
	statuses | awk -v how="$1" '
		NR == FNR {
			split($0, row, "\t")
			wanted["bits/c" NR] = row[1]
			text["bits/c" NR] = row[2]
			n++
			next
		}
		$1 in wanted {
			judged++
			if ($7 " " $8 != (wanted[$1] == "yes" ? "1 1" : "1 0"))
				print how ", hits and recorded: " $7 " " $8 ", not " wanted[$1] ": " text[$1]
		}
		END { if (judged != n) print how ": " judged + 0 " of " n }
	' "$CASE/conditions" - >"$CASE/wrong"
	eq "$(cat "$CASE/wrong")" ''
}

test_conditions_of_rows()
{
	tab=$(printf '\t')
	target_loaded
	typed_loaded
	typed_has_btf
	rows_of_one_probe >"$CASE/rows"
	while IFS=$tab read -r name call definition; do
		echo "${definition%% *}:bits/$name ${definition#* }"
	done <"$CASE/rows" >"$CASE/definitions"
	eq "$(write_file "$CASE/definitions")" ''
	listing >"$CASE/listing"
	cat "$KPE/kprobe_export" >"$CASE/export"
	called "$CASE/rows" 2
	numbers >"$CASE/all"
	with_enums <"$CASE/all" >"$CASE/numbers"
	not test "$(grep -c ':enum' "$CASE/numbers")" -lt 2
	true >"$KPE/kprobe_events"
	while IFS=$tab read -r definition width value call; do
		# shellcheck disable=SC2086 # words
		conditions_of $definition "$width" "$value" | sed "s/ /$tab/;s/\$/$tab$call/"
	done <"$CASE/numbers" >"$CASE/conditions"
	figure "$(wc -l <"$CASE/rows") rows, $(wc -l <"$CASE/numbers") numbers, $(wc -l <"$CASE/conditions") conditions"
	awk -F '\t' '{
		sub(/ [^ ]+ /, ":bits/c" NR "&if ", $2)
		print $2
	}' "$CASE/conditions" >"$CASE/definitions"
	eq "$(write_file "$CASE/definitions")" ''
	called "$CASE/conditions" 3
	judge defined
	grep -v '^#' "$KPE/kprobe_export" >"$CASE/definitions"
	true >"$KPE/kprobe_events"
	eq "$(write_file "$CASE/definitions")" ''
	called "$CASE/conditions" 3
	judge exported
}
