"""Medians, ratios and targets as people and programs read them."""
import statistics
from typing import Any

from workloads import ROWS, Row

# client → name of a figure → its values, one for each round.
Figures = dict[str, dict[str, list[float]]]


def judged(row: Row, figures: Figures) -> dict[str, Any] | None:
    """A row with its figures; nothing if it was not measured."""
    ours = figures.get("ours", {}).get(row.ours)
    if not ours:
        return None
    others = {
        client: values.get(row.theirs or row.ours)
        for client, values in figures.items() if client != "ours" and not row.baseline
    }
    if row.baseline:
        others["floor"] = figures["ours"].get(row.baseline)
    others = {client: values for client, values in others.items() if values}
    peers = {client: statistics.median(v) for client, v in others.items() if client != "floor"}
    best = (max if row.more_is_better else min)(peers, key=peers.get) if peers else None
    result: dict[str, Any] = {
        "workload": row.workload, "name": row.title, "unit": row.unit,
        "ours": statistics.median(ours),
        "others": {client: statistics.median(values) for client, values in others.items()},
        "best_peer": best, "targets": [],
    }
    for client in ("floor", best):
        if client in others and all(others[client]):
            ratios = [a / b for a, b in zip(ours, others[client])]
            result[f"to_{'floor' if client == 'floor' else 'best_peer'}"] = statistics.median(ratios)
    for target in row.targets:
        if target.other in others:
            value = target.compare(ours, others[target.other])
        elif target.other == "":
            value = statistics.median(ours)
        else:
            continue
        result["targets"].append(
            {"text": target.text(row.unit), "value": value, "is_met": target.is_met(value)})
    return result


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def print_table(rows: list[dict[str, Any]], rounds: int, is_smoke: bool) -> None:
    if is_smoke:
        print("One round too short to measure anything: no target is judged.\n")
    print(
        f"Medians of {rounds} {'round' if rounds == 1 else 'rounds'}, in which the clients took "
        "turns; × is the median of the rounds' ratios.\n"
        "Ours is a release build with -static-stdlib, stripped, its relocations packed.\n")
    widths = (40, 11, 11, 7, 24, 7, 22, 7)
    cells = [("", "ours", "floor", "×", "best peer", "×", "target", "")]
    for row in rows:
        peer = row["best_peer"]
        targets = [] if is_smoke else row["targets"]
        targets = targets or [{"text": "", "is_met": None}]
        cells.append((
            f"{row['name']}{', ' if row['unit'] else ''}{row['unit']}", number(row["ours"]),
            number(row["others"].get("floor")), number(row.get("to_floor")),
            f"{peer} {number(row['others'][peer])}" if peer else "",
            number(row.get("to_best_peer")), targets[0]["text"], verdict(targets[0])))
        for target in targets[1:]:
            cells.append(("", "", "", "", "", "", target["text"], verdict(target)))
    for line in cells:
        first, rest = line[0].ljust(widths[0]), zip(line[1:], widths[1:])
        print((first + "".join(cell.rjust(width) for cell, width in rest)).rstrip())


def verdict(target: dict[str, Any]) -> str:
    return {None: "", True: "met", False: "missed"}[target["is_met"]]


def all_judged(figures: Figures) -> list[dict[str, Any]]:
    return [result for row in ROWS if (result := judged(row, figures)) is not None]
