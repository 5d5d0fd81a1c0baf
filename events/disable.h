/* SPDX-License-Identifier: GPL-2.0 */
/*
 * disable - nobody listens to an event any more
 *
 * Contract: disables an event in the top instance and in all others, and takes
 * its hist triggers away there. Other triggers, perf, and events made of it can
 * only be given up by those who have them.
 */
#ifndef KPE_DISABLE_H
#define KPE_DISABLE_H

void kpe_event_disable_everywhere(const char *group, const char *event);

#endif
