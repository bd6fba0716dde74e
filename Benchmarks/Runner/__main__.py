"""Runs the workloads of the central role by all clients in turn, and prints a table."""
import argparse
import json
import os
import sys
import time
from collections import defaultdict
from contextlib import ExitStack

from bus import Bus, Failed
from table import Figures, all_judged, print_table
from workloads import NAMES, WORKLOADS, Workload

parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
parser.add_argument(
    "names", nargs="*", metavar="NAME", help=f"what to measure; all of it without: {', '.join(NAMES)}")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--idle", type=float, default=15, metavar="SECONDS",
                    help="how long nothing happens; a minute takes a minute")
parser.add_argument("--json", metavar="FILE", help="where the figures go beside the table")
parser.add_argument("--smoke", action="store_true",
                    help="one short round: shows that everything works, and measures nothing")
parser.add_argument("--floor", required=True, help=argparse.SUPPRESS)
parser.add_argument("--daemon", required=True, help=argparse.SUPPRESS)
parser.add_argument("--ours", required=True, help=argparse.SUPPRESS)
parser.add_argument("--python", help=argparse.SUPPRESS)
parser.add_argument("--peers", required=True, help=argparse.SUPPRESS)
options = parser.parse_args()
unknown = set(options.names) - set(NAMES)
if unknown:
    parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")

commands = {"floor": [options.floor], "ours": [options.ours]}
not_run: dict[str, str] = {}
if options.python:
    for peer in ("bleak", "simplepyble"):
        commands[peer] = [options.python, f"{options.peers}/{peer}_client.py"]
else:
    not_run["bleak, simplepyble"] = "scripts/witnesses could not make their environment"


def world(workload: Workload, count: int) -> dict[str, str]:
    flood = {"FLOOD": str(count)} if workload.is_flooded else {}
    return {"DEVICES": str(workload.devices), "EXTRAS": str(workload.extras)} | flood


def measure(workload: Workload, client: str) -> dict[str, float]:
    count = workload.smoke if options.smoke else workload.counts.get(client, workload.count)
    verb = workload.verb or workload.name
    command = commands[client] + [verb, str(count), workload.variant]
    with Bus(options.daemon, world(workload, count)) as bus:
        if workload.kind == "start":
            times = sorted(bus.time_to_ready(command) for _ in range(count))
            return {"start": times[len(times) // 2]}
        if workload.kind == "memory":
            with bus.held(command) as held:
                # What was needed for the way there may be given back first.
                time.sleep(0.1 if options.smoke else 1)
                return {"memory": held.resident_megabytes}
        return bus.run(command)


def tried(workload: Workload, client: str) -> dict[str, float]:
    """simplepyble misses a reply now and then, since its threads read from the bus both."""
    try:
        return measure(workload, client)
    except Failed:
        if client in ("ours", "floor"):
            raise
        return measure(workload, client)


def watch_idle(workload: Workload, clients: list[str]) -> dict[str, dict[str, float]]:
    """All clients at once, since nobody does anything, each on a bus of its own."""
    seconds = 0.5 if options.smoke else options.idle
    found: dict[str, dict[str, float]] = {}
    with ExitStack() as stack:
        held = {}
        for client in clients:
            try:
                bus = stack.enter_context(Bus(options.daemon, world(workload, 0)))
                held[client] = stack.enter_context(bus.held(commands[client] + ["hold", "0"]))
            except Failed as failure:
                not_run[f"{client} {workload.name}"] = str(failure)
        time.sleep(seconds if options.smoke else 3)
        before = {client: each.wake_ups for client, each in held.items()}
        start = time.monotonic()
        time.sleep(seconds)
        passed = time.monotonic() - start
        for client, each in held.items():
            woken = (each.wake_ups - before[client]) * 60 / passed
            found[client] = {"idle_wakeups": woken, "idle_threads": each.threads}
    return found


figures: Figures = defaultdict(lambda: defaultdict(list))


def add(client: str, workload: Workload, values: dict[str, float]) -> None:
    for name, value in values.items():
        figures[client][name + workload.suffix].append(value)


rounds = 1 if options.smoke else options.rounds
wanted = [each for each in WORKLOADS if not options.names or each.name in options.names]
for turn in range(rounds):
    for workload in wanted:
        if workload.is_single and turn > 0:
            continue
        clients = [client for client in workload.clients if client in commands]
        # Each begins a round as often as the others.
        clients = clients[turn % len(clients):] + clients[:turn % len(clients)]
        clients = [client for client in clients if f"{client} {workload.name}{workload.suffix}" not in not_run]
        print(f"round {turn + 1} of {rounds}: {workload.name}{workload.suffix}", file=sys.stderr)
        if workload.kind == "idle":
            for client, values in watch_idle(workload, clients).items():
                add(client, workload, values)
            continue
        for client in clients:
            try:
                add(client, workload, tried(workload, client))
            except Failed as failure:
                not_run[f"{client} {workload.name}{workload.suffix}"] = str(failure)

for client, values in figures.items():
    if "memory" in values and "memory_1000" in values:
        pairs = zip(values["memory_1000"], values["memory"])
        values["memory_growth"] = [most - least for most, least in pairs]

rows = all_judged(figures)
print_table(rows, rounds, options.smoke)
for what, why in not_run.items():
    print(f"Not run: {what}: {why}")
if options.json:
    with open(options.json, "w", encoding="utf-8") as file:
        report = {"rounds": rounds, "rows": rows, "figures": figures, "not_run": not_run,
                  "processors": os.cpu_count()}
        json.dump(report, file, indent=2, ensure_ascii=False)
# What others cannot do is no fault; what we or the floor cannot do is.
sys.exit(any(what.startswith(("ours", "floor")) for what in not_run))
