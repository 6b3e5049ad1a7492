# ===- test_settings.py - threads and kernels ahead of calls ---------------===#

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import _core, scatter_nd_update, set_num_threads, slice_scatter, warm_up


def test_num_threads():
    source = """
      func.func @f(%d: tensor<?x512xf32>, %i: tensor<?x1xi64>, %u: tensor<?x512xf32>)
          -> tensor<?x512xf32> {
        %r = scatter.scatter_nd_update
          ins(%i, %u : tensor<?x1xi64>, tensor<?x512xf32>)
          outs(%d : tensor<?x512xf32>) reduction(sum) -> tensor<?x512xf32>
        return %r : tensor<?x512xf32>
      }"""
    uses = []
    former = set_num_threads(1)
    try:
        for threads in (2, np.int8(1)):
            set_num_threads(threads)
            uses.append("scatter_parallel_for" in scatter_mlir.compile(source).mlir("llvm-ir"))
        assert set_num_threads(None) == 1
        assert set_num_threads(1024) is None
    finally:
        set_num_threads(former)
    assert uses == [True, False]


@pytest.mark.parametrize("threads", [0, -1, 1025, 2**70])
def test_numbers_of_threads_that_cannot_be(threads):
    with pytest.raises(ValueError, match="'threads': expected 1 to 1024 or 'all', found"):
        set_num_threads(threads)
    with pytest.raises(TypeError):
        set_num_threads(1.5)


@pytest.mark.parametrize("is_in_place", [False, True])
def test_warm_up(is_in_place):
    """Large enough for kernels of their own."""
    data = np.zeros((300, 257), "i2")
    indices = np.arange(300)[:, None]
    arguments = data, indices, np.ones((300, 257), "i2")
    options = {"reduction": "prod", "out": data if is_in_place else None}
    warm_up(scatter_nd_update, *arguments, **options)
    assert not data.any()
    before = _core.num_kernels()
    for _ in range(5):
        scatter_nd_update(*arguments, **options)
    assert _core.num_kernels() == before


def test_warm_up_that_fails():
    out = np.arange(4.0)
    with pytest.raises(IndexError):
        warm_up(scatter_nd_update, out, [[4]], [1.0], out=out)
    assert out.tolist() == [0, 1, 2, 3]
    out.flags.writeable = False
    with pytest.raises(ValueError, match="'out': expected a writable array"):
        warm_up(slice_scatter, np.zeros(4), 1.0, 0, 4, out=out)
    with pytest.raises(ValueError, match="expected one of scatter_nd_update, slice_scatter, "):
        warm_up(np.add, 1, 2)


def test_warm_up_of_tensors():
    torch = pytest.importorskip("torch")
    cache = torch.zeros(4, 3)
    warm_up(slice_scatter, cache, torch.ones(1, 3), 1, 2, out=cache)
    assert not cache.any()


def run_in_process(source, **variables):
    """Runs Python in a process that finds no kernels on disk. Returns its output."""
    environment = dict(os.environ, SCATTER_CACHE_DIR="", **variables)
    command = [sys.executable, "-c", textwrap.dedent(source)]
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True, timeout=120
    ).stdout


def test_no_call_after_the_first_compiles():
    """The special kernels for these sizes are compiled by another thread."""
    output = run_in_process("""
        import numpy as np
        from scatter_mlir import _core, scatter_nd_update, slice_scatter

        def count():
            background = _core.num_background_kernels()
            return _core.num_kernels() - background

        data, i = np.zeros((3000, 300), "f4"), np.arange(3000)[:, None]
        rows = np.ones((3000, 300), "f4")
        columns = np.ones((3000, 3), "f4")
        for out in (None, data):
            for call in (
                lambda: scatter_nd_update(data, i, rows, reduction="sum", out=out),
                lambda: scatter_nd_update(data, i, rows, out_of_bounds="drop", out=out),
                lambda: slice_scatter(data, columns, 5, 8, axes=1, out=out),
            ):
                call()
                before = count()
                for _ in range(12):
                    call()
                print(count() - before, end=" ")
        print(_core.num_background_kernels() > 0)
    """)
    assert output.split() == ["0"] * 6 + ["True"]


def test_gil_is_released_while_a_kernel_is_compiled():
    """Also by small calls, which otherwise keep it, and by later calls of a kind."""
    output = run_in_process("""
        import threading, time
        import numpy as np
        from scatter_mlir import scatter_nd_update

        ticks, stop = 0, False
        def tick():
            global ticks
            while not stop:
                time.sleep(0.0005)
                ticks += 1
        thread = threading.Thread(target=tick)
        thread.start()
        data = np.zeros((8, 6))
        for out in data, data.T.copy().T:
            before = ticks
            scatter_nd_update(data, [[3]], 1.0, out=out)
            print(ticks - before)
        stop = True
        thread.join()
    """)
    ticks = [int(line) for line in output.split()]
    assert len(ticks) == 2 and min(ticks) >= 3


def test_all_threads():
    cpus = len(os.sched_getaffinity(0))
    former = set_num_threads("all")
    try:
        assert set_num_threads(former) == cpus
    finally:
        set_num_threads(former)
    data = np.zeros((2000, 300), "f4")
    indices = np.arange(2000)[:, None]
    for threads in ("all", np.str_("all")):
        assert (scatter_nd_update(data, indices, 1, threads=threads) == 1).all()
        assert (slice_scatter(data, 1, 3, threads=threads)[3:] == 1).all()
    for threads in ("al", "", "2", b"all"):
        with pytest.raises(TypeError, match="'threads': expected an integer or 'all'"):
            scatter_nd_update(data, indices, 1, threads=threads)
        with pytest.raises(TypeError, match="'threads': expected an integer or 'all'"):
            set_num_threads(threads)
    source = "func.func @f(%m: memref<2xf32>) { return }"
    assert scatter_mlir.compile(source, threads="all").name == "f"


def test_environment_with_a_wrong_number():
    source = """
        import warnings
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            import scatter_mlir
        print(*(f"{w.category.__name__}: {w.message}" for w in found), sep="\\n")
        try:
            scatter_mlir.scatter_nd_update([1.0], [[0]], 2.0)
        except ValueError as error:
            print(error)
        scatter_mlir.set_num_threads(1)
        print(scatter_mlir.scatter_nd_update([1.0], [[0]], 2.0))
    """
    warning, error, result = run_in_process(source, SCATTER_NUM_THREADS="abc").splitlines()
    message = "SCATTER_NUM_THREADS: expected 1 to 1024 or 'all', found 'abc'"
    assert warning.startswith(f"RuntimeWarning: {message}; ")
    assert error == message and result == "[2.]"
    assert "RuntimeWarning" not in run_in_process(source, SCATTER_NUM_THREADS="all")
