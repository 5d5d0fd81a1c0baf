// SPDX-License-Identifier: GPL-2.0
/*
 * perf, libtracefs and the ftrace selftests look for phrases of the kernel's README to learn
 * its features. This file is mounted over it, so it contains the kernel's text and then the
 * module's, in the kernel's phrases.
 *
 * The kernel's file can only be read into user memory, so each read(2) reads that
 * file first.
 */
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "files/control.h"
#include "kernel/error_log.h"
#include "kernel/tracefs.h"
#include "types/types.h"

static const char head[] =
"\n"
"kprobe events, from the module kprobe_events\n"
"\n"
"  kprobe_events\t\t- Create/append/remove/show the kernel dynamic events\n"
"\t\t\t  Write into this file to define/undefine new trace events.\n"
"\t\t\t  One write takes effect as a whole or not at all.\n"
"  kprobe_profile\t- Hits and missed hits of each probe\n"
"  kprobe_export\t\t- The definitions, for any machine that runs this build\n"
"  trace_kprobe/error_log - Why the latest definitions were refused\n";

/* kprobe-events-front looks for it */
static const char with_log[] =
"\t\t\t  The kernel's error_log has these errors, too.\n";

static const char syntax[] =
"\n"
"\t  accepts: event-definitions (one definition per line)\n"
"\t   Format: p[:[<group>/][<event>]] <place> [<args>]\n"
"\t           r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
"\t           -:[<group>/][<event>]\n"
"\t    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
"place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
"\t     args: <name>=fetcharg[:type]\n"
"\t fetcharg: %<register>, @<address>, @<symbol>[+|-<offset>],\n"
"\t           $stack<index>, $stack, $retval, $comm, $arg<N>, $current\n";

static const char with_btf[] =
"\t           [(structname[,field])]<argname>[->field[->field|.field...]],\n"
"\t           [(structname[,field])](fetcharg)->field[->field|.field...],\n";

static const char tail[] =
"\t           +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\"\n"
"\t           this_cpu_read(<fetcharg>), this_cpu_ptr(<fetcharg>)\n"
"\t     kernel return probes support: $retval, $arg<N>, $comm\n"
"\t     type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
"\t           b<bit-width>@<bit-offset>/<container-size>, ustring,\n"
"\t           symstr, %pd/%pD, <type>\\[<array-size>\\]\n"
"\n"
"\t Only here:\n"
"\t           -:[<group>/][<event>] [<place> [<args>]]\n"
"\t           build-id[!] <hex> [<module>] (what follows is for this build)\n"
"\t    place: [<module>:]<symbol>-<offset>\n"
"\t           [<module>:]<symbol>@<number>[+|-<offset>] (that one of several)\n"
"\t           [<module>:]<symbol>@*[+|-<offset>] (all of them)\n"
"\t           [<module>:]<symbol>.* (the function, or its clone)\n"
"\t           [<module>:]<glob> (all that match: *, ?, [a-z], [!a-z])\n"
"\t           <module>:0x<offset>, <module>:.<section>[+<offset>]\n"
"\t           vmlinux: is the kernel\n"
"\t fetcharg: a<index>, s<index>, rv, ra (argument and word of the stack,\n"
"\t           counted from 0; return value; return address)\n"
"\t           in a return probe: $elapsed (nanoseconds since the function's\n"
"\t           entry), entry(<fetcharg>[:type]) (fetched at the entry)\n"
"\t           <parameter>.<field>, <parameter>[<index>], ..->field[<index>],\n"
"\t           (struct <name> *)<fetcharg>->field, @<module>:<symbol>,\n"
"\t           @<symbol>->field, &<symbol> (its address)\n"
"\t           $kstack, $kstack[<calls>] (the stack from the caller on)\n"
"\t           $ustack, $ustack[<calls>] (the same of the program)\n"
"\t     args: [<args>] [$every=<n>] [$rate=<n>] [$stop=<n>]: each nth hit,\n"
"\t           n records a second, n records; then the event is disabled\n"
"\t           [<args>] hist:keys=<name>[.log2|.buckets=<n>|.hex|.sym|.execname],..\n"
"\t           [:vals=<name>[.min|.max|.avg],..][:sort=<name>[.descending]]\n"
"\t           [:size=<n>]: count instead of recording, see kprobe_hist\n"
"\t           [<args>] if <condition>, the last part of a definition\n"
"\tcondition: <fetcharg> ==|!=|<|<=|>|>=|& <number>|<fetcharg>,\n"
"\t           <fetcharg> ==|!=|~ \"<text>\", with !, &&, || and (..)\n"
"\t   number: decimal or 0x.., with ns, us, ms, s, K, M or G\n"
"\t     type: sb<bit-width>@<bit-offset>/<container-size>, int, uint, long,\n"
"\t           ulong, bool, typedefs of integers, enum, errno, ip4, ip6, mac,\n"
"\t           be16/32/64, string(<arg>|<fetcharg>), ustring(..),\n"
"\t           hex\\[<bytes>|<arg>|<fetcharg>\\], sockaddr, path (of a struct file, path or dentry:\n"
"\t           <parameter>, (struct <name> *)<fetcharg>)\n";

struct readme {
	struct file *kernels;	/* NULL if there is none */
	size_t len;
	char ours[sizeof(head) + sizeof(with_log) + sizeof(syntax) + sizeof(with_btf) +
		  sizeof(tail)];
};

static int readme_open(struct inode *inode, struct file *file)
{
	struct readme *readme = kzalloc(sizeof(*readme), GFP_KERNEL);
	struct file *kernels;

	if (!readme)
		return -ENOMEM;
	kernels = kpe_tracefs_open("README", O_RDONLY);
	/* In tracefs root can remove files. */
	if (kernels == ERR_PTR(-ENOENT))
		kernels = NULL;
	if (IS_ERR(kernels)) {
		kfree(readme);
		return PTR_ERR(kernels);
	}
	readme->kernels = kernels;
	readme->len = scnprintf(readme->ours, sizeof(readme->ours), "%s%s%s%s%s", head,
				kpe_errors_reach_kernel() ? with_log : "", syntax,
				kpe_types_exist() ? with_btf : "", tail);
	file->private_data = readme;
	return 0;
}

static int readme_release(struct inode *inode, struct file *file)
{
	struct readme *readme = file->private_data;

	if (readme->kernels)
		fput(readme->kernels);
	kfree(readme);
	return 0;
}

static ssize_t read_kernels(const struct readme *readme, char __user *to,
			    size_t count, loff_t *pos)
{
	struct file *file = readme->kernels;

	if (!file || !file->f_op->read)
		return 0;
	return file->f_op->read(file, to, count, pos);
}

/* No call returns the length, so search for the end with reads into a user byte. */
static loff_t kernels_length(const struct readme *readme, char __user *to)
{
	loff_t end = 0, step, at;

	for (step = 1 << 20; step; step /= 2) {
		at = end + step - 1;
		if (read_kernels(readme, to, 1, &at) > 0)
			end += step;
	}
	return end;
}

static ssize_t readme_read(struct file *file, char __user *to, size_t count,
			   loff_t *pos)
{
	struct readme *readme = file->private_data;
	loff_t at, start;
	ssize_t n;

	n = count ? read_kernels(readme, to, count, pos) : 0;
	if (n || !count)
		return n;
	/* a fault would look like the end of the file */
	if (clear_user(to, 1))
		return -EFAULT;
	start = kernels_length(readme, to);
	at = *pos - start;
	n = simple_read_from_buffer(to, count, &at, readme->ours, readme->len);
	*pos = start + at;
	return n;
}

const struct file_operations kpe_readme_fops = {
	.owner = THIS_MODULE,
	.open = readme_open,
	.read = readme_read,
	.llseek = generic_file_llseek,
	.release = readme_release,
};
