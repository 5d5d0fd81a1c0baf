/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kprobe - callbacks of the kprobe core
 *
 * Contract: handlers for the struct kprobe and struct kretprobe of a point.
 */
#ifndef KPE_KPROBE_H
#define KPE_KPROBE_H

struct kprobe;
struct kretprobe_instance;
struct pt_regs;

int kpe_kprobe_entry(struct kprobe *kp, struct pt_regs *regs);
int kpe_kprobe_save(struct kretprobe_instance *ri, struct pt_regs *regs);
int kpe_kprobe_return(struct kretprobe_instance *ri, struct pt_regs *regs);

#endif
