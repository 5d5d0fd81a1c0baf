// SPDX-License-Identifier: GPL-2.0
/* export_unit - what export.c writes, read again */
#include <stdio.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "types/resolve.h"
#include "export_unit.h"
#include "kernel/symbols.h"
#include "types_unit.h"
#include "unit.h"

#define MAX_TEXT	16384	/* more than a line may have */

bool kpe_image_offset(unsigned long addr, unsigned long *offset)
{
	*offset = addr - IMAGE_START;
	return addr >= IMAGE_START && addr < IMAGE_END;
}

int export_line(const struct kpe_args *args, char *buf, size_t size)
{
	size_t len = snprintf(buf, size, "%c f", args->is_return ? 'r' : 'p');
	unsigned int i;
	int ret;

	for (i = 0; i < args->nr_args; i++) {
		buf[len++] = ' ';
		ret = kpe_arg_export(args, &args->args[i], buf + len, size - len);
		if (ret < 0)
			return ret;
		len += ret;
	}
	return len > KPE_MAX_LINE ? -E2BIG : 0;
}

/* What moves with the image is written with a distance of 0, too. */
static void without_zero(char *text)
{
	char *at;

	while ((at = strstr(text, "@_text+0")))
		memmove(at + 6, at + 8, strlen(at + 8) + 1);
}

bool check_exported(const struct parsed *p, const struct kpe_function_info *info)
{
	static char text[MAX_TEXT], again[MAX_TEXT];
	int ret = export_line(p->args, text, sizeof(text)), hide;
	struct parsed r;

	if (ret == -E2BIG || ret == -EADDRNOTAVAIL)
		return false;
	if (ret) {
		unit_fail("%s: cannot be exported: %d", p->line->text, ret);
		return false;
	}
	for (hide = 0; hide <= 1; hide++) {
		types_hide(hide);
		r = parse_at(text, strlen(text), info);
		types_hide(false);
		without_zero(text);
		if (!r.line)
			unit_fail("%s: exported as %s: %s at %u", p->line->text, text,
				  error_name(r.e.code), r.e.col);
		else if (export_line(r.args, again, sizeof(again)) || strcmp(again, text))
			unit_fail("%s: exported as %s, and that as %s", p->line->text, text, again);
		parsed_free(&r);
	}
	return true;
}
