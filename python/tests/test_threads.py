# ===- test_threads.py - calls from many threads --------------------------===#

import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import _core, scatter_nd_update, slice_scatter

THREADS = 8
CALLS = 10_000
SIZE = 8
MODULE = """
func.func @update(%data: tensor<?xf64>, %indices: tensor<?x1xi64>,
                  %updates: tensor<?xf64>) -> tensor<?xf64> {
  %r = scatter.scatter_nd_update
      ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf64>)
      outs(%data : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
"""


def run_threads(work):
    """Runs `work(number)` on every thread; an exception of one is raised."""
    failures = []
    barrier = threading.Barrier(THREADS)

    def run(number):
        try:
            barrier.wait()
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for failure in failures:
        raise failure


def get_resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def check_flat(work, warm_up, slack=4 << 20):
    """Memory that the allocator keeps is there after the warm-up."""
    warm_up()
    before = get_resident_bytes()
    work()
    assert get_resident_bytes() - before < slack


def call_with_mixed_indices(update, thread, calls):
    """Every third index is out of bounds, by an amount of the thread's own."""
    data = np.zeros(SIZE)
    updates = np.full(1, thread + 1.0)
    for n in range(calls):
        index = n % SIZE if n % 3 else SIZE + 1000 * thread + n % 7
        try:
            result = update(data, np.array([[index]]), updates)
        except IndexError as error:
            assert index >= SIZE
            assert (error.tuple, error.value, error.size) == (0, index, SIZE)
            assert f"found {index}" in str(error)
        else:
            assert index < SIZE
            assert result[index] == thread + 1 and result.sum() == thread + 1
    assert not data.any()


def test_results_and_errors_are_the_callers_own():
    def run(calls):
        run_threads(lambda n: call_with_mixed_indices(scatter_nd_update, n, calls))

    check_flat(lambda: run(CALLS), lambda: run(CALLS // 10))


def test_program_on_many_threads():
    program = scatter_mlir.compile(MODULE)

    def run(calls):
        run_threads(lambda n: call_with_mixed_indices(program, n, calls))

    check_flat(lambda: run(CALLS // 10), lambda: run(CALLS // 20))


def test_large_updates_on_many_threads():
    """Large enough that the GIL is released."""
    indices = np.arange(2000).reshape(-1, 1)

    def work(number):
        data = np.zeros((2000, 4), "f4")
        updates = np.full((2000, 4), number, "f4")
        for n in range(100):
            bad = n % 2 == 1
            mine = indices.copy()
            if bad:
                mine[1000 + number] = 2000 + number
            try:
                scatter_nd_update(data, mine, updates, reduction="sum", out=data)
                assert not bad
            except IndexError as error:
                assert bad and error.tuple == 1000 + number
                assert error.value == 2000 + number
        assert (data == 50 * number).all()

    run_threads(work)


def test_other_arguments_do_not_leak():
    data, updates = np.zeros((64, 64), "f4"), np.ones((2, 64), "f4")

    def run(calls):
        for _ in range(calls):
            scatter_nd_update(data.T, [[0], [1]], updates, threads=2)
            slice_scatter(data, updates, np.array([0]), [4], (2,), out=data)
            with pytest.raises(ValueError):
                slice_scatter(data, updates, 0, 5, 2)
            with pytest.raises(TypeError):
                scatter_nd_update(data, [[0.5]], updates)
            with pytest.raises(scatter_mlir.CompileError):
                scatter_mlir.compile("no MLIR\n")

    check_flat(lambda: run(1000), lambda: run(300))


def test_one_kernel_for_threads_that_begin_with_the_same_call():
    before = _core.num_kernels()
    data = np.zeros((2, 2, 2, 2), "u2")
    indices, updates = np.zeros((1, 3), "u4"), np.ones((1, 2), "u2")
    run_threads(lambda _: scatter_nd_update(data, indices, updates, reduction="max"))
    assert _core.num_kernels() == before + 1


def test_gil_is_released():
    """Another thread runs while one long update does."""
    count, columns = 200, 1 << 18
    data = np.zeros((4, columns), "f4")
    indices = np.zeros((count, 1), int)
    updates = np.ones((count, columns), "f4")

    def update(data, indices, updates):
        scatter_nd_update(data, indices, updates, reduction="sum", out=data)

    # Small updates at the same call site keep the GIL.
    for _ in range(3):
        update(np.zeros((4, 2), "f4"), indices[:1], np.ones((1, 2), "f4"))
    interval = []

    def work():
        begin = time.perf_counter()
        update(data, indices, updates)
        interval.extend((begin, time.perf_counter()))

    ticks = []
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    begin, end = interval
    # With the GIL held there would be one tick at either end.
    assert sum(begin < tick < end for tick in ticks) >= 5
    assert (data[0] == count).all()


@pytest.mark.parametrize("threads", [
    0, -1, 1025, 32768, 65536, 65537, 2**31 + 1, 2**32 + 1, 2**64 + 1, -65535])
def test_numbers_of_threads_that_are_refused(threads):
    """None of them is cut to fewer bits, where some would be 1."""
    data = np.zeros((2, 3), "f4")
    for call in (
        lambda: scatter_nd_update(data, np.array([[1]]), data[:1] + 1, threads=threads),
        lambda: slice_scatter(data, data[:1] + 1, 0, 1, out=data, threads=threads),
        lambda: scatter_mlir.compile(MODULE, threads=threads),
    ):
        with pytest.raises(ValueError, match=f"'threads': .*1024 or 'all', found {threads}$"):
            call()
    assert not data.any()


#: Prints how many kernels four calls make, with a promise and without in turn.
PROMISES = """
import sys
import numpy as np
from scatter_mlir import _core, scatter_nd_update

flag, first = sys.argv[1], sys.argv[2] == "True"
kept = np.arange(2000).reshape(-1, 1)
broken = np.tile([[7], [3], [3], [60]], (500, 1))
for promised in (first, not first, first, not first):
    indices = kept if promised else broken
    data, updates = np.zeros((2000, 33), "i2"), np.ones((2000, 33), "i2")
    options = {flag: True} if promised else {}
    before = _core.num_kernels()
    scatter_nd_update(data, indices, updates, reduction="sum", out=data, threads=2, **options)
    print(_core.num_kernels() - before)
    want = np.zeros(2000)
    np.add.at(want, indices[:, 0], 1)
    assert (data == want[:, None]).all()
"""


@pytest.mark.parametrize("flag", ["unique_indices", "indices_are_sorted"])
@pytest.mark.parametrize("first", [True, False])
def test_promises_are_those_of_the_call(flag, first):
    """Calls with a promise and without have kernels of their own."""
    # A process of its own, in which nothing else has made kernels.
    command = [sys.executable, "-c", PROMISES, flag, str(first)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert output.split() == ["1", "1", "0", "0"]
