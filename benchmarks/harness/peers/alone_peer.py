"""Ours by one thread, in a process where ours has more: what these gain."""

import dataclasses

from .. import ours

NAME = "scatter_mlir by one thread"
DISTRIBUTIONS = ()
CHECKS = ""
NAMES = ("one thread, function", "one thread, program")


def setup(threads, folder):
    pass


def build(problem, mode, threads):
    return [
        dataclasses.replace(contestant, name=name)
        for name, contestant in zip(NAMES, ours.build(problem, mode, 1))
    ]
