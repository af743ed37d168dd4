"""The odds of `odds.rs` by icepool or dyce: reads lines `TASK TIMES`, works TASK out so often and prints in how many ways each
result comes out."""

import sys

# 0 clear, 1 clear and gusty, 2 overcast, 3 mud, 4 mud and overcast: the column of April.
APRIL = dict(zip(range(2, 13), [3, 1, 1, 0, 0, 1, 0, 0, 2, 2, 4]))


def dust_turn(state, total, second):
    """One Wind Change DR: (dust, wind force, gusts) before and after."""
    dust, force, gusts = state
    if total == 2 and second == 5:
        force_now = (1, 2, 1)[force]
    elif total == 2 and second == 6:
        force_now = (1, 0, 1)[force]
    else:
        force_now = force
    gusts_now = total >= 10
    if force_now == 2 and gusts_now:
        dust = min(dust + 1, 5)
    elif force == 2 and gusts:
        dust = max(dust - 1, 0)
    return dust, force_now, gusts_now


def rain_turn(rains, total):
    """One Wind Change DR in Overcast: whether it rains after it."""
    return True if total >= 10 else False if total <= 3 else rains


def with_icepool():
    from icepool import Die, d6, map as over

    two = 2 @ d6

    def month():
        die = two.map(APRIL)
        return [str(ways) for _, ways in die.items()]

    def dust():
        state = Die([(0, 2, False)])
        for _ in range(10):
            state = over(dust_turn, state, two, d6, star=False)
        ways = {}
        for (level, _, _), count in state.items():
            ways[level] = ways.get(level, 0) + count
        return scaled(ways, 216**10)

    def rain():
        state = Die([False])
        for _ in range(24):
            state = over(rain_turn, state, two)
        return scaled(dict(state.items()), 36**24)

    return {"month": month, "dust": dust, "rain": rain}


def with_dyce():
    from dyce import H

    two = 2 @ H(6)

    def step(function, state, *dice):
        """The distribution after one more turn."""
        ways = {}
        for before, count in state.items():
            for fallen, falls in product(dice):
                after = function(before, *fallen)
                ways[after] = ways.get(after, 0) + count * falls
        return ways

    def month():
        ways = {}
        for total, falls in two.items():
            ways[APRIL[total]] = ways.get(APRIL[total], 0) + falls
        return [str(count) for count in H(ways).values()]

    def dust():
        state = {(0, 2, False): 1}
        for _ in range(10):
            state = step(dust_turn, state, two, H(6))
        ways = {}
        for (level, _, _), count in state.items():
            ways[level] = ways.get(level, 0) + count
        return scaled(ways, 216**10)

    def rain():
        state = {False: 1}
        for _ in range(24):
            state = step(rain_turn, state, two)
        return scaled(state, 36**24)

    return {"month": month, "dust": dust, "rain": rain}


def product(dice):
    """Each way in which dice can fall."""
    if not dice:
        yield (), 1
        return
    for value, falls in dice[0].items():
        for rest, more in product(dice[1:]):
            yield (value, *rest), falls * more


def scaled(ways, whole):
    """The ways as shares of a whole: a library may have brought the fraction to lower terms."""
    total = sum(ways.values())
    return [str(count * whole // total) for count in ways.values()]


try:
    tasks = {"icepool": with_icepool, "dyce": with_dyce}[sys.argv[1]]()
except ImportError:
    sys.exit("not installed")
print("ready", flush=True)
for line in sys.stdin:
    name, times = line.split()
    for _ in range(int(times)):
        result = tasks[name]()
    print(" ".join(result), flush=True)
