/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stand_in - what rooms of the module and their tests need of the kernel, in user space
 *
 * rooms.mk makes a header of each name, which has no more than this one. Those that are files
 * beside it are read by the C library, too, or are not for all.
 */
#ifndef UNIT_STAND_IN_H
#define UNIT_STAND_IN_H

#include <assert.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/types.h>

/* <linux/compiler.h> */
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)

#define __weak		UNIT_ATTRIBUTE(__weak__)
#define __no_stack_protector
#define __uninitialized

/* tests have one thread */
#define WRITE_ONCE(x, value)	((x) = (value))
#define READ_ONCE(x)		(x)

/* <linux/bitops.h> */
#define BIT(nr)		(1UL << (nr))
#define BIT_ULL(nr)	(1ULL << (nr))
#define __ffs(word)	((unsigned long)__builtin_ctzl(word))

/* <linux/lockdep.h> */
/* There is one thread, and no lock. */
#define lockdep_assert(cond) do { } while (0)
#define lockdep_assert_held(lock) do { } while (0)

/* <linux/minmax.h> */
#define min_t(type, a, b) ({					\
	type __a = (a);						\
	type __b = (b);						\
	__a < __b ? __a : __b;					\
})

#define max_t(type, a, b) ({					\
	type __a = (a);						\
	type __b = (b);						\
	__a > __b ? __a : __b;					\
})

#define min(a, b) min_t(__auto_type, a, b)
#define min3(a, b, c) min(min(a, b), c)
#define max(a, b) max_t(__auto_type, a, b)

/*
 * <linux/kernel.h>. kstrtoul() takes what the kernel's takes: a leading plus, with base 0
 * the prefixes 0x and 0, one newline at the end, and nothing else; -ERANGE if the number does not
 * fit.
 */

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define PAGE_SIZE		4096UL
#define offset_in_page(addr)	((unsigned long)(addr) & (PAGE_SIZE - 1))
#define BITS_PER_LONG		64
#define U32_MAX			((u32)~0U)

#define fallthrough	UNIT_ATTRIBUTE(__fallthrough__)
#define ALIGN(x, a) ({					\
	__typeof__(x) __a = (a);			\
	((x) + __a - 1) & ~(__a - 1);			\
})

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))

int kstrtoul(const char *s, unsigned int base, unsigned long *res);

/* <linux/err.h> */
#define MAX_ERRNO	4095
#define IS_ERR_VALUE(x)	((unsigned long)(void *)(x) >= (unsigned long)-MAX_ERRNO)

static inline void *ERR_PTR(long error)
{
	return (void *)error;
}

static inline long PTR_ERR(const void *ptr)
{
	return (long)ptr;
}

static inline bool IS_ERR(const void *ptr)
{
	return IS_ERR_VALUE(ptr);
}

static inline bool IS_ERR_OR_NULL(const void *ptr)
{
	return !ptr || IS_ERR(ptr);
}

/* <linux/overflow.h> */
#define check_mul_overflow(a, b, d) __builtin_mul_overflow(a, b, d)

/* <linux/swab.h> */
#define swab64(x) __builtin_bswap64(x)

/* <linux/string.h> */
char *kstrdup(const char *s, gfp_t gfp);
void *kmemdup(const void *src, size_t len, gfp_t gfp);
static inline size_t str_has_prefix(const char *str, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(str, prefix, len) ? 0 : len;
}

static inline char *strnstr(const char *s, const char *what, size_t len)
{
	return memmem(s, len, what, strlen(what));
}

ssize_t strscpy(char *dst, const char *src, size_t size);

/* <linux/slab.h>. Every allocation counts, and a test may let any of them fail: see unit.h. */
#define GFP_KERNEL	0U

/* Bytes of *@p with @n elements in its last member, and not one more */
#define struct_size(p, member, n) \
	offsetof(__typeof__(*(p)), member[n])

void *kmalloc(size_t size, gfp_t gfp);
void *kzalloc(size_t size, gfp_t gfp);
void *kcalloc(size_t n, size_t size, gfp_t gfp);
void *kmalloc_array(size_t n, size_t size, gfp_t gfp);
void kfree(const void *p);

/* <linux/mm.h> */
#define kvmalloc(size, gfp)		kmalloc(size, gfp)
#define kvmalloc_array(n, size, gfp)	kmalloc_array(n, size, gfp)
#define kvfree(p)			kfree(p)

/* <linux/sort.h> */
void sort(void *base, size_t num, size_t size,
	  int (*cmp)(const void *a, const void *b),
	  void (*swap)(void *a, void *b, int size));

/* <linux/glob.h> */
static inline bool glob_match(const char *pattern, const char *text)
{
	return !fnmatch(pattern, text, FNM_NOESCAPE);
}

/* <linux/hash.h> and <linux/jhash.h>: any hash will do */
static inline u32 hash_64(u64 val, unsigned int bits)
{
	return val * 0x61c8864680b583ebULL >> (64 - bits);
}

/* What is left of a hash; 0 makes all names collide. */
extern u32 unit_hash_mask;

u32 jhash(const void *key, u32 length, u32 initval);

/* <linux/thread_info.h>: x86-64 without KASAN */
#define THREAD_SIZE	16384UL

/* <linux/sched.h> */
#define TASK_COMM_LEN 16

struct mm_struct {
	void *pgd;
};

struct task_struct {
	char comm[TASK_COMM_LEN];
	struct mm_struct *mm;
};

extern struct task_struct *current;

static inline unsigned int preempt_count(void)
{
	return 0;
}

/* <linux/mutex.h> */
/**
 * struct mutex - a lock that only counts
 * @held: how often it is held
 */
struct mutex {
	int held;
};

static inline void mutex_lock(struct mutex *lock)
{
	lock->held++;
}

static inline void mutex_unlock(struct mutex *lock)
{
	lock->held--;
}

/* <linux/rcupdate.h> */
#define __rcu
#define rcu_dereference_sched(p)	(p)

struct rcu_head {
	void *unused;
};

extern int rcu_held;

static inline void rcu_read_lock(void)
{
	rcu_held++;
}

static inline void rcu_read_unlock(void)
{
	rcu_held--;
}

/* for sparse in the kernel */
#define __release(x) ((void)0)

/* <linux/percpu.h>: one CPU, whose copy is at unit_cpu_offset from a variable's address */
extern unsigned long unit_cpu_offset;

#define __percpu
#define this_cpu_ptr(ptr) ((void *)((unsigned long)(ptr) + unit_cpu_offset))

/* <linux/timekeeping.h> */
u64 ktime_get_mono_fast_ns(void);

/* <linux/kallsyms.h>, sizes as in 6.1 */
#define MODULE_NAME_LEN		56
#define BUILD_ID_SIZE_MAX	20
#define KSYM_NAME_LEN		512
#define KSYM_SYMBOL_LEN		(sizeof("%s+%#lx/%#lx [%s %s]") + \
				 (KSYM_NAME_LEN - 1) + \
				 2 * (BITS_PER_LONG * 3 / 10) + \
				 (MODULE_NAME_LEN - 1) + \
				 (BUILD_ID_SIZE_MAX * 2) + 1)

int sprint_symbol(char *buffer, unsigned long address);
int sprint_symbol_no_offset(char *buffer, unsigned long address);

/* <linux/ptrace.h>: the registers as x86-64 and arm64 kernels keep them */
#ifdef CONFIG_ARM64
struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
};
#else
struct pt_regs {
	unsigned long r15;
	unsigned long r14;
	unsigned long r13;
	unsigned long r12;
	unsigned long bp;
	unsigned long bx;
	unsigned long r11;
	unsigned long r10;
	unsigned long r9;
	unsigned long r8;
	unsigned long ax;
	unsigned long cx;
	unsigned long dx;
	unsigned long si;
	unsigned long di;
	unsigned long orig_ax;
	unsigned long ip;
	unsigned long cs;
	unsigned long flags;
	unsigned long sp;
	unsigned long ss;
};
#endif

unsigned long regs_get_register(struct pt_regs *regs, unsigned int offset);
unsigned long regs_get_kernel_stack_nth(struct pt_regs *regs, unsigned int n);
unsigned long regs_get_kernel_argument(struct pt_regs *regs, unsigned int n);

static inline unsigned long kernel_stack_pointer(struct pt_regs *regs)
{
	return regs->sp;
}

/* <linux/uaccess.h>: a test says what is there */
/* Below is the user, as on x86-64, but lower: the kernel needs real memory. */
#define TASK_SIZE_MAX	0x100000000UL

long copy_from_kernel_nofault(void *dst, const void *src, size_t size);
long copy_from_user_nofault(void *dst, const void __user *src, size_t size);

/* Single loads */
#define __get_kernel_nofault(dst, src, type, label) do {		\
	if (copy_from_kernel_nofault(dst, src, sizeof(type)))		\
		goto label;						\
} while (0)

#define unsafe_get_user(x, src, label) do {				\
	if (copy_from_user_nofault(&(x), src, sizeof(x)))		\
		goto label;						\
} while (0)

static inline bool user_read_access_begin(const void __user *src, size_t size)
{
	return (unsigned long)src + size <= TASK_SIZE_MAX;
}

#define user_read_access_end()	do { } while (0)
#define pagefault_disable()	do { } while (0)
#define pagefault_enable()	do { } while (0)

/* <linux/dcache.h> and <linux/fs.h>: offsets as in 6.12 */
struct qstr {
	u64 hash_len;
	const unsigned char *name;
};

struct dentry {
	u32 d_flags;
	u32 d_seq;
	void *d_hash[2];
	struct dentry *d_parent;
	struct qstr d_name;
};

struct path {
	void *mnt;
	struct dentry *dentry;
};

struct file {
	u64 before[8];
	struct path f_path;
};

/* where x86-64 kernels and their modules are */
#define __START_KERNEL_map	0xffffffff80000000UL
#define MODULES_VADDR		0xffffffffa0000000UL

/* <linux/processor.h> */
static const struct {
	unsigned int x86_virt_bits;
} boot_cpu_data = { 48 };

/* The page tables in use are unit_pgd's. */
extern char unit_pgd;

#define __pa(addr)	((unsigned long)(addr))
#define read_cr3_pa()	__pa(&unit_pgd)

/* <asm/cpu_entry_area.h> */
#define IRQ_STACK_SIZE	16384

struct exception_stacks {
	char nmi[4096];
};

/* <asm/unaligned.h> */
#define get_unaligned(ptr) ({				\
	__typeof__(ptr) __at = (ptr);			\
	const struct UNIT_ATTRIBUTE(packed) {		\
		__typeof__(*__at) x;			\
	} *__get = (const void *)__at;			\
	__get->x;					\
})

#define put_unaligned(value, ptr) do {			\
	__typeof__(ptr) __at = (ptr);			\
	struct UNIT_ATTRIBUTE(packed) {			\
		__typeof__(*__at) x;			\
	} *__put = (void *)__at;			\
	__put->x = (value);				\
} while (0)

/* <asm/vsyscall.h> */
#define VSYSCALL_ADDR	(-10UL << 20)

/* <asm/word-at-a-time.h>: where a word has its first NUL */
struct word_at_a_time {
	unsigned long unused;
};

#define WORD_AT_A_TIME_CONSTANTS { 0 }

/* The highest bit of each byte that is 0; all are right, the kernel's need not */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	unsigned int i;

	(void)c;
	*bits = 0;
	for (i = 0; i < 8 * sizeof(word); i += 8)
		if (!(word >> i & 0xff))
			*bits |= 0x80UL << i;
	return *bits;
}

/* <linux/kprobes.h> */
#define __kprobes

#endif
