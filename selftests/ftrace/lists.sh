# shellcheck shell=sh
# lists.sh - functions that read the lists of this directory, which is $here

# entries LIST KERNEL NAME: what LIST says about NAME on KERNEL, an entry a line
# shellcheck disable=SC2154 # here
entries()
{
	sed '/^#/d;/^$/d' "$here/$1" | while read -r entry kernels rest; do
		if [ "$entry" = "$3" ] && on "$2" "$kernels"; then
			printf '%s\n' "$rest"
		fi
	done
}

# on KERNEL GLOB[,GLOB...]: is KERNEL one of these?
on()
{
	set -f
	# shellcheck disable=SC2046 # words
	set -- "$1" $(echo "$2" | tr , ' ')
	set +f
	on_kernel=$1
	shift
	for on_glob do
		# shellcheck disable=SC2254 # globs
		case $on_kernel in $on_glob) return 0 ;; esac
	done
	return 1
}
