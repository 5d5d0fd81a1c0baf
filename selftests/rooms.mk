# SPDX-License-Identifier: GPL-2.0
# What selftests/unit and selftests/fuzz have in common: rooms of the module as
# objects in user space, and the files of the tests beside them. CC, and OWN_CFLAGS,
# more options for it, are for the includer to say.
O	?= $(abspath ../../build/$(notdir $(CURDIR)))

# what makes a resolved line of a text, and shows it
parser	:= definition_unit.o line.o argument.o expression.o source.o arg_type.o condition.o hist.o pool.o \
	   resolve.o function.o value.o value_type.o btf.o \
	   types_unit.o spelling.o registers.o x86/registers.o x86/passing.o
# what writes it for another machine
exporter := export_unit.o export.o

CFLAGS	= -std=gnu11 -O1 -g -Wall -Wextra -Werror \
	  -Wno-missing-field-initializers -fno-omit-frame-pointer $(OWN_CFLAGS) \
	  -D_GNU_SOURCE -I../unit/include -I. -I../unit -I.. -I../.. $(MACHINE)

# that of all objects but those of another one, which only their tests use
MACHINE	= -DCONFIG_X86_64
$(O)/arm64%: MACHINE = -DCONFIG_ARM64
# a contract has what another machine needs
$(O)/arm64/% $(O)/x86/%: OWN_CFLAGS += -Wno-unused-parameter

# the folders whose rooms are tested so
vpath %.c . ../unit .. ../../hit ../../places ../../types ../../kernel ../../language ../../arch

all:

$(O)/%.o: %.c Makefile ../rooms.mk | $(O)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(O):
	mkdir -p $@

clean:
	rm -rf $(O)

.PHONY: all clean
.PRECIOUS: $(O)/%.o

-include $(wildcard $(O)/*.d $(O)/*/*.d)
