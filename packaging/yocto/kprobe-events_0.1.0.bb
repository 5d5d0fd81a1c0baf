# kprobe_events.ko for a kernel of Yocto. Put the file that packaging/tarball makes into "files"
# beside this recipe, or take a checkout: "inherit externalsrc" and EXTERNALSRC in a bbappend.
# kprobe-events.cfg has what the kernel needs.
SUMMARY = "Kprobe event tracing as a loadable kernel module"
DESCRIPTION = "One line of text defines a trace event at almost any instruction of a running kernel. \
For kernels without CONFIG_KPROBE_EVENTS, and for those with an older language."
LICENSE = "GPL-2.0-only"
LIC_FILES_CHKSUM = "file://COPYING;md5=b234ee4d69f5fce4486a80fdaf4a4263"

SRC_URI = "file://kprobe-events-${PV}.tar.gz"

inherit module

COMPATIBLE_HOST = "(x86_64|aarch64).*-linux"

# Kbuild is all that is needed: the Makefile at the top is for people
do_compile() {
	unset CFLAGS CPPFLAGS CXXFLAGS LDFLAGS
	oe_runmake -C ${STAGING_KERNEL_DIR} O=${STAGING_KERNEL_BUILDDIR} M=${S} \
		CC="${KERNEL_CC}" LD="${KERNEL_LD}" AR="${KERNEL_AR}" modules
}

do_install() {
	unset CFLAGS CPPFLAGS CXXFLAGS LDFLAGS
	oe_runmake -C ${STAGING_KERNEL_DIR} O=${STAGING_KERNEL_BUILDDIR} M=${S} DEPMOD=true \
		INSTALL_MOD_PATH=${D}${root_prefix} INSTALL_MOD_DIR=extra modules_install
	install -d ${D}${sbindir}
	install -m 0755 ${S}/tools/kprobe-* ${D}${sbindir}
}

PACKAGES =+ "${PN}-tools"
FILES:${PN}-tools = "${sbindir}/kprobe-*"
SUMMARY:${PN}-tools = "Kprobe event tracing as a loadable kernel module (tools)"
RDEPENDS:${PN}-tools = "kmod"
