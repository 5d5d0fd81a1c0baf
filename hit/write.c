// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include "hit/write.h"

struct kpe_scratch __percpu *kpe_scratch;

DEFINE_PER_CPU(unsigned int, kpe_handling);
static_assert(2 * KPE_NR_CONTEXTS <= BITS_PER_BYTE * sizeof(unsigned int));

/* @record: all but the trace entry. The kernel itself would touch the buffer before it asks. */
bool __no_stack_protector __kprobes
kpe_is_rejected(const struct kpe_event *event, const struct trace_event_file *file, u8 *record,
		unsigned int ctx)
{
	kpe_entry_fill((struct trace_entry *)record, event->call.event.type, ctx);
	return !filter_match_preds(rcu_dereference_sched(file->filter), record);
}

/* For kpe_write_registers(). @record: scratch. Return: true if it is rejected, and counted */
bool __no_stack_protector __kprobes
kpe_registers_are_rejected(struct kpe_point *point, const struct trace_event_file *file,
			   struct pt_regs *regs, unsigned int ctx, unsigned long ret_ip,
			   u8 *record)
{
	kpe_copy_registers(point->program, regs, record);
	kpe_write_head(record, point, point->program->quick, ret_ip);
	if (!kpe_is_rejected(point->probe->event, file, record, ctx))
		return false;
	kpe_count(point, KPE_FILTERED, 1);
	return true;
}
