/* SPDX-License-Identifier: GPL-2.0 */
/*
 * flow - find out if a function returns, and where its code ends
 *
 * Contract: pure. In doubt, code may return and may be reached. Also builds in user
 * space.
 */
#ifndef KPE_FLOW_H
#define KPE_FLOW_H

#include <linux/types.h>

/**
 * struct kpe_part - a stretch of a function's code
 * @start: its address
 * @len: bytes
 * @code: the code
 */
struct kpe_part {
	unsigned long start;
	unsigned int len;
	const u8 *code;
};

bool kpe_flow_has_return(const struct kpe_part *part);
unsigned int kpe_flow_trim_hash(const u8 *code, unsigned int len);
bool kpe_flow_jumps_out(const struct kpe_part *parts, unsigned int nr);
unsigned int kpe_flow_end(const u8 *code, unsigned int len, bool entered);

#endif
