# ===- run.py - runs workloads and writes the report ----------------------===#

import argparse
import fnmatch
import json
import math
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

from . import cases, extras, peers, publish, random_cases, random_report, report
from .contestant import MODES

_ROOT = pathlib.Path(__file__).resolve().parent.parent


class Worker:
    """A process with ours and one peer, with a fixed number of threads."""

    def __init__(self, name, threads, output):
        self.name, self.threads = name, threads
        self.log = open(output / f"worker-{name}-{threads}.log", "wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "harness.worker", str(threads), str(output), name],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        self.hello = self._read(180) or {"missing": "no answer"}

    def _read(self, seconds):
        """Returns the next answer, or None if the process has ended or after a timeout."""
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        line = self._process.stdout.readline() if ready else b""
        if line:
            return json.loads(line)
        self._process.kill()
        self._process.wait()
        return None

    def ask(self, request, seconds):
        try:
            self._process.stdin.write((json.dumps(request) + "\n").encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            return None
        return self._read(seconds)

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self.log.close()


class Pool:
    """The workers. A worker that has died is restarted for the next workload."""

    def __init__(self, output, results):
        self._output, self._results = output, results
        self._workers = {}

    def ask(self, name, threads, request, seconds):
        """Returns the answer of a worker. None if the peer is missing, empty after a crash."""
        if name in self._results["missing"]:
            return None
        worker = self._workers.get((name, threads))
        if worker is None:
            worker = Worker(name, threads, self._output)
            if "missing" in worker.hello:
                self._results["missing"][name] = worker.hello["missing"]
                return None
            self._workers[name, threads] = worker
            self._results["peers"][name] = worker.hello
        answer = worker.ask(request, seconds)
        if answer is None:
            del self._workers[name, threads]
            return {
                mode: {"verdicts": {}, "times": {}, "left_out": {name: "no answer"}}
                for mode in request["modes"]
            }
        return answer

    def close(self):
        for worker in self._workers.values():
            worker.close()


def _parse():
    parser = argparse.ArgumentParser(prog="run-benchmarks.sh")
    parser.add_argument("cases", nargs="*", metavar="CASE",
                        help="names or patterns such as 'gnn*' (the 16 workloads; "
                        "without --quick also the sweep and the growing sizes)")
    parser.add_argument("--quick", action="store_true",
                        help="two threads, no fresh results, few and short rounds")
    parser.add_argument("--publish", action="store_true",
                        help="write the figures into docs/benchmarks/Figures.md")
    parser.add_argument("--threads", help="numbers of threads (1,2)")
    parser.add_argument("--modes", help=",".join(MODES))
    parser.add_argument("--no-sweep", action="store_true",
                        help="the workloads alone, without growing sizes, too")
    parser.add_argument("--from", dest="file", type=pathlib.Path, metavar="FILE",
                        help="measure nothing, write about the results in FILE")
    parser.add_argument("--peers", help=f"which peers ({','.join(peers.NAMES)})")
    parser.add_argument("--random", type=int, metavar="N",
                        help="N workloads drawn at random, by the functions of the "
                        "package, two threads, beside numpy, torch and jax")
    parser.add_argument("--seed", type=int, default=1,
                        help="the seed of --random (1)")
    parser.add_argument("--rounds", type=int, help="turns of each contestant")
    parser.add_argument("--seconds", type=float, help="length of a turn")
    parser.add_argument("--timeout", type=float, default=300,
                        help="seconds for a peer and a workload")
    parser.add_argument("--bin", type=pathlib.Path, help="folder of scatter-run; "
                        "without it code and memory are not measured")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    return parser.parse_args()  # fmt: skip


def _select(patterns):
    known = cases.load()
    if not patterns:
        return list(filter(cases.is_workload, known.values()))
    for pattern in patterns:
        if not fnmatch.filter(known, pattern):
            sys.exit(f"run-benchmarks.sh: expected a workload, found '{pattern}'")
    return [
        case
        for name, case in known.items()
        if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
    ]


class Run:
    """One run of the script: its options and the results so far."""

    def __init__(self, options):
        self.output = options.output.resolve()
        self.output.mkdir(parents=True, exist_ok=True)
        quick = options.quick or options.random
        threads = options.threads or ("2" if quick else "1,2")
        self.threads = [int(count) for count in threads.split(",")]
        modes = options.modes or ("in_place,existing" if quick else ",".join(MODES))
        names = random_report.PEERS if options.random else peers.NAMES
        self.peers = options.peers.split(",") if options.peers else names
        self.timeout = options.timeout
        self.request = {
            "modes": modes.split(","),
            "rounds": options.rounds or (2 if quick else 3),
            "seconds": options.seconds or (0.02 if quick else 0.03),
            "ways": ["function"] if options.random else ["function", "program"],
        }
        self.begin = time.time()
        self.results = {
            "machine": report.describe_machine(),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "revision": _describe_revision(),
            "settings": {**self.request, "threads": self.threads},
            "load_before": os.getloadavg(),
            "peers": {},
            "missing": {},
            "runs": [],
        }
        self._pool = Pool(self.output, self.results)

    def say(self, text):
        print(f"[{time.time() - self.begin:4.0f} s] {text}", file=sys.stderr, flush=True)

    def save(self):
        self.results["seconds"] = round(time.time() - self.begin)
        self.results["load_after"] = os.getloadavg()
        report.write_json(self.results, self.output / "results.json")

    def measure(self, selected, names, modes, counts):
        """Measures one workload after the other and saves the results after each."""
        for number, case in enumerate(selected, 1):
            self.say(f"{number}/{len(selected)} {case['name']}")
            with tempfile.TemporaryDirectory(dir=self.output, prefix="arrays-") as folder:
                cases.Problem.make(case).save(folder)
                request = {**self.request, "case": case, "modes": modes,
                           "folder": folder}  # fmt: skip
                for threads in counts:
                    self._measure_peers(names, threads, request)
                    print(report.summarize(self.results, case["name"], threads),
                          file=sys.stderr, flush=True)  # fmt: skip
            self.save()

    def _measure_peers(self, names, threads, request):
        for name in names:
            modes = self._pool.ask(name, threads, request, self.timeout)
            if modes is not None:
                self.results["runs"].append(
                    {"case": request["case"]["name"], "threads": threads,
                     "peer": name, "modes": modes})  # fmt: skip

    def measure_extras(self, selected, folder, quick):
        """Measures code, compilation and memory. Runs micro-benchmarks if they were built."""
        self.say("code and compilation")
        self.results["programs"] = extras.measure_programs(
            selected, self.threads, folder
        )
        self.say("memory")
        self.results["scratch"] = extras.measure_scratch(selected, max(self.threads))
        self.say("micro-benchmarks")
        self.results["micro"] = extras.run_micro_benchmarks(folder, quick)
        self.save()

    def close(self):
        self._pool.close()


def _describe_revision():
    try:
        return subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=_ROOT, text=True,
            capture_output=True, check=True,
        ).stdout.strip()  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _find_failures(results):
    """Returns the failures and wrong results of ours."""
    failures = [
        f"{run['case']} ({mode}, {run['threads']} threads, {name}: {reason})"
        for run in results["runs"]
        for mode, entry in run["modes"].items()
        for name, reason in entry["left_out"].items()
        if name.startswith(report.OURS)
    ]
    for run in results["runs"]:
        if run["peer"] != "alone":
            continue
        for mode in run["modes"]:
            if math.isnan(report.read_alone(results, run["case"], mode)[0]):
                failures.append(f"{run['case']} ({mode}, by one thread: no figures)")
    measured = {
        (run["case"], run["threads"]): None
        for run in results["runs"]
        if run["peer"] != "alone"
    }
    for case, threads in measured:
        cells = [report.Cell(results, case, threads, mode) for mode in MODES]
        if all(math.isnan(cell.ours) for cell in cells):
            failures.append(f"{case} ({threads} threads: no figures)")
    return list(dict.fromkeys(failures))


def _measure_random(options):
    run = Run(options)
    selected = random_cases.draw(options.random, options.seed)
    run.results["random"] = selected
    run.measure(selected, run.peers, run.request["modes"], run.threads)
    run.close()
    return run.results


def _measure(options):
    selected = _select(options.cases)
    run = Run(options)
    run.measure(selected, run.peers, run.request["modes"], run.threads)
    if len(run.threads) > 1:
        run.measure(selected, ["alone"], run.request["modes"], [max(run.threads)])
    if not (options.cases or options.quick or options.no_sweep):
        known = cases.load().values()
        sweep = [case for case in known if "sweep" in case]
        run.measure(sweep, ["alone"], ["in_place", "existing"], [max(run.threads)])
        growth = [case for case in known if "growth" in case]
        run.measure(growth, ["alone"], ["in_place"], [max(run.threads)])
    if options.bin and not options.cases:
        run.measure_extras(selected, options.bin.resolve(), options.quick)
    run.close()
    return run.results


def main():
    options = _parse()
    if options.file:
        results = json.loads(options.file.read_text())
    elif options.random:
        results = _measure_random(options)
    else:
        results = _measure(options)
    if "random" in results:
        random_report.write(results, options.output.resolve(), options.bin)
    else:
        publish.write(results, options.output.resolve())
        if options.publish:
            publish.update_documentation(results, _ROOT.parent / "docs")
    failures = _find_failures(results)
    if failures:
        sys.exit("run-benchmarks.sh: failed: " + "; ".join(failures))


if __name__ == "__main__":
    main()
