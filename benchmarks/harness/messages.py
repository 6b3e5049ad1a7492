# ===- messages.py - message passing by other libraries ---------------------===#
"""Message passing as a program of PyTorch, torch_scatter, SciPy and JAX, for
benchmarks/messages.py. Libraries that are not installed are left out."""

import importlib.util
import warnings

import numpy as np
import torch

# PyTorch says that its CSR is a beta version.
warnings.filterwarnings("ignore", message="Sparse")

#: Reductions as PyTorch's scatter_reduce calls them.
_NAMES = {"sum": "sum", "mean": "mean", "min": "amin", "max": "amax", "prod": "prod"}
#: The types of matrices in CSR.
_CSR_TYPES = (torch.float32, torch.float64)


class Problem:
    """Rows `x` that are sent along edges, as tensors of the CPU. `weight` may be None."""

    def __init__(self, x, src, dst, weight=None, reduction="sum"):
        self.x, self.src, self.dst, self.weight = x, src, dst, weight
        self.reduction = reduction
        self.size = len(x)
        self._order_edges()

    def _order_edges(self):
        """Sorts the edges by rows, as a matrix in CSR has them."""
        count = torch.bincount(self.dst, minlength=self.size)
        order = torch.argsort(self.dst, stable=True)
        self.offsets = torch.zeros(self.size + 1, dtype=torch.int64)
        self.offsets[1:] = count.cumsum(0)
        self.columns = self.src[order]
        ones = torch.ones(len(self.src), dtype=self.x.dtype)
        self.values = (ones if self.weight is None else self.weight)[order]
        if self.reduction == "mean":
            self.values = self.values / count[self.dst[order]]

    def make_messages(self):
        rows = self.x[self.src]
        return rows if self.weight is None else rows * self.weight[:, None]

    def has_matrix(self):
        return self.reduction in ("sum", "mean") and self.x.dtype in _CSR_TYPES

    def check(self, name, found):
        """Raises an error if a result is not the one of this problem. Sums may be in any
        order: n additions are off by at most n times the unit of rounding, of the sum
        of the absolute values."""
        found = torch.as_tensor(found).double()
        messages = self.make_messages().double()
        expected = _reduce(self, messages)
        if self.reduction in ("min", "max"):
            bound = torch.zeros_like(expected)
        else:
            zeros = torch.zeros_like(expected)
            sums = zeros.index_add(0, self.dst, messages.abs())
            count = torch.bincount(self.dst, minlength=self.size)[:, None]
            bound = sums * (count + 2) * torch.finfo(self.x.dtype).eps
            if self.reduction == "mean":
                bound = bound / count.clamp(min=1)
        if found.shape != expected.shape or not ((found - expected).abs() <= bound).all():
            raise SystemExit(f"{name}: the result differs")


def _reduce(problem, messages):
    index = problem.dst[:, None].expand(messages.shape)
    zeros = torch.zeros_like(problem.x, dtype=messages.dtype)
    name = _NAMES[problem.reduction]
    return zeros.scatter_reduce(0, index, messages, name, include_self=False)


def _make_torch(problem):
    def scatter_reduce():
        return _reduce(problem, problem.make_messages())

    def index_add():
        zeros = torch.zeros_like(problem.x)
        return zeros.index_add_(0, problem.dst, problem.make_messages())

    yield "torch", scatter_reduce
    program = scatter_reduce
    if problem.reduction == "sum":
        program = index_add
        yield "torch index_add", index_add
    # Compiled programs of former problems.
    torch._dynamo.reset()
    yield "torch.compile", torch.compile(program, dynamic=False)
    if problem.has_matrix():
        shape = (problem.size, problem.size)
        matrix = torch.sparse_csr_tensor(
            problem.offsets, problem.columns, problem.values, shape
        )
        yield "torch CSR", lambda: matrix @ problem.x


def _make_torch_scatter(problem):
    if not importlib.util.find_spec("torch_scatter"):
        return
    import torch_scatter

    def scatter():
        messages = problem.make_messages()
        return torch_scatter.scatter(
            messages, problem.dst, 0, dim_size=problem.size, reduce=problem.reduction
        )

    yield "torch_scatter", scatter
    if problem.weight is None:
        # Of edges that are sorted.
        def segment():
            messages = problem.x[problem.columns]
            return torch_scatter.segment_csr(
                messages, problem.offsets, reduce=problem.reduction
            )

        yield "torch_scatter CSR", segment


def _make_scipy(problem):
    if not problem.has_matrix() or not importlib.util.find_spec("scipy"):
        return
    import scipy.sparse

    arrays = (each.numpy() for each in (problem.values, problem.columns, problem.offsets))
    matrix = scipy.sparse.csr_matrix(tuple(arrays), (problem.size, problem.size))
    rows = problem.x.numpy()
    yield "scipy CSR", lambda: matrix @ rows


def make_jax_program(problem):
    """Returns what a function of JAX is lowered to, and its arguments."""
    import jax
    import jax.numpy as jnp

    name = "sum" if problem.reduction == "mean" else problem.reduction
    combine = getattr(jax.ops, f"segment_{name}")

    def pass_messages(x, src, dst, *weight):
        messages = x[src] * weight[0][:, None] if weight else x[src]
        result = combine(messages, dst, problem.size)
        if problem.reduction == "sum":
            return result
        count = jnp.zeros(problem.size, "int32").at[dst].add(1)[:, None]
        if problem.reduction == "mean":
            return (result / jnp.maximum(count, 1)).astype(x.dtype)
        return jnp.where(count > 0, result, 0)

    # JAX's integers have 32 bits unless 64 are enabled.
    tensors = [problem.x, problem.src.int(), problem.dst.int()]
    tensors += [] if problem.weight is None else [problem.weight]
    with jax.enable_x64(problem.x.dtype == torch.float64):
        arguments = [jax.dlpack.from_dlpack(each) for each in tensors]
        return jax.jit(pass_messages).lower(*arguments), arguments


def _make_jax(problem):
    if importlib.util.find_spec("jax"):
        lowered, arguments = make_jax_program(problem)
        compiled = lowered.compile()
        yield "jax", lambda: compiled(*arguments).block_until_ready()


_PEERS = {
    "torch": _make_torch,
    "torch_scatter": _make_torch_scatter,
    "scipy": _make_scipy,
    "jax": _make_jax,
}
LIBRARIES = tuple(_PEERS)


def make_peers(problem, libraries=LIBRARIES):
    """Returns functions by name, which `libraries` have for the problem. Each result is
    that of the problem."""
    peers = {}
    for library in libraries:
        peers.update(_PEERS[library](problem))
    for name, function in peers.items():
        found = function()
        if not isinstance(found, torch.Tensor):
            found = torch.from_numpy(np.array(found, np.float64))
        problem.check(name, found)
    return peers
