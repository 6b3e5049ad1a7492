# ===- report.py - evaluates the results of a run -------------------------===#

import json
import math
import os
import platform
import textwrap

from .contestant import BY_HAND, MODES
from .peers import alone_peer

OURS = "scatter_mlir"


def describe_machine():
    """Describes the machine, on which the results depend."""
    cpu = platform.machine()
    with open("/proc/cpuinfo") as lines:
        for line in lines:
            if line.startswith("model name"):
                cpu = line.split(":", 1)[1].strip()
                break
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "memory_gib": round(
            os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
        ),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", ""),
        "kernel": platform.release(),
        "python": platform.python_version(),
    }


def _min(a, b):
    return b if math.isnan(a) else min(a, b)


class Cell:
    """The times of one workload in one mode with one number of threads, in milliseconds."""

    def __init__(self, results, case, threads, mode):
        self.function = self.program = self.copy = math.nan
        # Hand-written code, and ours in the same process.
        self.by_hand = self.beside_hand = math.nan
        # Peers that are compared, and peers that are not because they race or do less
        # work: (name, ms, ours in the same process).
        self.peers, self.unequal = [], []
        # The least speedup of a copy by all threads beside the measurements.
        self.copy_gain = math.nan
        self._ours = []
        for run in results["runs"]:
            if (
                run["case"] == case
                and run["threads"] == threads
                and run["peer"] != "alone"
            ):
                self._add(run["modes"].get(mode, {"times": {}}))
        self.ours = min(self._ours, default=math.nan)
        # The fastest peer, its time, and ours in the same process.
        self.peer, self.peer_ms, self.beside = min(
            self.peers, key=lambda peer: peer[1], default=("-", math.nan, math.nan)
        )
        self.ratio = self.peer_ms / self.beside

    def _add(self, entry):
        times = {name: time["ms"] for name, time in entry["times"].items()}
        ours = [ms for name, ms in times.items() if name.startswith(OURS)]
        if not ours:
            return
        self._ours.append(min(ours))
        self.copy_gain = _min(self.copy_gain, entry.get("copy_gain", math.nan))
        for name, ms in times.items():
            verdict = entry["verdicts"][name]
            if name == f"{OURS} function":
                self.function = _min(self.function, ms)
            elif name == f"{OURS} program":
                self.program = _min(self.program, ms)
            elif verdict == "limit":
                self.copy = _min(self.copy, ms)
            elif verdict == BY_HAND:
                self.by_hand, self.beside_hand = ms, min(ours)
            else:
                is_equal = verdict in ("exact", "close")
                label = name if is_equal or verdict == "less work" else f"{name} (races)"
                peers = self.peers if is_equal else self.unequal
                peers.append((label, ms, min(ours)))

    @property
    def spread(self):
        """How much slower ours was in the slowest process."""
        return max(self._ours) / self.ours - 1 if self._ours else math.nan


def _read_alone(results, case, mode, prefixes):
    """Returns the fastest time in ms of the contestants with each prefix, in the
    process without a peer."""
    times = {}
    for run in results["runs"]:
        if run["case"] == case and run["peer"] == "alone" and mode in run["modes"]:
            times = run["modes"][mode]["times"]
    return tuple(
        min(
            (time["ms"] for name, time in times.items() if name.startswith(prefix)),
            default=math.nan,
        )
        for prefix in prefixes
    )


def read_alone(results, case, mode):
    """Returns the times of ours with one thread and with more, in one process."""
    return _read_alone(results, case, mode, (alone_peer.PREFIX, OURS))


def read_copies(results, case, mode):
    """Returns the same for a copy of as many bytes as the workload must write."""
    return _read_alone(results, case, mode, alone_peer.COPY_PREFIXES)


def read_sweep(results, case, mode):
    """Returns the same in nanoseconds per tuple."""
    factor = 1e6 / case["sweep"]["tuples"]
    return tuple(ms * factor for ms in read_alone(results, case["name"], mode))


def list_cases(results):
    return list(dict.fromkeys(run["case"] for run in results["runs"]))


def list_threads(results):
    return sorted({run["threads"] for run in results["runs"]})


def summarize(results, case, threads):
    """Returns one line about a workload, to show progress."""
    parts = []
    for mode in MODES:
        cell = Cell(results, case, threads, mode)
        if not math.isnan(cell.ours):
            parts.append(f"{mode} {cell.ours:.4g} ms, {cell.peer} {cell.peer_ms:.4g}, "
                         f"ratio {cell.ratio:.2f}, copy {cell.copy:.3g}")  # fmt: skip
        one, more = read_alone(results, case, mode)
        if not math.isnan(one):
            parts.append(f"{mode} {one:.4g} ms by one thread, {more:.4g} by {threads}")
    return f"    {threads} thread{'s' * (threads > 1)}: " + " | ".join(parts)


def geometric_mean(values):
    values = [value for value in values if not math.isnan(value)]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def format_figure(value, spec=".3g"):
    """Formats `value`. Returns a dash for NaN."""
    return "-" if math.isnan(value) else format(value, spec)


def make_table(results, threads, mode):
    """Returns the lines of a table with its geometric mean. Empty if nothing was timed."""
    rows, ratios, unequal = [], [], []
    for case in list_cases(results):
        cell = Cell(results, case, threads, mode)
        if math.isnan(cell.ours):
            continue
        ratios.append(cell.ratio)
        unequal += [
            f"{case} {name} {format_figure(ms)}"
            for name, ms, _ in cell.unequal
            if ms < cell.peer_ms
        ]
        rows.append(
            f"| {case} | {format_figure(cell.function)} | {format_figure(cell.program)} "
            f"| {format_figure(cell.spread, '.0%')} | {cell.peer} {format_figure(cell.peer_ms)} "
            f"| {format_figure(cell.beside)} | {format_figure(cell.ratio, '.2f')} "
            f"| {format_figure(cell.copy)} | {format_figure(cell.copy_gain, '.2f')} "
            f"| {format_figure(cell.by_hand)} "
            f"| {format_figure(cell.beside_hand / cell.by_hand, '.2f')} |"
        )
    if not rows:
        return []
    if unequal:
        text = f"Faster than the fastest peer, not compared: {', '.join(unequal)}."
        rows += ["", *textwrap.wrap(text, 120, break_on_hyphens=False)]
    known = [ratio for ratio in ratios if not math.isnan(ratio)]
    return [
        f"### {MODES[mode].capitalize()}, {threads} thread{'s' * (threads > 1)}",
        "",
        "| workload | function | program | spread | fastest peer | beside it "
        "| ratio | copy | copy gain | by hand | ours / hand |",
        "|---" * 11 + "|",
        *rows,
        "",
        f"Geometric mean of the ratio: {geometric_mean(known):.2f} over {len(known)} "
        f"workloads; below 1: {sum(ratio < 1 for ratio in known)}.",
        "",
    ]


def make_tables(results):
    lines = []
    for threads in list_threads(results):
        for mode in MODES:
            lines += make_table(results, threads, mode)
    return lines


def write_json(results, path):
    """Writes JSON with one line per run."""
    head = json.dumps({k: v for k, v in results.items() if k != "runs"}, indent=1)
    runs = ",\n".join("  " + json.dumps(run) for run in results["runs"])
    part = path.with_suffix(".part")
    part.write_text(f'{head[:-2]},\n "runs": [\n{runs}\n ]\n}}\n')
    part.replace(path)
