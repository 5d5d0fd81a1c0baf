/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_kprobe.h - what all folders know
 *
 * event:  a trace event with its directory, fields and format
 * probe:  one definition line; an event has one or more
 * point:  one address of a probe; a probe has one or more
 *
 * Their structures are in model/, and functions that keep them in events/, transaction/
 * and points/.
 *
 * Locks, outermost first:
 *   kpe_mutex      protects the set of events and probes. Transactions,
 *                  listings and the module notifier hold it.
 *   event_mutex    is the kernel's; gate.c enters it. The kernel holds it
 *                  when it calls an event's ->reg(). An event's probe list
 *                  changes under both kpe_mutex and event_mutex, so either
 *                  is enough to walk it.
 *   kpe_arm_mutex  protects a point's state and struct kprobe. A probe's list
 *                  of points changes under both kpe_mutex and kpe_arm_mutex.
 * A hit takes no lock; it runs with preemption off.
 */
#ifndef TRACE_KPROBE_H
#define TRACE_KPROBE_H

#include "model/event.h"
#include "model/locks.h"
#include "model/point.h"
#include "model/probe.h"

#endif
