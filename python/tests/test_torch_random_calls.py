# ===- test_torch_random_calls.py - random calls of PyTorch's functions ----===#
"""Draws calls of the drop-ins, legal and illegal ones, for PyTorch and for us.

usage: test_torch_random_calls.py [CALLS] [SEED]: prints each call that differs.
"""

import copy
import random
import sys
import warnings

import pytest

torch = pytest.importorskip("torch")

from torch_calls import Caller

from scatter_mlir.torch import drop_in


def run(function, arguments, options):
    """The result of a call, or the exception that it raised."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*arguments, **options)
    except Exception as error:  # noqa: BLE001
        return error


def find_ordered(name, arguments, options, expected):
    """Where the value does not depend on the order of updates, which PyTorch leaves
    open if the last one wins."""
    counts = torch.zeros_like(expected, dtype=torch.int64)
    if name == "index_put" and not arguments[3]:
        ones = torch.ones_like(arguments[2], dtype=torch.int64)
        reference = get_reference(name, arguments)
        counts = run(reference, (counts, arguments[1], ones, True), {})
    elif name == "index_copy":
        _, dim, index, source = arguments
        source = source.reshape(1) if expected.dim() and not source.dim() else source
        source = source.reshape(()) if not expected.dim() and index.numel() == 1 else source
        ones = torch.ones_like(source, dtype=torch.int64)
        counts = run(torch.index_add, (counts, dim, index, ones), {})
    elif name == "scatter" and "reduce" not in options:
        _, dim, index = arguments[:3]
        if index.numel():
            ones = torch.ones(index.shape, dtype=torch.int64)
            counts = run(torch.scatter_add, (counts, dim, index, ones), {})
    if isinstance(counts, Exception):
        # A number for a mask, which may have any rank, has no order.
        return torch.ones_like(expected, dtype=torch.bool)
    return counts <= 1


def get_reference(name, arguments):
    """PyTorch's function; only the op behind it takes None as an index."""
    if name.startswith("index_put") and any(index is None for index in arguments[1]):
        return getattr(torch.ops.aten, name)
    return getattr(torch.Tensor if name.endswith("_") else torch, name)


def copy_memory(arguments):
    """The same arguments in other memory, which those share that share it."""
    return copy.deepcopy(arguments)


#: PyTorch's kernels fail for three dimensions of a mask, and do not look at all arguments
#: of an update without elements.
_FAILURES = "INTERNAL ASSERT", "nullptr"


def is_compared(name, arguments, expected, found):
    text = str(expected)
    if any(each in text for each in _FAILURES):
        return False
    if isinstance(found, drop_in.IndexOutOfBounds) and arguments[0].numel() == 0:
        return False
    # PyTorch looks at each index when it reduces the slice, for which it may lack the type.
    if isinstance(found, NotImplementedError) and isinstance(expected, IndexError):
        return False
    if "'alpha'" in str(found) and "out of range" in text:
        return False
    # PyTorch still writes expanded tensors there, with a warning.
    return not (name in ("index_put_", "index_fill_") and "found an expanded" in str(found))


def get_difference(name, arguments, options):
    """What differs between PyTorch's result and ours, or None."""
    theirs, ours = copy_memory(arguments), copy_memory(arguments)
    expected = run(get_reference(name, theirs), theirs, options)
    found = run(getattr(drop_in, name), ours, options)
    if name.endswith("_") and isinstance(found, Exception):
        if not torch.equal(ours[0].bool(), arguments[0].bool()):
            return f"written in spite of {found!r}"
    if isinstance(expected, Exception) or isinstance(found, Exception):
        if isinstance(found, type(expected)):
            return None
        if not is_compared(name, arguments, expected, found):
            return None
        return f"PyTorch: {expected!r}, ours: {found!r}"
    if name.endswith("_"):
        if found is not ours[0]:
            return "another result than the tensor that is updated"
        # PyTorch reads arguments that share memory with the first one while it writes.
        theirs = tuple(map(copy_memory, arguments))
        expected = run(get_reference(name, theirs), theirs, options)
    if expected.shape != found.shape or expected.dtype != found.dtype:
        return f"PyTorch: {expected}, ours: {found}"
    ordered = find_ordered(name.rstrip("_"), arguments, options, expected)
    expected, found = expected[ordered], found[ordered]
    try:
        torch.testing.assert_close(found, expected, equal_nan=True, rtol=1e-2, atol=1e-2)
    except AssertionError:
        return f"PyTorch: {expected}, ours: {found}"
    return None


def main(calls=4000, seed=1):
    rng = random.Random(seed)
    accepted = {}
    differing = 0
    for number in range(calls):
        name, arguments, options = Caller(rng).draw()
        difference = get_difference(name, arguments, options)
        reference = get_reference(name, arguments)
        outcome = run(reference, copy_memory(arguments), options)
        is_legal = not isinstance(outcome, Exception)
        accepted.setdefault(name, [0, 0])[is_legal] += 1
        if difference:
            differing += 1
            text = " ".join(f"{name}{arguments} {options}".split())
            print(f"call {number}: {text}\n  {' '.join(difference.split())}")
    return differing, accepted


def test_random_calls_are_accepted_refused_and_computed_as_by_pytorch():
    differing, accepted = main()
    assert differing == 0
    # Both kinds of calls are drawn, of each function.
    assert len(accepted) == 19
    assert all(min(counts) >= 10 for counts in accepted.values())


if __name__ == "__main__":
    print(*main(*map(int, sys.argv[1:])))
