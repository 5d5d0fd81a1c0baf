// SPDX-License-Identifier: GPL-2.0
#include <linux/moduleparam.h>
#include "fail.h"

unsigned int kpe_failing;
module_param_named(fail, kpe_failing, uint, 0644);
MODULE_PARM_DESC(fail, "which calls fail, see fail.h");

unsigned int kpe_few = 16;
module_param_named(few, kpe_few, uint, 0444);
MODULE_PARM_DESC(few, "entries of a write that are registered with the kprobe core");
