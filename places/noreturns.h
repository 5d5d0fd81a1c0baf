/* SPDX-License-Identifier: GPL-2.0 */
/*
 * noreturns - functions of the kernel that never return
 *
 * A return probe of one would never be hit. There are others, and no kernel has all of these.
 * But where it has one, that does not return. Most are in objtool's list, too.
 */
#ifndef KPE_NORETURNS_H
#define KPE_NORETURNS_H

static const char *const kpe_noreturns[] = {
	"__arm64_sys_exit",
	"__arm64_sys_exit_group",
	"__do_sys_exit",
	"__do_sys_exit_group",
	"__fortify_panic",
	"__ia32_sys_exit",
	"__ia32_sys_exit_group",
	"__invalid_creds",
	"__kunit_abort",
	"__module_put_and_exit",
	"__module_put_and_kthread_exit",
	"__se_sys_exit",
	"__se_sys_exit_group",
	"__x64_sys_exit",
	"__x64_sys_exit_group",
	"arm64_serror_panic",
	"complete_and_exit",
	"cpu_die",
	"cpu_die_early",
	"cpu_startup_entry",
	"devtmpfs_work_loop",
	"do_exit",
	"do_group_exit",
	"do_task_dead",
	"fortify_panic",
	"hlt_play_dead",
	"kthread",
	"kthread_complete_and_exit",
	"kthread_exit",
	"kthreadd",
	"kunit_try_catch_throw",
	"local_cpu_stop",
	"machine_real_restart",
	"make_task_dead",
	"nmi_panic_self_stop",
	"panic",
	"panic_bad_stack",
	"panic_smp_self_stop",
	"rcu_gp_kthread",
	"stop_this_cpu",
	"usercopy_abort",
	"vpanic",
};

#endif
