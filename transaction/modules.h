/* SPDX-License-Identifier: GPL-2.0 */
/*
 * modules - points come and go with the modules that they are in
 *
 * Contract: a definition outlives the modules that it means. Its points in a module are
 * registered when that comes, and unregistered before it goes.
 */
#ifndef KPE_MODULES_H
#define KPE_MODULES_H

int kpe_modules_watch(void);
void kpe_modules_unwatch(void);

#endif
