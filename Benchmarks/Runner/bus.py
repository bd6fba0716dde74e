"""A private message bus with the measuring daemon on it, and clients beside it."""
import os
import pathlib
import select
import subprocess
import tempfile
import time
from dataclasses import dataclass

CONFIGURATION = pathlib.Path(__file__).parent.parent / "Instruments/bus.conf"


class Failed(Exception):
    """A client or the bus did not do its work; the text says why."""


def first_line(process: subprocess.Popen, seconds: float, what: str) -> str:
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    line = process.stdout.readline().strip() if ready else ""
    if not line:
        raise Failed(f"{what} said nothing for {seconds:.0f} s")
    return line


def stop(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


@dataclass
class Bus:
    """`with Bus(daemon, world)`: the world is what the daemon's environment says."""

    daemon: str
    world: dict[str, str]

    def __enter__(self) -> "Bus":
        command = ["dbus-daemon", f"--config-file={CONFIGURATION}", "--nofork", "--print-address"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        self.bus = subprocess.Popen(command, **pipes)
        try:
            address = first_line(self.bus, 10, "dbus-daemon")
            self.environment = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": address}
            self.fake = subprocess.Popen(
                [self.daemon], env=self.environment | self.world, **pipes)
        except BaseException:
            stop(self.bus)
            raise
        try:
            first_line(self.fake, 10, "the measuring daemon")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        stop(self.fake)
        stop(self.bus)

    def run(self, command: list[str], seconds: float = 120) -> dict[str, float]:
        """The figures that a client prints."""
        try:
            done = subprocess.run(
                command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"not done after {seconds:.0f} s") from None
        except OSError as error:
            raise Failed(str(error)) from None
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            raise Failed(lines[-1])
        pairs = (line.split() for line in done.stdout.splitlines())
        return {name: float(value) for name, value in pairs}

    def time_to_ready(self, command: list[str]) -> float:
        """Milliseconds from the start of a process to its first line."""
        start = time.perf_counter()
        with self.held(command):
            return (time.perf_counter() - start) * 1e3

    def held(self, command: list[str]) -> "Held":
        return Held(command, self.environment)


class Held:
    """`with bus.held(command)`: a client that is there, from its first line on."""

    def __init__(self, command: list[str], environment: dict[str, str]):
        self.command, self.environment = command, environment

    def __enter__(self) -> "Held":
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors, text=True)
        try:
            first_line(self.process, 60, "the client")
        except Failed as failure:
            self.__exit__()
            self.errors.seek(0)
            raise Failed((self.errors.read().strip().splitlines() or [str(failure)])[-1]) from None
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            pass
        stop(self.process)

    def _status(self, task: str = "") -> dict[str, str]:
        path = f"/proc/{self.process.pid}/{task}status"
        with open(path, encoding="utf-8") as lines:
            return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    @property
    def resident_megabytes(self) -> float:
        return int(self._status()["VmRSS"].split()[0]) / 1024

    @property
    def threads(self) -> int:
        return int(self._status()["Threads"])

    @property
    def wake_ups(self) -> int:
        """How often any of its threads has gone to sleep so far."""
        total = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            total += int(self._status(f"task/{task}/")["voluntary_ctxt_switches"])
        return total
