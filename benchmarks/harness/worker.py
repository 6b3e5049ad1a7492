# ===- worker.py - measures ours and one peer -----------------------------===#
"""Reads requests, one JSON object per line, and answers each with one.

The process holds one peer and ours with a fixed number of threads. They take turns. In
each round, each contestant has a turn of several calls in a row. A pause before the
turn lets the thread pools of the other contestants stop spinning and sleep.
"""

import functools
import gc
import importlib.metadata
import json
import os
import statistics
import sys
import time

# After a parallel region, libgomp spins for 300,000 times `pause`, or 5 to 15 ms.
PAUSE_SECONDS = 0.02
# A contestant that is slower than the fastest by this factor has one turn, of at most
# FIRST_CALLS calls.
HOPELESS, FIRST_CALLS = 20, 6
# A contestant has no more rounds when its calls have taken this long.
BUDGET_SECONDS = 0.6
# Two threads are compared only if they speed up a copy of COPY_BYTES by COPY_GAIN. A
# cell is measured at most ATTEMPTS times.
COPY_GAIN, COPY_BYTES, ATTEMPTS = 1.7, 4 << 20, 4


def _describe(error):
    return f"failed: {type(error).__name__}: {str(error)[:150]}"


def _build_all(problem, mode, threads, peer, ways):
    """Returns the contestants with correct results, their verdicts, and those left out."""
    from . import ours, reference
    from .contestant import Unsupported

    contestants, verdicts, left_out = [], {}, {}
    for module in (peer, ours):
        build = module.build
        if module is ours:
            build = functools.partial(build, ways=ways)
        try:
            built = build(problem, mode, threads)
        except Unsupported as error:
            left_out[module.NAME] = str(error)
            built = []
        except Exception as error:
            left_out[module.NAME] = _describe(error)
            built = []
        for contestant in built:
            try:
                problem.reset_out()
                contestant.run()
                verdict = "limit"
                if contestant.result:
                    verdict = reference.judge(contestant.result(), problem.expected)
            except Exception as error:
                left_out[contestant.name] = _describe(error)
                continue
            if module is ours and verdict != "exact" or (
                verdict == "wrong" and "races" not in contestant.remarks
            ):
                left_out[contestant.name] = "wrong result"
                continue
            verdict = next(iter(contestant.remarks), verdict)
            verdicts[contestant.name] = verdict
            contestants.append(contestant)
        if not contestants:
            # If the peer does not support it, there is nothing to compare with.
            break
    return contestants, verdicts, left_out


class _Clock:
    """Times the calls of one contestant."""

    def __init__(self, run):
        self._run = run
        self.minima = []
        self.calls = 0
        self.spent = 0.0

    def take_turn(self, seconds, max_calls):
        """Appends the time of the best call of a turn, in milliseconds, to `minima`."""
        clock = time.perf_counter_ns
        begin = clock()
        end = begin + int(seconds * 1e9)
        best, calls = None, 0
        while True:
            start = clock()
            self._run()
            now = clock()
            best = now - start if best is None else min(best, now - start)
            calls += 1
            # The first call of a turn fills the caches again.
            is_over = now > end and calls > 1
            if is_over or calls >= max_calls or now - begin > BUDGET_SECONDS * 1e9:
                break
        self.minima.append(best / 1e6)
        self.calls += calls
        self.spent += (now - begin) / 1e9


def time_all(contestants, rounds, seconds):
    """Runs rounds until no minimum improves, at least `rounds`, at most twice that."""
    clocks = {c.name: _Clock(c.run) for c in contestants}
    active = list(clocks)
    for number in range(2 * rounds):
        shift = number % max(1, len(active))
        for name in active[shift:] + active[:shift]:
            time.sleep(PAUSE_SECONDS)
            # A few calls suffice to detect that a contestant is slow. The first of
            # them may compile.
            clocks[name].take_turn(seconds, FIRST_CALLS if number == 0 else 1 << 30)
        best = min(min(clocks[name].minima) for name in clocks)
        active = [
            name
            for name in active
            if min(clocks[name].minima) < HOPELESS * best
            and clocks[name].spent < BUDGET_SECONDS
        ]
        if number + 1 >= rounds and not any(
            clocks[name].minima[-1]
            < 0.95 * min(clocks[name].minima[:-1], default=0)
            for name in active
        ):
            break
    return {
        name: {
            "ms": min(clock.minima),
            "median_ms": statistics.median(clock.minima),
            "spread": max(clock.minima) / min(clock.minima) - 1,
            "calls": clock.calls,
        }
        for name, clock in clocks.items()
    }


@functools.cache
def _make_copies(threads, folder):
    """Returns copies of COPY_BYTES by one thread and by all. `folder` is for their library."""
    import numpy as np

    from . import peers

    copy_peer = peers.load("copy", threads, folder)
    source = np.ones(COPY_BYTES, np.uint8)
    target = np.empty_like(source)
    addresses = target.ctypes.data, source.ctypes.data

    def copy(count, keep=(source, target)):
        copy_peer.copy(*addresses, COPY_BYTES, count, 0)

    return [functools.partial(copy, count) for count in (1, threads)]


def _measure_copy_gain(threads, folder):
    """Returns the current speedup of a copy in the cache by several threads."""
    clocks = [_Clock(run) for run in _make_copies(threads, folder)]
    for clock in clocks * 2:
        clock.take_turn(0.003, 1 << 30)
    one, more = (min(clock.minima) for clock in clocks)
    return one / more


def _time_while_threads_gain(contestants, request, threads, folder):
    """Returns the times, and the minimum of the copy speedups before and after. Repeats
    the measurement up to ATTEMPTS times until the speedup is at least COPY_GAIN."""
    best, best_gain = {}, 0
    for _ in range(ATTEMPTS):
        before = _measure_copy_gain(threads, folder)
        times = time_all(contestants, request["rounds"], request["seconds"])
        gain = min(before, _measure_copy_gain(threads, folder))
        if gain > best_gain:
            best, best_gain = times, gain
        if best_gain >= COPY_GAIN:
            break
    return best, best_gain


def _measure(request, threads, folder, peer):
    from . import cases

    begin = time.perf_counter()

    def log(*what):
        print(f"{time.perf_counter() - begin:7.3f} s", problem.name, *what,
              file=sys.stderr, flush=True)  # fmt: skip

    problem = cases.Problem.load(request["case"], request["folder"])
    log("loaded")
    answer = {}
    for mode in request["modes"]:
        contestants, verdicts, left_out = _build_all(
            problem, mode, threads, peer, request["ways"]
        )
        log(mode, "verified", *verdicts)
        entry = {"verdicts": verdicts, "left_out": left_out, "times": {}}
        if contestants and threads > 1:
            entry["times"], entry["copy_gain"] = _time_while_threads_gain(
                contestants, request, threads, folder
            )
        elif contestants:
            entry["times"] = time_all(
                contestants, request["rounds"], request["seconds"]
            )
        log(mode, "timed")
        answer[mode] = entry
        del contestants
        gc.collect()
    return answer


def main():
    threads, folder, name = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    # Output of libraries must not be mixed with the answers.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    os.environ["OMP_NUM_THREADS"] = str(threads)
    # By default libomp spins for 200 ms, into the turns of the next contestants.
    os.environ["KMP_BLOCKTIME"] = "1"
    if threads == 1:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    # Loaded before the peer, because TensorFlow exports its own LLVM to libraries that
    # are loaded later.
    import scatter_mlir  # noqa: F401

    from . import peers

    try:
        peer = peers.load(name, threads, folder)
    except Exception as error:  # A broken installation raises anything.
        print(json.dumps({"missing": _describe(error)}), file=answers)
        return
    hello = {
        "name": peer.NAME,
        "versions": {d: importlib.metadata.version(d) for d in peer.DISTRIBUTIONS},
        "checks": peer.CHECKS,
    }
    print(json.dumps(hello), file=answers)
    for line in sys.stdin:
        answer = _measure(json.loads(line), threads, folder, peer)
        print(json.dumps(answer), file=answers)


if __name__ == "__main__":
    main()
