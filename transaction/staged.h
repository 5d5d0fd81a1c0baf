/* SPDX-License-Identifier: GPL-2.0 */
/*
 * staged - what the running transaction adds and deletes
 *
 * Contract: contains the new probes and events and the doomed ones, and ends with all of
 * them live or freed. Nothing here changes the kernel's events.
 */
#ifndef KPE_STAGED_H
#define KPE_STAGED_H

#include "language/definition.h"
#include "model/event.h"
#include "model/probe.h"

/**
 * struct kpe_txn - the running transaction
 * @owner: only its events may be changed; NULL: events without an owner
 * @spares: keep busy events instead of failing
 * @added: new probes, by kpe_probe.txn
 * @doomed: probes to delete, by kpe_probe.txn
 * @made: new events, by kpe_event.txn
 * @touched: live events with doomed probes, by kpe_event.txn
 * @deletions: deletion lines; the commit may blame them
 * @builds: build-id lines that apply to the following definitions
 * @error: why it failed
 * @blame: the deletion that made the commit fail, or NULL
 * @blamed_event: the new event that made the commit fail, or NULL
 */
struct kpe_txn {
	struct kpe_owner *owner;
	bool spares;
	struct list_head added;
	struct list_head doomed;
	struct list_head made;
	struct list_head touched;
	struct list_head deletions;
	struct list_head builds;
	struct kpe_error error;
	const struct kpe_line *blame;
	const struct kpe_event *blamed_event;
};

bool kpe_txn_deletes(const struct kpe_event *event);
struct kpe_event *kpe_txn_find_event(const char *group, const char *name,
				     bool deleted);
bool kpe_txn_has_probe(const struct kpe_event *event, const struct kpe_line *line,
		       const struct kpe_args *args);
struct kpe_probe *kpe_txn_new_probe(struct kpe_txn *txn, struct kpe_event *event,
				    struct kpe_line **line);
void kpe_txn_drop_probes(struct list_head *probes);
void kpe_txn_doom(struct kpe_txn *txn, struct kpe_probe *probe,
		  const struct kpe_line *line);
void kpe_txn_spare(struct kpe_event *event);
void kpe_txn_end(struct kpe_txn *txn, bool has_failed);

#endif
