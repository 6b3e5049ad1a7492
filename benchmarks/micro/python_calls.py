# ===- python_calls.py - the cost of a call from Python ----------------------===#
#
# Times the update of the specification's example in place, by scatter_mlir, NumPy and
# PyTorch in one process. Then times JAX from a function to its first result, for the
# rows of ColdStart.cpp. Peers that are not installed are skipped.
#
# ===------------------------------------------------------------------------===#

import importlib.util
import time
import timeit

import numpy as np
from scatter_mlir import scatter_nd_update


def has(module):
    return importlib.util.find_spec(module) is not None


def report_call(name, call, number=20000, repeat=15):
    """Prints the best mean time of `number` calls, in nanoseconds."""
    call()
    seconds = min(timeit.repeat(call, number=number, repeat=repeat)) / number
    print(f"{name:34}{seconds * 1e9:8.0f} ns")


def report_calls():
    data = np.arange(1, 9, dtype="f4")
    indices = np.array([[4], [3], [1], [7]])
    updates = np.array([9, 10, 11, 12], "f4")
    flat = indices[:, 0].copy()

    def assign():
        data[flat] = updates

    report_call("nothing", lambda: None)
    report_call("NumPy, data[i] = u", assign)
    report_call(
        "scatter_nd_update, out=data",
        lambda: scatter_nd_update(data, indices, updates, out=data),
    )
    if has("torch"):
        import torch

        torch.set_num_threads(1)
        tensor, values = torch.from_numpy(data.copy()), torch.from_numpy(updates)
        positions = (torch.from_numpy(flat),)
        report_call(
            "PyTorch, index_put_", lambda: tensor.index_put_(positions, values)
        )


def report_jax():
    import jax

    data = np.ones((64, 32), "f4")
    indices = (3 * np.arange(16, dtype="i4")).reshape(16, 1)
    updates = np.full((16, 32), 2, "f4")
    # Starts the backend, which is not part of a compilation.
    jax.jit(lambda x: x + 1)(data).block_until_ready()
    for attempt in range(3):
        # Another constant each time, so that no cache has the result.
        update = jax.jit(lambda d, i, u: d.at[i[:, 0]].set(u + attempt))
        start = time.perf_counter()
        update(data, indices, updates).block_until_ready()
        elapsed = time.perf_counter() - start
        print(f"{'JAX, trace, compile, run':34}{elapsed * 1e3:8.1f} ms")


if __name__ == "__main__":
    report_calls()
    if has("jax"):
        report_jax()
