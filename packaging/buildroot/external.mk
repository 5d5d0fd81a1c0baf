# make BR2_EXTERNAL=.../packaging/buildroot menuconfig
include $(sort $(wildcard $(BR2_EXTERNAL_KPROBE_EVENTS_PATH)/kprobe-events/*.mk))
