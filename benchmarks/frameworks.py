# ===- frameworks.py - the ops inside PyTorch and JAX ----------------------===#
#
# usage: frameworks.py torch|jax [--threads 1] [--seconds 0.8] [--small]
#
# Prints rows of the table in docs/Benchmarks.md: the framework's own op and ours,
# inside the framework, in milliseconds. The time is that of the fastest call. Both take
# turns, and their results are compared before the timing starts. Indices are distinct,
# because PyTorch does not define the result of duplicates.
#
#   rows     8192 rows of 50257 x 768 f32, in place
#   scalars  131072 elements of 2^20 f32, in place
#   training gradients of a sum of 8192 rows into 16384 x 768, forward and backward
#   call     two rows of 8 elements, in place
#
# JAX has no option for the number of threads, so one thread means one CPU.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import time

import numpy as np

OPERATIONS = {"add": "sum", "set": "none", "max": "max"}


def make_rows(size, width, count, seed=0):
    random = np.random.default_rng(seed)
    indices = random.permutation(size)[:count, None].astype(np.int32)
    shape = (count, width) if width else (count,)
    return (size, width) if width else (size,), indices, random.random(shape, np.float32)


def get_cases(small):
    scale = 64 if small else 1
    return {
        "rows": make_rows(50257 // scale, 768, 8192 // scale),
        "scalars": make_rows((1 << 20) // scale, 0, 131072 // scale),
        "call": make_rows(100, 8, 2),
    }


def measure(contestants, seconds):
    """Returns the best time of each contestant in ms. They take turns."""
    best = [float("inf")] * len(contestants)
    end = time.perf_counter() + seconds * len(contestants)
    while time.perf_counter() < end:
        for n, call in enumerate(contestants):
            # Several short calls are timed together.
            count = max(1, min(1000, int(1e-3 / best[n]))) if best[n] < 1 else 1
            start = time.perf_counter()
            for _ in range(count):
                call()
            best[n] = min(best[n], (time.perf_counter() - start) / count)
    return [value * 1e3 for value in best]


def report(framework, name, threads, times):
    theirs, ours = times
    print(
        f"| {framework} | {name} | {threads} | {ours:#.3g} | {theirs:#.3g} | "
        f"{theirs / ours:.2f} |",
        flush=True,
    )


# PyTorch ---------------------------------------------------------------------


def get_torch_calls(operation):
    """The framework's function and ours, in place on (data, index, updates)."""
    import scatter_mlir.torch as ours

    theirs = {
        "add": lambda data, index, updates: data.index_add_(0, index, updates),
        "set": lambda data, index, updates: data.index_copy_(0, index, updates),
        "max": lambda data, index, updates: data.index_reduce_(0, index, updates, "amax"),
    }
    reduction = OPERATIONS[operation]

    def update(data, index, updates):
        return ours.scatter_nd_update_(data, index[:, None], updates, reduction=reduction)

    return theirs[operation], update


def run_torch(threads, seconds, small):
    import torch

    import scatter_mlir
    import scatter_mlir.torch as ours

    torch.set_num_threads(threads)
    scatter_mlir.set_num_threads(threads)
    for case, (shape, indices, updates) in get_cases(small).items():
        index = torch.from_numpy(indices[:, 0].astype(np.int64))
        updates = torch.from_numpy(updates)
        for operation in OPERATIONS if case != "call" else ("add",):
            calls = get_torch_calls(operation)
            kinds = {"eager": calls}
            if operation == "add":
                kinds["compiled"] = [torch.compile(call, fullgraph=True) for call in calls]
            for kind, functions in kinds.items():
                arrays = [torch.zeros(shape), torch.zeros(shape)]
                for data, function in zip(arrays, functions):
                    function(data, index, updates)
                assert torch.equal(*arrays), (case, operation)
                contestants = [
                    lambda data=data, function=function: function(data, index, updates)
                    for data, function in zip(arrays, functions)
                ]
                times = measure(contestants, seconds)
                report("PyTorch", f"{case}, {operation}, {kind}", threads, times)
    scale = 64 if small else 1
    shape, indices, updates = make_rows(16384 // scale, 768, 8192 // scale)
    data, index = torch.zeros(shape), torch.from_numpy(indices.astype(np.int64))
    updates = torch.from_numpy(updates).requires_grad_()

    def make_step(function):
        def step():
            updates.grad = None
            result = function()
            result.backward(result)
            return updates.grad

        return step

    steps = [
        make_step(lambda: torch.index_add(data, 0, index[:, 0], updates)),
        make_step(lambda: ours.scatter_nd_update(data, index, updates, reduction="sum")),
    ]
    assert torch.equal(*[step() for step in steps])
    report("PyTorch", "training, add", threads, measure(steps, seconds))


# JAX -------------------------------------------------------------------------


def run_jax(threads, seconds, small):
    if threads == 1:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    import jax
    import jax.numpy as jnp

    from scatter_mlir.jax import nd_update

    for case, (shape, indices, updates) in get_cases(small).items():
        indices, updates = jnp.asarray(indices), jnp.asarray(updates)
        for operation in OPERATIONS if case != "call" else ("add",):
            functions = [
                lambda x, i, v: getattr(x.at[i[:, 0]], operation)(v),
                lambda x, i, v: nd_update(
                    x,
                    i,
                    v,
                    reduction=OPERATIONS[operation],
                    out_of_bounds="drop",
                    threads=threads,
                ),
            ]
            arrays, contestants = [], []
            for n, function in enumerate(functions):
                function = jax.jit(function, donate_argnums=0)
                arrays.append(function(jnp.zeros(shape), indices, updates))

                def call(n=n, function=function):
                    arrays[n] = function(arrays[n], indices, updates)
                    arrays[n].block_until_ready()

                contestants.append(call)
            assert jnp.array_equal(*arrays), (case, operation)
            times = measure(contestants, seconds)
            report("JAX", f"{case}, {operation}, jit", threads, times)
    scale = 64 if small else 1
    shape, indices, updates = make_rows(16384 // scale, 768, 8192 // scale)
    data, indices, updates = map(jnp.asarray, (np.zeros(shape, "f4"), indices, updates))

    def make_step(function):
        step = jax.jit(jax.grad(lambda v: (function(v) ** 2).sum() / 2))
        return lambda: step(updates).block_until_ready()

    options = {"reduction": "sum", "out_of_bounds": "drop", "threads": threads}
    steps = [
        make_step(lambda v: data.at[indices[:, 0]].add(v)),
        make_step(lambda v: nd_update(data, indices, v, **options)),
    ]
    assert jnp.array_equal(*[step() for step in steps])
    report("JAX", "training, add", threads, measure(steps, seconds))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("framework", choices=("torch", "jax"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.8)
    parser.add_argument("--small", action="store_true", help="a quick run of all cases")
    arguments = parser.parse_args()
    run = {"torch": run_torch, "jax": run_jax}[arguments.framework]
    run(arguments.threads, arguments.seconds, arguments.small)


if __name__ == "__main__":
    main()
