// SPDX-License-Identifier: GPL-2.0
/*
 * A print format consists of a conversion and the values for it. Tools read numbers
 * without their sign, so constants in it have the size of the number.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/trace_seq.h>
#include "events/print.h"
#include "hit/fetch.h"

static u64 unsigned_of(const struct kpe_shown *v)
{
	return kpe_load_number(v->at, v->type->size);
}

static s64 signed_of(const struct kpe_shown *v)
{
	return sign_extend64(unsigned_of(v), 8 * v->type->size - 1);
}

/* ------------------------------------------------------ numbers and strings */

static void print_number(struct trace_seq *s, const struct kpe_shown *v)
{
	const u64 value = kpe_is_signed(v->type) ? signed_of(v) : unsigned_of(v);

	if (v->type->size == sizeof(value))
		trace_seq_printf(s, kpe_format_conversion(v->type), value);
	else
		trace_seq_printf(s, kpe_format_conversion(v->type), (u32)value);
}

/* Where the bytes of a __data_loc word begin; NULL if they are not in the record. */
static const u8 *located(const struct kpe_shown *v, unsigned int *len)
{
	u32 loc = unsigned_of(v);
	unsigned int at = loc & 0xffff;

	*len = loc >> 16;
	return at > v->size || *len > v->size - at ? NULL : v->record + at;
}

/* Without quotes if the type says what the text can be */
static void print_string(struct trace_seq *s, const struct kpe_shown *v)
{
	const char *quote = v->type->kind == KPE_SOCKADDR ? "" : "\"";
	unsigned int len;
	const u8 *text = located(v, &len);

	if (!len || !text)
		trace_seq_puts(s, "(fault)");
	else
		trace_seq_printf(s, "%s%.*s%s", quote, (int)min(len, v->room), text, quote);
}

static void value_field(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "REC->%s", value);
}

static void value_string(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "__get_str(%s)", value);
}

/* Tools read less than four bytes without their sign, also with a cast; elements allow no more. */
static void value_signed_bits(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	const unsigned long top = BIT(8 * arg->type.size - 1);

	if (arg->type.size < sizeof(int) && !arg->type.count)
		seq_buf_printf(s, "REC->%s >= %#lx ? REC->%s - %#lx : ", value, top, value,
			       2 * top);
	seq_buf_printf(s, "REC->%s", value);
}

/* It has no quotes, so a tool can show what the trace shows of one that could not be read. */
static void value_sockaddr(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "__get_dynamic_array_len(%s) ? __get_str(%s) : \"(fault)\"", value,
		       value);
}

/* A user's stack ends at 0, of which tools show nothing, and no comma before it */
static void value_user_frame(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "REC->%s ? \"%s0x\" : \"\", REC->%s", value,
		       strstr(value, "[0]") ? "" : ",", value);
}

/* -------------------------------------------------------------------- errno */

#define E(name) \
	[E##name] = "E" #name

static const char * const errno_names[] = {
	E(PERM), E(NOENT), E(SRCH), E(INTR), E(IO), E(NXIO), E(2BIG), E(NOEXEC),
	E(BADF), E(CHILD), E(AGAIN), E(NOMEM), E(ACCES), E(FAULT), E(NOTBLK), E(BUSY),
	E(EXIST), E(XDEV), E(NODEV), E(NOTDIR), E(ISDIR), E(INVAL), E(NFILE), E(MFILE),
	E(NOTTY), E(TXTBSY), E(FBIG), E(NOSPC), E(SPIPE), E(ROFS), E(MLINK), E(PIPE),
	E(DOM), E(RANGE), E(DEADLK), E(NAMETOOLONG), E(NOLCK), E(NOSYS), E(NOTEMPTY),
	E(LOOP), E(NOMSG), E(IDRM), E(CHRNG), E(L2NSYNC), E(L3HLT), E(L3RST), E(LNRNG),
	E(UNATCH), E(NOCSI), E(L2HLT), E(BADE), E(BADR), E(XFULL), E(NOANO), E(BADRQC),
	E(BADSLT), E(BFONT), E(NOSTR), E(NODATA), E(TIME), E(NOSR), E(NONET), E(NOPKG),
	E(REMOTE), E(NOLINK), E(ADV), E(SRMNT), E(COMM), E(PROTO), E(MULTIHOP),
	E(DOTDOT), E(BADMSG), E(OVERFLOW), E(NOTUNIQ), E(BADFD), E(REMCHG), E(LIBACC),
	E(LIBBAD), E(LIBSCN), E(LIBMAX), E(LIBEXEC), E(ILSEQ), E(RESTART), E(STRPIPE),
	E(USERS), E(NOTSOCK), E(DESTADDRREQ), E(MSGSIZE), E(PROTOTYPE), E(NOPROTOOPT),
	E(PROTONOSUPPORT), E(SOCKTNOSUPPORT), E(OPNOTSUPP), E(PFNOSUPPORT),
	E(AFNOSUPPORT), E(ADDRINUSE), E(ADDRNOTAVAIL), E(NETDOWN), E(NETUNREACH),
	E(NETRESET), E(CONNABORTED), E(CONNRESET), E(NOBUFS), E(ISCONN), E(NOTCONN),
	E(SHUTDOWN), E(TOOMANYREFS), E(TIMEDOUT), E(CONNREFUSED), E(HOSTDOWN),
	E(HOSTUNREACH), E(ALREADY), E(INPROGRESS), E(STALE), E(UCLEAN), E(NOTNAM),
	E(NAVAIL), E(ISNAM), E(REMOTEIO), E(DQUOT), E(NOMEDIUM), E(MEDIUMTYPE),
	E(CANCELED), E(NOKEY), E(KEYEXPIRED), E(KEYREVOKED), E(KEYREJECTED),
	E(OWNERDEAD), E(NOTRECOVERABLE), E(RFKILL), E(HWPOISON),
	/* the kernel's own */
	E(RESTARTSYS), E(RESTARTNOINTR), E(RESTARTNOHAND), E(NOIOCTLCMD),
	E(RESTART_RESTARTBLOCK), E(PROBE_DEFER), E(OPENSTALE), E(NOPARAM),
	E(BADHANDLE), E(NOTSYNC), E(BADCOOKIE), E(NOTSUPP), E(TOOSMALL),
	E(SERVERFAULT), E(BADTYPE), E(JUKEBOX), E(IOCBQUEUED), E(RECALLCONFLICT),
};

#define LAST_OF_USERS	EHWPOISON
#define FIRST_OF_KERNEL	ERESTARTSYS
#define LAST_OF_KERNEL	ERECALLCONFLICT

static void print_errno(struct trace_seq *s, const struct kpe_shown *v)
{
	s64 value = signed_of(v);
	const char *name = NULL;

	if (value < 0 && value > -(s64)ARRAY_SIZE(errno_names))
		name = errno_names[-value];
	if (name)
		trace_seq_printf(s, "-%s", name);
	else
		trace_seq_printf(s, "%lld", value);
}

static u64 bits_of(const struct kpe_type *type, s64 value)
{
	return (u64)value & (~0ULL >> (64 - 8 * type->size));
}

static void value_in_range(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "(REC->%s == 0 || REC->%s > %#llx || ", value, value,
		       bits_of(&arg->type, -LAST_OF_USERS - 1));
	seq_buf_printf(s, "(REC->%s > %#llx && REC->%s < %#llx)) ? ", value,
		       bits_of(&arg->type, -LAST_OF_KERNEL - 1), value,
		       bits_of(&arg->type, -FIRST_OF_KERNEL + 1));
}

/*
 * A name, or nothing and then the number, which is 0 and has no digits after a name. The
 * ranges are without gaps, as a tool shows in hex what has no name in a table.
 */
static void value_errno(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	unsigned int i;

	value_in_range(s, arg, value);
	seq_buf_printf(s, "__print_symbolic(REC->%s, { 0, \"0\" }", value);
	for (i = 1; i <= LAST_OF_KERNEL; i == LAST_OF_USERS ? i = FIRST_OF_KERNEL : i++) {
		seq_buf_printf(s, ", { %#llx, \"-", bits_of(&arg->type, -(s64)i));
		if (errno_names[i])
			seq_buf_printf(s, "%s\" }", errno_names[i]);
		else
			seq_buf_printf(s, "%u\" }", i);
	}
	seq_buf_printf(s, ") : \"\", ");
	value_in_range(s, arg, value);
	seq_buf_printf(s, "0 : REC->%s", value);
}

/* --------------------------------------------------------------------- enum */

static void print_enum(struct trace_seq *s, const struct kpe_shown *v)
{
	const struct kpe_names *names = v->names;
	u64 value = unsigned_of(v);
	unsigned int i;

	for (i = 0; i < names->nr && names->each[i].value != value; i++)
		;
	if (i < names->nr)
		trace_seq_puts(s, kpe_name_at(names, i));
	else
		trace_seq_printf(s, "0x%llx", value);
}

static void value_enum(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	const struct kpe_names *names = arg->names;
	unsigned int i;

	seq_buf_printf(s, "__print_symbolic(REC->%s", value);
	for (i = 0; i < names->nr; i++)
		seq_buf_printf(s, ", { %#llx, \"%s\" }", names->each[i].value,
			       kpe_name_at(names, i));
	seq_buf_printf(s, ")");
}

/* --------------------------------------------------------- addresses, bytes */

static void print_address(struct trace_seq *s, const struct kpe_shown *v)
{
	trace_seq_printf(s, kpe_format_conversion(v->type), v->at);
}

/* The conversion takes at most 64 bytes. */
static void put_bytes(struct trace_seq *s, const u8 *at, unsigned int n)
{
	unsigned int part;

	for (; n; n -= part, at += part) {
		part = min(n, 64U);
		trace_seq_printf(s, "%*phN", (int)part, at);
	}
}

static void print_bytes(struct trace_seq *s, const struct kpe_shown *v)
{
	put_bytes(s, v->at, v->type->count);
}

static void value_bytes(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "__print_hex_str(REC->%s, %u)", value, arg->type.count);
}

static void print_counted(struct trace_seq *s, const struct kpe_shown *v)
{
	unsigned int len;
	const u8 *bytes = located(v, &len);

	if (!bytes)
		trace_seq_puts(s, "(fault)");
	else
		put_bytes(s, bytes, min(len, v->room / 2));
}

static void value_counted(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	seq_buf_printf(s, "__print_hex_str(__get_dynamic_array(%s), __get_dynamic_array_len(%s))",
		       value, value);
}

/* ---------------------------------------------------------------- the table */

struct format {
	void (*print)(struct trace_seq *s, const struct kpe_shown *v);
	/* writes what is converted; NULL: the field */
	void (*value)(struct seq_buf *s, const struct kpe_arg *arg, const char *value);
	const char *conversion;
	const char *wide;	/* of a value of 8 bytes; NULL: the same */
};

/* Tools know %L from mainline. */
#define LONG(conversion) "L" conversion
#define LONG_LONG(conversion) "%" LONG(conversion)

static const struct format formats[] = {
	[KPE_UNSIGNED] = { print_number, NULL, "%u", LONG_LONG("u") },
	[KPE_BITFIELD] = { print_number, NULL, "%u", LONG_LONG("u") },
	[KPE_BIG_ENDIAN] = { print_number, NULL, "%u", LONG_LONG("u") },
	[KPE_SIGNED] = { print_number, NULL, "%d", LONG_LONG("d") },
	[KPE_SIGNED_BITFIELD] = { print_number, value_signed_bits, "%d", LONG_LONG("d") },
	[KPE_HEX] = { print_number, NULL, "0x%x", "0x" LONG_LONG("x") },
	[KPE_CHAR] = { print_number, NULL, "'%c'" },
	[KPE_SYMBOL] = { print_number, NULL, "%pS" },
	/* print.c prints a stack */
	[KPE_FRAME] = { NULL, NULL, "%pS" },
	[KPE_USER_FRAME] = { NULL, value_user_frame, "%s%.0" LONG("x") },
	[KPE_STRING] = { print_string, value_string, "\\\"%s\\\"" },
	[KPE_USTRING] = { print_string, value_string, "\\\"%s\\\"" },
	[KPE_SYMSTR] = { print_string, value_string, "\\\"%s\\\"" },
	[KPE_PATH] = { print_string, value_string, "\\\"%s\\\"" },
	[KPE_DENTRY_PATH] = { print_string, value_string, "\\\"%s\\\"" },
	[KPE_SOCKADDR] = { print_string, value_sockaddr, "%s" },
	[KPE_ENUM] = { print_enum, value_enum, "%s" },
	[KPE_SIGNED_ENUM] = { print_enum, value_enum, "%s" },
	[KPE_ERRNO] = { print_errno, value_errno, "%s%.0d", "%s%.0" LONG("d") },
	[KPE_IP4] = { print_address, NULL, "%pI4" },
	[KPE_IP6] = { print_address, NULL, "%pI6c" },
	[KPE_MAC] = { print_address, NULL, "%pM" },
	[KPE_BYTES] = { print_bytes, value_bytes, "%s" },
	[KPE_COUNTED] = { print_counted, value_counted, "%s" },
};

const char *kpe_format_conversion(const struct kpe_type *type)
{
	const struct format *format = &formats[type->kind];

	return type->size == 8 && format->wide ? format->wide : format->conversion;
}

/* @value: the field's name, with an index if it is an element */
void kpe_format_value(struct seq_buf *s, const struct kpe_arg *arg, const char *value)
{
	const struct format *format = &formats[arg->type.kind];

	(format->value ?: value_field)(s, arg, value);
}

void kpe_format_print(struct trace_seq *s, const struct kpe_shown *v)
{
	formats[v->type->kind].print(s, v);
}
