"""Medians and ratios of the rounds' figures: ratios.py FILE, lines of "client name value"."""
import statistics
import sys
from collections import defaultdict

figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        client, name, value = line.split()
        figures[client][name].append(float(value))


def compared(name: str, peer: dict[str, list[float]]) -> str | None:
    """The peer's figure for one of ours; ways that only we have meet the plain one."""
    for candidate in (name, name.replace("_inline", "")):
        if candidate in peer:
            return candidate
    return None


for name, values in figures["ours"].items():
    own = statistics.median(values)
    text = f"{name:26} {own:12.2f}"
    for client in ("floor", "bleak"):
        other = compared(name, figures[client])
        if other is not None:
            median = statistics.median(figures[client][other])
            text += f"   {own / median:7.2f} x {client} ({median:.2f})"
    print(text)
