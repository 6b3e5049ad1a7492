# ===- plots.py - the figures of docs/Benchmarks.md -------------------------===#

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, NullFormatter

from . import report
from .contestant import MODES

# Modes differ by shape and by color.
_STYLES = {
    "in_place": ("#0b6e99", "o"),
    "existing": ("#d9822b", "s"),
    "fresh": ("#8f3f97", "^"),
}
plt.rcParams.update(
    {
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "svg.fonttype": "none",
        "svg.hashsalt": "scatter",
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)


def save(figure, path):
    """Saves a PNG and an SVG. The SVG does not depend on the date."""
    figure.savefig(path.with_suffix(".png"), dpi=110)
    figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
    plt.close(figure)


def _format_factor(value, _):
    return f"{value:g}×"


def plot_ratios(results, path):
    """Plots a row per workload, a panel per number of threads, and a mark per mode."""
    cases, counts = report.list_cases(results), report.list_threads(results)
    figure, panels = plt.subplots(
        1, len(counts), sharey=True, sharex=True, squeeze=False, layout="constrained",
        figsize=(2.2 + 3.9 * len(counts), 1.5 + 0.3 * len(cases)),
    )  # fmt: skip
    for panel, threads in zip(panels[0], counts):
        for shift, (mode, name) in zip((-0.22, 0, 0.22), MODES.items()):
            ratios = [report.Cell(results, c, threads, mode).ratio for c in cases]
            if not any(ratio == ratio for ratio in ratios):
                continue
            color, marker = _STYLES[mode]
            mean = report.geometric_mean(ratios)
            panel.scatter(
                ratios, [i + shift for i in range(len(cases))], s=24, color=color,
                marker=marker, label=f"{name} (mean {mean:.2f}×)", zorder=3,
            )  # fmt: skip
        panel.axvline(1, color="#444444", linewidth=1)
        panel.set_xscale("log", base=2)
        panel.xaxis.set_major_formatter(FuncFormatter(_format_factor))
        panel.xaxis.set_minor_formatter(NullFormatter())
        panel.set_yticks(range(len(cases)), cases)
        panel.grid(True, color="#e4e4e4", linewidth=0.7)
        panel.tick_params(length=0)
        panel.set_title(f"{threads} thread{'s' * (threads > 1)}", fontsize=10)
        if panel.get_legend_handles_labels()[0]:
            panel.legend(loc="upper center", bbox_to_anchor=(0.5, -0.09),
                         frameon=False, fontsize=8)  # fmt: skip
    panels[0][0].invert_yaxis()
    figure.supxlabel(
        "time of the fastest peer / time of scatter (right of 1×: scatter is faster)",
        fontsize=9,
    )
    save(figure, path)


def plot_sweep(results, cases, path):
    """Plots nanoseconds per tuple over the bytes of a row, a panel per number of tuples."""
    sizes = sorted({case["sweep"]["tuples"] for case in cases})
    colors = dict(zip((1, 4, 32), ("#0b6e99", "#d9822b", "#8f3f97")))
    figure, panels = plt.subplots(
        1, len(sizes), sharey=True, squeeze=False, layout="constrained",
        figsize=(1 + 2.8 * len(sizes), 3.4),
    )  # fmt: skip
    for panel, tuples in zip(panels[0], sizes):
        for number, line in enumerate(("--", "-")):
            for duplicates, color in colors.items():
                points = [
                    (
                        case["sweep"]["row_bytes"],
                        report.read_sweep(results, case, "in_place")[number],
                    )
                    for case in cases
                    if case["sweep"]["tuples"] == tuples
                    and case["sweep"]["duplicates"] == duplicates
                ]
                panel.plot(*zip(*points), line, color=color, marker="o", markersize=3.5,
                           label=f"{duplicates} per row hit, {number + 1} thread"
                           + "s" * number)  # fmt: skip
        panel.set_xscale("log", base=2)
        panel.set_yscale("log")
        panel.set_title(f"{tuples} tuples", fontsize=10)
        panel.set_xlabel("bytes of a row")
        panel.grid(True, color="#e4e4e4", linewidth=0.7)
    panels[0][0].set_ylabel("ns per tuple, sum in place")
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False,
                  fontsize=8)  # fmt: skip
    save(figure, path)


def plot_random(figures, threads, path):
    """Plots a mark for each random workload: the ratio over the time of our call."""
    figure, panel = plt.subplots(layout="constrained", figsize=(7, 4))
    for mode, (color, marker) in _STYLES.items():
        points = [(entry.ours, entry.ratio) for entry in figures.get(mode, [])]
        if points:
            mean = report.geometric_mean([ratio for _, ratio in points])
            panel.scatter(*zip(*points), s=16, color=color, marker=marker, alpha=0.7,
                          label=f"{MODES[mode]} (mean {mean:.2f}×)")  # fmt: skip
    panel.axhline(1, color="#444444", linewidth=1)
    panel.set_xscale("log")
    panel.set_yscale("log", base=2)
    panel.yaxis.set_major_formatter(FuncFormatter(_format_factor))
    panel.set_xlabel(f"milliseconds of our call, {threads} threads")
    panel.set_ylabel("time of the fastest peer / ours")
    panel.grid(True, color="#e4e4e4", linewidth=0.7)
    panel.legend(frameon=False, fontsize=8)
    save(figure, path)
