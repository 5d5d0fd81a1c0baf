/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pin - a module that the kernel may call for ever
 *
 * Contract: if the kernel has failed to forget what calls the module, that stays, and the
 * module is never unloaded. Events can still be deleted: hits find no point then.
 */
#ifndef KPE_PIN_H
#define KPE_PIN_H

void kpe_pin_for_ever(const char *why);
const char *kpe_pinned(void);

#endif
