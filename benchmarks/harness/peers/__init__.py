"""The peers, one module each.

A module has `NAME`, `DISTRIBUTIONS` (as pip names them), `CHECKS` (what it does
about an index out of bounds), `setup(threads)`, called once in a process, and
`build(problem, mode, threads)`, which returns contestants or raises Unsupported.
`alone` is not a peer, but ours for the sweep.
"""

import importlib

NAMES = ("copy", "by_hand", "numpy", "torch", "torch_scatter", "onnxruntime",
         "openvino", "jax", "tensorflow", "iree")  # fmt: skip


def load(name, threads, folder):
    """The peer `name`, ready for use; `folder` is for what it has to compile."""
    module = importlib.import_module(f"{__name__}.{name}_peer")
    module.setup(threads, folder)
    return module
