# ===- test_torch.py - what PyTorch attaches to tensors ----------------------===#

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import scatter_nd_update, slice_scatter

torch = pytest.importorskip("torch")


def set_first(data, value=7.0, **options):
    """Data with `value` in its first row."""
    rows = torch.full_like(data[:1], value, requires_grad=False)
    return slice_scatter(data, rows, 0, 1, **options)


def make_subclass():
    class Tensor(torch.Tensor):
        pass

    return torch.ones(3).as_subclass(Tensor)


WRITERS = {
    "nd": lambda out: scatter_nd_update(
        out, torch.tensor([[0]]), torch.full((1,), 100.0), out=out
    ),
    "nd, list": lambda out: scatter_nd_update(out, [[0]], [100.0], out=out),
    "nd, other data": lambda out: scatter_nd_update(
        torch.ones(3), torch.tensor([[0]]), torch.full((1,), 100.0), out=out
    ),
    "nd, data of NumPy": lambda out: scatter_nd_update(
        np.ones(3, "f4"), [[0]], [100.0], out=out
    ),
    "slice": lambda out: slice_scatter(out, torch.full((1,), 100.0), 0, 1, out=out),
    "slice, list": lambda out: slice_scatter(out, [100.0], [0], np.array([1]), out=out),
    "all": lambda out: slice_scatter(out, [100.0, 1, 1], [], [], out=out),
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("make", [lambda: torch.ones(3), make_subclass])
def test_saved_tensors_are_known_to_have_changed(writer, make):
    x = torch.ones(3, requires_grad=True)
    w = make()
    before = w._version
    y = (x * w).sum()
    assert WRITERS[writer](w) is w
    assert w.tolist() == [100, 1, 1] and w._version > before
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_saved_tensors_are_known_to_have_changed_through_detach():
    x = torch.ones(3, requires_grad=True)
    y = (x * x).sum()
    WRITERS["nd"](x.detach())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_strided_out_has_a_version():
    out = torch.zeros(4, 4).T
    before = out._version
    set_first(torch.zeros(4, 4), out=out)
    assert out._version > before and (out[0] == 7).all()


def test_out_of_rank_0_has_a_version():
    out = torch.zeros(())
    before = out._version
    assert slice_scatter(out, [5.0], [], [], out=out) == 5
    assert out._version > before


def test_only_what_is_written_has_a_version():
    data, indices = torch.zeros(4), torch.tensor([[9]])
    updates, out = torch.ones(1), torch.zeros(4)
    for call in (
        lambda: scatter_nd_update(data, torch.tensor([[0]]), updates),
        lambda: scatter_nd_update(data, [[0]], [1.0]),
        lambda: slice_scatter(data, updates, 0, 1),
    ):
        call()
    with pytest.raises(IndexError):
        scatter_nd_update(data, indices, updates, out=out)
    assert [t._version for t in (data, indices, updates, out)] == [0] * 4


def test_programs_have_versions():
    program = scatter_mlir.compile("""
        func.func @set(%data: memref<?xf32>, %indices: memref<?x1xi64>,
                       %updates: tensor<?xf32>) {
          %u = bufferization.to_buffer %updates : tensor<?xf32> to memref<?xf32>
          scatter.scatter_nd_update ins(%indices, %u : memref<?x1xi64>, memref<?xf32>)
            outs(%data : memref<?xf32>)
          return
        }""")
    data, updates = torch.zeros(4), torch.ones(1)
    program(data, torch.tensor([[1]]), updates)
    assert data.tolist() == [0, 1, 0, 0]
    assert data._version == 1 and updates._version == 0
    with pytest.raises(IndexError):
        program(data, torch.tensor([[4]]), updates)
    assert data._version == 2


def test_tensors_of_inference_have_no_version():
    with torch.inference_mode():
        data = torch.zeros(3)
        for writer in WRITERS.values():
            writer(data)
    for writer in WRITERS.values():
        writer(data)
    assert data.tolist() == [100, 1, 1]


INDEX, UPDATE = torch.tensor([[0]]), torch.ones(1)


def make_plain(like):
    """Tensors beside `like`; made outside of transforms, which wrap what is made inside."""
    plain = torch.zeros(like.shape, dtype=like.dtype)
    return plain, plain[:1]


def calls(tensor, plain, row):
    """Calls with a tensor of rank 1 in each role."""
    name = {True: "'data'", False: "'out'"}
    for data, out in ((tensor, None), (tensor, tensor), (plain, tensor)):
        match = name[data is tensor]
        yield match, lambda: scatter_nd_update(data, INDEX, row, out=out)
        yield match, lambda: slice_scatter(data, row, 0, 1, out=out)
    yield "'updates'", lambda: slice_scatter(plain, tensor, 0, tensor.shape[0])


def check_refused(tensor, match, plain=None):
    for name, call in calls(tensor, *(plain or make_plain(tensor))):
        with pytest.raises(TypeError, match=f"{name}.*{match}"):
            call()


def make_freed():
    tensor = torch.zeros(1 << 20)
    tensor.untyped_storage().resize_(0)
    return tensor


def make_fake():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        return torch.zeros(1 << 20)


@pytest.mark.parametrize("make, match", [
    (lambda: torch.zeros(1 << 20, device="meta"), "memory.*meta"),
    (make_fake, "memory"),
    (make_freed, "memory"),
])
def test_tensors_without_memory_are_refused(make, match):
    check_refused(make(), match)


def test_fake_indices_are_refused():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        indices = torch.zeros((1 << 20, 1), dtype=torch.int64)
    with pytest.raises(TypeError, match="'indices'.*memory"):
        scatter_nd_update(torch.zeros(3), indices, torch.zeros(1 << 20))


def test_empty_tensors_need_no_memory():
    empty = torch.zeros(0)
    assert empty.data_ptr() == 0
    result = scatter_nd_update(empty, torch.zeros((0, 1), dtype=torch.int64), empty)
    assert result.shape == (0,)
    assert slice_scatter(empty, empty, 0, 5, out=empty) is empty


def test_functionalized_tensors_are_refused():
    plain = make_plain(torch.zeros(4))

    def update(tensor):
        check_refused(tensor.clone(), "memory", plain)
        return tensor

    torch.func.functionalize(update)(torch.zeros(4))


def test_tangents_are_refused():
    forward_ad = torch.autograd.forward_ad
    with forward_ad.dual_level():
        plain = torch.zeros(3)
        check_refused(forward_ad.make_dual(plain, torch.ones(3)), "tangent")
        assert set_first(plain).tolist() == [7, 0, 0]
        assert set_first(plain, out=plain) is plain


@pytest.mark.parametrize("transform", ["vmap", "grad", "jvp", "jacrev"])
def test_tensors_of_transforms_are_refused(transform):
    plain = make_plain(torch.zeros(4))
    calls = []

    def update(tensor):
        check_refused(tensor, "torch.func; not inside", plain)
        calls.append(tensor)
        return tensor.sum()

    if transform == "vmap":
        torch.vmap(update)(torch.zeros(2, 4))
    elif transform == "jvp":
        torch.func.jvp(update, (torch.zeros(4),), (torch.ones(4),))
    else:
        getattr(torch.func, transform)(update)(torch.zeros(4))
    assert calls


def test_indices_of_vmap_are_refused():
    def update(indices):
        with pytest.raises(TypeError, match="^'indices': .*torch.func; not inside"):
            scatter_nd_update(torch.zeros(4), indices, torch.ones(1))
        with pytest.raises(TypeError, match="'start': .*torch.func; not inside"):
            slice_scatter(torch.zeros(4), torch.ones(1), indices[0], [1])
        return indices

    torch.vmap(update)(torch.zeros(2, 1, 1, dtype=torch.int64))


@pytest.mark.parametrize("make, match", [
    (lambda: torch.zeros(4, dtype=torch.complex64).conj(), r"tensor\.resolve_conj\(\)"),
    (lambda: torch.zeros(4, dtype=torch.complex64).conj().imag, r"tensor\.resolve_neg\(\)"),
    (lambda: torch.zeros(4, requires_grad=True), r"tensor\.detach\(\)"),
    (lambda: torch.zeros(4).to_sparse(), r"to_dense\(\)"),
])
def test_messages_name_the_remedy(make, match):
    check_refused(make(), match)


def test_element_types_have_names():
    for dtype in (torch.complex32, torch.float4_e2m1fn_x2):
        data = torch.empty(4, dtype=dtype)
        name = str(dtype).split(".")[1].split("_x")[0]
        with pytest.raises(TypeError, match=f"'data': .*{name}"):
            scatter_nd_update(data, INDEX, data[:1])


def test_fake_tensors_by_name():
    check_refused(make_fake(), "FakeTensor; not inside torch.compile")


@pytest.mark.parametrize("make", [
    lambda: torch.nn.Parameter(torch.zeros(4)),
    lambda: torch.nn.Parameter(torch.zeros(4, 2).T[0]),
    lambda: torch.zeros(4, requires_grad=True),
    lambda: torch.zeros(4, requires_grad=True) * 1,
])
@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_parameters_without_gradients(make, mode):
    parameter = make()
    row, indices = torch.full((1,), 5.0), torch.tensor([[1]])
    before = parameter._version
    with mode():
        for result in (
            scatter_nd_update(parameter, indices, row),
            scatter_nd_update(parameter, [[1]], [5.0]),
            slice_scatter(parameter, row, 1, 2),
            slice_scatter(torch.zeros(4), parameter[:1] + 5, 1, 2),
            scatter_nd_update(torch.zeros(4), indices, parameter[:1] + 5),
        ):
            assert type(result) is torch.Tensor and not result.requires_grad
            assert result.tolist() == [0, 5, 0, 0]
        assert not parameter.any() and parameter._version == before
        assert scatter_nd_update(parameter, indices, row, out=parameter) is parameter
        assert slice_scatter(parameter, [7.0], 2, 3, out=parameter) is parameter
        assert slice_scatter(torch.zeros(4), [6.0], 3, 4, out=parameter) is parameter
    assert parameter.tolist() == [0, 0, 0, 6] and parameter._version >= before + 3
    with pytest.raises(TypeError, match=r"no gradients.*detach\(\) or torch.no_grad\(\)"):
        scatter_nd_update(parameter, indices, row, out=parameter)


def test_parameters_that_were_saved_are_known_to_have_changed():
    parameter = torch.nn.Parameter(torch.ones(3))
    y = (parameter * parameter).sum()
    with torch.no_grad():
        WRITERS["nd"](parameter)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@pytest.mark.parametrize("size", [3, 500])
def test_memory_formats_are_kept(size):
    for shape, memory_format in (
        ((2, 3, 5, size), torch.channels_last),
        ((2, 3, 5, 4, size), torch.channels_last_3d),
        ((2, 3, 5, size), torch.contiguous_format),
    ):
        data = torch.rand(shape).contiguous(memory_format=memory_format)
        rows = torch.rand(data[:1].shape)
        want = data.clone()
        want[1:2] = rows
        for result in (
            slice_scatter(data, rows, 1, 2),
            scatter_nd_update(data, torch.tensor([[1]]), rows),
            scatter_nd_update(data, [[1]], rows.contiguous(memory_format=memory_format)),
        ):
            assert torch.equal(result, want) and result.stride() == want.stride()
            assert result.is_contiguous(memory_format=memory_format)


def test_strides_are_kept():
    for data in (torch.rand(5, 6).T, torch.rand(5, 6, 7).permute(1, 2, 0), torch.rand(9, 6)[::2].T):
        want = data.clone()
        want[1:2] = 7
        result = slice_scatter(data, 7, 1, 2)
        assert torch.equal(result, want) and result.stride() == want.stride()
