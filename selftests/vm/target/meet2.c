// SPDX-License-Identifier: GPL-2.0
/* kpe_target2: every name of kpe_target once more */
#include "meet.c"
