# description: operators, types and rules, and the same of the built-in tracer
# live: yes
# kernels: *
# share: 6.1-nokpe 7.3-cloud
# seconds: 600

# The rows are in conformance.table, which says how to write one. Each that the
# kernel's own tracer can do is defined there, too, and hit at the same time:
# listing, format and records must be the same.

TABLE=${TESTS:-/kpe/tests}/conformance.table
# shellcheck source=/dev/null
. "${ROWS:-/kpe}/rows.sh"

test_registers_and_stack() { rows registers_and_stack; }
test_constants_and_memory() { rows constants_and_memory; }
test_integers() { rows integers; }
test_bitfields_and_characters() { rows bitfields_and_characters; }
test_strings() { rows strings; }
test_user_strings() { rows user_strings; }
# known: string-arrays
test_arrays() { rows arrays; }
test_symbols() { rows symbols; }
test_returns() { rows returns; }
test_limits() { rows limits; }
test_several_probes() { rows several_probes; }
test_ignored_texts() { rows ignored_texts; }
# known: fix-a9d6fb284039
test_refused_lines() { rows refused_lines; }
test_refused_places() { needs DYNAMIC_FTRACE; rows refused_places; }
test_refused_arguments() { rows refused_arguments; }
test_refused_numbers() { rows refused_numbers; }
test_refused_variables() { rows refused_variables; }
test_refused_types() { rows refused_types; }
test_refused_limits() { rows refused_limits; }
test_parameters() { rows parameters; }
# known: fix-47e93045a2db fix-f36d94a20ca1
test_fields() { rows fields; }
test_fields_of_returns() { rows fields_of_returns; }
test_strings_by_type() { rows strings_by_type; }
test_kernel_functions()
{
	# Debian 11's pahole found none of arm64's
	[ ! -f /sys/kernel/btf/vmlinux ] || grep -qa do_sys_openat2 /sys/kernel/btf/vmlinux ||
		skip "the kernel's BTF lacks functions"
	rows kernel_functions
}
test_reads() { rows reads; }
test_dentries_and_files() { rows dentries_and_files; }
test_refused_by_type() { rows refused_by_type; }
test_casts() { rows casts; }
test_refused_casts() { rows refused_casts; }
test_per_cpu() { rows per_cpu; }
test_refused_per_cpu() { rows refused_per_cpu; }
test_current() { rows current; }

# what a row may have done
user_string() { client ustr "$RUN" 'user text' 'str 1 %#lx'; }
opened() { : </proc/version; }
was_read() { client ops /proc/version read read=8 >/dev/null; }
