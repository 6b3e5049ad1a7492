# ===- smoke.py - the benchmark harness without peers ----------------------===#

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys

import numpy as np


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--benchmarks", required=True)
    parser.add_argument("--scatter-opt", required=True)
    parser.add_argument("folder")
    return parser.parse_args()


options = parse()
os.makedirs(options.folder, exist_ok=True)
sys.path.insert(0, options.benchmarks)
import compare_plans  # noqa: E402
from harness import cases, ours, peers, publish, random_cases  # noqa: E402
from harness import random_report, reference, report, run  # noqa: E402
from harness.contestant import MODES  # noqa: E402


def _parse_modules(modules):
    """Returns what scatter-opt prints for the modules."""
    answer = subprocess.run(
        [options.scatter_opt, "-split-input-file", "-"],
        input="// -----\n".join(modules), text=True, capture_output=True,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count("func.func") == len(modules)
    return answer.stdout


def _check_modules(selected):
    _parse_modules([
        ours.write_module(cases.Outline(case), mode)
        for case in selected
        for mode in MODES
    ])  # fmt: skip


def test_every_workload_is_a_valid_module():
    known = cases.load().values()
    assert sum(map(cases.is_workload, known)) == 16
    _check_modules(known)


def test_random_workloads_are_valid_modules_and_spread():
    drawn = random_cases.draw(300, 7)
    assert drawn == random_cases.draw(300, 7) != random_cases.draw(300, 8)
    _check_modules(drawn)
    assert {case["dtype"] for case in drawn} == set(random_cases.DTYPES)
    sizes = [int(np.prod(case["data"])) * cases.DTYPES[case["dtype"]].itemsize
             for case in drawn]  # fmt: skip
    assert all(sum(low <= size < 4 * low for size in sizes) > 20
               for low in (1 << 15, 1 << 17, 1 << 19, 1 << 21, 1 << 23))  # fmt: skip
    updates = [case for case in drawn if "slice" not in case]
    assert {c["distribution"] for c in updates} == set(random_cases.DISTRIBUTIONS)
    assert {c["components"] for c in updates} == {1, 2, 3}
    assert {len(c["data"]) for c in drawn if "slice" in c} == {1, 2, 3, 4, 5}
    # The expected result of a small one of each kind, by the loop.
    small = [case for case, size in zip(drawn, sizes) if size < 1 << 16]
    for case in small:
        problem = cases.Problem.make(case)
        if problem.is_slice:
            part = problem.expected[problem.slices]
            assert np.array_equal(part, problem.updates), case
            assert part.size > 0, case
        elif len(problem.slots) < 1000:
            expected = _compute_in_order(problem)
            assert reference.judge(problem.expected, expected) == "exact", case


def test_compared_plans_are_those_of_the_options():
    known = cases.load()
    compared = [
        (cases.Outline(known[name]), mode)
        for name in ("pillars", "stride2_last")
        for mode in MODES
    ]
    entries = compare_plans.parse_entries("prefetch=1,parallel-bytes=4096")
    text = _parse_modules(
        [compare_plans.write_module(*each, entries, {}) for each in compared]
    )
    device = '<"prefetch" = 1 : i64, "parallel_bytes" = 4096 : i64>'
    assert text.count(device) == len(compared), text
    plan = {"threads": "2", "stores.vector_bytes": "32"}
    text = _parse_modules(
        [compare_plans.write_module(*each, {}, plan) for each in compared]
    )
    assert text.count("#scatter.plan<threads = 2, stores = <vector_bytes = 32>>") == len(compared)
    assert compare_plans.find_plan(text) == plan
    assert compare_plans.parse_plan("a=1, b = <2, c = 3>") == {"a": "1", "b": "2", "b.c": "3"}
    assert compare_plans.parse_changes("a=4,b.c=5") == {"a": "4", "b.c": "5"}


def _compute_in_order(problem):
    """The loop of the specification."""
    functions = {"sum": np.add, "sub": np.subtract, "prod": np.multiply,
                 "min": np.minimum, "max": np.maximum}  # fmt: skip
    result = problem.data.copy()
    for position in np.ndindex(problem.indices.shape[:-1]):
        slot = tuple(problem.indices[position])
        update = problem.updates[position]
        if problem.reduction != "none":
            update = functions[problem.reduction](result[slot], update)
        result[slot] = update
    return result


def test_reference_is_the_sequential_loop():
    reductions = ("none", "sum", "sub", "prod", "min", "max")
    for reduction, k in itertools.product(reductions, (1, 2)):
        case = {"name": f"{reduction} {k}", "data": [5, 4, 3], "dtype": "f16",
                "tuples": [6, 10], "components": k, "distribution": "uniform",
                "reduction": reduction}  # fmt: skip
        problem = cases.Problem.make(case)
        assert reference.judge(problem.expected, _compute_in_order(problem)) == "exact"


def test_hand_written_code_does_what_ours_does():
    peer = peers.load("by_hand", 2, options.folder)
    problem = cases.Problem.make(cases.load()["pairs_k2_32"])
    for mode, threads in itertools.product(("in_place", "existing"), (1, 2)):
        problem.reset_out()
        [contestant] = peer.build(problem, mode, threads)
        contestant.run()
        verdict = reference.judge(contestant.result(), problem.expected)
        assert verdict == "exact", (mode, threads)
    problem.reset_out()
    problem.indices[-1, 1] = 256
    [contestant] = peer.build(problem, "in_place", 2)
    try:
        contestant.run()
    except IndexError:
        assert np.array_equal(problem.out, problem.data)
    else:
        raise AssertionError("a bad index was not found")


def test_arrays_come_back_from_files():
    case = next(iter(cases.load().values()))
    case = {**case, "data": [50, 2, 10, 15]}
    made = cases.Problem.make(case)
    made.save(options.folder)
    loaded = cases.Problem.load(case, options.folder)
    for name in ("data", "indices", "updates", "expected"):
        assert np.array_equal(getattr(made, name), getattr(loaded, name)), name
    assert loaded.data.ctypes.data % 64 == 0


def test_verdicts():
    expected = np.linspace(1, 2, 100, dtype=np.float32)
    assert reference.judge(expected.copy(), expected) == "exact"
    assert reference.judge(expected.astype(np.float64), expected) == "wrong"
    assert reference.judge(np.nextafter(expected, 3), expected) == "close"
    wrong = expected.copy()
    wrong[99] = 3
    assert reference.judge(wrong, expected) == "wrong"
    wrong[99] = np.nan
    assert reference.judge(wrong, expected) == "wrong"


def _make_results():
    entry = {
        "verdicts": {"scatter_mlir program": "exact", "A": "exact", "B": "races"},
        "left_out": {}, "copy_gain": 1.9,
        "times": {n: {"ms": ms} for n, ms in
                  (("scatter_mlir program", 2.0), ("A", 5.0), ("B", 1.0))},
    }  # fmt: skip
    other = {
        "verdicts": {"scatter_mlir program": "exact", "C": "close", "copy": "limit"},
        "left_out": {}, "copy_gain": 1.8,
        "times": {n: {"ms": ms} for n, ms in
                  (("scatter_mlir program", 3.0), ("C", 4.5), ("copy", 1.5))},
    }  # fmt: skip
    hand = {
        "verdicts": {"scatter_mlir program": "exact", "by hand": "by hand"},
        "left_out": {},
        "times": {n: {"ms": ms} for n, ms in
                  (("scatter_mlir program", 2.0), ("by hand", 1.6))},
    }  # fmt: skip
    return {
        "machine": report.describe_machine(), "date": "", "revision": "", "seconds": 1,
        "load_before": [0, 0, 0], "load_after": [0, 0, 0], "missing": {},
        "peers": {"a": {"name": "A", "versions": {"a": "1"}, "checks": "none"}},
        "runs": [
            {"case": "pillars", "threads": 2, "peer": "a", "modes": {"in_place": entry}},
            {"case": "pillars", "threads": 2, "peer": "c", "modes": {"in_place": other}},
            {"case": "pillars", "threads": 2, "peer": "by_hand", "modes": {"in_place": hand}},
        ],
    }  # fmt: skip


def test_ratio_is_that_of_one_process():
    cell = report.Cell(_make_results(), "pillars", 2, "in_place")
    assert (cell.peer, cell.peer_ms, cell.beside) == ("C", 4.5, 3.0)
    assert (cell.ours, cell.copy, cell.spread) == (2.0, 1.5, 0.5)
    assert cell.unequal == [("B (races)", 1.0, 2.0)]


def test_tables_are_written():
    text = publish.make_text(_make_results())
    assert "| pillars | - | 2 | 50% | C 4.5 | 3 | 1.50 | 1.5 | 1.80 | 1.6 | 1.25 |" in text
    assert "| in place, 2 threads | 1 | 1.50 | 1 | 1 of 1 |" in text
    assert "not compared: pillars B (races) 1." in text
    assert "| all | 1 | 1.50 | 1 | |" in text


def test_growth_is_compared_within_its_series():
    results = _make_results()
    sizes = [(8192, 1.0), (16384, 2.0), (32768, 4.0), (65536, 10.0)]
    for tuples, ms in sizes:
        name = f"{report.OURS} function"
        times = {n: {"ms": ms} for n in (name, report.alone_peer.PREFIX + name)}
        entry = {"times": times, "verdicts": dict.fromkeys(times, "exact"),
                 "left_out": {}}  # fmt: skip
        results["runs"].append({"case": f"growth5_{tuples}x4", "threads": 2,
                                "peer": "alone", "modes": {"in_place": entry}})  # fmt: skip
    text = publish.make_text(results)
    assert "| sum | 64 | 4 | 16384 | 2 | 122 | 3.12e+04 | +0 % |" in text
    assert "| sum | 64 | 4 | 65536 | 10 | 153 | 3.91e+04 | +25 % |" in text
    assert "| all | 1 | 1.50 | 1 | |" in text


def test_what_is_wrong_or_missing_fails_the_run():
    results = _make_results()
    assert run._find_failures(results) == []
    entry = results["runs"][0]["modes"]["in_place"]
    entry["left_out"]["scatter_mlir function"] = "wrong result"
    assert len(run._find_failures(results)) == 1
    for item in results["runs"]:
        item["modes"]["in_place"] = {"times": {}, "verdicts": {}, "left_out": {}}
    assert run._find_failures(results) == ["pillars (2 threads: no figures)"]


def _make_random_results():
    drawn = random_cases.draw(3, 1)
    runs = []
    for case, ratio, gain in zip(drawn, (2.0, 0.5, 8.0), (1.9, 1.8, 1.1)):
        name = f"{report.OURS} function"
        times = {name: {"ms": 0.05}, "A": {"ms": 0.05 * ratio}}
        entry = {"times": times, "verdicts": dict.fromkeys(times, "exact"),
                 "left_out": {}, "copy_gain": gain}  # fmt: skip
        runs.append({"case": case["name"], "threads": 2, "peer": "a",
                     "modes": {"in_place": entry}})  # fmt: skip
    return {"random": drawn, "runs": runs}


def test_random_figures_of_a_weak_second_thread_stand_apart():
    lines, figures = random_report._make_tables(_make_random_results(), 2, None)
    text = "\n".join(lines)
    assert "| in place | 2 | 1.00 | 50% | 1 | 1 | 0.50 |" in text
    assert "| in place, second thread weak | 1 | 8.00 | 100% | 0 | 0 | 8.00 |" in text
    assert "| in place, to 100 us | 2 | 1.00 | 50% | 1 | 1 | 0.50 |" in text
    assert "| in place, above | 0 | - | - | 0 | 0 | - |" in text
    assert [f"{figure.ratio:.1f}" for figure in figures["in_place"]] == [
        "2.0", "0.5", "8.0"]  # fmt: skip
    worst = [line for line in lines if line.startswith("| 0.50 | 0.05 | A 0.025")]
    assert len(worst) == 1


def test_results_come_back_from_json():
    path = pathlib.Path(options.folder) / "results.json"
    report.write_json(_make_results(), path)
    assert json.loads(path.read_text()) == _make_results()


def main():
    failed = 0
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    for test in tests:
        try:
            test()
        except Exception as error:
            failed += 1
            print(f"{test.__name__}: {type(error).__name__}: {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
