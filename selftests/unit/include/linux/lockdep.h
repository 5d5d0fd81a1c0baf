/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPE_TEST_LOCKDEP_H
#define KPE_TEST_LOCKDEP_H

/* There is one thread, and no lock. */
#define lockdep_assert(cond) do { } while (0)
#define lockdep_assert_held(lock) do { } while (0)

#endif
