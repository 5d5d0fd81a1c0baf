# description: what the engine of the tables must notice
# seconds: 60
#
# record: wrong: record 1 of bi_wrong +got: +arg1=0x1 +wanted: arg1=0x2
# hits: wrong: hits of bi_wrong +got: +1 +wanted: 2
# listing: wrong: listing of bi_wrong
# fields: wrong: fields of bi_wrong
# some_record: wrong: last record of bi_wrong
# text: wrong: refusal of bi
# caret: wrong: refusal of bi
# other_text: wrong: refusal of bi
# taken: wrong: bi takes
# not_taken: wrong: bi refuses
# no_expectation: wrong: expects nothing
# no_section: no section no_section
# comparison: wrong: not the built-in's record 1
# formats: wrong: format

TABLE=/kpe/tests/conformance.table
# shellcheck source=/dev/null
. /kpe/rows.sh

test_record() { rows record; }
test_hits() { rows hits; }
test_listing() { rows listing; }
test_fields() { rows fields; }
test_some_record() { rows some_record; }
test_text() { rows text; }
test_caret() { rows caret; }
test_other_text() { rows other_text; }
test_taken() { rows taken; }
test_not_taken() { rows not_taken; }
test_no_expectation() { rows no_expectation; }
test_no_section() { rows no_section; }

# The built-in plays both parts.
# shellcheck disable=SC2317 # rows calls it
test_comparison()
{
	tracers() { echo us bi; }
	rows comparison
}

# shellcheck disable=SC2317 # rows calls it
test_formats()
{
	tracers() { echo us bi; }
	rows formats
}
