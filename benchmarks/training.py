# ===- training.py - training steps of graph networks beside PyTorch ---------===#
#
# usage: training.py [--models GCN,SAGE,GAT] [--nodes 20000] [--edges 200000]
#                    [--width 64] [--threads 1] [--rounds 15]
#
# Trains networks of two layers on a random graph, with the index_add and scatter_reduce
# of scatter_mlir.torch and with those of PyTorch, eager, in one process. Each round
# makes one step (forward, backward, Adam) of both; the time of each is that of its
# fastest step. Prints the times in ms and ours divided by PyTorch's.
#
#   GCN   sums of neighbours that are scaled by the degrees of both ends
#   SAGE  means of neighbours
#   GAT   sums that a softmax over the neighbours weighs, one head
#
# The losses of both are compared after five steps.
#
# ===----------------------------------------------------------------------===#

import argparse
import time

import torch
from torch import nn

import scatter_mlir
from scatter_mlir.torch import drop_in

CLASSES = 8


class Graph:
    def __init__(self, nodes, edges, width):
        generator = torch.Generator().manual_seed(1)
        self.nodes = nodes
        self.source = torch.randint(0, nodes, (edges,), generator=generator)
        self.target = torch.randint(0, nodes, (edges,), generator=generator)
        self.features = torch.randn(nodes, width, generator=generator)
        self.labels = torch.randint(0, CLASSES, (nodes,), generator=generator)
        degree = torch.bincount(self.target, minlength=nodes) + 1.0
        self.scale = degree.rsqrt()
        self.counts = degree.unsqueeze(1)


class Layer(nn.Module):
    """A layer that aggregates with the functions of `ops`: torch or drop_in."""

    def __init__(self, ops, inputs, outputs):
        super().__init__()
        self.ops = ops
        self.linear = nn.Linear(inputs, outputs)

    def sum(self, graph, messages):
        sums = messages.new_zeros(graph.nodes, messages.shape[1])
        return self.ops.index_add(sums, 0, graph.target, messages)


class GCN(Layer):
    def forward(self, graph, x):
        x = self.linear(x)
        weights = graph.scale[graph.source] * graph.scale[graph.target]
        messages = x.index_select(0, graph.source) * weights.unsqueeze(1)
        return self.sum(graph, messages)


class SAGE(Layer):
    def __init__(self, ops, inputs, outputs):
        super().__init__(ops, inputs, outputs)
        self.own = nn.Linear(inputs, outputs, bias=False)

    def forward(self, graph, x):
        means = self.sum(graph, x.index_select(0, graph.source)) / graph.counts
        return self.linear(means) + self.own(x)


class GAT(Layer):
    def __init__(self, ops, inputs, outputs):
        super().__init__(ops, inputs, outputs)
        self.weigh = nn.Linear(outputs, 2)

    def forward(self, graph, x):
        x = self.linear(x)
        parts = self.weigh(x)
        scores = parts[:, 0][graph.source] + parts[:, 1][graph.target]
        scores = nn.functional.leaky_relu(scores, 0.2)
        most = self.ops.scatter_reduce(
            scores.new_full((graph.nodes,), float("-inf")),
            0,
            graph.target,
            scores.detach(),
            "amax",
        )
        powers = (scores - most[graph.target]).exp()
        total = self.ops.index_add(
            powers.new_zeros(graph.nodes), 0, graph.target, powers
        )
        weights = powers / total[graph.target]
        messages = x.index_select(0, graph.source) * weights.unsqueeze(1)
        return self.sum(graph, messages)


class Training:
    def __init__(self, kind, ops, graph, width):
        torch.manual_seed(2)
        self.graph = graph
        self.layers = nn.ModuleList(
            [kind(ops, width, width), kind(ops, width, CLASSES)]
        )
        self.optimizer = torch.optim.Adam(self.layers.parameters(), 1e-2)
        self.best = float("inf")

    def step(self):
        start = time.perf_counter()
        self.optimizer.zero_grad()
        x = self.layers[0](self.graph, self.graph.features).relu()
        loss = nn.functional.cross_entropy(self.layers[1](self.graph, x), self.graph.labels)
        loss.backward()
        self.optimizer.step()
        self.best = min(self.best, time.perf_counter() - start)
        return loss.item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", default="GCN,SAGE,GAT")
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--edges", type=int, default=200000)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    scatter_mlir.set_num_threads(options.threads)
    graph = Graph(options.nodes, options.edges, options.width)
    kinds = {"GCN": GCN, "SAGE": SAGE, "GAT": GAT}
    for name in options.models.split(","):
        both = [
            Training(kinds[name], ops, graph, options.width) for ops in (torch, drop_in)
        ]
        for _ in range(5):
            losses = [training.step() for training in both]
        assert abs(losses[0] - losses[1]) < 1e-3, losses
        for _ in range(options.rounds):
            for training in both:
                training.step()
        theirs, ours = (training.best * 1e3 for training in both)
        print(f"{name:5} PyTorch {theirs:8.2f} ms, ours {ours:8.2f}, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
