# SPDX-License-Identifier: GPL-2.0
# What lib.mk of kselftest offers to a target's Makefile, as far as this one needs it; for
# machines without the source of a kernel.
CC := $(CROSS_COMPILE)gcc
OUTPUT ?= $(CURDIR)
TEST_GEN_FILES := $(addprefix $(OUTPUT)/,$(TEST_GEN_FILES))

all: $(TEST_GEN_FILES) gen_mods_dir

gen_mods_dir:
	$(MAKE) -C $(TEST_GEN_MODS_DIR)

run_tests: all
	../run_kselftest.sh -C $(notdir $(CURDIR)) $(TEST_PROGS)

# as if it were none of kselftest.mk's business
define INSTALL_MODS_RULE
	mkdir -p $(INSTALL_PATH)/$(TEST_GEN_MODS_DIR)
	cp -p $(wildcard $(TEST_GEN_MODS_DIR)/*.ko) $(INSTALL_PATH)/$(TEST_GEN_MODS_DIR)/
endef

install: all
	mkdir -p $(INSTALL_PATH)
	cp -RLp $(TEST_PROGS) $(TEST_FILES) $(TEST_GEN_FILES) $(wildcard config settings) \
		$(INSTALL_PATH)/
	$(if $(wildcard $(TEST_GEN_MODS_DIR)/*.ko),$(INSTALL_MODS_RULE))

emit_tests:
	@printf '$(COLLECTION):%s\n' $(TEST_PROGS)

clean:
	$(MAKE) -C $(TEST_GEN_MODS_DIR) clean
	rm -f $(TEST_GEN_FILES)

.PHONY: all gen_mods_dir run_tests install emit_tests clean
