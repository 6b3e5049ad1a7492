#!/usr/bin/env python3
# ===- messages.py - message passing beside other libraries ----------------===#
"""Times gather_scatter beside a hand-written program and other libraries.

The two graphs are a small one of 20,000 nodes and 200,000 edges with rows of 64, and one
of the size of ogbn-arxiv, 169,343 nodes and 1,166,243 edges with rows of 128. Then come
random programs: sum, mean or max; f16, bf16, f32 or f64; widths of 8 to 512; uniform or
power-law degrees.

All candidates of a problem run in this process, one after the other in each round, so
that they share what the machine does meanwhile. The figures are medians in ms, and ratios
to the first column. Peers are PyTorch (eager, index_add_, torch.compile, CSR),
torch_scatter, SciPy (CSR) and JAX (jit), those that are installed; their results are
compared first. "lowered JAX" is JAX's program, compiled by scatter_mlir.

    benchmarks/messages.py [--threads 2] [--rounds 9] [--random 40] [--seed 1] [--no-graphs]
                           [--only torch,torch_scatter,scipy,jax]
                           [--plot docs/benchmarks/messages]
"""

import argparse
import ctypes
import functools
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

# A thread of a peer that spins after its call would take a core from the next candidate.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np
import torch
from harness.messages import LIBRARIES, Problem, make_jax_program, make_peers

import scatter_mlir
from scatter_mlir import gather_scatter, prepare

HERE = pathlib.Path(__file__).parent


def build_by_hand(folder):
    library = f"{folder}/messages.so"
    source = HERE / "messages_by_hand.cpp"
    flags = "-O3 -march=native -ffp-contract=off -fopenmp -fPIC -shared -std=c++20"
    subprocess.run(["g++", *flags.split(), source, "-o", library], check=True)
    return ctypes.CDLL(library).add_messages


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


def measure(candidates, rounds):
    """Returns the median time of each candidate in ms."""
    for call in candidates.values():
        call()
    times = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, call in candidates.items():
            begin = time.perf_counter()
            call()
            times[name].append(1e3 * (time.perf_counter() - begin))
    return {name: statistics.median(values) for name, values in times.items()}


def show(title, times):
    first = next(iter(times.values()))
    columns = (f"{name} {value:.2f} ({value / first:.2f}x)" for name, value in times.items())
    print(f"{title}: " + ", ".join(columns), flush=True)


def make_edges(rng, nodes, edges, power_law):
    src = rng.integers(0, nodes, edges)
    if not power_law:
        return src, rng.integers(0, nodes, edges)
    order = rng.permutation(nodes)
    return src, order[(nodes * rng.random(edges) ** 3).astype(np.int64)]


def run_graph(name, nodes, edges, width, threads, rounds, by_hand, rng, libraries):
    x = rng.standard_normal((nodes, width), np.float32)
    weight = rng.standard_normal(edges, np.float32)
    src, dst = make_edges(rng, nodes, edges, power_law=False)
    prepared = prepare(dst, nodes)
    out = np.empty_like(x)
    arrays = [address(array) for array in (out, x, src, dst, weight)]
    sizes = [ctypes.c_int64(n) for n in (edges, nodes, nodes, width)]
    expected = gather_scatter(x, src, dst, weight, threads=1)
    assert by_hand(*arrays, *sizes, threads) and np.array_equal(out, expected)
    for targets in (dst, prepared):
        found = gather_scatter(x, src, targets, weight, threads=threads)
        assert np.array_equal(found, expected)
    problem = Problem(*(torch.from_numpy(each) for each in (x, src, dst, weight)))
    candidates = {
        "by hand": lambda: by_hand(*arrays, *sizes, threads),
        "ours": lambda: gather_scatter(x, src, dst, weight, threads=threads),
        "prepared": lambda: gather_scatter(x, src, prepared, weight, threads=threads),
        "prepare": lambda: prepare(dst, nodes),
        **make_peers(problem, libraries),
    }
    if "jax" in candidates:
        lowered, arguments = make_jax_program(problem)
        program = scatter_mlir.compile(lowered, threads=threads)
        inputs = [np.asarray(each) for each in arguments]
        assert np.array_equal(program(*inputs), expected)
        candidates["lowered JAX"] = lambda: program(*inputs)
    times = measure(candidates, rounds)
    show(f"{name}, {threads} threads", times)
    return times


#: What the plot shows, and its labels.
PLOTTED = {
    "ours": "gather_scatter",
    "prepared": "gather_scatter, prepared",
    "lowered JAX": "the JAX program, compiled by scatter_mlir",
    "by hand": "hand-written C++",
    "torch CSR": "PyTorch, CSR given",
    "scipy CSR": "SciPy, CSR given (one thread)",
    "jax": "JAX",
    "torch.compile": "PyTorch, compiled",
    "torch_scatter": "torch_scatter",
    "torch index_add": "PyTorch index_add_",
}


def plot(graphs, threads, path):
    """Plots a panel for each graph, with a bar for each candidate; saves PNG and SVG."""
    from harness import plots

    names = [name for name in PLOTTED if all(name in times for times in graphs.values())]
    figure, panels = plots.plt.subplots(
        1, len(graphs), sharey=True, layout="constrained",
        figsize=(3 + 3.2 * len(graphs), 0.8 + 0.28 * len(names)),
    )  # fmt: skip
    for panel, (title, times) in zip(panels, graphs.items()):
        values = [times[name] for name in names]
        colors = ["#0b6e99" if name in list(PLOTTED)[:3] else "#b5b5b5" for name in names]
        bars = panel.barh([PLOTTED[name] for name in names], values, color=colors)
        panel.bar_label(bars, fmt=" %.1f", fontsize=8)
        panel.set_xscale("log")
        panel.set_xlim(min(values) / 2, max(values) * 3)
        panel.set_title(title, fontsize=8)
        panel.set_xlabel(f"ms, {threads} threads")
    panels[0].invert_yaxis()
    plots.save(figure, pathlib.Path(path))


def run_random(rng, threads, rounds, libraries):
    """Times a random program. Returns the best time of peers that get the edges as ours
    does, that of all peers, which also get sorted edges, and the times of ours with plain
    and with prepared indices."""
    dtype = [torch.float16, torch.bfloat16, torch.float32, torch.float64][rng.integers(4)]
    width = int(2 ** rng.uniform(3, 9))
    nodes = int(10 ** rng.uniform(3, 4.7))
    edges = int(min(nodes * rng.uniform(3, 15), 1.5e7 / width))
    power_law = bool(rng.integers(2))
    reduction = ("sum", "mean", "max")[rng.integers(3)]
    src, dst = map(torch.from_numpy, make_edges(rng, nodes, edges, power_law))
    x = torch.from_numpy(rng.standard_normal((nodes, width))).to(dtype)
    problem = Problem(x, src, dst, reduction=reduction)
    options = {"reduction": reduction, "threads": threads}
    ours = {
        name: functools.partial(gather_scatter, x, src, targets, **options)
        for name, targets in (("ours", dst), ("prepared", prepare(dst, nodes)))
    }
    for name, call in ours.items():
        problem.check(name, call())
    # SciPy has one thread: it is beside the graphs alone.
    peers = make_peers(problem, [name for name in libraries if name != "scipy"])
    times = measure({**ours, **peers}, rounds)
    degrees = "power law" if power_law else "uniform"
    title = f"{reduction} {str(dtype)[6:]} {nodes} x {width}, {edges} edges, {degrees}"
    show(title, times)
    plain = min(times[name] for name in peers if not name.endswith("CSR"))
    every = min(times[name] for name in peers)
    return plain, every, times["ours"], times["prepared"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--random", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(LIBRARIES), help="libraries beside ours")
    parser.add_argument("--no-graphs", action="store_true")
    parser.add_argument("--plot", metavar="PATH", help="plot the graphs, without suffix")
    options = parser.parse_args()
    libraries = options.only.split(",")
    rng = np.random.default_rng(options.seed)
    print("scatter_mlir", scatter_mlir.__version__, "torch", torch.__version__)
    graphs = {}
    if not options.no_graphs:
        with tempfile.TemporaryDirectory() as folder:
            by_hand = build_by_hand(folder)
        for name, nodes, edges, width in (
            ("small", 20_000, 200_000, 64),
            ("arxiv", 169_343, 1_166_243, 128),
        ):
            for threads in sorted({1, options.threads}):
                torch.set_num_threads(threads)
                graphs[f"{nodes:,} nodes, {edges:,} edges, {width} wide"] = run_graph(
                    name, nodes, edges, width, threads, options.rounds, by_hand, rng, libraries
                )
        if options.plot:
            plot(graphs, options.threads, options.plot)
    torch.set_num_threads(options.threads)
    times = [
        run_random(rng, options.threads, options.rounds, libraries)
        for _ in range(options.random)
    ]
    if not times:
        return
    plain, every, ours, prepared = np.transpose(times)
    for title, peers, values in (
        ("best peer without CSR / ours", plain, ours),
        ("best peer / ours", every, ours),
        ("best peer / prepared", every, prepared),
    ):
        ratios = peers / values
        mean, slow = np.exp(np.log(ratios).mean()), (ratios < 1).sum()
        print(
            f"{title}: geometric mean {mean:.2f}, lowest {ratios.min():.2f}, "
            f"{slow} of {len(ratios)} below 1"
        )


if __name__ == "__main__":
    main()
