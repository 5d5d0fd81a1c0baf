/* SPDX-License-Identifier: GPL-2.0 */
/*
 * disable - disable an event in all instances
 *
 * Contract: disables an event in the top instance and in all others, and on request
 * removes its hist triggers. Only their users can remove other triggers, perf events,
 * eprobes and synthetic events.
 */
#ifndef KPE_DISABLE_H
#define KPE_DISABLE_H

#include <linux/types.h>

int kpe_event_disable_everywhere(const char *group, const char *event, bool and_triggers);

#endif
