// SPDX-License-Identifier: GPL-2.0
/*
 * readme - what the README file says
 *
 * perf and the ftrace selftests look for single phrases of the kernel's README
 * to learn what a tracer can do; those phrases stand here as they stand there.
 */
#include "control.h"

const char kpe_readme[] =
"kprobe events, from the module kprobe_events\n"
"\n"
"  kprobe_events\t\t- Create/append/remove/show the kernel dynamic events\n"
"\t\t\t  Write into this file to define/undefine new trace events.\n"
"\t\t\t  One write takes effect as a whole or not at all.\n"
"  kprobe_profile\t- Hits and missed hits of each probe\n"
"  error_log\t\t- Why the latest definitions were refused\n"
"\n"
"\t  accepts: event-definitions (one definition per line)\n"
"\t   Format: p[:[<group>/][<event>]] <place> [<args>]\n"
"\t           r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
"\t           -:[<group>/][<event>] [<place> [<args>]]\n"
"\t    place: [<module>:]<symbol>[+|-<offset>]|<memaddr>\n"
"place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
"\t     args: <name>=fetcharg[:type]\n"
"\t fetcharg: %<register>, @<address>, @<symbol>[+|-<offset>],\n"
"\t           $stack<index>, $stack, $retval, $comm, $arg<N>,\n"
"\t           +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\"\n"
"\t           a<index>, s<index>, rv, ra (argument and stack word from 0,\n"
"\t           return value, return address)\n"
"\t     kernel return probes support: $retval, $arg<N>, $comm\n"
"\t     type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
"\t           b<bit-width>@<bit-offset>/<container-size>, ustring,\n"
"\t           symstr, <type>\\[<array-size>\\]\n";
