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
 *	2 x X		more opcodes: 0F; VEX or EVEX; XOP unless it is a pop
 *	-		no instruction
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include "arch/insn.h"
#include "compat/unaligned.h"

const unsigned int kpe_insn_alignment = 1;

#define ROW	17	/* of a map, with NUL */
#define NOP	0x90
#define BREAK	0xcc
#define JUMP	0xe9

static const char one_byte[16][ROW] = {
	"MMMMbz--MMMMbz-2",	/* 00 */
	"MMMMbz--MMMMbz--",
	"MMMMbzp-MMMMbzp-",
	"MMMMbzp-MMMMbzp-",
	"rrrrrrrrrrrrrrrr",	/* 40 */
	"................",
	"--xMppppzZbB....",
	"bbbbbbbbbbbbbbbb",
	"BZ-BMMMMMMMMMMMX",	/* 80 */
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
	"......-.2-2-----",
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

/* All valid opcodes of 0F 38 and 0F 3A have one shape: one bit each */
static const u16 map_38[16] = {
	0x0fff, 0x70b1, 0x0f3f, 0xffbf, 0x0003, 0x0000, 0x0000, 0x0000,
	0x0007, 0x0000, 0x0000, 0x0000, 0xbf00, 0xf900, 0x0000, 0x1f63,
};

static const u16 map_3a[16] = {
	0xff00, 0x00f0, 0x0007, 0x0000, 0x0017, 0x0000, 0x000f, 0x0000,
	0x0000, 0x0000, 0x0000, 0x0000, 0xd000, 0x8000, 0x0000, 0x0001,
};

/**
 * struct forms - an opcode that is invalid with some values of ModRM
 * @opcode: with its map in the high byte
 * @memory: bit mask of valid register fields with a memory operand
 * @reg: likewise, with a register operand
 */
struct forms {
	u16 opcode;
	u8 memory, reg;
};

static const struct forms forms[] = {
	{ 0x008d, 0xff, 0x00 }, { 0x008f, 0x01, 0x01 }, { 0x00c6, 0x01, 0x81 },
	{ 0x00c7, 0x01, 0x81 }, { 0x00fe, 0x03, 0x03 }, { 0x00ff, 0x7f, 0x57 },
	{ 0x0f00, 0x3f, 0x3f }, { 0x0f71, 0x00, 0x54 }, { 0x0f72, 0x00, 0x54 },
	{ 0x0f73, 0x00, 0xcc }, { 0x0fa6, 0x00, 0xff }, { 0x0fa7, 0x00, 0xff },
	{ 0x0fba, 0xf0, 0xf0 },
};

/**
 * struct cursor - state of decoding an instruction
 * @code: its first byte
 * @room: bytes that may be read
 * @used: bytes known to belong to it; may exceed @room
 * @prefix: the last of F2 and F3, or 0
 * @rex: the REX prefix, or 0
 * @operand16: there is a prefix 66
 * @address32: there is a prefix 67
 */
struct cursor {
	const u8 *code;
	unsigned int room, used;
	u8 prefix, rex;
	bool operand16, address32;
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
 * After VEX (C4, C5), EVEX (62) or XOP (8F), bits select the map and replace prefixes;
 * the opcode follows. All maps but one have one shape.
 */
static char vex_shape(struct cursor *c, u8 vex)
{
	const char *maps = vex == 0x62 ? "-1MB-MM-" :
			   vex == 0x8f ? "--------BMZ" : "-1MB";
	unsigned int map = next(c) & (vex == 0x62 ? 0x07 : 0x1f);
	u8 op;

	if (vex == 0xc5)
		map = 1;
	else
		c->used += vex == 0x62 ? 2 : 1;
	op = next(c);
	if (map >= strlen(maps))
		return '-';
	if (maps[map] != '1')
		return maps[map];
	if (op == 0x77)
		return '.';
	return shape_in(two_byte, op) == 'B' ? 'B' : 'M';
}

/* Opcode after 0F; @op gets the map in the high byte */
static char escaped_shape(struct cursor *c, unsigned int *op)
{
	u8 second = next(c), third;

	*op = 0x0f00 | second;
	/* extrq and insertq; vmread without a prefix */
	if (second == 0x78 && (c->operand16 || c->prefix == 0xf2))
		return 'W';
	if (shape_in(two_byte, second) != '2')
		return shape_in(two_byte, second);
	third = next(c);
	if (second == 0x38)
		return map_38[third >> 4] >> (third & 15) & 1 ? 'M' : '-';
	return map_3a[third >> 4] >> (third & 15) & 1 ? 'B' : '-';
}

static bool has_form(const struct cursor *c, unsigned int op)
{
	u8 modrm = peek(c), i;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		if (forms[i].opcode == op)
			return (modrm < 0xc0 ? forms[i].memory : forms[i].reg) >>
			       (modrm >> 3 & 7) & 1;
	}
	return true;
}

static char shape_of(struct cursor *c)
{
	unsigned int op = skip_prefixes(c);
	bool test;
	char shape = shape_in(one_byte, op);

	switch (shape) {
	case '2':
		shape = escaped_shape(c, &op);
		break;
	case 'X':
		if ((peek(c) & 0x1f) < 8) {
			shape = 'M';
			break;
		}
		fallthrough;
	case 'x':
		return vex_shape(c, op);
	case 'F':
	case 'G':
		test = (peek(c) >> 3 & 7) < 2;
		return !test ? 'M' : shape == 'F' ? 'B' : 'Z';
	}
	return has_form(c, op) ? shape : '-';
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
 * Accepted are also unused opcodes after VEX, EVEX and XOP, opcodes with a wrong prefix or
 * operand, and unused FPU forms. A near branch with prefix 66 has the distance size of AMD
 * processors.
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

/* Return: false if it is no jump or branch by a distance, which is from its end */
static bool is_jump(const u8 *insn, unsigned int length, long *distance)
{
	const u8 *end = insn + length;

	for (; is_prefix(*insn); insn++)
		/* Processors differ in the meaning. */
		if (*insn == 0x66)
			return false;
	if (*insn == JUMP || (*insn == 0x0f && insn[1] >> 4 == 8))
		*distance = (s32)get_unaligned((const u32 *)(end - 4));
	else if (*insn == 0xeb || *insn >> 4 == 7 || (*insn & 0xfc) == 0xe0)
		*distance = (s8)end[-1];
	else
		return false;
	return true;
}

bool kpe_insn_next(struct kpe_walk *walk)
{
	const u8 *insn = walk->code + walk->end;
	unsigned int length = kpe_insn_length(insn, walk->len - walk->end);
	long distance = 0;

	if (!length)
		return false;
	walk->jumps = is_jump(insn, length, &distance);
	walk->end += length;
	walk->target = walk->end + distance;
	return true;
}

/* With prefixes as assemblers use them to make it longer: not pause */
static bool is_nop(const u8 *insn)
{
	while (*insn == 0x66 || *insn == 0x2e)
		insn++;
	return *insn == NOP || (*insn == 0x0f && insn[1] == 0x1f);
}

bool kpe_insn_is_filling(const u8 *code, unsigned int len)
{
	unsigned int length;

	for (; len; code += length, len -= length) {
		length = kpe_insn_length(code, len);
		if (!length || !is_nop(code))
			return false;
	}
	return true;
}

/* The top bit of the first byte that is like @byte; those behind it may be set, too */
static u64 bytes_like(u64 word, u8 byte)
{
	const u64 ones = 0x0101010101010101ULL;

	word ^= ones * byte;
	return (word - ones) & ~word & (ones << 7);
}

static bool is_within_breaks(const u8 *code, unsigned int at, unsigned int len)
{
	return at && at + 1 < len && code[at - 1] == BREAK && code[at + 1] == BREAK;
}

/* Most code has none, so it is looked at by words. */
unsigned int kpe_insn_find_probe(const u8 *code, unsigned int at, unsigned int len)
{
	u64 word, hits;

	for (; at < len; at++) {
		if (at + sizeof(word) <= len) {
			word = get_unaligned((const u64 *)(code + at));
			hits = bytes_like(word, BREAK) | bytes_like(word, JUMP);
			if (!hits) {
				at += sizeof(word) - 1;
				continue;
			}
			at += __builtin_ctzll(hits) / 8;
		}
		if (code[at] == JUMP || (code[at] == BREAK && !is_within_breaks(code, at, len)))
			return at;
		while (is_within_breaks(code, at + 1, len))
			at++;
	}
	return len;
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
