/* SPDX-License-Identifier: GPL-2.0 */
/* running - find what tells whether a kprobe is running */
#ifndef KPE_POINTS_RUNNING_H
#define KPE_POINTS_RUNNING_H

void kpe_running_init(void);

#endif
