/* SPDX-License-Identifier: GPL-2.0 */
/*
 * gate - run a function under event_mutex
 *
 * Contract: trace_add_event_call() and trace_remove_event_call() require event_mutex, which
 * no kernel exports. The gate also finds the kernel's list of all events.
 */
#ifndef KPE_GATE_H
#define KPE_GATE_H

struct list_head;
struct trace_event_call;
struct trace_event_file;

int kpe_gate_init(void);
const struct list_head *kpe_gate_calls(void);
bool kpe_gate_calls_are_known(void);
void kpe_gate_remember(struct trace_event_file *file);
int kpe_gate(int (*fn)(void *data), void *data);
const struct trace_event_call *kpe_gate_call(void);

#endif
