# ===- networks.py - whole small networks beside other runtimes ------------===#
#
# usage: networks.py graph|decoder [--threads 1] [--rounds 12]
#
# Prints a row of the table in docs/Benchmarks.md. Each call of the script is a process
# with ours and one peer, which take turns as in the harness:
#
#   graph    a layer of a graph network that PyTorch exports to ONNX. Messages of
#            edges are summed at nodes. Peer: ONNX Runtime (needs torch, onnx,
#            onnxscript and onnxruntime)
#   decoder  a step of attention with a cache of keys and values that JAX lowers to
#            StableHLO. Peer: JAX
#
# The results of both are compared before the timing starts. "races" marks a peer whose
# threads write the same element without a defined order, so that its results differ.
# Every contestant allocates its results. For an index out of bounds, ours and ONNX
# Runtime report an error, and JAX drops the update.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import sys
import tempfile

import numpy as np

from harness import worker
from harness.contestant import Contestant

NODES, EDGES, FEATURES = 20000, 100000, 64
HEADS, LENGTH, DEPTH = 16, 2048, 64


def numbers(*shape, seed):
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


# The networks ---------------------------------------------------------------


def make_graph(threads):
    import onnxruntime
    import scatter_mlir
    import torch

    class Aggregation(torch.nn.Module):
        def __init__(self):
            super().__init__()
            torch.manual_seed(7)
            self.message = torch.nn.Linear(FEATURES, FEATURES)
            self.update = torch.nn.Linear(2 * FEATURES, FEATURES)

        def forward(self, nodes, source, target):
            messages = torch.relu(self.message(nodes))[source]
            sums = torch.zeros_like(nodes).index_add(0, target, messages)
            return self.update(torch.cat([nodes, sums], dim=1))

    random = np.random.default_rng(1)
    arguments = (
        numbers(NODES, FEATURES, seed=2),
        random.integers(0, NODES, EDGES),
        random.integers(0, NODES, EDGES),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.onnx")
        torch.onnx.export(
            Aggregation().eval(), tuple(map(torch.from_numpy, arguments)), path,
            input_names=["nodes", "source", "target"], dynamo=True,
            external_data=False, verbose=False,
        )  # fmt: skip
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])
        program = scatter_mlir.compile(path, threads=threads)
    feed = dict(zip(("nodes", "source", "target"), arguments))
    return (
        lambda: program(*arguments),
        "ONNX Runtime",
        lambda: session.run(None, feed)[0],
        f"graph layer, {NODES} nodes, {EDGES} edges, {FEATURES} features",
    )


def make_decoder(threads):
    os.environ["JAX_PLATFORMS"] = "cpu"
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    import jax
    import jax.numpy as jnp
    import scatter_mlir

    width = HEADS * DEPTH

    def step(x, keys, values, position, query, key, value, out):
        split = lambda t: t.reshape(HEADS, 1, DEPTH)
        start = (0, position, 0)
        keys = jax.lax.dynamic_update_slice(keys, split(x @ key), start)
        values = jax.lax.dynamic_update_slice(values, split(x @ value), start)
        scores = jnp.einsum("hqd,htd->hqt", split(x @ query), keys) / np.sqrt(DEPTH)
        mask = jnp.arange(LENGTH) <= position
        weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
        mixed = jnp.einsum("hqt,htd->hqd", weights, values)
        return mixed.reshape(1, width) @ out, keys, values

    arguments = (
        numbers(1, width, seed=1),
        numbers(HEADS, LENGTH, DEPTH, seed=2),
        numbers(HEADS, LENGTH, DEPTH, seed=3),
        np.int32(LENGTH // 2),
        *(numbers(width, width, seed=4 + i) / np.float32(32) for i in range(4)),
    )
    jitted = jax.jit(step)
    program = scatter_mlir.compile(jitted.lower(*arguments), threads=threads)
    on_device = tuple(map(jax.device_put, arguments))
    return (
        lambda: program(*arguments),
        "JAX",
        lambda: jax.block_until_ready(jitted(*on_device)),
        f"decoder step, {HEADS} heads of {DEPTH}, cache of {LENGTH}",
    )


# Measurement ----------------------------------------------------------------


CALLS = 20


def pack(results):
    return results if isinstance(results, tuple) else (results,)


def are_close(some, others):
    pairs = zip(some, others, strict=True)
    return all(np.allclose(*pair, rtol=1e-3, atol=1e-3) for pair in pairs)


def check(ours, theirs):
    """Whether the peer always returns the same result.

    Ends the program unless our results are bitwise equal and the peer's result is equal
    up to rounding at least once. Threads that add to the same element race.
    """
    expected = pack(ours())
    for _ in range(CALLS):
        if not all(map(np.array_equal, pack(ours()), expected)):
            sys.exit("wrong result: ours differs from call to call")
    agreed = [are_close(pack(theirs()), expected) for _ in range(CALLS)]
    if not any(agreed):
        sys.exit("wrong result: ours is never what the peer gives")
    return all(agreed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=("graph", "decoder"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    if options.threads == 1:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    make = make_graph if options.network == "graph" else make_decoder
    ours, peer, theirs, label = make(options.threads)
    if not check(ours, theirs):
        label += ", races"
    contestants = [Contestant("ours", ours, None), Contestant(peer, theirs, None)]
    times = worker.time_all(contestants, options.rounds, 0.03)
    ratio = times[peer]["ms"] / times["ours"]["ms"]
    print(
        f"| {label} | {options.threads} | {times['ours']['ms']:.3f} "
        f"({times['ours']['median_ms']:.3f}) | {peer} {times[peer]['ms']:.3f} "
        f"({times[peer]['median_ms']:.3f}) | {ratio:.2f} |"
    )


if __name__ == "__main__":
    main()
