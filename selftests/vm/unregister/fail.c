// SPDX-License-Identifier: GPL-2.0
#include <linux/moduleparam.h>
#include "fail.h"

unsigned int kpe_failing;
module_param_named(fail, kpe_failing, uint, 0644);
MODULE_PARM_DESC(fail, "which calls fail, see fail.h");

bool kpe_all_by_core;
module_param_named(all_by_core, kpe_all_by_core, bool, 0444);
MODULE_PARM_DESC(all_by_core, "all points are hit by the kprobe core");
