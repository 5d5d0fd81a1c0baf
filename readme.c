// SPDX-License-Identifier: GPL-2.0
/*
 * readme - what the README file says
 *
 * perf and the ftrace selftests look for lines and phrases of the kernel's
 * README to learn what a tracer can do; for what this one can do they stand
 * here as they stand there. What is ours alone comes after them.
 */
#include <linux/seq_file.h>
#include "control.h"
#include "types.h"

static const char head[] =
"kprobe events, from the module kprobe_events\n"
"\n"
"  kprobe_events\t\t- Create/append/remove/show the kernel dynamic events\n"
"\t\t\t  Write into this file to define/undefine new trace events.\n"
"\t\t\t  One write takes effect as a whole or not at all.\n"
"  kprobe_profile\t- Hits and missed hits of each probe\n"
"  kprobe_export\t\t- The definitions as any machine that runs this build takes them\n"
"  error_log\t\t- Why the latest definitions were refused\n"
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

/* Where there are types to ask for */
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
"\t           [<module>:]<symbol>.* (it, or what the compiler made of it)\n"
"\t           [<module>:]<glob> (all that match: *, ?, [a-z], [!a-z])\n"
"\t           <module>:0x<offset>, <module>:.<section>[+<offset>]\n"
"\t           vmlinux: is the kernel\n"
"\t fetcharg: a<index>, s<index>, rv, ra (argument and word of the stack,\n"
"\t           counted from 0; return value; return address)\n"
"\t           in a return probe: $elapsed (nanoseconds since the function's\n"
"\t           entry), entry(<fetcharg>[:type]) (fetched at the entry)\n"
"\t     type: sb<bit-width>@<bit-offset>/<container-size>\n";

/**
 * kpe_readme_show() - print the README
 * @m: printed to
 *
 * Context: may sleep.
 */
void kpe_readme_show(struct seq_file *m)
{
	seq_puts(m, head);
	if (kpe_types_exist())
		seq_puts(m, with_btf);
	seq_puts(m, tail);
}
