################################################################################
#
# kprobe-events
#
################################################################################

KPROBE_EVENTS_VERSION = 0.1.0
# the checkout that this folder is in
KPROBE_EVENTS_SITE = $(BR2_EXTERNAL_KPROBE_EVENTS_PATH)/../..
KPROBE_EVENTS_SITE_METHOD = local
# rsync copies it, but for what was built there; folders of the source are called "build", too
KPROBE_EVENTS_OVERRIDE_SRCDIR_RSYNC_EXCLUSIONS = --exclude /build --exclude '*.o' \
	--exclude '*.ko' --exclude '*.mod' --exclude '*.mod.c' --exclude '*.cmd' \
	--exclude '*.order' --exclude '*.symvers'
KPROBE_EVENTS_LICENSE = GPL-2.0
KPROBE_EVENTS_LICENSE_FILES = COPYING

define KPROBE_EVENTS_LINUX_CONFIG_FIXUPS
	$(call KCONFIG_ENABLE_OPT,CONFIG_MODULES)
	$(call KCONFIG_ENABLE_OPT,CONFIG_KALLSYMS)
	$(call KCONFIG_ENABLE_OPT,CONFIG_KPROBES)
	$(call KCONFIG_ENABLE_OPT,CONFIG_PERF_EVENTS)
	$(call KCONFIG_ENABLE_OPT,CONFIG_FTRACE)
	$(call KCONFIG_ENABLE_OPT,CONFIG_ENABLE_DEFAULT_TRACERS)
endef

define KPROBE_EVENTS_INSTALL_TARGET_CMDS
	for tool in $(@D)/tools/kprobe-*; do \
		$(INSTALL) -D -m 0755 $$tool $(TARGET_DIR)/usr/sbin/$${tool##*/} || exit 1; \
	done
endef

$(eval $(kernel-module))
$(eval $(generic-package))
