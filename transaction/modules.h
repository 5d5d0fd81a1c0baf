/* SPDX-License-Identifier: GPL-2.0 */
/*
 * modules - points follow the loading and unloading of their modules
 *
 * Contract: a definition outlives its modules. Its points in a module are
 * registered when the module is loaded, and unregistered before it is freed.
 */
#ifndef KPE_MODULES_H
#define KPE_MODULES_H

int kpe_modules_watch(void);
void kpe_modules_unwatch(void);

#endif
