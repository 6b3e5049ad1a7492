# ===- torch_cases.py - arguments of the ops as PyTorch tensors ------------===#

import torch

import scatter_mlir.torch as st

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]
INDICES = torch.tensor([[0], [2], [0], [-1]])


def make_updates(dtype=torch.float32):
    return (torch.arange(4 * 3) + 2).reshape(4, 3).to(dtype)


def make_data(dtype=torch.float32):
    return torch.arange(15).reshape(5, 3).to(dtype)


#: Two that are valid and one that int64 cannot hold.
UNSIGNED = torch.tensor([[1], [0], [1 << 62]], dtype=torch.int64).to(torch.uint64) * 2


def update_unsigned(data, updates, indices=UNSIGNED, out_of_bounds="drop"):
    return st.scatter_nd_update(
        data, indices, updates, reduction="sum", out_of_bounds=out_of_bounds
    )
