# ===- test_torch_messages.py - what errors of scatter_mlir.torch say -------===#

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import scatter_mlir.torch as st
from scatter_mlir.torch import drop_in

DATA, INDICES, ROWS = torch.zeros(4, 2), torch.tensor([[0], [1]]), torch.ones(2, 2)
ARRAY = np.zeros((4, 2), "f4")


def record(tensor):
    """The same tensor, which records gradients and takes another way."""
    return tensor.clone().requires_grad_()


@pytest.mark.parametrize(
    "call",
    [
        lambda: st.scatter_nd_update(ARRAY, INDICES, ROWS),
        lambda: st.scatter_nd_update(ARRAY, INDICES.numpy(), ROWS.numpy()),
        lambda: st.scatter_nd_update_(ARRAY, INDICES, ROWS),
        lambda: st.slice_scatter(ARRAY, ROWS, 0, 2),
        lambda: st.slice_scatter_(ARRAY, ROWS, 0, 2),
        lambda: st.scatter_nd_update([0.0, 1.0], INDICES, 1.0),
    ],
)
def test_data_of_other_libraries(call):
    with pytest.raises(TypeError, match=r"'data': expected a tensor, found .* torch\.as_tensor"):
        call()


@pytest.mark.parametrize("name, call", [
    ("index", lambda: drop_in.index_add(DATA, 0, np.array([0, 1]), ROWS)),
    ("input", lambda: drop_in.index_add_(ARRAY, 0, INDICES[:, 0], ROWS)),
    ("values", lambda: drop_in.index_put(DATA, (INDICES[:, 0],), ROWS.numpy())),
    ("src", lambda: drop_in.scatter_add(DATA, 0, INDICES, ROWS.numpy())),
    ("mask", lambda: drop_in.masked_scatter(DATA, ARRAY == 0, ROWS)),
])
def test_arrays_of_other_libraries_in_drop_ins(name, call):
    match = rf"'{name}': expected a tensor, found ndarray; use torch\.from_numpy"
    with pytest.raises(TypeError, match=match):
        call()


@pytest.mark.parametrize("call", [
    lambda m: m.index_put(DATA, INDICES[:, 0], ROWS),
    lambda m: m.index_put(DATA, (0, 1), ROWS),
    lambda m: m.index_add(DATA, "0", INDICES[:, 0], ROWS),
    lambda m: m.index_add(DATA, 0.0, INDICES[:, 0], ROWS),
    lambda m: m.scatter(DATA, 0, INDICES),
    lambda m: m.scatter(DATA, 0, INDICES, ROWS, value=1),
    lambda m: m.scatter(DATA, 0, INDICES, "1"),
    lambda m: m.index_fill(DATA, 0, INDICES[:, 0], None),
])
def test_wrong_kinds_of_arguments_are_type_errors_as_in_pytorch(call):
    for module in (torch, drop_in):
        with pytest.raises(TypeError):
            call(module)


@pytest.mark.parametrize("name, ours", [
    ("add", "sum"), ("mul", "prod"), ("amax", "max"), ("amin", "min"), ("replace", "none")
])
def test_names_of_other_libraries(name, ours):
    def update(data):
        return st.scatter_nd_update(data, INDICES, ROWS, reduction=name)

    for data in (DATA, record(DATA)):
        with pytest.raises(ValueError, match=f"found '{name}'; did you mean '{ours}'"):
            update(data)
    torch._dynamo.reset()
    with pytest.raises(ValueError, match=f"expected one of 'none', .* found '{name}'"):
        torch.compile(update, backend="eager")(DATA)


@pytest.mark.parametrize("data", [DATA, record(DATA)])
def test_the_remedy_for_types_and_shapes(data):
    with pytest.raises(TypeError, match=r"use updates\.to\(data\.dtype\)"):
        st.scatter_nd_update(data, INDICES, ROWS.double())
    with pytest.raises(TypeError, match=r"use updates\."):
        st.scatter_nd_update(data, INDICES, ROWS.double().numpy())
    with pytest.raises(TypeError, match=r"use updates\.to\(data\.dtype\)"):
        st.slice_scatter(data, ROWS.double(), 0, 2)
    for indices, updates in ((torch.tensor([0, 1]), ROWS), (torch.tensor([0, 1, 2]), 1)):
        with pytest.raises(ValueError, match=r"did you mean indices\[:, None\]\?"):
            st.scatter_nd_update(data, indices, updates)
    with pytest.raises(ValueError, match=r"found \(2, 3\)$"):
        st.scatter_nd_update(data, INDICES, torch.ones(2, 3))


@pytest.mark.parametrize("data", [DATA, record(DATA)])
def test_masks_and_threads_are_accepted_in_all_ways(data):
    mask = torch.tensor([True, False, True, False])
    result = st.scatter_nd_update(data, mask, ROWS, threads="all")
    assert result.tolist() == [[1, 1], [0, 0], [1, 1], [0, 0]]
    with pytest.raises(ValueError, match="'indices': expected a mask of the leading"):
        st.scatter_nd_update(data, mask[:2], ROWS)
    assert st.slice_scatter(data, ROWS, 0, 2, threads="all").sum() == 4
    batch = torch.vmap(lambda d: st.slice_scatter(d, ROWS, 0, 2, threads="all"))(data[None])
    assert batch.sum() == 4
