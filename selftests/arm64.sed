# What the tests name of x86-64, as it is on arm64. The tests are written for x86-64 and
# translated as a whole (vm/run, live/case), so that each of them is for both. In the name
# of a test nothing changes.
/^test_[A-Za-z0-9_]*()/b

# suggestions for names that assembler has
s/%rdi\b/%w0/g
s/%eax\b/%W0/g
# parameters in registers; the return address, and the first two that are on the stack
# only there
s/%di\b/%x0/g
s/%si\b/%x1/g
s/%dx\b/%x2/g
s/%cx\b/%x3/g
s/%r8\b/%x4/g
s/%r9\b/%x5/g
s/\$stack0\b/%x30/g
s/\$stack1\b/%x6/g
s/\$stack2\b/%x7/g
# a result; that of kpe_target_steps() while it is computed
/kpe_target_steps+/s/%ax\b/%x9/g
s/\bax=%ax\b/ax=%x9/g
s/%ax\b/%x0/g
# others
s/%bx\b/%x19/g
s/%bp\b/%x29/g
s/%ip\b/%pc/g
s/%flags\b/%pstate/g
s/%cs\b/%x20/g
s/%ss\b/%x21/g
s/%orig_ax\b/%x22/g
s/%r1\([0-5]\)\b/%x1\1/g
# where the image begins, and system calls
s/\b_text\b/_stext/g
s/__x64_sys_/__arm64_sys_/g
s/\bclient call 146\b/client call 125/g
s/\bclient call 121\b/client call 155/g
s/\bclient call 102\b/client call 174/g
s/\bclient call 16\b/client call 29/g
s/\bclient call 73\b/client call 32/g
# the parameters of a system call
s/fd=+112(%x0)/fd=+0(%x0)/g
s/+u0(+104(%x0))/+u0(+8(%x0))/g
s/\bentry_SYSCALL_64\b/cpu_switch_to/g
# addresses of the kernel and of its modules
s/\b0xffffffff\*/0xffff*/g
s/<ffffffff\*>/<ffff*>/g
# a variable of each CPU
s/\bgdt_page\b/kstat/g
# the first byte of an address may not count there
/^farthest_offsets /,/^\t=/d
# rows of conformance.table: no such function is known by name; the second half of a result; what is no address there
/^of_kprobes:/,/differs/d
/^value_of_128_bits /s/%x2/%x1/
/^value_in_two_registers /s/%x2/%x1/
# what is there instead
s/^\(\t*refused 'p ^vfs_read+4'\) EILSEQ '.*'/\1 EINVAL 'The kernel itself uses this instruction (jump label, static call, BUG)'/
s/entry(s2:u64)/entry(a7:u64)/
s/a=entry(+8(\$stack)):u64 b=entry(+16(%sp):u64)/a=entry(%x6):u64 b=entry(%x7:u64)/
/most_frequent nmi/s/'d\.Z\*'/'d*'/
# the built-in has no words of the stack as parameters
/^number_behind_the_last_with_a_name /a\	differs: records
