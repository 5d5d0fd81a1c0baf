# SPDX-License-Identifier: GPL-2.0
# The folder as one of kselftest's targets; "make -f kselftest.mk files" lists what it is
# made of, and "programs" what it runs.
TEST_PROGS := language.sh values.sh filters.sh errors.sh listings.sh ownership.sh \
	transactions.sh perf.sh
TEST_FILES := live arm64.sed vm/tests $(addprefix vm/guest/,lib.sh rows.sh rows-judge.awk \
	rows-plan.awk rows-read.awk)
TEST_GEN_FILES := kpe_client
TEST_GEN_MODS_DIR := test_modules
TEST_MODS := kpe_target kpe_typed

ifneq ($(wildcard ../lib.mk),)
include ../lib.mk

$(OUTPUT)/kpe_client: $(wildcard vm/client/*.[ch]) random.c random.h
	$(CC) -O2 -I. -static -Wall -Wextra -o $@ $(filter %.c,$^)

# lib.mk knows folders of modules since 6.9
ifndef INSTALL_MODS_RULE
all: gen_mods_dir
gen_mods_dir:
	$(MAKE) -C $(TEST_GEN_MODS_DIR)
install: install_mods_dir
install_mods_dir: gen_mods_dir
	mkdir -p $(INSTALL_PATH)/$(TEST_GEN_MODS_DIR)
	cp -p $(TEST_GEN_MODS_DIR)/*.ko $(INSTALL_PATH)/$(TEST_GEN_MODS_DIR)/
clean: clean_mods_dir
clean_mods_dir:
	$(MAKE) -C $(TEST_GEN_MODS_DIR) clean
.PHONY: gen_mods_dir install_mods_dir clean_mods_dir
endif
endif

files:
	@find Makefile kselftest.mk config settings $(TEST_PROGS) $(TEST_FILES) vm/client vm/target \
		random.[ch] $(TEST_GEN_MODS_DIR)/Makefile -type f -name '[!.]*'

programs:
	@echo $(TEST_PROGS)
