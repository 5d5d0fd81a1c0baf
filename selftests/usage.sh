# shellcheck shell=sh
# usage.sh - --help and wrong usage, for scripts whose head describes their usage
#
#	usage MOST "$@"		--help prints the head; any other option, or more
#				than MOST words ("any": no limit), is wrong usage
#	wrong_usage		prints the right usage and exits

# the comment that the script begins with
usage_head()
{
	awk 'NR == 1 || /^# shellcheck/ { next } !/^#/ { exit } { sub(/^# ?/, ""); print }' "$0"
}

wrong_usage()
{
	{
		echo "wrong usage of ${0##*/}; it is:"
		usage_head
	} >&2
	exit 2
}

usage() # MOST WORD...
{
	case ${2-} in
	--help | -h)
		usage_head
		exit 0
		;;
	-?*)
		wrong_usage
		;;
	esac
	[ "$1" = any ] || [ $(($# - 1)) -le "$1" ] || wrong_usage
}
