/* SPDX-License-Identifier: GPL-2.0 */
/* btf_make - BTFs made by hand, for tests */
#ifndef BTF_MAKE_H
#define BTF_MAKE_H

#include <linux/btf.h>

#include "types/btf.h"

/**
 * struct maker - a BTF in the making
 * @types: records
 * @types_len: bytes of @types
 * @strings: as a BTF has them
 * @strings_len: bytes of @strings
 * @last: id of the last record
 * @first_string: offset of @strings; those of a base come before
 * @layouts: of each kind, what follows its record: bytes, and bytes of each element
 * @nr_layouts: number of @layouts; 0: none
 */
struct maker {
	u8 types[32768];
	u32 types_len;
	char strings[8192];
	u32 strings_len;
	u32 last;
	u32 first_string;
	u8 layouts[32][4];
	u32 nr_layouts;
};

/**
 * struct field - a member of a structure, a parameter, a variable of a section
 * @name: NULL ends a list; "": without a name
 * @type: id
 * @bit: of a member, from the structure's start; of a variable, bytes
 * @width: bits of a bitfield, or 0
 */
struct field {
	const char *name;
	u32 type;
	u32 bit;
	u32 width;
};

/* of a kind of enum */
#define SIGNED_ENUM	0x80

#define FIELDS(...) ((const struct field[]){ __VA_ARGS__, { .name = NULL } })
#define NO_FIELDS   ((const struct field[]){ { .name = NULL } })

/* @base: what it goes on from, or NULL */
void make_start(struct maker *m, const struct maker *base);

/* Each adds a record, returns its id. */
u32 make_int(struct maker *m, const char *name, u32 size, u32 encoding);
/* Of fewer bits than its bytes have, as old BTFs have bitfields */
u32 make_bits(struct maker *m, u32 size, u32 encoding, u32 offset, u32 bits);
/* Pointer, typedef, const, volatile, restrict, type tag, forward, ..  */
u32 make_ref(struct maker *m, u32 kind, const char *name, u32 type);
u32 make_array(struct maker *m, u32 type, u32 count);
/* Of a kind with SIGNED_ENUM, it has negative values. */
u32 make_enum(struct maker *m, u32 kind, const char *name, u32 size);
u32 make_float(struct maker *m, const char *name, u32 size);
/* With a field that has a width, of the new kind; else of the old one */
u32 make_struct(struct maker *m, u32 kind, const char *name, u32 size, const struct field *fields);
u32 make_proto(struct maker *m, u32 returns, const struct field *params);
u32 make_func(struct maker *m, const char *name, u32 returns, const struct field *params);
u32 make_var(struct maker *m, const char *name, u32 type);
u32 make_section(struct maker *m, const char *name, const struct field *vars);

/* A record of a kind that nobody knows, with one element of 8 bytes */
u32 make_unknown(struct maker *m, u32 kind);
/* Says so. */
void make_layout(struct maker *m, u32 kind);

/* All of it, in memory of kmalloc() of just that size, for kpe_btf_open() */
void *make_bytes(const struct maker *m, size_t *size);
struct kpe_btf *make_open(const struct maker *m, const struct kpe_btf *base);

#endif
