/* SPDX-License-Identifier: GPL-2.0 */
/*
 * staged - what the running transaction adds and deletes
 *
 * Contract: a line stages new probes and events, or marks existing ones (add.c, delete.c).
 * The commit makes the same changes in the kernel, or none (commit.c). The end leaves all of
 * them live or freed.
 */
#ifndef KPE_STAGED_H
#define KPE_STAGED_H

#include "language/definition.h"
#include "model/event.h"
#include "model/probe.h"

struct kpe_txn {
	struct kpe_owner *owner;	/* only its events may be changed; NULL: those without */
	bool keeps_busy;		/* keep busy events instead of failing */
	struct list_head added;		/* new probes, by kpe_probe.txn */
	struct list_head to_delete;	/* probes to delete, by kpe_probe.txn */
	struct list_head made;		/* new events, by kpe_event.txn */
	struct list_head touched;	/* live events that lose probes, by kpe_event.txn */
	struct kpe_definition *deletions;	/* the commit may fail because of them */
	struct list_head *builds;	/* the file's build-id lines; NULL: nothing is defined */
	struct kpe_error error;		/* why it failed */
	/* what made the commit fail, or NULL */
	const struct kpe_definition *failed_line;	/* a deletion */
	const struct kpe_event *failed_event;	/* a new event */
};

/* kpe_mutex; may sleep. @line is NULL when it was taken over */
int kpe_txn_define(struct kpe_txn *txn, struct kpe_definition **line);
int kpe_txn_delete(struct kpe_txn *txn, struct kpe_definition **line);
int kpe_txn_commit(struct kpe_txn *txn);
void kpe_txn_warn(struct kpe_txn *txn);
void kpe_txn_end(struct kpe_txn *txn, bool has_failed);

bool kpe_txn_deletes(const struct kpe_event *event);
struct kpe_event *kpe_txn_find_event(const char *group, const char *name, bool deleted);
bool kpe_txn_has_probe(const struct kpe_event *event, const struct kpe_definition *line,
		       const struct kpe_args *args);
struct kpe_probe *kpe_txn_new_probe(struct kpe_txn *txn, struct kpe_event *event,
				    struct kpe_definition **line);
void kpe_txn_drop_probes(struct list_head *probes);
void kpe_txn_mark_deleted(struct kpe_txn *txn, struct kpe_probe *probe,
			  const struct kpe_definition *line);
void kpe_txn_keep_event(struct kpe_event *event);

#endif
