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

# headers of the kernel that are all the same one here
headers	:= $(addprefix linux/,bitops build_bug compiler dcache err fs glob hash jhash kallsyms kernel \
	   kprobes lockdep minmax mm module mutex overflow percpu pgtable processor ptrace rcupdate \
	   sched slab sort stdarg string swab thread_info timekeeping uaccess) \
	   $(addprefix asm/,cpu_entry_area unaligned vsyscall word-at-a-time)
headers	:= $(headers:%=$(O)/include/%.h)

CFLAGS	= -std=gnu11 -O1 -g -Wall -Wextra -Werror \
	  -Wno-missing-field-initializers -fno-omit-frame-pointer $(OWN_CFLAGS) \
	  -D_GNU_SOURCE -I../unit/include -I$(O)/include -I. -I../unit -I.. -I../.. $(MACHINE)

# that of all objects but those of another one, which only their tests use
MACHINE	= -DCONFIG_X86_64
$(O)/arm64%: MACHINE = -DCONFIG_ARM64
# a contract has what another machine needs
$(O)/arm64/% $(O)/x86/%: OWN_CFLAGS += -Wno-unused-parameter

# the folders whose rooms are tested so
vpath %.c . ../unit .. ../../hit ../../places ../../types ../../kernel ../../language ../../arch

all:

$(O)/%.o: %.c Makefile ../rooms.mk | $(headers)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(headers): ../rooms.mk
	@mkdir -p $(@D)
	echo '#include <stand_in.h>' >$@

clean:
	rm -rf $(O)

.PHONY: all clean
.PRECIOUS: $(O)/%.o

-include $(wildcard $(O)/*.d $(O)/*/*.d)
