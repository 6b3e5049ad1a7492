# ===- test_torch_kernels.py - the kernels of PyTorch's ops ----------------===#
"""What compiled graphs call: kernels without Python, by PyTorch's stable ABI."""

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import _core

torch = pytest.importorskip("torch")

import scatter_mlir.torch as st

OPS = torch.ops.scatter_mlir
DEFAULTS = {
    "reduction": "none",
    "out_of_bounds": "error",
    "negative_indices": "wrap",
    "unique_indices": False,
    "indices_are_sorted": False,
    "threads": None,
}
REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]
INDICES = torch.tensor([[0], [2], [0], [-1]])
BOUNDS = [4, 0], [0, 3], [-2, 1], [0, 1]

DTYPES = [
    torch.bool, torch.int8, torch.int16, torch.int32, torch.int64,
    torch.uint8, torch.uint16, torch.uint32, torch.uint64,
    torch.float16, torch.bfloat16, torch.float32, torch.float64,
    torch.complex64, torch.complex128,
    torch.float8_e4m3fn, torch.float8_e4m3fnuz, torch.float8_e5m2,
    torch.float8_e5m2fnuz,
]  # fmt: skip

#: Has functions of the stable ABI that make tensors of memory and name more types.
IS_2_11 = torch.torch_version.TorchVersion(torch.__version__) >= "2.11"
if IS_2_11:
    DTYPES.append(torch.float8_e8m0fnu)


def update(data, indices, updates, **options):
    return OPS._scatter_nd_update(data, indices, updates, **{**DEFAULTS, **options})


def update_(data, indices, updates, **options):
    return OPS._scatter_nd_update_(data, indices, updates, **{**DEFAULTS, **options})


def update_slice(data, updates, *bounds, threads=None):
    return OPS._slice_scatter(data, updates, *bounds, threads)


def make_data(dtype=torch.float32):
    return torch.arange(15).reshape(5, 3).to(dtype)


def make_updates(dtype=torch.float32):
    return (torch.arange(12) + 2).reshape(4, 3).to(dtype)


def to_bits(tensor):
    return tensor.contiguous().view(torch.uint8)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_element_types(dtype):
    data, updates = make_data(dtype), make_updates(dtype)
    expected = scatter_mlir.scatter_nd_update(data, INDICES, updates)
    result = update(data, INDICES, updates)
    assert result.dtype == dtype and to_bits(result).equal(to_bits(expected))
    assert to_bits(data).equal(to_bits(make_data(dtype)))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint64], ids=str)
def test_options(reduction, dtype):
    data, updates = make_data(), make_updates()
    indices = INDICES.abs().to(dtype) if dtype == torch.uint64 else INDICES.to(dtype)
    options = {
        "reduction": reduction,
        "out_of_bounds": "drop",
        "negative_indices": "reject",
        "unique_indices": False,
        "indices_are_sorted": False,
        "threads": 2,
    }
    expected = scatter_mlir.scatter_nd_update(data, indices, updates, **options)
    assert update(data, indices, updates, **options).equal(expected)
    assert update_(data, indices, updates, **options) is None
    assert data.equal(expected)


def test_out_of_bounds():
    data, indices = torch.zeros(4), torch.tensor([[3], [9], [-5]])
    updates = torch.tensor([1.0, 2, 4])

    def run(out_of_bounds):
        return update(data, indices, updates, out_of_bounds=out_of_bounds).tolist()

    with pytest.raises(IndexError):
        run("error")
    assert run("drop") == [0, 0, 0, 1]
    assert run("clamp") == [4, 0, 0, 2]


LAYOUTS = {
    "transposed": lambda t: t.T.contiguous().T,
    "every second": lambda t: t.repeat_interleave(2, 1)[:, ::2],
    "part of a row": lambda t: torch.cat((t, t), 1)[:, :3],
    "size 1": lambda t: t[:, None].transpose(0, 1).transpose(0, 1),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout):
    data = LAYOUTS[layout](make_data())
    updates = make_updates().reshape(4, *data.shape[1:])
    expected = scatter_mlir.scatter_nd_update(data.contiguous(), INDICES, updates)
    result = update(data, INDICES, updates)
    assert result.equal(expected) and result.device == data.device
    assert result.stride() == torch.empty_like(data).stride()
    update_(data, INDICES, updates)
    assert data.equal(expected)


def test_slices():
    data, updates = make_data(), torch.ones(2, 3)
    expected = scatter_mlir.slice_scatter(data, updates, *BOUNDS)
    assert update_slice(data, updates, *BOUNDS).equal(expected)
    assert update_slice(data, updates, *BOUNDS, threads=2).equal(expected)
    assert OPS._slice_scatter_(data, updates, *BOUNDS, None) is None
    assert data.equal(expected)


def test_large_results_are_memory_of_the_pool():
    def run():
        data = torch.zeros(2 << 20)
        return update(data, torch.tensor([[1]]), torch.ones(1))

    result = run()
    assert result.shape == (2 << 20,) and result[1] == 1 and result.sum() == 1
    view = result[1:]
    del result
    assert view[0] == 1
    del view
    idle = _core.num_idle_result_bytes()
    result = run()
    taken = idle - _core.num_idle_result_bytes()
    assert taken == (result.nbytes if IS_2_11 else 0)


@pytest.mark.parametrize(
    "error, match, call",
    [
        (IndexError, "tuple 0, component 0: expected an index in .*, found 9$", lambda d: update(d, torch.tensor([[9]]), torch.ones(1, 3))),
        (RuntimeError, "'reduction': expected one of 'none', .*, found 'mul'", lambda d: update(d, INDICES, make_updates(), reduction="mul")),
        (RuntimeError, "'negative_indices': expected one of 'wrap', 'reject', found ''", lambda d: update(d, INDICES, make_updates(), negative_indices="")),
        (RuntimeError, "'threads': expected 1 to 1024, found 0", lambda d: update(d, INDICES, make_updates(), threads=0)),
        (RuntimeError, "'threads': expected 1 to 1024, found 1025", lambda d: update_slice(d, torch.ones(2, 3), *BOUNDS, threads=1025)),
        (RuntimeError, "'updates'", lambda d: update(d, INDICES, torch.ones(4))),
        (RuntimeError, "expected equal lengths", lambda d: update_slice(d, d, [0, 1], [5], [1], [0])),
        (RuntimeError, "'updates'", lambda d: update_slice(d, d, [0], [2], [1], [0])),
        (RuntimeError, "step", lambda d: update_slice(d, d, [0], [2], [0], [0])),
    ],
)  # fmt: skip
def test_errors(error, match, call):
    data = make_data()
    with pytest.raises(error, match=match):
        call(data)
    assert data.equal(make_data())


def test_ops_without_gradients_reach_the_kernels_in_inference_mode():
    with torch.inference_mode():
        data = make_data()
        OPS.scatter_nd_update_(data, INDICES, make_updates(), reduction="sum")
        expected = scatter_mlir.scatter_nd_update(
            make_data(), INDICES, make_updates(), reduction="sum"
        )
        assert data.equal(expected)
        with pytest.raises(IndexError):
            OPS.scatter_nd_update(data, torch.tensor([[9]]), torch.ones(1, 3))


def fail(*arguments, **options):
    raise AssertionError("a compiled graph calls Python")


@pytest.mark.parametrize("records", [False, True])
def test_compiled_graphs_call_no_python(records, monkeypatch):
    def step(data, indices, updates):
        data = data * 2
        st.scatter_nd_update_(data, indices, updates, reduction="sum")
        data = st.slice_scatter(data, updates[0], start=-1, stop=None)
        return st.scatter_nd_update(data, indices, updates)

    def make():
        return make_data(), INDICES, make_updates().requires_grad_(records)

    expected = step(*make())
    torch._dynamo.reset()
    compiled = torch.compile(step, fullgraph=True, backend="aot_eager")
    assert compiled(*make()).equal(expected)
    monkeypatch.setattr(scatter_mlir, "scatter_nd_update", fail)
    monkeypatch.setattr(scatter_mlir, "slice_scatter", fail)
    assert compiled(*make()).equal(expected)


def test_writes_under_no_grad_are_counted():
    data = make_data().requires_grad_()
    before = data._version
    with torch.no_grad():
        OPS.scatter_nd_update_(data, INDICES, make_updates())
        OPS.slice_scatter_(data, torch.ones(2, 3), *BOUNDS)
    assert data._version == before + 2


def test_pending_conjugations_and_negations_are_resolved():
    data = torch.zeros(3, dtype=torch.complex64)
    updates = torch.tensor([1 + 2j]).conj()
    result = update(data, torch.tensor([[1]]), updates)
    assert result[1] == 1 - 2j
    negated = updates.imag
    assert negated.is_neg()
    result = update(torch.zeros(3), torch.tensor([[1]]), negated)
    assert result[1] == -2


def test_kernels_run_on_several_threads_at_once():
    from concurrent.futures import ThreadPoolExecutor

    data = [torch.zeros(1000, 64) for _ in range(8)]
    indices = torch.from_numpy(np.random.default_rng(0).integers(0, 1000, (5000, 1)))
    updates = torch.ones(5000, 64)

    def run(tensor):
        for _ in range(5):
            update_(tensor, indices, updates, reduction="sum")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, data))
    expected = torch.zeros(1000, 64)
    run(expected)
    assert all(tensor.equal(expected) for tensor in data)
