/* SPDX-License-Identifier: GPL-2.0 */
/* bpf_calls - system calls of BPF; bpf.c has them */
#ifndef KPE_BPF_CALLS_H
#define KPE_BPF_CALLS_H

#include <linux/bpf.h>

int bpf(enum bpf_cmd cmd, union bpf_attr *attr);
__u64 pointer(const void *p);
/* Return: its file descriptor, or it dies */
int make_map(enum bpf_map_type type, __u32 key_size, __u32 value_size, __u32 max_entries);

#endif
