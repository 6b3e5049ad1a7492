# ===- random_calls.py - random calls of scatter functions beside PyTorch ----===#
#
# usage: random_calls.py [--calls 60] [--seed 1] [--threads 1] [--seconds 0.2] [--no-memory]
#
# Draws calls of scatter_reduce, scatter_add and index_add with indices along any axis,
# of float32: expanded indices, indices that differ in each element, other sizes than
# those of the data. Ours and PyTorch's take turns in one process, several calls each,
# because the threads of each keep a core busy for a while after a call; the time of
# each is that of its fastest call. Prints each call with its ratio, PyTorch's time
# divided by ours, then the geometric mean and the smallest of the ratios.
#
# The peak memory of a call is that of a process which makes the call only, above the
# memory before the call (VmHWM, reset through /proc/self/clear_refs).
#
# ===----------------------------------------------------------------------===#

import argparse
import math
import multiprocessing
import random
import time

REDUCTIONS = ["sum", "prod", "mean", "amax", "amin"]
CALLS_PER_TURN = 8
#: Shapes of the data by rank, as ranges of the powers of two of each size.
SIZES = {1: [(12, 20)], 2: [(8, 14), (3, 7)], 3: [(3, 7), (5, 9), (3, 7)]}


class Call:
    """One call, drawn from `rng`. Its tensors are made when it is run."""

    def __init__(self, rng):
        self.name = rng.choice(["scatter_reduce", "scatter_add", "index_add"])
        rank = rng.choice(list(SIZES))
        bounds = SIZES[rank]
        self.shape = [int(2 ** rng.uniform(*bound)) for bound in bounds]
        rng.shuffle(self.shape)
        self.dim = rng.randrange(rank)
        self.count = max(1, int(self.shape[self.dim] * rng.choice([0.25, 1, 2, 4])))
        is_slices = self.name == "index_add" or rng.random() < 0.4
        self.kind = "slices" if is_slices else "elements"
        self.reduce = rng.choice(REDUCTIONS)
        self.include_self = rng.random() < 0.5
        self.seed = rng.randrange(1 << 30)

    def __str__(self):
        reduce = ""
        if self.name == "scatter_reduce":
            reduce = f" {self.reduce}{'' if self.include_self else ' without self'}"
        shape = "x".join(map(str, self.shape))
        return f"{self.name}{reduce} {shape} along {self.dim}, {self.count} {self.kind}"

    def make(self):
        """Returns the arguments."""
        import torch

        generator = torch.Generator().manual_seed(self.seed)
        data = torch.rand(self.shape, generator=generator)
        sizes = list(self.shape)
        sizes[self.dim] = self.count
        src = torch.rand(sizes, generator=generator) + 0.5
        shape = sizes if self.kind == "elements" else [self.count]
        index = torch.randint(0, self.shape[self.dim], shape, generator=generator)
        if self.name == "index_add":
            return data, self.dim, index, src
        if self.kind == "slices":
            ones = [1] * len(sizes)
            ones[self.dim] = self.count
            index = index.reshape(ones).expand(sizes)
        if self.name == "scatter_add":
            return data, self.dim, index, src
        return data, self.dim, index, src, self.reduce

    def bind(self, module, arguments):
        function = getattr(module, self.name)
        if self.name == "scatter_reduce":
            return lambda: function(*arguments, include_self=self.include_self)
        return lambda: function(*arguments)


def get_modules():
    import torch

    from scatter_mlir.torch import drop_in

    return torch, drop_in


def measure_time(call, seconds):
    """Returns the best times of PyTorch and ours in ms."""
    import torch

    arguments = call.make()
    both = [call.bind(module, arguments) for module in get_modules()]
    torch.testing.assert_close(both[1](), both[0](), rtol=1e-3, atol=1e-3)
    best = [math.inf, math.inf]
    end = time.perf_counter() + seconds
    rounds = 0
    while time.perf_counter() < end or rounds < 5:
        rounds += 1
        for n, run in enumerate(both):
            for _ in range(CALLS_PER_TURN):
                start = time.perf_counter()
                run()
                best[n] = min(best[n], time.perf_counter() - start)
    return [value * 1e3 for value in best]


def read_status(key):
    with open("/proc/self/status") as file:
        line = next(line for line in file if line.startswith(key))
    return int(line.split()[1]) / 1024


def measure_memory(call, position, threads, pipe):
    """Sends the peak memory of one call in MiB."""
    set_threads(threads)
    run = call.bind(get_modules()[position], call.make())
    small = Call(random.Random(0))
    small.shape, small.count, small.dim = [8, 8], 8, 0
    small.bind(get_modules()[position], small.make())()
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    before = read_status("VmRSS")
    result = run()
    pipe.send(read_status("VmHWM") - before)
    del result


def get_memory(call, position, threads):
    receiver, sender = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("spawn").Process(
        target=measure_memory, args=(call, position, threads, sender)
    )
    process.start()
    sender.close()
    try:
        return receiver.recv()
    finally:
        process.join()


def set_threads(threads):
    import torch

    import scatter_mlir

    torch.set_num_threads(threads)
    scatter_mlir.set_num_threads(threads)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--no-memory", action="store_true")
    options = parser.parse_args()
    set_threads(options.threads)
    rng = random.Random(options.seed)
    ratios, excesses = [], []
    for _ in range(options.calls):
        call = Call(rng)
        theirs, ours = measure_time(call, options.seconds)
        ratios.append(theirs / ours)
        line = f"{ratios[-1]:6.2f}  {theirs:9.3f} {ours:9.3f} ms"
        if not options.no_memory:
            memory = [get_memory(call, position, options.threads) for position in (0, 1)]
            excesses.append(memory[1] - memory[0])
            line += f"  {memory[0]:7.1f} {memory[1]:7.1f} MiB"
        print(line, call, sep="  ", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    below = sum(ratio < 0.8 for ratio in ratios)
    print(f"geometric mean {mean:.2f}, smallest {min(ratios):.2f}, below 0.8: {below}")
    if excesses:
        print(f"peak memory above PyTorch's: at most {max(excesses):.1f} MiB")


if __name__ == "__main__":
    main()
