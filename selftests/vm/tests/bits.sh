# description: conditions on numbers of some bits, one for each that a row of the table has
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: 6.1-cloud 7.3-cloud
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

	for section in $(sed -n 's/^\[\(.*\)\]$/\1/p' "$TABLE" | grep -v -e refused -e limits); do
		plan "$section"
	done | awk -F '\t' -v OFS='\t' '
		$1 == "probe" && $4 ~ /^(target|typed) / && $5 !~ /group/ {
			count[$2]++
			row[$2] = $2 OFS $4 OFS $5
		}
		END { for (name in row) if (count[name] == 1) print row[name] }
	' | sort
}

# "KIND PLACE EXPRESSION WIDTH VALUE CALL" of each number of some bits: what the listing, the
# export and the record say of it
numbers()
{
	awk '
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
					if (type[i] !~ /:s?b[0-9]+@[0-9]+[/][0-9]+$/)
						continue
					sub(/^.*:s?b/, "", type[i])
					sub(/@.*/, "", type[i])
					sub(/^[^=]*=/, "", word[i])
					sub(/^[^=]*=/, "", value[i - 2])
					print substr(listing[event], 1, 1), word[2], word[i],
						type[i], value[i - 2], call[event]
				}
			}
		}
	' reading=rows "$CASE/rows" reading=listing "$CASE/listing" reading=export "$CASE/export" \
		reading=trace "$T/trace" | sort -u
}

# "VERDICT KIND PLACE CONDITION" of its value and of its bits
conditions_of() # KIND PLACE EXPRESSION WIDTH VALUE
{
	local bits=$5 bare=${3%:*b[0-9]*@*}

	[ "$4" = 64 ] || bits=$(($5 & ((1 << $4) - 1)))
	bits=$(printf '0x%x' "$bits")
	printf "%s $1 $2 $3 %s\n" yes "== $5" no "!= $5" yes "== $bits" no "!= $bits" \
		no "== 0x1$bits" no "< $5" yes ">= $5" | sed 's/0x10x/0x1/'
	# the same bits with the other sign
	[ "$4" = 64 ] || [ $((bits >> ($4 - 1))) = 0 ] || [ "$bare" != "$3" ] && [ "${3#*:s}" != "$3" ] ||
		echo "yes $1 $2 $3 == $((bits - (1 << $4)))"
}

all_called()
{
	local call

	cut -d ' ' -f 6- "$CASE/numbers" | sort -u >"$CASE/calls"
	while read -r call; do
		$call
	done <"$CASE/calls"
}

test_conditions_of_rows()
{
	local name call definition kind place expression width value n=0

	target_loaded
	typed_loaded
	typed_has_btf
	rows_of_one_probe >"$CASE/rows"
	while IFS=$(printf '\t') read -r name call definition; do
		define "${definition%% *}:rows/$name ${definition#* }"
	done <"$CASE/rows"
	listing >"$CASE/listing"
	cat "$KPE/kprobe_export" >"$CASE/export"
	echo 1 >"$(group_dir rows)/enable"
	cut -f 2 "$CASE/rows" | sort -u >"$CASE/calls"
	while read -r call; do
		$call
	done <"$CASE/calls"
	echo 0 >"$(group_dir rows)/enable"
	numbers >"$CASE/numbers"
	true >"$KPE/kprobe_events"
	while read -r kind place expression width value call; do
		conditions_of "$kind" "$place" "$expression" "$width" "$value"
	done <"$CASE/numbers" >"$CASE/conditions"
	figure "$(wc -l <"$CASE/rows") rows, $(wc -l <"$CASE/numbers") numbers, $(wc -l <"$CASE/conditions") conditions"
	ok
}
