# ===- test_torch_func.py - transforms of torch.func ----------------------===#
"""Ops and their nested transforms, compared with the same program of PyTorch."""

import functools

import pytest

torch = pytest.importorskip("torch")

from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp, vmap  # noqa: E402

from scatter_mlir.torch import (  # noqa: E402
    drop_in,
    gather_nd,
    gather_scatter,
    scatter_nd_update,
)

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")

TUPLES = torch.tensor([[1], [3], [1]])
SRC, DST = torch.tensor([0, 2, 2, 1]), torch.tensor([1, 1, 3, 0])
COLUMNS = torch.tensor([[1, 2], [0, 0], [2, 1], [1, 1]])
WEIGHT = torch.tensor([2.0, -1, 0.5, 3], dtype=torch.double)


def zeros_like(x):
    return torch.zeros(4, 3, dtype=x.dtype)


#: The function of this package and that of PyTorch, from 4 rows of 3 elements.
FUNCTIONS = {
    "gather_nd": (lambda x: gather_nd(x, TUPLES), lambda x: x[TUPLES[:, 0]]),
    "gather_nd of batches": (
        lambda x: gather_nd(x, COLUMNS[..., None], batch_dims=1),
        lambda x: x.gather(1, COLUMNS),
    ),
    "gather_scatter": (
        lambda x: gather_scatter(x, SRC, DST),
        lambda x: zeros_like(x).index_add(0, DST, x[SRC]),
    ),
    "weight": (
        lambda x: gather_scatter(x, SRC, DST, x[:, 0] * WEIGHT, reduction="mean"),
        lambda x: zeros_like(x).index_add(0, DST, x[SRC] * (x[:, 0] * WEIGHT)[:, None])
        / torch.tensor([1, 2, 1, 1])[:, None],
    ),
    "scatter_nd_update": (
        lambda x: scatter_nd_update(zeros_like(x), TUPLES, x[:3], reduction="sum"),
        lambda x: zeros_like(x).index_add(0, TUPLES[:, 0], x[:3]),
    ),
}
ELEMENTS = torch.tensor([[0, 2, 1], [1, 1, 0], [3, 0, 2]])
PLACES = torch.tensor([1, 3, 0])
#: The same calls of the drop-ins and of PyTorch.
for name, function in {
    "scatter": lambda m, x: m.scatter(x * 2, 0, ELEMENTS, x[:3]),
    "scatter_add": lambda m, x: m.scatter_add(x * 2, 0, ELEMENTS, x[:3]),
    "amax": lambda m, x: m.scatter_reduce(x * 2, 0, ELEMENTS, x[:3], "amax"),
    "index_copy": lambda m, x: m.index_copy(x * 2, 0, PLACES, x[:3]),
    "index_fill": lambda m, x: m.index_fill(x * 2, 0, PLACES, 3.0),
    "index_put": lambda m, x: m.index_put(x * 2, (TUPLES[:, 0],), x[:3], True),
    "slice_scatter": lambda m, x: m.slice_scatter(x * 2, x[:3], 0, 1, 4),
}.items():
    FUNCTIONS[name] = tuple(functools.partial(function, each) for each in (drop_in, torch))
TRANSFORMS = {
    "grad": grad,
    "hessian": hessian,
    "jacrev of jacrev": lambda f: jacrev(jacrev(f)),
    "jacfwd of jacfwd": lambda f: jacfwd(jacfwd(f)),
    "jacrev of jacfwd": lambda f: jacrev(jacfwd(f)),
    "jvp": lambda f: lambda x: jvp(f, (x,), (x.sin(),)),
    "vjp": lambda f: lambda x: vjp(f, x)[1](torch.tensor(2.0, dtype=x.dtype)),
    "vmap of grad": lambda f: lambda x: vmap(grad(f))(torch.stack([x, 2 * x])),
    "vmap of jvp": lambda f: lambda x: vmap(lambda t: jvp(f, (x,), (t,)))(torch.stack([x, 2 * x])),
    "compiled grad": lambda f: torch.compile(grad(f), backend="aot_eager"),
    "autograd": lambda f: lambda x: torch.autograd.functional.hessian(f, x),
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_nested_transforms(name, transform):
    if (name, transform) == ("weight", "jacfwd of jacfwd"):
        with pytest.raises(NotImplementedError, match="'weight': expected none where forward"):
            jacfwd(jacfwd(FUNCTIONS[name][0]))(torch.ones(4, 3, dtype=torch.double))
        return
    torch.manual_seed(0)
    x = torch.randn(4, 3, dtype=torch.double)
    ours, theirs = (
        TRANSFORMS[transform](lambda x, f=f: (f(x) ** 3).sum())(x) for f in FUNCTIONS[name]
    )
    torch.testing.assert_close(ours, theirs)
