/* SPDX-License-Identifier: GPL-2.0 */
/* files - the files of tracefs, before and after somebody used it */
#ifndef KPE_FILES_H
#define KPE_FILES_H

#include <stddef.h>

char *files_listing(const char *root);
size_t files_compare(const char *before, const char *after);

#endif
