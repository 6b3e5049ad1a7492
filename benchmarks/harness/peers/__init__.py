"""The peers, one module each.

Each module has `NAME`, `DISTRIBUTIONS` (names for pip), `CHECKS` (the behavior for an
index out of bounds), `setup(threads)`, called once per process, and `build(problem,
mode, threads)`, which returns contestants or raises Unsupported. `alone` is not a peer.
It times ours for the sweep.
"""

import importlib

NAMES = ("copy", "by_hand", "numpy", "torch", "torch_scatter", "onnxruntime",
         "openvino", "jax", "tensorflow", "iree")  # fmt: skip


def load(name, threads, folder):
    """The peer `name`, ready for use; `folder` is for what it has to compile."""
    module = importlib.import_module(f"{__name__}.{name}_peer")
    module.setup(threads, folder)
    return module
