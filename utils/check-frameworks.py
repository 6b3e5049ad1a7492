# ===- check-frameworks.py - frameworks beside each other in a process -----===#
"""Runs an installed scatter_mlir beside all frameworks, in one process.

usage: check-frameworks.py [--skip-missing] [NAME...]

Imports what the arguments name in this order: scatter_mlir, torch, jax,
tensorflow, openvino, onnxruntime (with onnx) and intel-openmp. Each framework
scatters with its own op and with ours, with two threads, and the results have to
be the same. Without names processes import all of them in several orders, so
that each comes before and after each other one.
"""

import ctypes
import glob
import importlib
import importlib.util
import os
import subprocess
import sys
import time

NAMES = (
    "scatter_mlir",
    "torch",
    "jax",
    "tensorflow",
    "openvino",
    "onnxruntime",
    "intel-openmp",
)


def find_intel_openmp():
    for folder in [sys.prefix, *sys.path]:
        for path in ("lib/libiomp5.so", "../../libiomp5.so"):
            if found := glob.glob(os.path.join(folder, path)):
                return found[0]
    return None


def is_installed(name):
    if name == "intel-openmp":
        return find_intel_openmp() is not None
    names = ("onnxruntime", "onnx") if name == "onnxruntime" else (name,)
    return all(importlib.util.find_spec(name) for name in names)


def load(name):
    if name == "intel-openmp":
        library = ctypes.CDLL(find_intel_openmp(), mode=ctypes.RTLD_GLOBAL)
        assert library.omp_get_max_threads() >= 1
    else:
        importlib.import_module(name)


def check_torch(arrays):
    import torch

    import scatter_mlir.torch

    data, indices, updates = map(torch.from_numpy, arrays)
    theirs = data.index_put((indices[:, 0],), updates)
    ours = scatter_mlir.torch.scatter_nd_update(data, indices, updates, threads=2)
    # Its own threads, those of its OpenMP runtime.
    assert torch.isfinite(updates @ updates[:128].T).all()
    return theirs.numpy(), ours.numpy()


def check_jax(arrays):
    import jax.numpy as jnp
    import numpy as np

    import scatter_mlir

    data, indices, updates = map(jnp.asarray, arrays)
    theirs = data.at[indices[:, 0]].set(updates)
    ours = scatter_mlir.scatter_nd_update(data, indices, updates, threads=2)
    if importlib.util.find_spec("scatter_mlir.jax") and glob.glob(
        os.path.join(os.path.dirname(scatter_mlir.__file__), "jax", "*.so")
    ):
        import scatter_mlir.jax

        ours = scatter_mlir.jax.nd_update(data, indices, updates, threads=2)
    return np.asarray(theirs), np.asarray(ours)


def check_tensorflow(arrays):
    import numpy as np
    import tensorflow as tf

    import scatter_mlir

    data, indices, updates = map(tf.constant, arrays)
    theirs = tf.tensor_scatter_nd_update(data, indices, updates)
    ours = scatter_mlir.scatter_nd_update(data, indices, updates, threads=2)
    return theirs.numpy(), np.asarray(ours)


def check_openvino(arrays):
    import openvino as ov
    from openvino import opset15

    parameters = [opset15.parameter(array.shape, array.dtype) for array in arrays]
    model = ov.Model([opset15.scatter_nd_update(*parameters)], parameters)
    settings = {"INFERENCE_NUM_THREADS": 2, "INFERENCE_PRECISION_HINT": "f32"}
    compiled = ov.Core().compile_model(model, "CPU", settings)
    return (compiled(list(arrays))[0],)


def check_onnxruntime(arrays):
    import onnxruntime
    from onnx import TensorProto, helper

    names = ["data", "indices", "updates"]
    types = [TensorProto.FLOAT, TensorProto.INT64, TensorProto.FLOAT]
    inputs = [
        helper.make_tensor_value_info(name, type, array.shape)
        for name, type, array in zip(names, types, arrays)
    ]
    output = helper.make_tensor_value_info("result", types[0], arrays[0].shape)
    node = helper.make_node("ScatterND", names, ["result"])
    graph = helper.make_graph([node], "update", inputs, [output])
    opset = [helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return session.run(None, dict(zip(names, arrays)))


def check_scatter_mlir(arrays):
    import scatter_mlir

    program = scatter_mlir.compile(
        """
        func.func @f(%d: tensor<?x128xf32>, %i: tensor<?x1xi64>,
                     %u: tensor<?x128xf32>) -> tensor<?x128xf32> {
          %r = scatter.scatter_nd_update
            ins(%i, %u : tensor<?x1xi64>, tensor<?x128xf32>)
            outs(%d : tensor<?x128xf32>) -> tensor<?x128xf32>
          return %r : tensor<?x128xf32>
        }""",
        threads=2,
    )
    return scatter_mlir.scatter_nd_update(*arrays, threads=2), program(*arrays)


def check(names):
    """Imports and runs `names` in this process."""
    start = time.perf_counter()
    for name in names:
        load(name)
    import numpy as np

    random = np.random.default_rng(1)
    data = random.random((20000, 128), dtype=np.float32)
    # No duplicates, which the frameworks leave open.
    indices = random.permutation(20000)[:15000, None]
    updates = random.random((15000, 128), dtype=np.float32)
    expected = data.copy()
    expected[indices[:, 0]] = updates
    for name in names:
        if name == "intel-openmp":
            continue
        results = globals()[f"check_{name}"]((data, indices, updates))
        for result in results:
            assert result.tobytes() == expected.tobytes(), name
    print(f"{' '.join(names)}: ok, {time.perf_counter() - start:.0f} s", flush=True)


def main():
    arguments = sys.argv[1:]
    skips = "--skip-missing" in arguments
    names = [name for name in arguments if name != "--skip-missing"]
    if unknown := set(names) - set(NAMES):
        sys.exit(f"unknown names: {' '.join(sorted(unknown))}")
    missing = [name for name in names or NAMES if not is_installed(name)]
    if missing and not skips:
        sys.exit(f"not installed: {' '.join(missing)}")
    if names:
        check([name for name in names if name not in missing])
        return
    installed = [name for name in NAMES if name not in missing]
    failed = 0
    for first in range(len(installed)):
        order = installed[first:] + installed[:first]
        command = [sys.executable, __file__, *order]
        status = subprocess.run(command, timeout=600).returncode
        if status:
            print(f"{' '.join(order)}: FAILED with status {status}", flush=True)
            failed += 1
    print(f"{len(installed)} orders, {failed} failed; not installed: {missing or 'none'}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
