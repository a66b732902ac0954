"""Sums the tasks of a Chrome trace by the code that ran longest in each, beside an import of it.

Usage: sum_tasks.py TRACE RECORDING.csv PID. Shares no code with the importer. Prints count, total us,
self us (without what was called) and name; exits with 1 if one of the three greatest differs.
"""
import collections, csv, gzip, json, sys

WRAPPERS = {"RunTask", "ThreadControllerImpl::RunTask", "MessageLoop::RunTask",
            "TaskQueueManager::ProcessTaskFromWorkQueue"}
THREADS = {"CrRendererMain", "Chrome_InProcRendererThread"}


def end(event):
    return event["ts"] + event.get("dur", 0)


def code(event):
    data = (event.get("args") or {}).get("data") or {}
    if event["name"] == "EventDispatch" or not isinstance(data, dict):
        return None
    path = data.get("url", "").split("?")[0].split("#")[0].rstrip("/").split("/")[-1][-40:]
    place = path + (f":{data['lineNumber']}" if path and "lineNumber" in data else "")
    name = data.get("functionName") or ("(anonymous)" if event["name"] == "FunctionCall" else "(script)")
    return (f"{name} ({place})" if place else name + "()") if data.get("functionName") or place else None


with (gzip.open if sys.argv[1].endswith(".gz") else open)(sys.argv[1], "rt") as file:
    trace = json.load(file)
events = [e for e in (trace["traceEvents"] if isinstance(trace, dict) else trace)
          if e.get("pid") == int(sys.argv[3])]
threads = {e["tid"] for e in events if e.get("name") == "thread_name" and e["args"]["name"] in THREADS}
slices = sorted((e for e in events if e.get("ph") == "X" and e["tid"] in threads),
                key=lambda e: (e["ts"], -e.get("dur", 0)))
tasks = []
for event in slices:
    if event["name"] not in WRAPPERS and tasks and end(event) <= end(tasks[-1][0]):
        tasks[-1][1].append(event)
    elif event["name"] in WRAPPERS and (not tasks or event["ts"] >= end(tasks[-1][0])):
        tasks.append((event, []))
count, total, own = (collections.Counter() for _ in range(3))
for task, inner in tasks:
    chosen = max(inner, key=lambda e: e.get("dur", 0), default=task)
    named = max((e for e in inner if code(e)), key=lambda e: e.get("dur", 0), default=None)
    is_code = named and 2 * named.get("dur", 0) > chosen.get("dur", 0)
    name, chosen = (code(named), named) if is_code else (chosen["name"], chosen)
    count[name], total[name] = count[name] + 1, total[name] + task.get("dur", 0)
    free, own[name] = chosen["ts"], own[name] + chosen.get("dur", 0)
    for called in inner[inner.index(chosen) + 1:] if inner else []:
        own[name] -= max(0, min(end(chosen), end(called)) - max(free, called["ts"]))
        free = max(free, min(end(chosen), end(called)))
lab = collections.defaultdict(lambda: [0, 0])
for row in csv.DictReader(open(sys.argv[2])):
    sums = lab[row["name"].split(", by ")[0]]
    sums[:] = sums[0] + 1, sums[1] + float(row["duration_us"])
for name, value in total.most_common(3):
    print(count[name], value, own[name], name, sep="\t")
    if lab[name[:60]] != [count[name], value]:
        sys.exit(f"{name}: {count[name]} tasks, {value} us; the import has {lab[name[:60]]}")
