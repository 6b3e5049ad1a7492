"""usage: names.py ROOT --tool=PROGRAM... PAGE...

Checks what the Markdown pages PAGE name against the source tree ROOT:

* the target of each relative link and its anchor,
* each file and folder, by its path in the tree, below include/ or by its name,
* each option, against the --help-hidden of the tools and the scripts of the
  tree; those of other programs are listed in FOREIGN,
* each identifier in code font with an underscore or inner capitals and each
  name of a pass, against the text of the sources,
* the length of lines, at most 120 columns.

Where comments of sources cite a page as in `docs/PAGE.md, "HEADING"`, the page
has to have that heading.
"""

import os
import re
import subprocess
import sys

SOURCES = (".h", ".td", ".c", ".cpp", ".py", ".pyi", ".sh", ".cmake", ".in", ".txt")
SUFFIXES = r"\.(?:h|td|c|cpp|py|pyi|sh|cmake|txt|md|mlir|json|toml|test|in|so|svg|png)"
FOLDERS = "benchmarks|cmake|docs|include|lib|python|test|tools|utils"

# Options of programs that are not part of this project.
FOREIGN = {
    "cmake": ["--build", "--install", "--prefix", "--preset", "--target"],
    "gcc, clang": ["-fopenmp", "-fsanitize"],
    "git": ["--ff-only"],
    "GoogleTest": ["--gtest_filter"],
    "google-benchmark": ["--benchmark_filter"],
    "lit": ["--filter", "--filter-out"],
    "mlir-opt": ["--load-dialect-plugin", "--load-pass-plugin"],
    "mlir-runner": ["--entry-point-result", "--shared-libs"],
    "mlir-translate": ["--mlir-to-llvmir"],
    "pip": ["--config-settings"],
}

# Names of MLIR, LLVM, libraries and formats; %tokens of examples need none.
UPSTREAM = set(
    """
    AlwaysSpeculatableImplTrait AsmParserState BufferizableOpInterface ByteCode CMakeLists ConvertToLLVMPatternInterface
    DestinationStyle LLJIT MLIRContext ModuleOp MemoryEffects ObjectLinkingLayer OpPassManager
    OpenMP disableNonforced getConstantIntValue getDefiningOp hasTrait libLLVM libMLIR
    TempFile emit_c_interface localCache matchPattern nanobind num_threads onnxruntime
    """.split()
)


def split_code(text):
    """The page without fenced blocks, and the lines of the blocks."""
    prose, code, inside = [], [], False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif inside or line.startswith("    "):
            code.append((number, line))
        else:
            prose.append((number, line))
    return prose, code


def get_anchor(title):
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def anchors(path):
    with open(path) as lines:
        return {get_anchor(each.strip("# \n")) for each in lines if each[0] == "#"}


class Tree:
    def __init__(self, root, tools):
        self.root = root
        self.paths, self.names, text = set(), set(), []
        for folder, folders, files in os.walk(root):
            folders[:] = [
                name
                for name in folders
                if name[0] != "." and not re.match("build|dist|venv|__pycache__", name)
            ]
            for name in folders + files:
                path = os.path.relpath(os.path.join(folder, name), root)
                self.paths.add(path)
                self.names.add(name)
        for path in sorted(self.paths):
            if path.startswith("test/Docs/") or os.path.isdir(os.path.join(root, path)):
                continue
            if path.endswith(SOURCES + (".mlir", ".toml", ".json", ".map")):
                with open(os.path.join(root, path), errors="replace") as file:
                    text.append(file.read())
        text = "\n".join(text)
        comments = re.sub(r"\n\s*(?://+|#) ?", " ", text)
        self.citations = set(re.findall(r'docs/(\w+\.md), "([^"\n]+)"', comments))
        self.words = set(re.findall(r"\w+", text))
        self.dashed = set(re.findall(r"\w+(?:-\w+)+", text))
        # Entries of a machine description are their options with underscores.
        self.words |= {each.replace("-", "_") for each in self.dashed}
        self.options = {option for each in FOREIGN.values() for option in each}
        for tool in tools:
            shown = subprocess.run(
                [tool, "--help-hidden"], capture_output=True, text=True
            )
            self.options |= set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", shown.stdout))
        for path in self.paths:
            if path.startswith(("utils/", "benchmarks/", "test/")) and path.endswith(
                (".py", ".sh")
            ):
                source = open(os.path.join(root, path)).read()
                self.options |= set(re.findall(r"(?<![\w-])--[a-z][\w-]*", source))

    def has_path(self, path):
        path = path.rstrip("/")
        for folder in ("", "include/", "docs/", "python/", "benchmarks/"):
            if os.path.normpath(folder + path) in self.paths:
                return True
        # Part of a path (`ExecutionEngine/Options.h`), a build product.
        if any(each.endswith("/" + path) for each in self.paths):
            return True
        return os.path.basename(path) in BUILT


BUILT = {
    "libScatterPlugin.so",
    "libscatter.so",
    "libscatter_runtime.so",
    "ScatterConfig.cmake",
}


def check(tree, page):
    failures = []
    path = os.path.relpath(page, tree.root)
    text = open(page).read()
    prose, code = split_code(text)
    generated = path.startswith("docs/generated")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > 120 and not generated:
            failures.append((number, f"{len(line)} columns, more than 120"))
    for number, line in prose:
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            file = os.path.join(os.path.dirname(page), file) if file else page
            if not os.path.exists(file):
                failures.append((number, f"no file '{target}'"))
            elif anchor and anchor not in anchors(file):
                failures.append((number, f"no heading '{target}'"))
        for span in re.findall(r"`([^`]+)`", line):
            failures += [(number, each) for each in check_span(tree, span)]
    for number, line in prose + code:
        for option in re.findall(r"(?<![\w/-])--[a-zA-Z][\w-]*", line):
            if option not in tree.options and "-" + option not in tree.options:
                if option[1:] not in tree.options:
                    failures.append((number, f"no tool has the option '{option}'"))
        for file in re.findall(rf"(?<![\w./-])(?:{FOLDERS})/[\w./-]*\w", line):
            if not tree.has_path(file) and not file.startswith("lib/cmake"):
                failures.append((number, f"no file '{file}'"))
    return [f"{path}:{number}: {each}" for number, each in sorted(set(failures))]


def check_span(tree, span):
    """What is wrong with the inline code `span`."""
    if re.fullmatch(rf"[\w./-]+{SUFFIXES}", span):
        if "/" in span or re.search(r"\.(cpp|td|h)$", span):
            if not tree.has_path(span) and not span.startswith("build"):
                yield f"no file '{span}'"
        return
    if re.fullmatch(r"(convert-)?scatter(-[a-z]+)+", span):
        known = "--" + span in tree.options or span in tree.dashed
        if not known and span not in tree.names:
            yield f"no tool, pass or option '{span}'"
        return
    if re.search(r"[%<>\[\]\"=!/$*{ ]", span):
        return
    for word in re.findall(r"[A-Za-z_]\w+", span):
        is_identifier = "_" in word.strip("_") or re.search(r"[a-z][A-Z]", word)
        if is_identifier and word not in tree.words and word not in UPSTREAM:
            yield f"no source has the name '{word}'"


def main():
    root, *rest = sys.argv[1:]
    tools = [each.split("=", 1)[1] for each in rest if each.startswith("--tool=")]
    pages = [each for each in rest if not each.startswith("--tool=")]
    tree = Tree(os.path.abspath(root), tools)
    failures = []
    for page in pages:
        failures += check(tree, os.path.abspath(page))
    for page, heading in sorted(tree.citations):
        if get_anchor(heading) not in anchors(os.path.join(root, "docs", page)):
            failures.append(f"a source cites {page}, which has no '{heading}'")
    print("\n".join(failures), file=sys.stderr)
    print(f"{len(pages)} pages")
    sys.exit(1 if failures else 0)


main()
