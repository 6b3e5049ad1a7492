# ===- test_peers.py - beside libraries with an LLVM of their own ---------===#
"""PyTorch, JAX, TensorFlow and ONNX Runtime in one process with this package.

Runs with those that are installed. Each case is a process of its own, as the
order in which libraries are loaded matters.
"""

import importlib.util
import shutil
import subprocess
import sys

import pytest

USES = {
    "torch": """
import torch
def use_torch():
    assert torch.arange(4.0).index_put((torch.tensor([1]),), torch.ones(1))[1] == 1
""",
    "jax": """
import jax
def use_jax():
    f = jax.jit(lambda x: x.at[1].set(7.0) * 2)
    assert f(jax.numpy.zeros(3))[1] == 14
""",
    "tensorflow": """
import tensorflow
def use_tensorflow():
    data = tensorflow.zeros(4)
    data = tensorflow.tensor_scatter_nd_update(data, [[1]], [2.0])
    assert data.numpy().tolist() == [0, 2, 0, 0]
""",
    "onnxruntime": """
import onnxruntime
def message(number, content):
    return bytes([number << 3 | 2, len(content)]) + content
def use_onnxruntime():
    import numpy
    # A graph of one node, y = Neg(x), on 3 floats.
    node = message(1, b"x") + message(2, b"y") + message(4, b"Neg")
    shape = message(2, message(1, b"\\x08\\x03"))
    kind = message(2, message(1, b"\\x08\\x01" + shape))
    graph = message(1, node) + message(2, b"g")
    graph += message(11, message(1, b"x") + kind) + message(12, message(1, b"y") + kind)
    model = b"\\x08\\x08" + message(7, graph) + message(8, b"\\x10\\x0d")
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    (y,) = session.run(None, {"x": numpy.ones(3, "f4")})
    assert y.tolist() == [-1, -1, -1]
""",
    "scatter_mlir": """
import numpy as np
import scatter_mlir
def use_scatter_mlir():
    for dtype in ("f4", "i8"):
        data = np.zeros(4, dtype)
        result = scatter_mlir.scatter_nd_update(data, [[1], [-1]], [5, 6])
        assert result.tolist() == [0, 5, 0, 6]
    try:
        scatter_mlir.compile("no MLIR\\n")
    except scatter_mlir.CompileError:
        pass
""",
}
PEERS = [
    name for name in USES if name != "scatter_mlir" and importlib.util.find_spec(name)
]


def run(names):
    uses = "".join(f"use_{name}()\n" for name in names)
    source = "".join(USES[name] for name in names) + uses + uses
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize("first", [True, False])
def test_one(peer, first):
    names = ["scatter_mlir", peer]
    run(names if first else names[::-1])


@pytest.mark.skipif(len(PEERS) < 2, reason="needs two of torch, jax, tensorflow, onnxruntime")
def test_all():
    run(PEERS + ["scatter_mlir"])
    run(["scatter_mlir"] + PEERS)
    run(PEERS[:1] + ["scatter_mlir"] + PEERS[1:])


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_a_visible_llvm_is_not_used(tmp_path):
    source = tmp_path / "llvm.c"
    source.write_text(
        "void *_ZN4llvm12PassRegistry15getPassRegistryEv(void) { return 0; }\n"
        # Who takes this for the virtual functions of a stream calls null.
        "void *_ZTVN4llvm18raw_string_ostreamE[64];\n"
    )
    library = tmp_path / "libllvm.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    load = f"import ctypes; ctypes.CDLL({str(library)!r}, ctypes.RTLD_GLOBAL)\n"
    done = subprocess.run(
        [sys.executable, "-c", load + USES["scatter_mlir"] + "use_scatter_mlir()"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
