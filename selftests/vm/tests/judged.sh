# description: many conditions, each judged by what it lets pass
# kernels: *-cloud *-rt *-debug *-kcsan *-kcfi *-arm64
# share: none
# seconds: 480

# Each line of the input is "yes CONDITION" or "no CONDITION". All are defined, called once,
# listed and defined again, exported and defined again.
judged() # p|r CALL
{
	local n=0 verdict condition
	local events=''

	typed_loaded
	# not all kernels know where the variables of modules are
	if has_data; then cat; else grep -v '[@&]kpe_'; fi >"$CASE/judged"
	while read -r verdict condition; do
		n=$((n + 1))
		events="$events j$n"
		define "$1:j$n kpe_typed_$2 if $condition"
	done <"$CASE/judged"
	judge "$2" defined
	listing >"$CASE/list"
	again list
	eq "$(listing)" "$(cat "$CASE/list")" 'listed again'
	judge "$2" 'as listed'
	grep -v '^#' "$KPE/kprobe_export" >"$CASE/export"
	eq "$(grep -c '^[pr]' "$CASE/export")" "$n" exported
	again export
	judge "$2" exported
	true >"$KPE/kprobe_events"
}

again() # FILE
{
	true >"$KPE/kprobe_events"
	eq "$(write_file "$CASE/$1")" '' "the $1 is taken"
}

# shellcheck disable=SC2086
judge() # CALL HOW
{
	local n=0 verdict condition

	on $events
	typed "$1"
	off $events
	while read -r verdict condition; do
		n=$((n + 1))
		case $verdict$(status_of "j$n" 7 8) in
		'yes1 1' | 'no1 0') ok ;;
		*) fail "$2: hits and records of '$condition', $verdict: $(status_of "j$n" 7 8)" ;;
		esac
	done <"$CASE/judged"
}

test_bitfields_and_enums()
{
	judged p rich <<-END
		yes rich->low == 5
		no rich->low == 13
		yes rich->minus == -3
		no rich->minus == 29
		yes rich->minus < 0
		yes rich->yes != 0
		yes rich->yes == 1
		yes rich->wide == 0xabcdef0123
		yes rich->tail == 0x5a5a5a
		yes rich->upper == 0x1234 && rich->depth == 99
		yes rich->colour == 2
		yes rich->colour:enum == 2
		no rich->colour:enum < 0
		yes rich->size == 0x1234567890
		yes rich->size:enum >= 78187493520
	END
}

test_enums_of_some_bits()
{
	judged p states <<-END
		yes states->state:enum == 0x2
		no states->state:enum != 0x2
		yes states->state:enum == 2
		yes states->state:enum == -2
		yes states->state:enum > -1
		no states->state:enum < 0
		no states->state:enum == 0xe
		yes states->state == 0x2
		yes states->change:enum == 0x7
		yes states->change:enum == -1
		no states->change:enum == -9
		yes states->frost:enum == 0xf9
		no states->tiny:enum == -312
		yes states->tiny:enum == -56
	END
}

test_elements_and_casts()
{
	judged p rich <<-END
		yes rich->numbers[2] == 3 && rich->numbers[0] == 1
		yes rich->array[1].value == 32 && rich->array[0].value == 31
		yes rich->bytes[0]:char == 98
		yes rich->bytes[0x1] == 121
		yes row[0][3] == 40
		yes indirect[0]->u8 == 200
		yes (struct kpe_rich *)\$arg1->u8 == 200
		yes (const struct kpe_rich *)\$arg1->u8 == 200
		yes (struct kpe_rich *) \$arg1->u8 == 200
		yes (struct kpe_rich*)\$arg1->u8==200
		yes (kpe_rich *)%di->u8 == 200
		yes (kpe_rich)%di->u8 == 200
		yes ((kpe_rich)\$arg1->u8 == 200)
		yes ((struct kpe_rich *)\$arg1->u8 == 200 && rich->u8 > 1)
		yes !((struct kpe_rich *)\$arg1->u8 == 201)
		yes ((struct kpe_rich *)(\$arg1)->next->u32 == 2)
		yes (kpe_rich,inner)(&kpe_first+0)->u8 != 1
		yes +0(\$arg1):u8 == 200 && +0(\$arg1):u8 == rich->u8
		yes (struct kpe_rich *)@kpe_rich_pointer->u8 == 200
		yes @kpe_typed:kpe_rich_pointer == rich
		yes &kpe_typed:kpe_first == rich && \$arg1 == &kpe_first
	END
}

test_returns()
{
	judged r rich <<-END
		yes \$retval->u8 == 200
		yes entry(rich->u8) == 200
		no entry(rich->u8) == 200 && \$retval->s8 > 0
		yes \$elapsed < 60s && \$elapsed >= 0
		no \$elapsed > 1000000ms
		yes rich == \$retval && entry(rich) == \$retval
		yes entry(rich->name:string) == 'rich'
		yes entry(rich->name:string) == rich->name:string
		yes entry(\$kstack) ~ "vfs_write" || \$kstack ~ "ksys_write"
		yes entry(rich->next->next->u8) == 1 || \$retval != 0
		no entry(rich->next->next->u8) == 0
		yes (kpe_rich)(entry(\$arg1))->u8 == 200
		yes entry(@kpe_typed:kpe_rich_pointer) == \$retval
		yes \$comm == 'sh'
	END
}
