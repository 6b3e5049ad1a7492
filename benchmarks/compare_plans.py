# ===- compare_plans.py - one workload with several plans ------------------===#
"""Times a workload with the plan that is chosen for this machine and with others, in
turns in one process, and prints the time with each plan divided by the time with the
chosen one. Reproduces the tables of docs/Performance.md.

    compare_plans.py gnn_sum --with=prefetch=0 --with=prefetch=1 --threads=2
    compare_plans.py --data=65536x16 --tuples=4096,65536 --reduction=sum --with=parallel-bytes=1
    compare_plans.py --data=4096x4096 --slice=1:0:4096:3 --plan=stores.strided_vectors=0
"""

import argparse
import re

from harness import cases, ours, reference
from harness.contestant import MODES, Contestant
from harness.worker import time_all


def parse_entries(text):
    """Reads ENTRY=N,... as entries of the machine description of a module."""
    entries = [part.split("=") for part in text.split(",")]
    return {name.strip().replace("-", "_"): int(value) for name, value in entries}


def parse_plan(text):
    """Reads the fields of `#scatter.plan<...>`. Those of a group have its name and a dot
    before their own; the first value of a group has the name of the group."""
    plan = {}
    for group, values in re.findall(r"(\w+)\s*=\s*(<[^<>]*>|[^,<>]+)", text):
        for value in values.strip("<> ").split(","):
            name, separator, number = value.partition("=")
            key = f"{group}.{name.strip()}" if separator else group
            plan[key] = (number or name).strip()
    return plan


def parse_changes(text):
    """Reads FIELD=VALUE,... with the names of parse_plan."""
    parts = [part.split("=") for part in text.split(",")]
    return {name.strip(): value.strip() for name, value in parts}


def write_plan(plan):
    """Returns the text of an attribute with these fields."""
    groups = {}
    for key, value in plan.items():
        group, _, name = key.partition(".")
        values = groups.setdefault(group, [])
        if name:
            values.append(f"{name} = {value}")
        else:
            values.insert(0, value)
    fields = [
        f"{group} = {values[0]}" if values == [plan.get(group)] else f"{group} = <{', '.join(values)}>"
        for group, values in groups.items()
    ]
    return f"#scatter.plan<{', '.join(fields)}>"


def find_plan(module):
    """Returns the fields of the first plan in a module after the stage `plan`."""
    found = re.search(r"#scatter\.plan<((?:<[^<>]*>|[^<>])*)>", module)
    return parse_plan(found[1]) if found else {}


def write_module(problem, mode, entries, plan):
    """Returns the module of a workload with these entries of the machine description
    and, if there are any, these fields of `plan`."""
    module = ours.write_module(problem, mode)
    attributes = list(problem.case.get("promises", ()))
    if plan:
        attributes.append(f"plan = {write_plan(plan)}")
    if attributes:
        op = r"(scatter\.(?:scatter_nd_update|slice_scatter) .*?)( -> |\n)"
        module = re.sub(op, rf"\1 {{{', '.join(attributes)}}}\2", module, count=1)
    if not entries:
        return module
    device = ", ".join(f'"{name}" = {value} : i64' for name, value in entries.items())
    return (
        "module attributes {dlti.target_system_spec = #dlti.target_system_spec<"
        f'"scatter" = #dlti.target_device_spec<{device}>>}} {{\n{module}}}\n'
    )


def compile_workload(problem, mode, threads, entries, changes):
    """Compiles a workload, with `changes` made to the chosen plan."""
    import scatter_mlir

    threads = entries.get("threads", threads)
    program = scatter_mlir.compile(write_module(problem, mode, entries, {}), threads=threads)
    if not changes:
        return program
    plan = find_plan(program.mlir("plan")) | changes
    return scatter_mlir.compile(write_module(problem, mode, entries, plan), threads=threads)


def make_contestant(problem, mode, program, name):
    data = problem.out if mode == "in_place" else problem.data
    inputs = () if problem.is_slice else (problem.indices,)
    out = (problem.out,) if mode == "existing" else ()
    state = [problem.out]

    def run():
        if mode == "fresh":
            state[0] = None
        result = program(data, *inputs, problem.updates, *out)
        if mode == "fresh":
            state[0] = result

    return Contestant(name, run, lambda: state[0])


def compare(problem, mode, threads, variants, rounds, seconds):
    """Returns the milliseconds of the chosen plan, and the ratio to it of each variant.
    `variants` are pairs of entries and changes to the plan."""
    contestants = []
    for number, (entries, changes) in enumerate([({}, {}), *variants]):
        program = compile_workload(problem, mode, threads, entries, changes)
        contestant = make_contestant(problem, mode, program, str(number))
        problem.reset_out()
        contestant.run()
        if reference.judge(contestant.result(), problem.expected) != "exact":
            raise SystemExit(f"compare_plans.py: wrong result with {entries or changes}")
        contestants.append(contestant)
    times = time_all(contestants, rounds, seconds)
    chosen, *others = (times[contestant.name]["ms"] for contestant in contestants)
    return chosen, [time / chosen for time in others]


def make_cases(options):
    """Returns the workloads that the options describe, one for each number of tuples."""
    if options.workload:
        known = cases.load()
        if options.workload not in known:
            raise SystemExit(f"compare_plans.py: no workload '{options.workload}'")
        return [known[options.workload]]
    if not options.data:
        raise SystemExit("compare_plans.py: expected a workload or --data")
    case = {"data": [int(n) for n in options.data.split("x")], "dtype": options.dtype}
    if options.slice:
        bounds = [[int(n) for n in part.split(":")] for part in options.slice.split(",")]
        names = ("axes", "start", "stop", "step")
        return [{**case, "name": "slice", "slice": dict(zip(names, map(list, zip(*bounds))))}]
    return [
        {
            **case, "name": f"{tuples} tuples", "tuples": [int(tuples)],
            "components": options.components, "distribution": options.distribution,
            "reduction": options.reduction, "promises": options.promise,
        }
        for tuples in options.tuples.split(",")
    ]  # fmt: skip


def parse_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("workload", nargs="?", help="a name in benchmarks/workloads.json")
    add("--data", help="sizes of data, as in 65536x16")
    add("--dtype", default="f32", choices=list(cases.DTYPES))
    add("--tuples", default="4096", help="numbers of tuples [4096]")
    add("--components", type=int, default=1, help="components of a tuple [1]")
    add("--distribution", default="uniform", help="uniform, distinct, sorted, zipf or half_N")
    add("--reduction", default="none")
    add("--promise", action="append", default=[], help="unique_indices or indices_are_sorted")
    add("--slice", help="AXIS:START:STOP:STEP,... instead of tuples")
    add("--with", dest="entries", action="append", default=[], metavar="ENTRY=N,...",
        help="entries of the machine description to compare with")  # fmt: skip
    add("--plan", action="append", default=[], metavar="FIELD=VALUE,...",
        help="fields to change in the chosen plan")  # fmt: skip
    add("--threads", type=int, default=1)
    add("--mode", default="in_place", choices=list(MODES))
    add("--rounds", type=int, default=15)
    add("--seconds", type=float, default=0.03, help="length of a turn [0.03]")
    return parser.parse_args()


def main():
    options = parse_options()
    variants = [(parse_entries(text), {}) for text in options.entries]
    variants += [({}, parse_changes(text)) for text in options.plan]
    titles = options.entries + options.plan
    print("| workload | chosen plan, ms |", " | ".join(titles), "|")
    print("|---|---|" + "---|" * len(titles))
    for case in make_cases(options):
        problem = cases.Problem.make(case)
        chosen, ratios = compare(
            problem, options.mode, options.threads, variants, options.rounds, options.seconds
        )
        cells = [f"{ratio:.2f}" for ratio in ratios]
        print(f"| {problem.name} | {chosen:.3g} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
