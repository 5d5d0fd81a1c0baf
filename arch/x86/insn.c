// SPDX-License-Identifier: GPL-2.0
/*
 * Each opcode map is a string, one character per opcode, 16 per row, as in the manuals.
 * The character tells what follows the opcode; a capital letter means ModRM first.
 *
 *	.		nothing
 *	b w e z		1, 2, 3 bytes; an operand of at most 4 bytes
 *	v		an operand of at most 8 bytes
 *	o		an address
 *	B W Z		ModRM, then as b, w and z
 *	M C		ModRM; ModRM that always means registers
 *	F G		ModRM, then b or z for a test
 *	p r		a prefix, a REX prefix
 *	2 3 x		more opcodes: 0F; 0F 38 or 0F 3A; VEX or EVEX
 *	-		no instruction
 */
#include <linux/kernel.h>
#include "arch/insn.h"
#include "compat/unaligned.h"

const unsigned int kpe_insn_alignment = 1;

#define ROW	17	/* of a map, with NUL */
#define NOP	0x90
#define BREAK	0xcc

static const char one_byte[16][ROW] = {
	"MMMMbz--MMMMbz-2",	/* 00 */
	"MMMMbz--MMMMbz--",
	"MMMMbzp-MMMMbzp-",
	"MMMMbzp-MMMMbzp-",
	"rrrrrrrrrrrrrrrr",	/* 40 */
	"................",
	"--xMppppzZbB....",
	"bbbbbbbbbbbbbbbb",
	"BZ-BMMMMMMMMMMMM",	/* 80 */
	"..........-.....",
	"oooo....bz......",
	"bbbbbbbbvvvvvvvv",
	"BBw.xxBZe.w..b-.",	/* C0 */
	"MMMM---.MMMMMMMM",
	"bbbbbbbbzz-b....",
	"p.pp..FG......MM",
};

static const char two_byte[16][ROW] = {
	"MMMM-.....-.-M.B",	/* 0F 00 */
	"MMMMMMMMMMMMMMMM",
	"CCCC----MMMMMMMM",
	"......-.3-3-----",
	"MMMMMMMMMMMMMMMM",	/* 0F 40 */
	"MMMMMMMMMMMMMMMM",
	"MMMMMMMMMMMMMMMM",
	"BBBBMMM.MM--MMMM",
	"zzzzzzzzzzzzzzzz",	/* 0F 80 */
	"MMMMMMMMMMMMMMMM",
	"...MBMMM...MBMMM",
	"MMMMMMMMMMBMMMMM",
	"MMBMBBBM........",	/* 0F C0 */
	"MMMMMMMMMMMMMMMM",
	"MMMMMMMMMMMMMMMM",
	"MMMMMMMMMMMMMMMM",
};

/* An instruction that is being decoded */
struct cursor {
	const u8 *code;			/* its first byte */
	unsigned int room;		/* bytes that may be read */
	unsigned int used;		/* bytes known to belong to it; may exceed @room */
	u8 prefix;			/* the last of F2 and F3, or 0 */
	u8 rex;				/* the REX prefix, or 0 */
	bool operand16, address32;	/* there is a prefix 66, 67 */
};

static char shape_in(const char (*map)[ROW], u8 op)
{
	return map[op >> 4][op & 15];
}

static u8 peek(const struct cursor *c)
{
	return c->used < c->room ? c->code[c->used] : 0;
}

static u8 next(struct cursor *c)
{
	u8 byte = peek(c);

	c->used++;
	return byte;
}

static bool is_prefix(u8 byte)
{
	char shape = shape_in(one_byte, byte);

	return shape == 'p' || shape == 'r';
}

/* Opcode after the prefixes; REX counts only directly before it */
static u8 skip_prefixes(struct cursor *c)
{
	u8 op;

	for (op = next(c); is_prefix(op); op = next(c)) {
		c->rex = op >> 4 == 4 ? op : 0;
		c->operand16 |= op == 0x66;
		c->address32 |= op == 0x67;
		if (op == 0xf2 || op == 0xf3)
			c->prefix = op;
	}
	return op;
}

/*
 * After VEX (C4, C5) or EVEX (62), bits select the map and replace prefixes; the opcode
 * follows. All maps but one have one shape.
 */
static char vex_shape(struct cursor *c, u8 vex)
{
	unsigned int map = next(c) & 0x07;
	u8 op;

	if (vex == 0xc5)
		map = 1;
	else
		c->used += vex == 0x62 ? 2 : 1;
	op = next(c);
	if (map != 1)
		return map == 3 ? 'B' : 'M';
	if (op == 0x77)
		return '.';
	return shape_in(two_byte, op) == 'B' ? 'B' : 'M';
}

/* After 0F */
static char escaped_shape(struct cursor *c)
{
	u8 op = next(c);

	/* extrq and insertq; vmread without a prefix */
	if (op == 0x78 && (c->operand16 || c->prefix == 0xf2))
		return 'W';
	if (shape_in(two_byte, op) != '3')
		return shape_in(two_byte, op);
	next(c);
	return op == 0x38 ? 'M' : 'B';
}

static char shape_of(struct cursor *c)
{
	u8 op = skip_prefixes(c);
	char shape = shape_in(one_byte, op);
	bool test = (peek(c) >> 3 & 7) < 2;

	switch (shape) {
	case '2':
		return escaped_shape(c);
	case 'x':
		return vex_shape(c, op);
	case 'F':
	case 'G':
		return !test ? 'M' : shape == 'F' ? 'B' : 'Z';
	}
	return shape;
}

/* ModRM with SIB and displacement */
static void skip_modrm(struct cursor *c, bool no_memory)
{
	u8 modrm = next(c);
	u8 base = modrm & 7;

	if (modrm >= 0xc0 || no_memory)
		return;
	if (base == 4)
		base = next(c) & 7;
	if (modrm >= 0x80)
		c->used += 4;
	else if (modrm >= 0x40)
		c->used += 1;
	else if (base == 5)
		c->used += 4;
}

static unsigned int immediate_bytes(const struct cursor *c, char shape)
{
	bool wide = c->rex & 8;

	switch (shape) {
	case 'b':
	case 'B':
		return 1;
	case 'w':
	case 'W':
		return 2;
	case 'e':
		return 3;
	case 'v':
		if (wide)
			return 8;
		fallthrough;
	case 'z':
	case 'Z':
		return c->operand16 && !wide ? 2 : 4;
	case 'o':
		return c->address32 ? 4 : 8;
	}
	return 0;
}

/*
 * Opcodes that are unused in a map, or with a prefix or an operand, have the length of the
 * others. A near branch with prefix 66 has the distance size of AMD processors. XOP is not
 * known.
 */
unsigned int kpe_insn_length(const u8 *code, unsigned int room)
{
	struct cursor c = { .code = code };
	char shape;

	c.room = min_t(unsigned int, room, KPE_MAX_INSN);
	shape = shape_of(&c);
	if (shape == '-')
		return 0;
	if (shape >= 'A' && shape <= 'Z')
		skip_modrm(&c, shape == 'C');
	c.used += immediate_bytes(&c, shape);
	return c.used <= c.room ? c.used : 0;
}

/* A nop has prefixes as assemblers use them to make it longer; pause is none. */
static bool is_filling(const u8 *insn)
{
	while (*insn == 0x66 || *insn == 0x2e)
		insn++;
	return *insn == BREAK || *insn == NOP || (*insn == 0x0f && insn[1] == 0x1f);
}

bool kpe_insn_is_filling(const u8 *code, unsigned int len)
{
	unsigned int length;

	for (; len; code += length, len -= length) {
		length = kpe_insn_length(code, len);
		if (!length || !is_filling(code))
			return false;
	}
	return true;
}

/* Every instruction can be stepped. */
bool kpe_insn_is_patched(const u8 *code)
{
	return true;
}

/* The kernel finds the caller without one. */
bool kpe_insn_has_frame(const u8 *code, unsigned int len)
{
	return true;
}

/* ------------------------------------------------------- what they refer to */

/*
 * Each byte may begin an instruction, or an operand: a distance from its end, or four bytes
 * of an address in the kernel's upper 2 GB. What looks so by chance is decoded.
 */
#define FIELD	4	/* bytes of an operand */
#define LONGEST	6	/* bytes of an opcode and a distance */

static long field_at(const u8 *code)
{
	return (s32)get_unaligned((const u32 *)code);
}

/* Return: offset of the distance that follows a call, a jump, or lea; 0: it is none */
static unsigned int distance_offset(const u8 *code)
{
	if (code[0] == 0xe8 || code[0] == 0xe9)
		return 1;
	if ((code[0] == 0x0f && code[1] >> 4 == 8) ||
	    (code[0] == 0x8d && (code[1] & 0xc7) == 0x05))
		return 2;
	return 0;
}

/* Jumps with a distance of one byte; loop and jrcxz, too */
static bool is_short_jump(u8 code)
{
	return code == 0xeb || code >> 4 == 7 || (code & 0xfc) == 0xe0;
}

/* All addresses are in the upper 2 GB. */
void kpe_refer_find(struct kpe_refer *r)
{
	unsigned int end = r->len < LONGEST ? 0 : min(r->end, r->len - LONGEST + 1);
	unsigned int i, at;

	for (i = 0; i < end; i++) {
		kpe_refer_check(r, i, field_at(r->code + i));
		at = distance_offset(r->code + i);
		if (at)
			kpe_refer_check(r, i + at, r->addr + i + at + FIELD +
						   field_at(r->code + i + at));
		else if (is_short_jump(r->code[i]))
			kpe_refer_check(r, i + 1, r->addr + i + 2 + (s8)r->code[i + 1]);
	}
}

/* A breakpoint counts as filling. */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at)
{
	unsigned int start, end = 0, length, after;

	do {
		start = end;
		length = kpe_insn_length(code + start, len - start);
		end += length;
		if (!length)
			return true;
	} while (end <= at);
	after = end - at;
	return at > start && (after == FIELD || after == 2 * FIELD ||
			      (after == 1 && is_short_jump(code[start])));
}
