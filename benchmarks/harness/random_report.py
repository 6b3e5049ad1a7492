# ===- random_report.py - the distribution over random workloads ----------===#

import math
import subprocess
import tempfile

from . import cases, ours, random_cases, report
from .contestant import MODES
from .worker import COPY_GAIN

PEERS = ("numpy", "torch", "jax")
# By the time of our call.
_CLASSES_MS = ((0.01, "below 10 us"), (0.1, "to 100 us"), (1, "to 1 ms"),
               (math.inf, "above"))  # fmt: skip
_WORST = 10


class Figure:
    """One workload in one mode: ours compared with the fastest peer."""

    def __init__(self, results, case, threads, mode):
        self.case, self.mode = case, mode
        cell = report.Cell(results, case["name"], threads, mode)
        self.ours, self.peer, self.peer_ms = cell.beside, cell.peer, cell.peer_ms
        self.ratio, self.copy_gain = cell.ratio, cell.copy_gain


def _list_figures(results, threads, mode):
    """Returns all figures, and those that were measured while two threads gained nothing."""
    figures = [Figure(results, case, threads, mode) for case in results["random"]]
    figures = [figure for figure in figures if not math.isnan(figure.ratio)]
    weak = [figure for figure in figures if figure.copy_gain < COPY_GAIN]
    return [figure for figure in figures if figure not in weak], weak


def _make_row(name, figures):
    ratios = [figure.ratio for figure in figures]
    share = lambda count: f"{count / len(ratios):.0%}" if ratios else "-"
    return (f"| {name} | {len(ratios)} "
            f"| {report.format_figure(report.geometric_mean(ratios), '.2f')} "
            f"| {share(sum(r >= 1 for r in ratios))} "
            f"| {sum(r < 0.9 for r in ratios)} "
            f"| {sum(r < 0.85 for r in ratios)} "
            f"| {report.format_figure(min(ratios, default=math.nan), '.2f')} |")  # fmt: skip


def _explain(case, mode, threads, scatter_run):
    """Returns the plan of the workload's program and the reason for it."""
    if scatter_run is None:
        return "-"
    module = ours.write_module(cases.Outline(case), mode)
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as source:
        source.write(module)
        source.flush()
        answer = subprocess.run(
            [scatter_run, source.name, f"--threads={threads}", "--emit=obj",
             "-o", "/dev/null", "--remarks-filter=scatter-plan"],
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
    plans = [line.split("| ")[-1] for line in answer.stderr.splitlines()]
    return "; ".join(plans) or "-"


def _make_tables(results, threads, scatter_run):
    head = ["| | workloads | geometric mean | ahead | below 0.9 | below 0.85 | least |",
            "|---|---|---|---|---|---|---|"]  # fmt: skip
    lines = [f"### {len(results['random'])} random workloads, {threads} threads", "",
             "Time of the fastest peer over that of the function. A copy of 4 MiB is "
             "measured before and after; figures for which the second thread gained it "
             f"less than {COPY_GAIN} stand apart.", "", *head]  # fmt: skip
    everything = {}
    for mode, name in MODES.items():
        figures, weak = _list_figures(results, threads, mode)
        if not figures and not weak:
            continue
        everything[mode] = figures + weak
        lines.append(_make_row(name, figures))
        if weak:
            lines.append(_make_row(f"{name}, second thread weak", weak))
        low = 0
        for high, label in _CLASSES_MS:
            part = [f for f in figures if low <= f.ours < high]
            lines.append(_make_row(f"{name}, {label}", part))
            low = high
    for mode, figures in everything.items():
        worst = sorted(figures, key=lambda figure: figure.ratio)[:_WORST]
        lines += ["", f"#### {MODES[mode].capitalize()}: the worst", "",
                  "| ratio | ms | fastest peer | copy gain | workload | plan |",
                  "|---|---|---|---|---|---|"]  # fmt: skip
        lines += [
            f"| {f.ratio:.2f} | {f.ours:.3g} | {f.peer} {f.peer_ms:.3g} "
            f"| {report.format_figure(f.copy_gain, '.2f')} "
            f"| {random_cases.describe(f.case)} "
            f"| {_explain(f.case, mode, threads, scatter_run)} |"
            for f in worst
        ]
    return lines, everything


def write(results, folder, bin_folder):
    """Prints the tables. Writes them and the plot to the folder of results.json."""
    from . import plots

    folder.mkdir(parents=True, exist_ok=True)
    scatter_run = bin_folder and bin_folder.resolve() / "scatter-run"
    for threads in report.list_threads(results):
        lines, figures = _make_tables(results, threads, scatter_run)
        name = f"random-{threads}"
        (folder / f"{name}.md").write_text("\n".join(lines) + "\n")
        print("\n".join(lines))
        if any(figures.values()):
            plots.plot_random(figures, threads, folder / name)
        print(f"Written: {folder}/{name}.md, .png, .svg")
