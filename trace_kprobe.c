// SPDX-License-Identifier: GPL-2.0
/*
 * kprobe_events - kprobe event tracing as a loadable module
 *
 * Module init and exit. While an event exists or a control file is open, the
 * module's reference count prevents unloading. So no event is left at exit.
 */
#include <linux/module.h>
#include <linux/percpu.h>
#include "arch/image.h"
#include "compat/entry.h"
#include "events/event.h"
#include "events/print.h"
#include "files/control.h"
#include "hit/nofault.h"
#include "hit/write.h"
#include "kernel/attribute.h"
#include "kernel/buildid.h"
#include "kernel/error_log.h"
#include "kernel/event_calls.h"
#include "kernel/functions.h"
#include "kernel/gate.h"
#include "kernel/module_symbols.h"
#include "kernel/programs.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "points/arm.h"
#include "points/by_ftrace.h"
#include "trace_kprobe.h"
#include "transaction/transaction.h"
#include "types/types.h"

static void __init say_unknown(const char *what)
{
	pr_err("kprobe_events: refused: this kernel has an unknown form of %s\n", what);
}

/* Test what no type or exported symbol of the kernel says, once the control files are in place. */
static bool __init kernel_is_known(void)
{
	const char *differs = NULL;

	if (!kpe_event_calls_are_known())
		differs = "functions that register events";
	else if (!kpe_gate_calls_are_known())
		differs = "lists of events";
	else if (!kpe_attributes_are_known())
		differs = "attributes";
	else if (!kpe_modules_are_known())
		differs = "modules";
	else if (!kpe_sections_are_known())
		differs = "sections of modules";
	else if (!kpe_event_files_are_known())
		differs = "files of events";
	else if (!kpe_entry_ctx_is_known())
		differs = "contexts of records";
	if (differs)
		say_unknown(differs);
	return !differs;
}

static int __init open_gate(void)
{
	int ret;

	/* the gate is the first to look up a name */
	if (!kpe_symbols_are_known()) {
		say_unknown("symbols");
		return -ENODEV;
	}
	ret = kpe_gate_init();
	if (ret == -ENODEV)
		pr_err("kprobe_events: the kernel registers no trace events for this module\n");
	if (ret != -EPROTO)
		return ret;
	say_unknown("perf events");
	return -ENODEV;
}

static int __init kpe_init(void)
{
	int ret = open_gate();

	if (!ret)
		ret = kpe_build_id_init();
	if (ret)
		return ret;
	kpe_scratch = alloc_percpu(struct kpe_scratch);
	ret = kpe_scratch ? kpe_by_ftrace_init() : -ENOMEM;
	if (ret)
		goto free;
	kpe_running_init();
	kpe_programs_init();
	kpe_functions_init();
	kpe_print_init();
	kpe_stop_init();
	kpe_arch_kernel_range(&kpe_kernel_first, &kpe_kernel_size);
	ret = kpe_modules_watch();
	if (ret)
		goto free_functions;
	ret = kpe_control_init();
	if (ret == -EPERM)
		pr_err("kprobe_events: refused by kernel lockdown\n");
	if (ret)
		goto unwatch;
	if (kernel_is_known()) {
		kpe_control_announce();
		return 0;
	}
	ret = -ENODEV;
	kpe_control_exit();
unwatch:
	kpe_modules_unwatch();
free_functions:
	kpe_warn_exit();
	kpe_error_clear();
	kpe_functions_exit();
	kpe_by_ftrace_exit();
free:
	free_percpu(kpe_scratch);
	return ret;
}

static void __exit kpe_exit(void)
{
	kpe_control_exit();
	kpe_owners_exit();
	kpe_stop_exit();
	kpe_open_files_exit();
	kpe_modules_unwatch();
	kpe_warn_exit();
	kpe_error_clear();
	kpe_types_exit();
	kpe_functions_exit();
	kpe_points_exit();
	kpe_ids_exit();
	free_percpu(kpe_scratch);
}

module_init(kpe_init);
module_exit(kpe_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("kprobe event tracing");
MODULE_VERSION("0.1.0");
