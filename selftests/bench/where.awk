# where.awk - from "MEASUREMENT FUNCTION INSTRUCTIONS" to a table, each line with
# what it is to be sorted by in front
#
# Measurements are in pairs: without the probe, and with it.

function row(key, name, a, b) {
	printf "%s\t%-50s %10s %10s\n", key, name, a, b
}

function tenths(cost) { return sprintf("%.1f", cost) }

function most(a, b) { return a > b ? a : b }

{
	side = int(($1 + 1) / 2)
	cost[$2, side] += $1 % 2 ? -$3 : $3
	sum[side] += $1 % 2 ? -$3 : $3
	names[$2]
}

END {
	row(1e9, "instructions of a hit", "built-in", "ours")
	for (name in names) {
		key = most(cost[name, 1], cost[name, 2])
		if (key >= 0.05)
			row(key, name, tenths(cost[name, 1]), tenths(cost[name, 2]))
	}
	row(0, "all", tenths(sum[1]), tenths(sum[2]))
}
