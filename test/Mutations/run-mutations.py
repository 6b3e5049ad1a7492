#!/usr/bin/env python3
# ===- run-mutations.py - do the tests catch faults in the code? ----------===#
"""Puts single faults into a copy of the repository and runs tests against them.

The *.toml files beside this script list the faults. Each is applied to a
scratch copy (a git worktree with a build tree of its own), the copy is built,
and the tests that have to catch the fault run. Prints one line for each fault
and, as the last line, `N passed, N failed`: a fault passes if each of its
tests fails. The exit status is 0 only if all faults pass.
"""

import argparse
import fnmatch
import glob
import json
import os
import resource
import signal
import subprocess
import sys
import time
import tomllib

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))

# What a lit test needs to be built, by the words of its RUN lines.
TARGETS = {
    "scatter-opt": "scatter-opt",
    "scatter-run": "scatter-run",
    "scatter-translate": "scatter-translate",
    "scatter-lsp-server": "scatter-lsp-server",
    "scatter-fuzz": "scatter-fuzz",
    "%scatter_test_patterns": "scatter-test-patterns",
    "scatter-evaluate": "scatter-evaluate",
    "scatter-mlir-corpus": "scatter-mlir-corpus",
    "%scatter_plugin": "ScatterPlugin",
    "%scatter_runtime": "ScatterRuntimeShared",
    "%scatter_so": "ScatterC",
    "%link_scatter": "ScatterC",
    "%lower": "ScatterPlugin",
    "%run ": "ScatterRuntimeShared",
    "%conformance": "scatter-run ScatterRuntimeShared",
}

# A number instead of a time, so that each run has the same random cases.
FUZZ_CASES = 4000

# A fault may make a program run forever or take all memory. Some tests reserve
# tens of GB of addresses that they do not touch.
TEST_SECONDS = 300
TEST_BYTES = 64 << 30

# The names of the columns in which a fault ends up.
CAUGHT, SURVIVED, NO_EFFECT = "caught", "SURVIVED", "no effect"
STALE, NO_BUILD = "STALE", "NO BUILD"


class Mutation:
    """One fault. `tests` have to catch it; a fault that changes nothing that
    can be observed says why in `no_effect` instead."""

    KEYS = {"name", "file", "fault", "find", "replace", "tests", "no_effect"}

    def __init__(self, entry, source):
        label = f"{source}: {entry.get('name', '?')}"
        if unknown := set(entry) - self.KEYS:
            sys.exit(f"run-mutations.py: {label}: unknown key '{unknown.pop()}'")
        for key in ("name", "file", "fault", "find", "replace"):
            if not isinstance(entry.get(key), str):
                sys.exit(f"run-mutations.py: {label}: expected a text '{key}'")
        self.name, self.file, self.fault = entry["name"], entry["file"], entry["fault"]
        self.find, self.replace = entry["find"], entry["replace"]
        self.tests = entry.get("tests", [])
        self.no_effect = entry.get("no_effect")
        if bool(self.tests) == bool(self.no_effect):
            sys.exit(f"run-mutations.py: {label}: expected 'tests' or 'no_effect'")

    def occurrences(self, root):
        """The paths that `file` stands for and that hold the text, one for each
        time that they hold it."""
        for path in sorted(glob.glob(self.file, root_dir=root, recursive=True)):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                yield from [path] * file.read().count(self.find)

    def problem(self, root):
        """Why the fault cannot be put in or be tested, or None."""
        if (count := len(list(self.occurrences(root)))) != 1:
            return f"the text to replace occurs {count} times"
        for test in self.tests:
            path = test_file(test)
            if path and not os.path.exists(os.path.join(root, path)):
                return f"there is no {path}"
        return None


def test_file(test):
    """The file or folder of `test`; None for unit tests, which have cases."""
    if test.startswith("Unit/"):
        return None
    return test if test.startswith("python/") else os.path.join("test", test)


def load(folder, patterns):
    mutations = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".toml"):
            with open(os.path.join(folder, name), "rb") as file:
                for entry in tomllib.load(file)["mutation"]:
                    mutations.append(Mutation(entry, name))
    names = [m.name for m in mutations]
    if twice := {n for n in names if names.count(n) > 1}:
        sys.exit(f"run-mutations.py: '{sorted(twice)[0]}' names two faults")
    for pattern in patterns:
        if not any(matches(m, pattern) for m in mutations):
            sys.exit(f"run-mutations.py: no fault matches '{pattern}'")
    return [m for m in mutations if not patterns or any(matches(m, p) for p in patterns)]


def matches(mutation, pattern):
    names = [mutation.name, *mutation.occurrences(ROOT)]
    return any(fnmatch.fnmatch(name, pattern) for name in names)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (TEST_BYTES, TEST_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Copy:
    """The scratch copy, its build tree and its tests."""

    def __init__(self, folder, jobs):
        self.root = folder
        self.build_dir = os.path.join(folder, "build")
        self.jobs = jobs
        self.log = os.path.join(folder, "build", "mutations.log")
        self.python = os.path.join(self.build_dir, "mutations-python")
        # The copy compiles the files of the repository: with relative paths
        # both find each other's objects in the compiler cache.
        self.environment = dict(os.environ, SCATTER_BUILD_DIR=self.build_dir)
        self.environment.setdefault("CCACHE_BASEDIR", folder)
        self.environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"

    def git(self, *arguments, root=None):
        return subprocess.run(
            ["git", "-C", root or self.root, *arguments],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout.strip()

    def update(self):
        """Brings the copy to the repository's commit with its changes of
        tracked files."""
        commit = self.git("stash", "create", root=ROOT) or self.git(
            "rev-parse", "HEAD", root=ROOT
        )
        if not os.path.exists(os.path.join(self.root, ".git")):
            self.git("worktree", "prune", root=ROOT)
            self.git("worktree", "add", "-q", "--detach", self.root, commit, root=ROOT)
        self.git("checkout", "-q", "--force", "--detach", commit)
        os.makedirs(self.build_dir, exist_ok=True)
        open(self.log, "w").close()

    def run(self, command, seconds=None, limit=None):
        """Runs a command with its output in the log; true if it succeeds."""
        with open(self.log, "a", encoding="utf-8") as log:
            print("+", *command, file=log, flush=True)
            process = subprocess.Popen(
                command, cwd=self.root, env=self.environment, stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                start_new_session=True, preexec_fn=limit,
            )
            try:
                return process.wait(seconds) == 0
            except subprocess.TimeoutExpired:
                print("+ stopped after", seconds, "s", file=log)
                return False
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()

    def targets(self, test):
        """What `test` needs."""
        if test.startswith("Unit/"):
            return {test[len("Unit/"):].split(":")[0]}
        if test.startswith("python/"):
            return {"all"}
        with open(os.path.join(self.root, test_file(test)), encoding="utf-8") as file:
            text = file.read()
        if "%cmake" in text:
            return {"all"}
        return {t for word, ts in TARGETS.items() if word in text for t in ts.split()} or {"all"}

    def build(self, tests):
        targets = sorted(set().union(*map(self.targets, tests)))
        if "all" in targets:
            targets = [t for t in targets if t == "all" or t.endswith("Tests")]
        command = [os.path.join(self.root, "utils/build.sh"),
                   f"--jobs={self.jobs}", "--", *targets]
        if not self.run(command):
            return False
        return not any(t.startswith("python/") for t in tests) or self.build_python()

    def build_python(self):
        """The package for the tests of Python, in an environment of its own."""
        python, prefix = f"{self.python}/bin/python", f"{self.python}/prefix"
        if not os.path.exists(python):
            base = "/usr/bin/python3"
            packages = ["scikit-build-core", "nanobind", "numpy", "ml_dtypes", "pytest"]
            if not self.run([base, "-m", "venv", self.python]) or not self.run(
                [python, "-m", "pip", "install", "-q", *packages]
            ):
                sys.exit(f"run-mutations.py: no Python environment, see {self.log}")
        return self.run(["cmake", "--install", self.build_dir, "--prefix", prefix]) and self.run(
            [python, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps",
             "--no-index", "--force-reinstall",
             f"--config-settings=build-dir={self.python}/package",
             f"--config-settings=cmake.define.Scatter_DIR={prefix}/lib/cmake/Scatter",
             self.root]
        )

    def passes(self, test):
        """Whether `test` passes on what was built last."""
        if test.startswith("Unit/"):
            name, _, cases = test[len("Unit/"):].partition(":")
            command = [os.path.join(self.build_dir, "test/Unit", name),
                       f"--gtest_filter={cases or '*'}"]
            if not subprocess.check_output([*command, "--gtest_list_tests"]).strip():
                sys.exit(f"run-mutations.py: no unit test is called '{test}'")
        elif test.startswith("python/"):
            command = [f"{self.python}/bin/python", "-m", "pytest", "-q", "-x",
                       "-p", "no:cacheprovider", os.path.join(self.root, test)]
        else:
            return self.lit_passes(test)
        return self.run(command, TEST_SECONDS, limit_memory)

    def lit_passes(self, test):
        result = os.path.join(self.build_dir, "mutations.json")
        if os.path.exists(result):
            os.remove(result)
        self.run(
            [self.cached("Python3_EXECUTABLE"), self.cached("LLVM_EXTERNAL_LIT"), "-v",
             f"--output={result}", "-D", f"fuzz_cases={FUZZ_CASES}", os.path.join(self.build_dir, "test", test)],
            TEST_SECONDS, limit_memory,
        )
        if not os.path.exists(result):
            return False
        with open(result, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
        if not tests or any(t["code"] == "UNSUPPORTED" for t in tests):
            sys.exit(f"run-mutations.py: '{test}' cannot run here, see {self.log}")
        return all(t["code"] == "PASS" for t in tests)

    def cached(self, variable):
        with open(os.path.join(self.build_dir, "CMakeCache.txt"), encoding="utf-8") as file:
            for line in file:
                if line.startswith(variable + ":"):
                    return line.rstrip("\n").partition("=")[2]
        sys.exit(f"run-mutations.py: CMake did not find {variable}")

    def check_unchanged(self, tests):
        """All tests have to pass without a fault."""
        if not self.build(tests):
            sys.exit(f"run-mutations.py: the copy does not build, see {self.log}")
        for test in sorted(tests):
            if not self.passes(test):
                sys.exit(f"run-mutations.py: '{test}' fails without a fault, see {self.log}")

    def judge(self, mutation):
        """What becomes of the fault: the outcome, and what there is to say."""
        if problem := mutation.problem(self.root):
            return STALE, problem
        if mutation.no_effect:
            return NO_EFFECT, mutation.no_effect
        path = os.path.join(self.root, *mutation.occurrences(self.root))
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(mutation.find, mutation.replace))
        try:
            if not self.build(mutation.tests):
                return NO_BUILD, f"see {self.log}"
            passed = [t for t in mutation.tests if self.passes(t)]
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        if passed:
            return SURVIVED, "not caught by " + ", ".join(passed)
        return CAUGHT, ", ".join(mutation.tests)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("patterns", nargs="*", metavar="PATTERN",
                        help="names of faults, or files that they are in; default: all")
    parser.add_argument("--check", action="store_true",
                        help="only say which faults do not fit the sources any more")
    parser.add_argument("--data", default=os.path.dirname(os.path.abspath(__file__)),
                        help="folder of the *.toml files")
    parser.add_argument("--scratch", default=os.path.join(ROOT, "build", "mutations"),
                        help="folder of the copy, which is kept for the next run")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    return parser.parse_args()


def main():
    # Whoever stops the script gets the copy back without the fault.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("run-mutations.py: stopped"))
    options = parse_arguments()
    mutations = load(options.data, options.patterns)
    width = max(len(m.name) for m in mutations)
    failed = 0

    def show(mutation, outcome, text, start):
        nonlocal failed
        failed += outcome not in (CAUGHT, NO_EFFECT)
        seconds = time.monotonic() - start
        print(f"{mutation.name:{width}}  {outcome:9}  {seconds:5.0f} s  {text}", flush=True)

    if options.check:
        for mutation in mutations:
            if problem := mutation.problem(ROOT):
                show(mutation, STALE, f"{mutation.file}: {problem}", time.monotonic())
    else:
        copy = Copy(os.path.realpath(options.scratch), options.jobs)
        copy.update()
        fitting = [m for m in mutations if not m.problem(copy.root)]
        tests = set().union(*(m.tests for m in fitting))
        if tests:
            copy.check_unchanged(tests)
        for mutation in mutations:
            start = time.monotonic()
            show(mutation, *copy.judge(mutation), start)
    print(f"{len(mutations) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
