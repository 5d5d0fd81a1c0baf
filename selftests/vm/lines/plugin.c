// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin for QEMU: print the lines of memory that code of modules writes often on each of
 * two CPUs, as "ADDRESS TIMES TIMES PC", when the guest ends. ADDRESS is physical, PC is where the
 * second CPU wrote it last.
 *
 *	-plugin file=plugin.so,out=FILE,times=N
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plugin.h"

#define NO_REGISTERS 0
#define WRITES 2
#define MARK (0xfffc0 / 64)	/* the guest writes there when counts are to begin */
#define MODULES 0xffffffffc0000000
#define LINES 0x1000000

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

		qemu_plugin_register_vcpu_mem_cb(insn, written, NO_REGISTERS, WRITES,
						 (void *)pc);
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
			fprintf(file, "%zx %u %u %llx\n", i * 64, lines[i].times[0],
				lines[i].times[1], lines[i].pc);
	}
	fclose(file);
}

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
