/* SPDX-License-Identifier: GPL-2.0 */
/*
 * btf - read types and parameters from BTF
 *
 * Contract: pure; also builds in user space. The data may be anything: a lookup of what is
 * invalid or outside fails.
 */
#ifndef KPE_BTF_H
#define KPE_BTF_H

#include <linux/bitops.h>
#include <linux/types.h>
#include <uapi/linux/btf.h>
#include "language/definition.h"

struct kpe_btf;

struct kpe_tref {
	const struct kpe_btf *btf;	/* that has it; NULL: unknown type */
	u32 id;				/* in @btf; 0 is void */
};

/* A member of a structure or union */
struct kpe_member {
	struct kpe_tref type;
	u64 bit;		/* from the start of the outermost structure */
	unsigned int width;	/* bits of a bitfield, or 0 */
};

struct kpe_param {
	const char *name;	/* "" if it has none, or no valid identifier */
	struct kpe_tref type;
	unsigned int word;	/* the first one, for kpe_param_word() */
	bool by_reference;	/* that word is the address of its value */
	bool is_unseen;		/* in no word, or an unknown one: floating-point numbers */
};

/* Kinds that can be looked up by name: bits of BTF_KIND_.. */
enum kpe_btf_kind {
	KPE_BTF_FUNC = BIT(BTF_KIND_FUNC),
	KPE_BTF_STRUCT = BIT(BTF_KIND_STRUCT) | BIT(BTF_KIND_UNION),
	KPE_BTF_TYPEDEF = BIT(BTF_KIND_TYPEDEF),
	KPE_BTF_VAR = BIT(BTF_KIND_VAR),
	KPE_BTF_SECTION = BIT(BTF_KIND_DATASEC),
};

struct kpe_btf *kpe_btf_open(void *data, size_t size,
			     const struct kpe_btf *base);
void kpe_btf_close(struct kpe_btf *btf);
struct kpe_tref kpe_btf_find(const struct kpe_btf *btf, const char *name,
			     size_t len, enum kpe_btf_kind kind);
struct kpe_tref kpe_btf_struct(const struct kpe_btf *btf, const char *name);
void kpe_btf_each_struct(const struct kpe_btf *btf, void (*fn)(const char *name));
bool kpe_btf_alike(struct kpe_tref a, struct kpe_tref b);
struct kpe_tref kpe_btf_var(const struct kpe_btf *btf, const char *name);
bool kpe_btf_var_offset(const struct kpe_btf *btf, const char *section,
			const char *name, u32 *offset);
unsigned int kpe_btf_nr_params(struct kpe_tref func);
bool kpe_btf_param(struct kpe_tref func, unsigned int n,
		   struct kpe_param *param);
struct kpe_tref kpe_btf_returns(struct kpe_tref func);
bool kpe_btf_is_void(struct kpe_tref type);
bool kpe_btf_has_floats(struct kpe_tref type);
struct kpe_tref kpe_btf_pointee(struct kpe_tref type);
bool kpe_btf_is_struct(struct kpe_tref type);
const char *kpe_btf_struct_name(struct kpe_tref type);
bool kpe_btf_is_char(struct kpe_tref type);
bool kpe_btf_is_text(struct kpe_tref type);
bool kpe_btf_is_address(struct kpe_tref type);
struct kpe_tref kpe_btf_element(struct kpe_tref type);
u32 kpe_btf_length(struct kpe_tref type);
u64 kpe_btf_size(struct kpe_tref type);
bool kpe_btf_member(struct kpe_tref type, const char *name, size_t len,
		    struct kpe_member *member);
bool kpe_btf_is_signed(struct kpe_tref type);
bool kpe_btf_enumerator(struct kpe_tref type, unsigned int n, const char **name, u64 *value);
bool kpe_btf_nth_member(struct kpe_tref type, unsigned int n, const char **name,
			struct kpe_tref *of);
void kpe_btf_each_member(struct kpe_tref type, void (*fn)(const char *name));
void kpe_btf_shown_as(struct kpe_tref type, struct kpe_type *shown);

#endif
