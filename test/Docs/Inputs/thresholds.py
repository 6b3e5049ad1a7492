"""Checks that every number that a measurement could change is in lib/Plan.

thresholds.py ROOT

* The folders of FOLDERS hold no constant, macro or literal that could be a threshold, and those of CONSTANTS no
  named constant.
* Each constant of the headers of thresholds is used, and its comment names a table of docs/Performance.md.
"""

import pathlib
import re
import sys

FOLDERS = ["lib/Conversion/ScatterToLoops", "lib/Pipelines", "lib/Runtime"]
HEADERS = [
    "Thresholds.h", "ContractionThresholds.h", "FusionThresholds.h", "KernelThresholds.h", "RuntimeThresholds.h",
]

CONSTANTS = [
    "lib/Plan", "lib/Dialect/Scatter/Transforms", "lib/Conversion", "lib/Kernels", "lib/Pipelines", "lib/Runtime",
]

# Counts, sizes of types in bytes and bits, and the levels of CPUs and hints.
STRUCTURAL = {0, 1, 2, 4, 8, 32, 64}

# Numbers that no measurement changes, by file.
ALLOWED = {
    "Buckets.cpp": {100: "percent"},
    "TupleSource.cpp": {3: "locality hint of L1"},
    "GatherTuples.cpp": {3: "locality hint of L1"},
    "Row.cpp": {3: "locality hint of L1"},
    "GenericUpdate.cpp": {3: "locality hint of L1"},
    "Runtime.c": {3: "kinds of operands"},
    "BFloat16.c": {16: "bits", 0x7FFF: "mantissa", 0x8000: "sign", 0x7FC0: "NaN"},
    "CPULevel.c": {3: "x86-64-v3"},
    "Copy.c": {3: "x86-64-v3"},
    "TupleSlots.c": {3: "components, or x86-64-v3", 0x9E3779B1: "multiplier of a hash"},
    "Buckets.c": {0xFF: "mask of 8 lanes", **{lane: "lane of a shuffle" for lane in range(16)}},
    "Workers.c": {
        1024: "most threads of a job, as in #scatter.plan",
        20: "size of a stack",
        128: "alignment of a pair of cache lines",
        1000000000: "nanoseconds of a second",
    },
}

LITERAL = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\b(?!\.\d)")
# Unroll counts and the like are numbers that STRUCTURAL would let through.
NAMED = re.compile(r"constexpr\s+[\w: ]+\s+k\w+\s*=\s*[\d(]|setUnrollCount\([^;]*,\s*(?:/\*\w+=\*/)?\d")
KEPT = {
    "kBeginBytes": "size of an offset",
    "kMaxStackBytes": "limit of the stack",
    "kMaxFrameBytes": "limit of the stack",
    "kMaxBytes": "limit of sizes",
    "kMaxStep": "limit of sizes",
    "kMaxOpsBetween": "limit of compile time",
    "kMaxInsertedSlices": "limit of compile time",
    "kBuiltinThreads": "of the build",
    "kMaxLevels": "of the build",
    "kMaxRank": "limit of ranks",
    "kMaxStaticSizes": "limit of ranks",
    "kRunTimeStep": "a value that no step has",
    "kAlignment": "a cache line",
    "kResultAlignment": "a cache line",
    "kResultBytes": "a cache line",
}


def strip_comments(text):
    keep_lines = lambda match: "\n" * match.group(0).count("\n") + " "
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', keep_lines, text, flags=re.S)
    return re.sub(r"'(?:\\.|[^'\\])+'", " ", text)


def check_folder(root, folder):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".c", ".cpp", ".h"):
            continue
        allowed = STRUCTURAL | set(ALLOWED.get(path.name, {}))
        for number, line in enumerate(strip_comments(path.read_text()).splitlines(), 1):
            place = f"{path.relative_to(root)}:{number}"
            for literal in LITERAL.findall(line):
                if int(literal, 0) not in allowed:
                    yield f"{place}: the number {literal} belongs in include/scatter/Plan/Thresholds.h"


def check_constants(root, folder):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".c", ".cpp", ".h"):
            continue
        for number, line in enumerate(strip_comments(path.read_text()).splitlines(), 1):
            if NAMED.search(line) and not any(name in line for name in KEPT):
                place = f"{path.relative_to(root)}:{number}"
                yield f"{place}: a constant belongs in include/scatter/Plan/Thresholds.h"


def check_header(root, path, titles, sources):
    text = path.read_text()
    default = re.search(r'docs/Performance\.md that supports a number is "([^"]+)"', re.sub(r"\n//", "", text))
    comment = ""
    for line in text.splitlines():
        stripped = line.strip()
        if re.match(r"///|/\*|\*|\|", stripped) or comment.startswith("/*") and not comment.rstrip().endswith("*/"):
            comment += " " + stripped.lstrip("/ ") if comment else stripped
            continue
        constants = re.findall(r"(?<!\w)(k[A-Z]\w+) =", line) or re.findall(r"#define (SCATTER_\w+) \d", line)
        # One comment may describe several constants.
        if not constants:
            comment = ""
        for name in constants:
            cited = re.findall(r'"([^"]+)"', re.sub(r"\s+", " ", comment.replace("///", " ")))
            known = [title for title in cited if title in titles] or (default and default.group(1) in titles)
            if not known:
                yield f"{path.name}: {name} names no table of docs/Performance.md"
            if len(re.findall(rf"\b{name}\b", sources)) < 2:
                yield f"{path.name}: {name} is not used"


def main():
    root = pathlib.Path(sys.argv[1])
    problems = [problem for folder in FOLDERS for problem in check_folder(root, folder)]
    problems += [problem for folder in CONSTANTS for problem in check_constants(root, folder)]
    titles = set(re.findall(r"^#+ (.*)$", (root / "docs/Performance.md").read_text(), re.M))
    paths = [path for top in ("lib", "include") for path in (root / top).rglob("*") if path.suffix in (".c", ".cpp", ".h")]
    sources = "\n".join(path.read_text() for path in paths)
    for header in HEADERS:
        path = root / "include/scatter/Plan" / header
        if path.exists():
            problems += check_header(root, path, titles, sources)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
