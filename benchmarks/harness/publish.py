# ===- publish.py - a run as text and plots --------------------------------===#

import itertools
import math
import re
import statistics
import textwrap

from . import cases, report

_MARKERS = ("<!-- begin of the figures -->\n", "<!-- end of the figures -->\n")


def _describe(results):
    machine = results["machine"]
    versions = {
        name: version
        for peer in results["peers"].values()
        for name, version in peer["versions"].items()
    }
    load = results["load_before"][0]
    text = (
        f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB, "
        f"{machine['system']}, Linux {machine['kernel']}, Python {machine['python']}; "
        f"{', '.join(f'{name} {version}' for name, version in versions.items())}; "
        f"scatter at {results['revision']}; {results['date']}, {results['seconds']} s, "
        f"load average {load:.1f} before and {results['load_after'][0]:.1f} after."
    )
    lines = [*textwrap.wrap(text, 120, break_on_hyphens=False), ""]
    for name, reason in results["missing"].items():
        lines += [f"Not measured: {name} ({reason}).", ""]
    return lines


def _list_workloads(results):
    """Returns the results of the 16 workloads."""
    names = {case["name"] for case in cases.load().values() if cases.is_workload(case)}
    return results | {"runs": [run for run in results["runs"] if run["case"] in names]}


def _list_alone(results, kind):
    """Returns the cases of "sweep" or "growth" that have been measured."""
    measured = {run["case"] for run in results["runs"] if run["peer"] == "alone"}
    return [c for c in cases.load().values() if kind in c and c["name"] in measured]


def _make_summary(results):
    """Returns the number of workloads that meet each goal, by mode and threads."""
    lines = ["| | workloads | geometric mean | ahead of the fastest peer "
             "| within 1.25 of hand-written |",
             "|---|---|---|---|---|"]  # fmt: skip
    everything = []
    for threads in report.list_threads(results):
        for mode, name in report.MODES.items():
            cells = {
                case: report.Cell(results, case, threads, mode)
                for case in report.list_cases(results)
            }
            ratios = [c.ratio for c in cells.values() if not math.isnan(c.ratio)]
            if not ratios:
                continue
            everything += ratios
            by_hand = [c for c in cells.values() if not math.isnan(c.by_hand)]
            near = sum(c.beside_hand <= 1.25 * c.by_hand for c in by_hand)
            lines.append(f"| {name}, {threads} thread{'s' * (threads > 1)} "
                         f"| {len(ratios)} | {report.geometric_mean(ratios):.2f} "
                         f"| {sum(r >= 1 for r in ratios)} "
                         f"| {f'{near} of {len(by_hand)}' if by_hand else '-'} |")  # fmt: skip
    lines.append(f"| all | {len(everything)} | {report.geometric_mean(everything):.2f} "
                 f"| {sum(r >= 1 for r in everything)} | |")  # fmt: skip
    return [*lines, ""]


def _make_gains(results):
    """Returns the speedup by the second thread."""
    if not any(run["peer"] == "alone" for run in results["runs"]):
        return []
    lines = ["### Time of one thread / time of two", "",
             "All take turns in one process. *Copy* is the same of a copy of as many "
             "bytes as the workload has",
             "to write, which shows what the memory gives a second thread.", "",
             "| workload | " + " | copy | ".join(report.MODES.values()) + " | copy |",
             "|---" * (1 + 2 * len(report.MODES)) + "|"]  # fmt: skip
    for case in report.list_cases(results):
        gains = [
            report.format_figure(one / two, ".2f")
            for mode in report.MODES
            for one, two in (
                report.read_alone(results, case, mode),
                report.read_copies(results, case, mode),
            )
        ]
        lines.append(f"| {case} | " + " | ".join(gains) + " |")
    return [*lines, ""]


def _make_peers(results):
    lines = ["| peer | an index out of bounds |", "|---|---|"]
    for peer in results["peers"].values():
        if peer["versions"]:
            lines.append(f"| {peer['name']} | {peer['checks']} |")
    return [*lines, ""]


def _make_sweep(results, sweep):
    """Returns a row per shape: nanoseconds per tuple, and the speedup by the second thread."""
    lines = ["### Sweep: sum of f32 rows", "",
             "Nanoseconds per tuple by one thread and by two, in place and out of place into "
             "an existing",
             "buffer, and the time of one thread over that of two. Both take turns in one "
             "process.", "",
             "| tuples | bytes of a row | tuples per row hit | in place, 1 | 2 | gain "
             "| out of place, 1 | 2 | gain |",
             "|---|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for case in sweep:
        shape = case["sweep"]
        columns = [shape["tuples"], shape["row_bytes"], shape["duplicates"]]
        for mode in ("in_place", "existing"):
            one, two = report.read_sweep(results, case, mode)
            columns += [f"{one:.2f}", f"{two:.2f}", f"{one / two:.2f}"]
        lines.append("| " + " | ".join(map(str, columns)) + " |")
    return [*lines, ""]


def _make_growth(results, growth):
    """Returns a row per shape: the time per KiB of updates, relative to its series."""
    lines = ["### Growth: one size at a time", "",
             "By one thread, in place, f32. In each series one size grows and all others "
             "stay; if the cost grows",
             "as that size does, a tuple or a KiB of `updates` costs the same everywhere.", "",
             "| reduction | data, KiB | bytes of a row | tuples | ms | ns per "
             "tuple | ns per KiB | against the median of the series |",
             "|---" * 8 + "|"]  # fmt: skip
    for _, group in itertools.groupby(growth, lambda case: case["growth"]["series"]):
        series = list(group)
        times = [report.read_alone(results, c["name"], "in_place")[0] for c in series]
        kib = [c["growth"]["tuples"] * c["growth"]["row_bytes"] / 1024 for c in series]
        costs = [time / size * 1e6 for time, size in zip(times, kib)]
        median = statistics.median(costs)
        for case, time, cost in zip(series, times, costs):
            tuples, row = case["growth"]["tuples"], case["growth"]["row_bytes"]
            columns = [case["reduction"], case["data"][0] * row // 1024, row, tuples,
                       f"{time:.4g}", f"{time / tuples * 1e6:.3g}", f"{cost:.3g}",
                       f"{100 * (cost / median - 1):+.0f} %"]  # fmt: skip
            lines.append("| " + " | ".join(map(str, columns)) + " |")
    return [*lines, ""]


def _make_programs(results):
    programs = {(p["case"], p["threads"], p["mode"]): p for p in results["programs"]}
    counts = sorted({threads for _, threads, _ in programs})
    head = "".join(f"| in place, {n} | out of place, {n} | ms " for n in counts)
    lines = ["### Code, compilation and scratch memory of the programs", "",
             "Bytes of code (.text) of programs for one thread and for two, and the "
             "milliseconds that their",
             "compilation takes.", "",
             f"| workload {head}| scratch, KiB |",
             "|---" * (2 + 3 * len(counts)) + "|"]  # fmt: skip
    for case in dict.fromkeys(case for case, _, _ in programs):
        columns = []
        for n in counts:
            inside, outside = (programs[case, n, m] for m in ("in_place", "existing"))
            columns += [inside["text_bytes"], outside["text_bytes"],
                        f"{inside['compile_ms']:.1f}"]  # fmt: skip
        scratch = results["scratch"].get(case, {"first": 0})
        columns.append(f"{scratch['first'] / 1024:.0f}")
        lines.append(f"| {case} | " + " | ".join(map(str, columns)) + " |")
    return [*lines, ""]


def _make_micro(results):
    lines = ["### Micro-benchmarks", "", "| benchmark | time |", "|---|---|"]
    for name, (time, unit) in results["micro"].items():
        name = re.sub("/(min_time:[0-9.]+|repeats:[0-9]+|manual_time|real_time|iterations:[0-9]+)", "",
                      name)  # fmt: skip
        lines.append(f"| `{name}` | {time:.4g} {unit} |")
    return [*lines, ""]


def make_text(results):
    workloads = _list_workloads(results)
    lines = _describe(results)
    if workloads["runs"]:
        lines += _make_summary(workloads) + _make_peers(results)
        lines += report.make_tables(workloads) + _make_gains(workloads)
    if sweep := _list_alone(results, "sweep"):
        lines += _make_sweep(results, sweep)
    if growth := _list_alone(results, "growth"):
        lines += _make_growth(results, growth)
    if results.get("programs"):
        lines += _make_programs(results)
    if results.get("micro"):
        lines += _make_micro(results)
    return "\n".join(lines)


def _draw(results, folder):
    """Draws the plots for which there are results. Returns their names."""
    from . import plots

    workloads, sweep = _list_workloads(results), _list_alone(results, "sweep")
    names = []
    if workloads["runs"]:
        plots.plot_ratios(workloads, folder / "benchmarks-ratios")
        names.append("benchmarks-ratios")
    if len(sweep) > 1:
        plots.plot_sweep(results, sweep, folder / "benchmarks-sweep")
        names.append("benchmarks-sweep")
    return names


def write(results, output):
    """Prints the tables. Writes them and the plots to the folder of results.json."""
    output.mkdir(parents=True, exist_ok=True)
    text = make_text(results)
    (output / "tables.md").write_text(text + "\n")
    _draw(results, output)
    print(text)
    print(f"Written: {output}/results.json, tables.md, benchmarks-*.png, .svg")


def update_documentation(results, docs):
    """Writes the results and plots of a complete run to docs/."""
    folder = docs / "benchmarks"
    folder.mkdir(exist_ok=True)
    report.write_json(results, folder / "results.json")
    links = [
        f"![{name}]({name}.svg) ([PNG]({name}.png))\n"
        for name in _draw(results, folder)
    ]
    page = folder / "Figures.md"
    before, _, rest = page.read_text().partition(_MARKERS[0])
    _, _, after = rest.partition(_MARKERS[1])
    page.write_text(
        before + _MARKERS[0] + "\n" + "\n".join(links) + "\n" + make_text(results)
        + "\n" + _MARKERS[1] + after
    )  # fmt: skip
