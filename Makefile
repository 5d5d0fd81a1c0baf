# SPDX-License-Identifier: GPL-2.0
# kprobe_events.ko and all that is done with it; "make help" lists it.
# What kbuild needs to know is in Kbuild.

MODULES_DIR ?= /lib/modules
RELEASE := $(shell uname -r)

# the running kernel's build directory, else the newest that is installed
ifndef KDIR
KDIR := $(patsubst %/Makefile,%,$(firstword \
	$(wildcard $(MODULES_DIR)/$(RELEASE)/build/Makefile) \
	$(shell printf '%s\n' $(wildcard $(MODULES_DIR)/*/build/Makefile) | sort -rV)))
endif
override KDIR := $(abspath $(KDIR))

OBJECTS = *.o *.ko *.mod *.mod.c .*.cmd *.order *.symvers */*.o */.*.cmd */*/*.o */*/.*.cmd

module: build/kdir
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

# objects of another kernel are of no use; this is why there is a record
build/kdir: FORCE
ifeq ($(KDIR),)
	@echo "No kernel headers found. Install linux-headers-$(RELEASE) (or" \
		"linux-headers-amd64 for another kernel), or say make KDIR=DIR." >&2; exit 1
else
	@test -f $(KDIR)/Makefile || { \
		echo "$(KDIR) is not the build directory of a kernel." >&2; exit 1; }
	@mkdir -p build
	@test "$$(cat $@ 2>/dev/null)" = "$(KDIR)" || { \
		rm -f $(OBJECTS); echo "$(KDIR)" >$@; }
endif

demo:
	@selftests/deps demo
	@selftests/demo/run

check:
	@selftests/check

check-quick:
	@selftests/check quick

check-full:
	@selftests/check full

docs:
	@selftests/deps docs
	@Documentation/build

pictures:
	@selftests/deps pictures
	@selftests/pictures/run

bench:
	@selftests/deps bench
	@status=0; selftests/bench/run || status=$$?; selftests/bench/tables && exit $$status

results:
	@selftests/results

deb:
	@selftests/deps deb
	@packaging/deb

release:
	@selftests/deps demo
	@selftests/deps deb
	@packaging/release

clean:
	rm -f $(OBJECTS)
	rm -rf build

help:
	@echo 'make [KDIR=DIR]   build kprobe_events.ko for the kernel with build directory DIR,'
	@echo '                  by default the running kernel, else the newest with headers here;'
	@echo '                  ARCH=, CROSS_COMPILE=, CC= and LLVM= as kbuild has them'
	@echo 'make demo         trace a kernel in QEMU and show what comes out (root, Debian 12)'
	@echo 'make check-quick  run the most effective tests in five minutes'
	@echo 'make check        everything a change must pass (root, Debian 12)'
	@echo 'make check-full   that, and the tests on a kernel with KASAN, lockdep, kmemleak'
	@echo 'make bench        measure what probes and other tracers cost: instructions of a hit,'
	@echo '                  and a thousand events at once (root, Debian 12; 20 minutes)'
	@echo 'make results      what passed on which kernel, of the logs of test runs, in'
	@echo '                  Documentation/kernels.rst'
	@echo 'make deb          Debian packages of the module (DKMS) and the tools, in build/deb'
	@echo '                  (root installs what is missing for it)'
	@echo 'make release      the tarball, what packages are made of it, and their sums, in'
	@echo '                  build/release; checks that all names the same version and day'
	@echo 'make docs         html and man pages in build/doc (Debian 12)'
	@echo 'make pictures     make the pictures of README.md from a recording in QEMU (root, Debian 12)'
	@echo 'make clean        remove what was built here'
	@echo
	@echo 'selftests/vm/run KERNEL [TEST...]   some tests on one kernel; without arguments'
	@echo '                  it lists the kernels. Kernels are kept in ~/.cache/kprobe-events'
	@echo '                  (or $$KPE_CACHE), logs in build/logs.'

FORCE:
.PHONY: module demo check check-quick check-full docs pictures bench results deb release clean help FORCE
