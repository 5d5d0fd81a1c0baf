# shellcheck shell=sh
# cache.sh - cache entries that are built once per machine, outside the tree
#
# An entry is a directory below $KPE_CACHE. It is built in a temporary directory and
# renamed when complete, so an existing entry is complete. A lock per entry prevents two
# runs from building it twice.

KPE_CACHE=${KPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kprobe-events}

say() # MESSAGE...: progress, for people
{
	printf '%s\n' "-- $*" >&2
}

die() # MESSAGE...
{
	printf '%s\n' "${0##*/}: $*" >&2
	exit 1
}

# the prefix of the programs that compile for a kernel: none for the machine's own architecture
cross_of() # KERNEL-DIR
{
	! grep -qx CONFIG_ARM64=y "$1/config" || echo aarch64-linux-gnu-
}

# LLVM's version if it has built a kernel, as "make LLVM=" has it
llvm_of() # KERNEL-DIR
{
	sed -n 's/^CONFIG_CLANG_VERSION=\([1-9][0-9]*\)[0-9][0-9][0-9][0-9]$/-\1/p' "$1/config"
}

# cached ENTRY COMMAND ARG...: print the directory of ENTRY; if it does not
# exist, "COMMAND DIR ARG..." fills an empty directory first
cached()
{
	cached_entry=$KPE_CACHE/$1
	cached_lock=$KPE_CACHE/locks/$(printf '%s' "$1" | tr / _)
	cached_tmp=$KPE_CACHE/tmp/$(printf '%s' "$1" | tr / _)
	cached_command=$2
	shift 2
	if [ ! -d "$cached_entry" ]; then
		mkdir -p "${cached_entry%/*}" "$KPE_CACHE/locks" "$KPE_CACHE/tmp"
		exec 9>"$cached_lock"
		flock -n 9 || { say "waiting for another run that makes ${cached_entry##*/}"; flock 9; }
		if [ ! -d "$cached_entry" ]; then
			rm -rf "$cached_tmp"
			mkdir -p "$cached_tmp"
			# plainly, because "||" would switch off set -e inside
			"$cached_command" "$cached_tmp" "$@" >&2
			mv -T "$cached_tmp" "$cached_entry"
		fi
		exec 9>&-
	fi
	printf '%s\n' "$cached_entry"
}
