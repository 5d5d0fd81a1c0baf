// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin for QEMU: print the lines of memory that the kernel writes often on each of two
 * CPUs, as "ADDRESS TIMES TIMES PC", when the guest ends. ADDRESS is physical, PC is where the
 * second CPU wrote it last.
 *
 *	-plugin file=plugin.so,out=FILE,times=N
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Debian has no header of QEMU's interface for plugins, version 1. */
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
_Bool qemu_plugin_mem_is_store(unsigned int info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(unsigned int info, unsigned long long addr);
unsigned long long qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *addr);

#define NO_REGISTERS 0
#define WRITES 2
#define MARK (0xfffc0 / 64)
#define MODULES 0xffffffffc0000000
#define LINES (1UL << 24)

int qemu_plugin_version = 1;

static struct {
	unsigned int times[2];
	unsigned long long pc;
} lines[LINES];

static const char *out;
static unsigned int often;

static void written(unsigned int cpu, unsigned int info, unsigned long long addr, void *data)
{
	struct qemu_plugin_hwaddr *hwaddr = qemu_plugin_get_hwaddr(info, addr);
	unsigned long long line;

	if (!hwaddr || cpu > 1 || !qemu_plugin_mem_is_store(info))
		return;
	line = qemu_plugin_hwaddr_phys_addr(hwaddr) / 64;
	if (line == MARK)
		memset(lines, 0, sizeof(lines));
	if (line >= LINES || (unsigned long)data < MODULES)
		return;
	lines[line].times[cpu]++;
	if (cpu)
		lines[line].pc = (unsigned long)data;
}

static void translated(unsigned long long id, struct qemu_plugin_tb *tb)
{
	size_t i;

	for (i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		unsigned long pc = qemu_plugin_insn_vaddr(insn);

		qemu_plugin_register_vcpu_mem_cb(insn, written, NO_REGISTERS, WRITES, (void *)pc);
	}
}

static void ended(unsigned long long id, void *data)
{
	FILE *file = fopen(out, "w");
	size_t i;

	if (!file)
		return;
	for (i = 0; i < LINES; i++) {
		if (lines[i].times[0] >= often && lines[i].times[1] >= often)
			fprintf(file, "%zx %u %u %llx\n", i * 64, lines[i].times[0], lines[i].times[1],
				lines[i].pc);
	}
	fclose(file);
}

int qemu_plugin_install(unsigned long long id, const void *info, int argc, char **argv);
int qemu_plugin_install(unsigned long long id, const void *info, int argc, char **argv)
{
	int i;

	for (i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "out=", 4))
			out = strdup(argv[i] + 4);
		else if (!strncmp(argv[i], "times=", 6))
			often = atoi(argv[i] + 6);
	}
	if (!out || !often)
		return -1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, ended, NULL);
	return 0;
}
