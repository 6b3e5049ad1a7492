# ===- gathers.py - gather_nd beside its peers -----------------------------===#
"""Times random gathers by `scatter_mlir.gather_nd` and by what peers have for them, in
turns in one process: NumPy (take, fancy reading), PyTorch (index_select, advanced
indexing), JAX (jit of x.at[].get) and ONNX Runtime (GatherND). Results are compared
before anything is timed. Prints each workload, and the geometric mean of the time of
the best peer divided by ours.

    gathers.py --workloads=60 --threads=2 --rounds=7
    gathers.py --kind=embedding --only=numpy,torch
"""

import argparse
import importlib.util
import math
import os
import time

# A thread of a peer that spins after its call would take a core from the next candidate.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np

import scatter_mlir

KINDS = ("embedding", "pairs", "elements")


def make_workload(random, kind):
    """Returns data, index tuples and a description."""
    dtype = np.dtype(str(random.choice(["f4", "f4", "f2", "f8", "i8"])))
    index = np.dtype(str(random.choice(["i8", "i4"])))
    count = int(2 ** random.uniform(8, 20))
    if kind == "embedding":
        width = int(random.choice([16, 32, 64, 96, 128, 256, 384, 768, 1024]))
        count = min(count, (1 << 26) // (width * dtype.itemsize))
        rows = int(2 ** random.uniform(8, min(20, 27 - math.log2(width * dtype.itemsize))))
        shape, depth = (rows, width), 1
    elif kind == "pairs":
        side = int(2 ** random.uniform(4, 10))
        width = int(random.choice([1, 3, 8, 32, 64]))
        shape = (side, side, width) if width > 1 else (side, side)
        depth = 2
        count = min(count, (1 << 26) // (width * dtype.itemsize))
    else:
        shape, depth = (int(2 ** random.uniform(10, 25)),), 1
    data = (random.random(shape, dtype="f4") * 100).astype(dtype)
    tuples = random.integers(0, shape[:depth], (count, depth)).astype(index)
    text = f"{kind:9} {dtype}{list(shape)} by {index}[{count}, {depth}]"
    return data, tuples, text


def make_onnx(data, tuples, threads):
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper

    def value(name, array):
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        return helper.make_tensor_value_info(name, kind, array.shape)

    shape = tuples.shape[:-1] + data.shape[tuples.shape[-1] :]
    kind = helper.np_dtype_to_tensor_dtype(data.dtype)
    graph = helper.make_graph(
        [helper.make_node("GatherND", ["data", "indices"], ["result"])],
        "gather",
        [value("data", data), value("indices", tuples)],
        [helper.make_tensor_value_info("result", kind, shape)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    feeds = {
        "data": onnxruntime.OrtValue.ortvalue_from_numpy(data),
        "indices": onnxruntime.OrtValue.ortvalue_from_numpy(tuples),
    }
    # Results stay in ONNX Runtime's memory.
    return lambda: session.run_with_ort_values(["result"], feeds)[0]


def make_contestants(data, tuples, threads, only):
    """Returns functions by name, and how to turn their results into arrays."""
    columns = [np.ascontiguousarray(c) for c in tuples.T]
    found = {"ours": lambda: scatter_mlir.gather_nd(data, tuples, threads=threads)}
    if "numpy" in only:
        if len(columns) == 1:
            found["numpy"] = lambda: np.take(data, columns[0], 0)
        else:
            found["numpy"] = lambda: data[tuple(columns)]
    if "torch" in only and importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(threads)
        tensor, where = torch.from_numpy(data), [torch.from_numpy(c) for c in columns]
        if len(where) == 1:
            found["torch"] = lambda: torch.index_select(tensor, 0, where[0])
        else:
            found["torch"] = lambda: tensor[tuple(where)]
    if "jax" in only and importlib.util.find_spec("jax"):
        import jax

        with jax.enable_x64(True):
            array, places = jax.numpy.asarray(data), [jax.numpy.asarray(c) for c in columns]
            get = jax.jit(lambda x, *i: x.at[i].get(mode="promise_in_bounds"))
            compiled = get.lower(array, *places).compile()
        found["jax"] = lambda: compiled(array, *places).block_until_ready()
    if "onnxruntime" in only and importlib.util.find_spec("onnxruntime"):
        wide = tuples.astype("i8")
        found["onnxruntime"] = make_onnx(data, wide, threads)
    return found


def to_array(result):
    return np.asarray(result.numpy() if hasattr(result, "numpy") else result)


def time_turns(contestants, rounds):
    """Returns the best time of each in seconds; calls take turns."""
    repeats, times = {}, {}
    for name, function in contestants.items():
        for _ in range(4):
            begin = time.perf_counter()
            function()
            once = time.perf_counter() - begin
        repeats[name] = max(1, min(1000, int(0.004 / max(once, 1e-7))))
        times[name] = math.inf
    for _ in range(rounds):
        for name, function in contestants.items():
            begin = time.perf_counter()
            for _ in range(repeats[name]):
                function()
            each = (time.perf_counter() - begin) / repeats[name]
            times[name] = min(times[name], each)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workloads", type=int, default=60)
    parser.add_argument("--kind", choices=KINDS, help="this kind alone")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="numpy,torch,jax,onnxruntime")
    options = parser.parse_args()
    ratios = []
    for number in range(options.workloads):
        random = np.random.default_rng((options.seed, number))
        kind = options.kind or KINDS[number % len(KINDS)]
        data, tuples, text = make_workload(random, kind)
        contestants = make_contestants(
            data, tuples, options.threads, options.only.split(",")
        )
        expected = data[tuple(tuples.T)]
        for name, function in contestants.items():
            if not np.array_equal(to_array(function()), expected):
                raise SystemExit(f"{text}: the result of {name} differs")
        scatter_mlir.warm_up(scatter_mlir.gather_nd, data, tuples, threads=options.threads)
        times = time_turns(contestants, options.rounds)
        peers = {name: times[name] for name in times if name != "ours"}
        best = min(peers, key=peers.get)
        ratios.append(peers[best] / times["ours"])
        each = ", ".join(f"{name} {seconds * 1e3:.4f}" for name, seconds in times.items())
        print(f"{ratios[-1]:5.2f} {text}: ms {each}", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"best peer / ours: geometric mean {mean:.2f}, least {min(ratios):.2f}")


if __name__ == "__main__":
    main()
