/* SPDX-License-Identifier: GPL-2.0 */
/* What is used of QEMU's interface for plugins, version 1: Debian has no header of it. */
#ifndef KPE_LINES_PLUGIN_H
#define KPE_LINES_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>

struct qemu_plugin_hwaddr;
struct qemu_plugin_insn;
struct qemu_plugin_tb;
typedef void tb_fn(unsigned long long id, struct qemu_plugin_tb *tb);
typedef void mem_fn(unsigned int cpu, unsigned int info, unsigned long long addr, void *data);
typedef void exit_fn(unsigned long long id, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(unsigned long long id, tb_fn *fn);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, mem_fn *fn, int flags,
				      int access, void *data);
void qemu_plugin_register_atexit_cb(unsigned long long id, exit_fn *fn, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
unsigned long long qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
bool qemu_plugin_mem_is_store(unsigned int info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(unsigned int info, unsigned long long addr);
unsigned long long qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *addr);

int qemu_plugin_install(unsigned long long id, const void *info, int argc, char **argv);

#endif
