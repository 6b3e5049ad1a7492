# ===- test_messages.py - what errors say ------------------------------------===#

import numpy as np
import pytest
from dlpack_capsule import Export

import scatter_mlir
from scatter_mlir import scatter_nd_update, slice_scatter

DATA = np.zeros((5, 3), "f4")


@pytest.mark.parametrize("indices, hint", [
    (np.array([0, 2]), r"indices\[:, None\]"),
    (np.array([0, 2, 4, 1]), r"indices\[:, None\]"),
    ([0, 2, 4, 1], r"np.asarray\(indices\)\[:, None\]"),
    (np.zeros((4, 2), int), r"indices\[\.\.\., None\]"),
    (np.zeros((2, 4), int), r"indices\[\.\.\., None\]"),
])
def test_rows_by_indices_without_tuples(indices, hint):
    updates = np.ones(np.shape(indices) + (3,), "f4")
    with pytest.raises(ValueError, match=rf"; did you mean {hint}\?$"):
        scatter_nd_update(DATA, indices, updates)
    right = np.asarray(indices)[..., None]
    assert scatter_nd_update(DATA, right, updates).any()


def test_elements_by_indices_without_tuples():
    with pytest.raises(ValueError, match=r"'indices'.*indices\[:, None\]\?$"):
        scatter_nd_update(np.zeros(9), np.array([3, 4]), np.ones(2))


@pytest.mark.parametrize("indices, updates", [
    (np.array([0, 2]), np.ones((2, 4), "f4")),
    (np.zeros((2, 1), int), np.ones((3, 3), "f4")),
    (np.zeros((2, 4), int), np.ones(2, "f4")),
])
def test_no_guess_where_it_would_not_fit(indices, updates):
    with pytest.raises(ValueError, match=r"\d\)?$"):
        scatter_nd_update(DATA, indices, updates)


RAGGED = [[0], [1, 2]]


@pytest.mark.parametrize("name, call", [
    ("data", lambda: scatter_nd_update(RAGGED, [[0]], [1])),
    ("indices", lambda: scatter_nd_update(DATA, RAGGED, DATA[:2])),
    ("updates", lambda: scatter_nd_update(DATA, [[0], [1]], RAGGED)),
    ("updates", lambda: slice_scatter(DATA, RAGGED, 0, 2)),
])
def test_ragged_lists(name, call):
    match = rf"^'{name}': expected lists of equal lengths, found \[\[0\], \[1, 2\]\]$"
    with pytest.raises(ValueError, match=match):
        call()


def test_ragged_scalars_of_programs():
    program = scatter_mlir.compile("func.func @f(%x: index) { return }\n")
    with pytest.raises(ValueError, match="^'x': expected lists of equal lengths"):
        program(RAGGED)


def roles(array):
    """Calls with an array of one dimension of 4 f32 in each role."""
    plain = np.zeros(4, "f4")
    yield "data", lambda: scatter_nd_update(array, [[0]], [1.0])
    yield "indices", lambda: scatter_nd_update(plain, array, [1.0])
    yield "updates", lambda: scatter_nd_update(plain, [[0]], array)
    yield "out", lambda: scatter_nd_update(plain, [[0]], [1.0], out=array)
    yield "data", lambda: slice_scatter(array, [1.0], 0, 1)
    yield "updates", lambda: slice_scatter(plain, array, 0, 4)
    yield "start", lambda: slice_scatter(plain, plain, array, [1])
    yield "out", lambda: slice_scatter(plain, plain[:1], 0, 1, out=array)


def check_refused(array, match):
    for name, call in roles(array):
        with pytest.raises(TypeError, match=f"^'{name}': .*{match}"):
            call()


@pytest.mark.parametrize("code, bits, lanes, name", [
    (5, 32, 1, "complex32"),
    (2, 128, 1, "float128"),
    (2, 32, 4, "float32 x 4"),
    (3, 64, 1, "opaque64"),
    (6, 1, 1, "bool1"),
    (1, 4, 1, "uint4"),
    (15, 6, 1, "float6_e2m3fn"),
    (16, 6, 1, "float6_e3m2fn"),
    (17, 4, 2, "float4_e2m1fn x 2"),
    (18, 8, 1, "of DLPack code 18 with 8 bits"),
    (255, 255, 65535, "of DLPack code 255 with 255 bits x 65535"),
])
def test_element_types_have_names(code, bits, lanes, name):
    check_refused(Export((4,), code, bits, lanes), f"{name}$")


@pytest.mark.parametrize("device, name", [
    (2, "CUDA"), (8, "Metal"), (10, "ROCm"), (18, "Trainium"),
    (5, "DLPack device 5"), (0, "DLPack device 0"), (-1, "DLPack device -1"),
    (99, "DLPack device 99"),
])
def test_devices_have_names(device, name):
    check_refused(Export((4,), device=device), f"on the CPU, found one on {name}$")


@pytest.mark.parametrize("fields, match", [
    ({"data": None}, "null address"),
    ({"ndim": -1}, "rank"),
    ({"ndim": 65}, "rank"),
])
def test_tensors_that_cannot_be(fields, match):
    check_refused(Export((4,), **fields), match)


def test_no_memory_is_needed_without_elements():
    empty = Export((0,), data=None)
    assert scatter_nd_update(empty, np.zeros((0, 1), int), empty).shape == (0,)


def test_tracers_of_jax():
    jax = pytest.importorskip("jax")

    def update(array):
        match = "Tracer of JAX; not inside jit, grad or vmap$"
        check_refused(array, match)
        for call in (
            lambda: scatter_nd_update(np.zeros(4, "f4"), [array[0]], [1.0]),
            lambda: slice_scatter(DATA, DATA, [array[0], 0], [4, 4]),
        ):
            with pytest.raises(TypeError, match=match):
                call()
        return array.sum()

    values = jax.numpy.zeros(4)
    jax.jit(update)(values)
    jax.grad(update)(values)
    jax.vmap(update)(values[None])


@pytest.mark.parametrize(
    "name, here", [("add", "sum"), ("mul", "prod"), ("amax", "max"), ("AMIN", "min"), ("set", "none")]
)
def test_names_of_other_libraries(name, here):
    with pytest.raises(ValueError, match=f"found '{name}'; did you mean '{here}'"):
        scatter_nd_update(np.zeros(3), [[1]], 1.0, reduction=name)
    with pytest.raises(ValueError, match="found 'clip'; did you mean 'clamp'"):
        scatter_nd_update(np.zeros(3), [[1]], 1.0, out_of_bounds="clip")


def test_names_that_are_none():
    for name in ("", "sums", "sum\0", "s\u00fcm"):
        with pytest.raises(ValueError, match="'reduction': expected one of 'none', 'sum'") as caught:
            scatter_nd_update(np.zeros(3), [[1]], 1.0, reduction=name)
        assert "did you mean" not in str(caught.value)


class Column:
    """An array as pandas has it, which exports no memory."""

    def __init__(self, values):
        self.values = np.array(values)

    def __array__(self, dtype=None, copy=None):
        return self.values.astype(dtype or self.values.dtype)


@pytest.mark.parametrize("updates", [1.0, [1.0, 2.0, 3.0], np.ones(3), Column([1.0, 2.0, 3.0])])
def test_indices_without_a_dimension_for_components(updates):
    for indices, hint in [
        (np.array([0, 1, 2]), r"did you mean indices\[:, None\]\?"),
        ([0, 1, 2], r"did you mean np.asarray\(indices\)\[:, None\]\?"),
        (Column([0, 1, 2]), r"did you mean np.asarray\(indices\)\[:, None\]\?"),
    ]:
        with pytest.raises(ValueError, match=hint):
            scatter_nd_update(np.zeros(4), indices, updates)


def test_types_that_differ():
    with pytest.raises(TypeError, match=r"use updates.astype\(data.dtype\)"):
        scatter_nd_update(np.zeros(4, "f4"), [[1]], np.ones(1))
    torch = pytest.importorskip("torch")
    with pytest.raises(TypeError, match=r"use updates.to\(data.dtype\)"):
        scatter_nd_update(torch.zeros(4), [[1]], torch.ones(1, dtype=torch.float64))


def test_sparse_arrays():
    sparse = pytest.importorskip("scipy.sparse")
    for matrix in (sparse.csr_matrix(np.eye(3)), sparse.coo_array(np.eye(3))):
        for arguments in [(matrix, [[1]], 1.0), (np.eye(3), matrix, 1.0), (np.eye(3), [[1]], matrix)]:
            match = r"expected a dense array, found a sparse .* use its toarray\(\)"
            with pytest.raises(TypeError, match=match):
                scatter_nd_update(*arguments)
    torch = pytest.importorskip("torch")
    with pytest.raises(TypeError, match=r"expected a dense array.* to_dense\(\)"):
        scatter_nd_update(torch.eye(3).to_sparse(), [[1]], 1.0)


def test_names_of_the_package():
    import scatter_mlir

    assert not {"load_core", "warn_of_environment"} & set(dir(scatter_mlir))
