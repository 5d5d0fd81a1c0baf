// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments appear as fields, in the print format, and in the text of the trace. The kernel
 * keeps pointers to the names, which live in struct kpe_field as long as the event.
 */
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include "compat/event_call.h"
#include "events/print.h"
#include "hit/fetch.h"
#include "kernel/symbols.h"

/* Flag of the option sym-addr in an iterator's symbol flags */
#define SYM_ADDR 0x4

#define REST_OF_LINE 256	/* characters for the other arguments */
#define END_OF_LINE 8		/* quotes, a brace, the newline */

/* Return address of functions that already have a return probe */
static unsigned long trampoline;

/* ------------------------------------------------------------------- fields */

static char *field_kind(const struct kpe_type *type)
{
	char element[20];

	if (kpe_is_string(type))
		strscpy(element, "__data_loc char[]", sizeof(element));
	else if (type->kind == KPE_COUNTED)
		strscpy(element, "__data_loc u8[]", sizeof(element));
	else
		snprintf(element, sizeof(element), "%c%u",
			 kpe_is_signed(type) ? 's' : 'u', type->size * 8);
	if (type->count)
		return kasprintf(GFP_KERNEL, "%s[%u]", element, type->count);
	return kstrdup(element, GFP_KERNEL);
}

static int make_field(struct kpe_field *field, const struct kpe_arg *arg,
		      unsigned int offset)
{
	field->type = arg->type;
	field->offset = offset;
	field->name = kstrdup(arg->name, GFP_KERNEL);
	field->kind = field_kind(&arg->type);
	if (arg->names && field->name && field->kind)
		field->names = kmemdup(arg->names, arg->names->bytes, GFP_KERNEL);
	return field->name && field->kind && !field->names == !arg->names ? 0 : -ENOMEM;
}

static unsigned int field_size(const struct kpe_field *field)
{
	return kpe_elements(&field->type) * field->type.size;
}

static bool has_field(const struct kpe_field *fields, const char *name)
{
	for (; fields->name; fields++)
		if (!strcmp(fields->name, name))
			return true;
	return false;
}

/* Return: 1 if @of has the alias now, 0 if another field has the name, -ENOMEM */
static int make_alias(struct kpe_field *fields, struct kpe_field *end,
		      const struct kpe_field *of, unsigned int number)
{
	char name[16];

	snprintf(name, sizeof(name), "arg%u", number);
	if (has_field(fields, name))
		return 0;
	*end = *of;
	end->alias = true;
	end->names = NULL;
	end->name = kstrdup(name, GFP_KERNEL);
	end->kind = kstrdup(of->kind, GFP_KERNEL);
	return end->name && end->kind ? 1 : -ENOMEM;
}

/*
 * The kernel takes the end of the field that is defined last for the end of all, up to which
 * BPF programs may read. An alias may end before it.
 */
static int make_end(const struct kpe_field *fields, struct kpe_field *end, unsigned int at)
{
	if (end[-1].offset + field_size(&end[-1]) == at || has_field(fields, "__end"))
		return 0;
	end->offset = at;
	end->alias = true;
	end->name = kstrdup("__end", GFP_KERNEL);
	end->kind = kstrdup("u8[0]", GFP_KERNEL);
	return end->name && end->kind ? 0 : -ENOMEM;
}

/*
 * v11 is the language of the original kprobe event patches of 2009, version 11. An
 * argument written as one of its words has an alias with its number: first counted from
 * 0, as in v11, then from 1 if that is free, as arguments without a name are counted.
 */
static int make_aliases(const struct kpe_args *args, struct kpe_field *fields,
			unsigned int size)
{
	struct kpe_field *end = fields + args->nr_args;
	unsigned int i, first;
	int ret = 0;

	for (first = 0; first < 2; first++) {
		for (i = 0; i < args->nr_args && ret >= 0; i++) {
			if (!args->args[i].word)
				continue;
			ret = make_alias(fields, end, &fields[i], i + first);
			end += ret > 0;
		}
	}
	return ret < 0 ? ret : make_end(fields, end, size);
}

/*
 * @header: bytes before the first argument. Return: arguments in order, then aliases and the
 * end of all if need be, then an empty one; NULL if there is no memory.
 */
struct kpe_field *kpe_fields_make(const struct kpe_args *args, unsigned int header)
{
	unsigned int i, nr = args->nr_args + 2, offset = header;
	struct kpe_field *fields;
	int ret = 0;

	for (i = 0; i < args->nr_args; i++)
		nr += 2 * args->args[i].word;
	fields = kcalloc(nr, sizeof(*fields), GFP_KERNEL);
	if (!fields)
		return NULL;
	for (i = 0; i < args->nr_args && !ret; i++) {
		ret = make_field(&fields[i], &args->args[i], offset);
		offset += field_size(&fields[i]);
	}
	if (!ret && args->nr_args)
		ret = make_aliases(args, fields, offset);
	if (!ret)
		return fields;
	kpe_fields_free(fields);
	return NULL;
}

/* @fields: not in use by an event; or NULL */
void kpe_fields_free(struct kpe_field *fields)
{
	struct kpe_field *field;

	for (field = fields; field && (field->name || field->kind); field++) {
		kfree(field->name);
		kfree(field->kind);
		kfree(field->names);
	}
	kfree(fields);
}

#define HEAD_WORD(name, n) { \
	name, "unsigned long", { KPE_UNSIGNED, sizeof(long) }, \
	KPE_RECORD_HEAD + (n) * sizeof(long) \
}

/* Fields before the arguments, of a probe and of a return probe */
static const struct kpe_field heads[2][3] = {
	{ HEAD_WORD("__probe_ip", 0) },
	{ HEAD_WORD("__probe_func", 0), HEAD_WORD("__probe_ret_ip", 1) },
};

/* As in all of tracing, the __data_loc word of a string is "signed". */
static bool is_signed(const struct kpe_type *type)
{
	return kpe_is_signed(type) || kpe_is_string(type);
}

/* Called from trace_add_event_call(). @only_aliases: an array defines the others */
int kpe_fields_define(struct kpe_event *event, bool only_aliases)
{
	const struct kpe_field *lists[] = { heads[event->is_return], event->fields }, *field;
	unsigned int i;
	int ret = 0;

	kpe_assert_event_mutex();
	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (field = lists[i]; field->name && !ret; field++)
			if (!only_aliases || field->alias)
				ret = trace_define_field(&event->call, field->kind, field->name,
							 field->offset, field_size(field),
							 is_signed(&field->type), FILTER_OTHER);
	return ret;
}

static struct trace_event_fields *describe_fields(struct trace_event_fields *to,
						  const struct kpe_field *field, int align)
{
	for (; field->name && !field->alias; field++, to++) {
		const struct kpe_type *type = &field->type;
		const struct trace_event_fields entry = {
			.type = field->kind,
			{
				.name = field->name,
				.size = field_size(field),
				.align = align,
				.is_signed = is_signed(type),
				.filter_type = FILTER_OTHER,
				KPE_FIELD_LEN(kpe_is_string(type) ? 0 : type->count)
			},
		};

		memcpy(to, &entry, sizeof(entry));
	}
	return to;
}

/*
 * Only struct trace_event_fields can give an array field's number of elements,
 * trace_define_field() cannot; but the kernel warns if it has no memory for these.
 * @last: last element: a function that calls kpe_fields_define(). Return: fields as an array,
 * for kfree(); @last if no field needs one; NULL if there is no memory
 */
struct trace_event_fields *kpe_fields_array(const struct kpe_event *event,
					    struct trace_event_fields *last)
{
	unsigned int nr = ARRAY_SIZE(heads[0]) + 1;
	struct trace_event_fields *array, *to;
	const struct kpe_field *field;
	bool has_array = false;

	for (field = event->fields; field->name; field++, nr++)
		has_array |= field->type.count && !kpe_is_string(&field->type);
	if (!has_array)
		return last;
	array = kcalloc(nr, sizeof(*array), GFP_KERNEL);
	if (!array)
		return NULL;
	to = describe_fields(array, heads[event->is_return], sizeof(long));
	to = describe_fields(to, event->fields, 1);
	memcpy(to, last, sizeof(*last));
	return array;
}

/* ------------------------------------------------------------- print format */

static unsigned int shown_values(const struct kpe_type *type)
{
	return kpe_is_whole(type) ? 1 : kpe_elements(type);
}

static void format_line(struct seq_buf *s, const struct kpe_args *args)
{
	char value[KPE_MAX_ARG_NAME + sizeof("[64]")];
	const struct kpe_arg *arg;
	unsigned int i, n;

	seq_buf_printf(s, "%s", args->is_return ? "\"(%lx <- %lx)" : "\"(%lx)");
	for (arg = args->args; arg < args->args + args->nr_args; arg++) {
		seq_buf_printf(s, " %s=%s", arg->name, kpe_is_array(&arg->type) ? "{" : "");
		n = shown_values(&arg->type);
		for (i = 0; i < n; i++)
			seq_buf_printf(s, "%s%s", i && arg->type.kind != KPE_USER_FRAME ? "," : "",
				       kpe_format_conversion(&arg->type));
		seq_buf_printf(s, "%s", kpe_is_array(&arg->type) ? "}" : "");
	}
	seq_buf_printf(s, "%s", args->is_return ?
		       "\", REC->__probe_func, REC->__probe_ret_ip" :
		       "\", REC->__probe_ip");
	for (arg = args->args; arg < args->args + args->nr_args; arg++) {
		n = shown_values(&arg->type);
		for (i = 0; i < n; i++) {
			snprintf(value, sizeof(value), kpe_is_array(&arg->type) ? "%s[%u]" : "%s",
				 arg->name, i);
			seq_buf_printf(s, ", ");
			kpe_format_value(s, arg, value);
		}
	}
}

/* Return: NULL if there is no memory */
char *kpe_print_fmt(const struct kpe_args *args)
{
	struct seq_buf s;
	size_t room;
	char *text;

	/* names of enums may be megabytes, more than kmalloc() has */
	for (room = 128; (text = kvmalloc(room, GFP_KERNEL)); room *= 2) {
		seq_buf_init(&s, text, room);
		format_line(&s, args);
		if (!seq_buf_has_overflowed(&s))
			break;
		kvfree(text);
	}
	return text;
}

/* --------------------------------------------------------------------- text */

/* A line that does not fit is lost as a whole, so a string leaves room for the rest. */
static unsigned int room_left(struct trace_seq *s, bool last)
{
	unsigned int left = seq_buf_buffer_left(&s->seq);
	unsigned int rest = last ? END_OF_LINE : REST_OF_LINE;

	return left > rest ? left - rest : 0;
}

/* Print an element of a stack. Return: false at the stack's end, or if it is cut */
static bool print_frame(struct trace_seq *s, const u8 *at, bool is_user, bool first, bool last)
{
	unsigned long addr = kpe_load_number(at, sizeof(addr));
	char text[KSYM_SYMBOL_LEN];

	if (!addr && (is_user || !first))
		return false;
	if (!first)
		trace_seq_putc(s, ',');
	if (is_user)
		snprintf(text, sizeof(text), "0x%lx", addr);
	else
		sprint_symbol(text, addr);
	if (strlen(text) + strlen(",...") > room_left(s, last))
		addr = 0;
	trace_seq_puts(s, addr ? text : first ? "0x0" : "...");
	return addr;
}

static void print_field(struct trace_seq *s, const struct kpe_field *field,
			const u8 *record, unsigned int size)
{
	const struct kpe_type *type = &field->type;
	struct kpe_shown v = { type, field->names, record, size, record + field->offset };
	unsigned int i, n = shown_values(type);
	bool last = !field[1].name || field[1].alias;

	trace_seq_putc(s, ' ');
	trace_seq_puts(s, field->name);
	trace_seq_putc(s, '=');
	if (field->offset + field_size(field) > size) {
		trace_seq_puts(s, "(cut)");
		return;
	}
	if (kpe_is_array(type))
		trace_seq_putc(s, '{');
	for (i = 0; i < n; i++, v.at += type->size) {
		if (kpe_is_stack(type)) {
			if (!print_frame(s, v.at, type->kind == KPE_USER_FRAME, !i, last))
				break;
			continue;
		}
		if (i)
			trace_seq_putc(s, ',');
		v.room = room_left(s, last && i == n - 1);
		kpe_format_print(s, &v);
	}
	if (kpe_is_array(type))
		trace_seq_putc(s, '}');
}

/* Print an address as the kernel's own events do */
static void print_ip(struct trace_seq *s, unsigned long ip, bool offset,
		     int flags)
{
	char text[KSYM_SYMBOL_LEN];

	if (!ip) {
		trace_seq_putc(s, '0');
		return;
	}
	if (offset) {
		sprint_symbol(text, ip);
	} else {
		sprint_symbol_no_offset(text, ip);
		text[strcspn(text, " ")] = '\0';	/* no module */
	}
	if (ip == trampoline)
		trace_seq_puts(s, "[unknown/kretprobe'd]");
	else if (!strncmp(text, "0x", 2))
		trace_seq_printf(s, "0x%08lx", ip);
	else
		trace_seq_puts(s, text);
	if (flags & SYM_ADDR)
		trace_seq_printf(s, " <%lx>", ip);
}

void kpe_print_init(void)
{
	trampoline = kpe_kernel_address("arch_rethook_trampoline") ?:
		     kpe_kernel_address("__kretprobe_trampoline") ?:
		     kpe_kernel_address("kretprobe_trampoline");
}

/* Print a record as a line of the trace; trace_event_sem keeps the event. */
enum print_line_t kpe_print_record(struct trace_iterator *iter, int flags,
				   const struct kpe_event *event)
{
	/*
	 * tp_printk's iterator has no buffer and does not tell the size. A hit of this event has
	 * just made the record, so its offsets are valid, within the limits of a hit.
	 */
	const unsigned int size = iter->ent_size ?: KPE_MAX_RECORD;
	const unsigned long *head = (void *)iter->ent + KPE_RECORD_HEAD;
	struct trace_seq *s = &iter->seq;
	const struct kpe_field *field;

	trace_seq_printf(s, "%s: (", event->name);
	if (size < kpe_header_size(event)) {
		trace_seq_puts(s, "cut)\n");
		return trace_handle_return(s);
	}
	if (event->is_return) {
		print_ip(s, head[1], true, flags);
		trace_seq_puts(s, " <- ");
	}
	print_ip(s, head[0], !event->is_return, flags);
	trace_seq_putc(s, ')');
	for (field = event->fields; field->name && !field->alias; field++)
		print_field(s, field, (u8 *)iter->ent, size);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}
