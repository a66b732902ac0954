"""Counts what went wrong from firings.csv and refreshes.csv alone, beside the columns."""
import csv, decimal, math, re, sys

def rows(name):
    with open(f"{folder}/{name}", newline="") as file:
        return list(csv.DictReader(file))

def ns(text):
    return int(decimal.Decimal(text) * 1000000) if text else None

def dates(line, firings, run, end):
    interval = int(re.search(r"every (\d+) ns", line)[1])
    began = [f["began"] for f in firings]
    close = sum(2 * (b - a) < interval for a, b in zip(began, began[1:]))
    late = sum(f["began"] - f["due"] > interval // 4 for f in firings)
    if not re.search("delay|rearm", line) or not firings:
        return close, 0, 0, late
    first = firings[0]["due"]
    short = max(0, math.ceil((end - first) / interval) - int(run["due"]))
    moved = [f["began"] - first - i * interval for i, f in enumerate(firings)
             if f["due"] != first + i * interval]
    steady = len(moved) >= 10 and all(
        (b - a) * 2000 > 9 * interval for a, b in zip(moved, moved[9:]))
    return close, short, max(0, moved[-1]) if steady else 0, late

def frames(line, refreshes, period):
    new = [r for r in refreshes if r["outcome"] == "new"]
    shown = [r for r in new if r["measured"] == "1"]
    drops = [int(r["refresh"]) for r in refreshes if r["cause"]]
    every = re.search(r"every (\d+) ns", line)
    count = re.search(r"target (\d+) refreshes", line) or re.search(r"every (\d+) refreshes", line)
    target = period * int(count[1]) if count else int(every[1]) if "target own" in line else period
    uneven = late = 0
    for a, b in zip(shown, shown[1:]):
        if any(int(a["refresh"]) < d < int(b["refresh"]) for d in drops):
            continue
        step = ns(b["photon_ms"]) - ns(a["photon_ms"])
        error = ns(b["animation_time_ms"]) - ns(a["animation_time_ms"]) - step
        uneven += 2 * abs(step - target) + 8 >= period
        late += 10 * abs(error) > period
    late = late if late > max(0, len(shown) - 1) // 100 else 0
    moving = [(ns(r["photon_ms"]), ns(r["photon_ms"]) - ns(r["content_lag_ms"]),
               math.floor(float(r["place_pt"]) * 3)) for r in new if r["content_lag_ms"]]
    steps = list(zip(moving, moving[1:]))
    stale = sum(b[1] == a[1] for a, b in steps)
    jumped = sum(b[1] != a[1] and 2 * (b[1] - a[1]) + 4 >= 3 * (b[0] - a[0]) for a, b in steps)
    alike = sum(b[1] != a[1] and b[2] == a[2] for a, b in steps)
    dropped = len(drops) if target == period else None
    return dropped, uneven, late, stale, jumped, alike if 2 * alike >= len(steps) else 0

folder, script = sys.argv[1], open(sys.argv[2]).read()
hertz = int(re.search(r"display (\d+) Hz", script)[1])
end = int(re.search(r"run (\d+) ms", script)[1]) * 1000000
lines, compared = dict(re.findall(r"arm (\S+)\n  (.*)", script)), 0
for run in rows("runs.csv"):
    line = lines[run["arm"]]
    firings = [dict(f, due=ns(f["due_ms"]), began=ns(f["began_ms"])) for f in rows("firings.csv")
               if f["run"] == run["run"] and f["measured"] == "1"]
    refreshes = [r for r in rows("refreshes.csv") if r["run"] == run["run"]]
    vsyncs = [ns(r["vsync_ms"]) for r in refreshes]
    own = {}
    if line.startswith("timer"):
        close, own["short"], own["behind_ms"], late = dates(line, firings, run, end)
    if "target none" in line:
        own["doubled"], own["late_dates"] = close, late
    else:
        together = [sum(a <= f["began"] < c for f in firings) for a, c in zip(vsyncs, vsyncs[1:])]
        own["doubled"] = sum(max(0, n - 1) for n in together)
        names = ["dropped", "uneven", "late_dates", "stale_frames", "jumped", "wasted"]
        own |= dict(zip(names, frames(line, refreshes, 10**9 // hertz)))
    for name, count in own.items():
        if count is None or run[name] == "":
            continue
        compared += 1
        column = ns(run[name]) if name.endswith("_ms") else int(run[name])
        # A date without a callback at the end stands in no list, and may count as late.
        waits = int(run["due"]) - int(run["fires"]) - int(run["missed"])
        if column - count not in range(1 + waits * (name == "late_dates")):
            print(f"{run['arm']}: {name} is {column}, counted {count}: {line}")
print(f"compared {compared}")
