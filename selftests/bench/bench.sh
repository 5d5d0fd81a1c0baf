# shellcheck shell=sh
# bench.sh - run a guest that counts instructions; for "run" and "where"
# shellcheck disable=SC2154 # who includes it knows $here, $top and $vm

# One CPU, one nanosecond for each instruction, nothing random, and always the
# same time of day: another boot has the same figures.
counting="-icount shift=0,sleep=off -smp 1,sockets=1 -rtc base=2026-01-01,clock=vm -seed 1"

# the cases of a table whose names match
cases_of() # TABLE GLOB
{
	sed '/^#/d;/^$/d' "$here/$1" | while IFS= read -r line; do
		case_name=$(printf '%s\n' "${line%%|*}" | sed 's/ *$//')
		# shellcheck disable=SC2254 # it is a pattern
		case $case_name in
		$2) printf '%s\n' "$line" ;;
		esac
	done
}

# what the guest finds at /, but for the cases
prepare() # KERNEL GUEST-DIR
{
	"$vm/build" "$1" module client bench
	out=${KPE_BUILD:-$top/build}
	mkdir -p "$2/kpe" "$out/logs"
	flock "$out/$1/lock" cp "$here"/guest/* "$out/$1/module/kprobe_events.ko" \
		"$out/$1/bench/kpe_bench.ko" "$out/$1/bench/kpe_peers.ko" \
		"$out/$1/bench/kpe_crowd.ko" "$out/$1/client/client" "$2/kpe/"
	"$(cross_of "$("$vm/kernel" "$1")")strip" --strip-debug "$2"/kpe/*.ko
	[ -n "$("$vm/kernel" --field arch "$1")" ] || prepare_peers "$out/$1/peers" "$2"
}

# programs of others, which Debian has for this machine
prepare_peers() # DIR GUEST-DIR
{
	mkdir -p "$1"
	make -s -C "$here/peers" OUT="$1" ROOT="$("$vm/userland" clients)/all" >&2
	cp "$1/peer" "$1/peers.o" "$2/kpe/"
}

# stdout is what the guest says
boot() # KERNEL GUEST-DIR SECONDS [QEMU-OPTION...]
{
	boot_kernel=$1 boot_dir=$2 boot_seconds=$3 boot_initrd=
	shift 3
	# it is large, and takes long to unpack
	! grep -q '[|] bpftrace ' "$boot_dir/kpe/cases" ||
		boot_initrd=$("$vm/userland" bpftrace)/root.cpio
	say "booting $boot_kernel (console: build/logs/bench-$boot_kernel.console)"
	KPE_INITRD=$boot_initrd KPE_QEMU="$counting $*" KPE_APPEND="nokaslr${cpus+ possible_cpus=$cpus}" "$vm/boot" "$boot_kernel" \
		"$("$vm/kernel" "$boot_kernel")" "$boot_dir" \
		"$out/logs/bench-$boot_kernel.console" "$boot_seconds"
}
