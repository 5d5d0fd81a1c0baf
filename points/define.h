/* SPDX-License-Identifier: GPL-2.0 */
/*
 * define - make the points of a definition
 *
 * Contract: finds the places of a definition (place.c), resolves its arguments (resolve.c), which
 * depend on the function at a place, and registers its points. If a definition has many places,
 * those that cannot be probed are skipped and counted.
 */
#ifndef KPE_DEFINE_H
#define KPE_DEFINE_H

#include "model/probe.h"
#include "places/place.h"

/* A definition on its way */
struct kpe_defining {
	struct kpe_places places;	/* that it means */
	unsigned int first;		/* of these, the one that decided what the arguments are */
	struct kpe_location loc;	/* what is there */
	struct kpe_args *args;		/* resolved there; owned */
	struct kpe_error why;		/* what was wrong with most of those that were left out */
	u32 *skipped;			/* see struct kpe_probe */
};

/* kpe_mutex; may sleep */
int kpe_define_find(struct kpe_definition *line, struct kpe_defining *defining,
		    struct kpe_error *e);
int kpe_define_points(struct kpe_probe *probe, struct kpe_defining *defining,
		      struct kpe_error *e);
void kpe_define_free(struct kpe_defining *defining);
void kpe_define_bind(const char *module);
int kpe_define_again(struct kpe_probe *probe, const char *module, struct kpe_error *e);

#endif
