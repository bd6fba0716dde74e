"""What is measured, and what is to be reached."""
import statistics
from dataclasses import dataclass, field

ALL = ("floor", "ours", "bleak", "simplepyble")
OWN = ("floor", "ours")


@dataclass(frozen=True)
class Workload:
    """One kind of work, done by each of the clients in turn."""

    name: str
    clients: tuple[str, ...] = ALL
    count: int = 0
    # Slow clients get less to do.
    counts: dict[str, int] = field(default_factory=dict)
    smoke: int = 0
    kind: str = "run"
    verb: str = ""
    variant: str = ""
    devices: int = 1
    extras: int = 0
    is_flooded: bool = False
    # Appended to the names of its figures.
    suffix: str = ""
    # What does not vary is measured once.
    is_single: bool = False


WORKLOADS = [
    Workload("read", count=3000, smoke=100),
    Workload("write", count=3000, smoke=100),
    Workload("flight", OWN, count=4800, smoke=160, extras=16),
    Workload("socket", count=200_000, counts={"bleak": 50_000, "simplepyble": 20_000}, smoke=1000),
    Workload("signals", count=50_000, counts={"simplepyble": 20_000}, smoke=1000),
    Workload(
        "scan", ("floor", "ours", "bleak"), count=50_000, smoke=1000, devices=200, is_flooded=True),
    Workload(
        "connect", count=100, counts={"bleak": 20, "simplepyble": 20}, smoke=2, suffix="_4"),
    Workload(
        "connect", count=100, counts={"bleak": 20, "simplepyble": 20}, smoke=2, suffix="_60",
        extras=55),
    Workload("start", OWN, count=20, smoke=2, kind="start"),
    Workload("memory", kind="memory", verb="hold"),
    Workload("memory", kind="memory", verb="hold", devices=1000, suffix="_1000"),
    Workload("idle", kind="idle", verb="hold", is_single=True),
    *(
        Workload(
            "growth", ("ours",), count=50_000, smoke=1000, verb="scan", devices=devices,
            is_flooded=True, suffix=f"_devices_{devices}")
        for devices in (1, 10, 100, 1000)
    ),
    *(
        Workload(
            "growth", ("ours",), count=50_000, smoke=1000, verb="scan", variant=str(number),
            devices=200, is_flooded=True, suffix=f"_subscribers_{number}")
        for number in (1, 10, 100)
    ),
    Workload("growth", ("ours",), count=50_000, smoke=1000, verb="subscriptions", extras=100),
]
NAMES = list(dict.fromkeys(workload.name for workload in WORKLOADS))


@dataclass(frozen=True)
class Target:
    """How one of our figures has to stand to another one."""

    limit: float
    other: str = "floor"
    is_difference: bool = False
    is_minimum: bool = False

    def compare(self, ours: list[float], others: list[float]) -> float:
        """Of the rounds, since what disturbs one round disturbs both sides of it."""
        pairs = list(zip(ours, others))
        return statistics.median(a - b if self.is_difference else a / b for a, b in pairs)

    def is_met(self, value: float) -> bool:
        return value >= self.limit if self.is_minimum else value <= self.limit

    def text(self, unit: str) -> str:
        sign = "≥" if self.is_minimum else "≤"
        if self.other == "":
            return f"{sign} {self.limit:g} {unit}"
        if self.is_difference:
            return f"{sign} {self.other} + {self.limit:g} {unit}"
        return f"{sign} {self.limit:g} × {self.other}"


def at_most(limit: float) -> Target:
    return Target(limit, "")


@dataclass(frozen=True)
class Row:
    """One line of the table: a figure of ours beside those of others."""

    workload: str
    title: str
    ours: str
    unit: str
    # The figure of the others; the same name unless it says otherwise.
    theirs: str = ""
    # A figure of ours that this one is compared with in place of the floor's.
    baseline: str = ""
    targets: tuple[Target, ...] = ()
    more_is_better: bool = False


def growing(title: str, prefix: str, suffix: str, sizes: tuple[int, ...], unit: str) -> list[Row]:
    """Rows that are compared with the first of them."""
    first = f"{prefix}{sizes[0]}{suffix}"
    return [
        Row("growth", title.format(size), f"{prefix}{size}{suffix}", unit, baseline=first)
        for size in sizes
    ]


ROWS = [
    Row("read", "read, chain, .inline", "read_inline", "µs", "read", targets=(Target(1.15),)),
    Row("read", "read, chain, default context", "read", "µs", targets=(Target(1.4),)),
    Row("read", "read, async", "read_async", "µs", "read", targets=(Target(1.5),)),
    Row("flight", "read, 16 in flight, .inline", "flight_inline", "µs", "flight"),
    Row("flight", "read, 16 in flight, default", "flight", "µs", targets=(Target(1.25),)),
    Row("write", "write, chain, .inline", "write_inline", "µs", "write", targets=(Target(1.15),)),
    Row("write", "write, chain, default context", "write", "µs", targets=(Target(1.4),)),
    Row("socket", "notifications, socket: rate", "socket_rate", "1/s", more_is_better=True,
        targets=(Target(0.5, is_minimum=True), Target(5, "bleak", is_minimum=True))),
    Row("socket", "notifications, socket: processor", "socket_cpu", "µs",
        targets=(Target(1.5, is_difference=True),)),
    Row("socket", "the same, .inline", "socket_inline_cpu", "µs", "socket_cpu",
        targets=(Target(1.5, is_difference=True),)),
    Row("signals", "notifications, signals: processor", "signals_cpu", "µs",
        targets=(Target(1.3),)),
    Row("signals", "the same, .inline", "signals_inline_cpu", "µs", "signals_cpu",
        targets=(Target(1.3),)),
    Row("scan", "busy scan, 200 devices: processor", "scan_cpu", "µs", targets=(Target(1.2),)),
    Row("connect", "connect to ready, 4 attributes", "connect_4", "ms", targets=(Target(2.0),)),
    Row("connect", "connect to ready, 60 attributes", "connect_60", "ms", targets=(Target(2.0),)),
    Row("start", "start to poweredOn", "start", "ms", targets=(Target(15, is_difference=True),)),
    Row("memory", "resident, connected", "memory", "MB", targets=(at_most(14),)),
    Row("memory", "resident, 1000 devices more", "memory_growth", "MB", targets=(at_most(10),)),
    Row("idle", "wake-ups a minute, connected, scanning", "idle_wakeups", "", targets=(at_most(0),)),
    Row("idle", "threads when idle", "idle_threads", "", targets=(at_most(3),)),
    *growing("advertisement, {} devices", "scan_cpu_devices_", "", (1, 10, 100, 1000), "µs"),
    *growing("advertisement, {} subscribers", "scan_cpu_subscribers_", "", (1, 10, 100), "µs"),
    *growing("value by socket, {} subscriptions", "subscriptions_socket_", "_cpu", (1, 10, 100),
             "µs"),
    *growing("value by signal, {} subscriptions", "subscriptions_signals_", "_cpu", (1, 10, 100),
             "µs"),
]
