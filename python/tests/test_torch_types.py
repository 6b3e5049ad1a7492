# ===- test_torch_types.py - element types that PyTorch's functions have ----===#
"""A drop-in has a reduction for those element types for which PyTorch has it, also where
nothing is updated."""

import copy
import warnings

import pytest

torch = pytest.importorskip("torch")

from scatter_mlir.torch import drop_in

DTYPES = [torch.bool, torch.int32, torch.float32, torch.complex64]
#: Types for which PyTorch has some of the functions.
PARTIAL = [torch.uint16, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2]


def draw_reductions(data, index, rows, source):
    for include_self in (True, False):
        options = {"include_self": include_self}
        for reduce in ("prod", "mean", "amax", "amin"):
            yield "index_reduce", (data, 0, index, source, reduce), options
        for reduce in ("sum", "prod", "mean", "amax", "amin"):
            yield "scatter_reduce", (data, 0, rows, source, reduce), options


def draw_calls(dtype):
    """Legal calls, except that PyTorch may lack the type."""
    one = torch.ones((), dtype=dtype)
    for shape in ((), (3,), (3, 2), (0,), (3, 0), (0, 2)):
        counts = (0, 2) if shape and shape[0] else (len(shape) == 0,)
        for count in map(int, counts):
            data = torch.ones(shape, dtype=dtype)
            source = torch.ones((count, *shape[1:])[: len(shape)], dtype=dtype)
            index = torch.arange(count)
            rows = index.reshape((-1,) + (1,) * (len(shape) - 1)) if shape else index[0]
            rows = rows.expand(source.shape)
            yield from draw_reductions(data, index, rows, source)
            for alpha in (1, 2):
                yield "index_add", (data, 0, index, source), {"alpha": alpha}
            yield "scatter_add", (data, 0, rows, source), {}
            for updates in (source, 1):
                yield "scatter", (data, 0, rows, updates), {}
                for reduce in ("add", "multiply"):
                    yield "scatter", (data, 0, rows, updates), {"reduce": reduce}
            yield "index_copy", (data, 0, index, source), {}
            yield "index_fill", (data, 0, index, 1), {}
            mask = torch.ones(shape, dtype=torch.bool)
            yield "masked_scatter", (data, mask, data), {}
            if shape:
                for accumulate in (False, True):
                    yield "index_put", (data, (index,), one, accumulate), {}


def get_outcome(function, arguments, options):
    try:
        return function(*copy.deepcopy(arguments), **options)
    except Exception as error:  # noqa: BLE001
        return error


def compare_calls(dtype):
    """Yields the name of each drawn call, PyTorch's outcome and ours, and a text for
    failures: calls of the functions and of those in place."""
    for name, arguments, options in draw_calls(dtype):
        for reference, ours in (
            (getattr(torch, name), getattr(drop_in, name)),
            (getattr(torch.Tensor, f"{name}_"), getattr(drop_in, f"{name}_")),
        ):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = get_outcome(reference, arguments, options)
                found = get_outcome(ours, arguments, options)
            call = f"{ours.__name__}{arguments} {options}: {expected!r}, {found!r}"
            yield name, expected, found, call


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_reductions_are_defined_for_the_types_that_pytorch_has(dtype):
    refused = 0
    for _, expected, found, call in compare_calls(dtype):
        refused += isinstance(expected, Exception)
        if isinstance(expected, Exception) or isinstance(found, Exception):
            assert isinstance(found, type(expected)), call
            assert str(found).startswith("'reduce': "), call
        else:
            torch.testing.assert_close(found, expected, msg=call)
    assert (refused > 0) == (dtype.is_complex or dtype == torch.bool)


def widen(tensor):
    return tensor.float() if tensor.is_floating_point() else tensor.long()


@pytest.mark.parametrize("dtype", PARTIAL, ids=str)
def test_types_of_some_functions_are_refused_where_pytorch_refuses_them(dtype):
    refused = accepted = 0
    for name, expected, found, call in compare_calls(dtype):
        if isinstance(expected, Exception) or isinstance(found, Exception):
            refused += 1
            assert isinstance(found, type(expected)), call
            assert str(found).startswith(f"'input': {name} is not defined for"), call
        else:
            accepted += 1
            assert found.dtype == dtype
            assert torch.equal(widen(found), widen(expected)), call
    assert refused > 100 and accepted > 50


def test_masks_of_types_that_pytorch_has_in_part():
    data = torch.ones(2, 3).to(torch.float8_e5m2)
    mask, two = torch.tensor([True, False, True]), torch.full((2,), 2.0).to(data.dtype)
    found = drop_in.index_put(data, (None, mask), two)
    assert found.float().tolist() == [[2, 1, 2]] * 2
    with pytest.raises(NotImplementedError, match="'input': index_put .*masked_fill"):
        drop_in.index_put(data, (None, mask), two[:1])


def test_the_message_names_the_reduction():
    data, index = torch.ones(3, 2, dtype=torch.complex64), torch.tensor([0])
    match = "'reduce': prod with include_self=False .* rank 2 .* torch.complex64"
    with pytest.raises(NotImplementedError, match=match):
        drop_in.index_reduce(data, 0, index, data[:1], "prod", include_self=False)
    assert drop_in.index_reduce(data, 0, index, data[:1] * 3, "prod")[0, 0] == 3


@pytest.mark.parametrize("dim", [-4, -3, -2, 1, 2])
@pytest.mark.parametrize("dtype", [torch.float32, torch.complex64])
def test_dimensions_are_those_of_the_tensor(dtype, dim):
    """Complex numbers are added as pairs, along another dimension."""
    data, index = torch.ones(4, dtype=dtype), torch.zeros(4, dtype=torch.int64)
    names = ("index_add", "index_add_", "scatter_add", "scatter_add_")
    for function in (getattr(drop_in, name) for name in names):
        with pytest.raises(IndexError, match=f"'dim': expected .* found {dim}"):
            function(data, dim, index, data)
    with pytest.raises(IndexError, match="'dim'"):
        drop_in.scatter_reduce(data, dim, index, data, "sum")
