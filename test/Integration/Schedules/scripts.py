# ===- scripts.py - random schedules of an update -------------------------===#
"""The scripts of the transform dialect for a case of programs.py."""

import numpy as np

ANY = "!transform.any_op"
UPDATES = '["scatter.scatter_nd_update", "scatter.slice_scatter", "scatter.generic"]'


class Schedule:
    """What a case has beside its function: the kind of its schedule and the
    transform ops of it."""

    def is_order_free(self):
        integers = not self.element.startswith("f")
        if self.is_general:
            return self.is_unique
        return self.is_unique or self.reduction in ("min", "max") or (
            integers and self.reduction in ("sum", "prod")
        )  # fmt: skip

    def draw_sizes(self, is_parallel):
        """Tile sizes of the update: of the tuples, then of the slice."""
        sizes = [int(self.random.integers(0, s + 2)) for s in self.update_shape]
        if not self.is_slice:
            several = [d for d, s in enumerate(self.batch) if s != 1 or not self.is_static]
            for d in range(len(self.batch)):
                if is_parallel and not self.is_unique:
                    sizes[d] = 0
                elif not self.is_order_free() and several and d != several[0]:
                    sizes[d] = 0
        return sizes

    def has_loops(self, sizes, shape):
        """Whether there is a loop for each tile size. One of a single iteration that is
        known is removed, and so is the update of a whole array by a slice."""
        if self.is_slice and self.update_shape == self.shape:
            return False
        return any(sizes) and (not self.is_static or all(t < s for t, s in zip(sizes, shape)))

    def choose_schedule(self):
        random = self.random
        kinds = ["for", "two-levels", "forall", "forall"]
        if self.has_producer:
            kinds += ["fuse"] * 3 + ["fuse-forall", "producer-into-for", "producer-into-forall"]
        if self.consumer:
            kinds = ["into-forall", "into-for", "fuse-consumer"]
        if not self.is_tensor:
            kinds = ["for", "two-levels", "forall"] + ["loops"] * (self.element != "i1")
            if "loops" in kinds and not self.is_slice and self.parameters[0][1].split("x")[-1][:-1] not in ("i32", "i64"):
                kinds.remove("loops")
        if self.is_tensor and not self.is_slice and self.batch and not self.is_unique:
            if self.is_order_free() and not self.consumer and not self.is_general:
                kinds += ["reduce-for", "reduce-forall"] * 2
        self.kind = str(random.choice(kinds))

    def schedule(self, function):
        return [f"    {line}" for line in self.make_schedule(function)]

    def make_schedule(self, function):
        random, kind = self.random, self.kind
        prefix = f"%{function}"
        lines = [
            f'{prefix} = transform.structured.match ops{{["func.func"]}} attributes{{sym_name = "{function}"}} in %root : ({ANY}) -> {ANY}',
            f"{prefix}u = transform.structured.match ops{{{UPDATES}}} in {prefix} : ({ANY}) -> {ANY}",
        ]

        def tile(target, result, sizes, is_forall=False, op=None):
            count = sum(s != 0 for s in sizes)
            if is_forall and not count:
                return
            if is_forall:
                op = op or "tile_using_forall"
                names, types = f"{result}, {result}l", f"{ANY}, {ANY}"
            else:
                op = op or "tile_using_for"
                names = f"{result}, {result}l:{count}" if count else result
                types = ", ".join([ANY] * (1 + count))
            interchange = ""
            if count > 1 and not is_forall and random.random() < 0.3:
                order = random.permutation(len(sizes) if op == "fuse" else count)
                interchange = f" interchange = [{', '.join(map(str, order))}]"
                if op == "fuse":
                    interchange = interchange.replace(" =", "")
            attributes = " {apply_cleanup}" if op == "fuse" and random.random() < 0.5 else ""
            if op == "fuse" and is_forall:
                attributes = " {use_forall}"
            lines.append(
                f"{names} = transform.structured.{op} {target} tile_sizes "
                f"[{', '.join(map(str, sizes))}]{interchange}{attributes} : ({ANY}) -> ({types})"
            )

        if kind == "loops":
            lines.append(
                f"{prefix}l = transform.structured.convert_to_loops {prefix}u : ({ANY}) -> {ANY}"
            )
        elif kind == "for":
            tile(f"{prefix}u", f"{prefix}t", self.draw_sizes(False))
        elif kind == "forall":
            tile(f"{prefix}u", f"{prefix}t", self.draw_sizes(True), is_forall=True)
        elif kind == "two-levels":
            first = self.draw_sizes(False)
            tile(f"{prefix}u", f"{prefix}t", first)
            tile(f"{prefix}t", f"{prefix}s", self.draw_sizes(False))
        elif kind.startswith("reduce"):
            sizes = [int(random.integers(0, s + 2)) for s in self.batch]
            if not any(sizes):
                sizes[0] = 2
            divided = [d for d, s in enumerate(sizes) if s]
            loop, by = ("for", "tile_sizes") if kind == "reduce-for" else ("forall", "num_threads")
            sizes += [0] * (len(self.update_shape) - len(sizes))
            lines.append(
                f"{prefix}f, {prefix}t, {prefix}m, {prefix}l = transform.structured.tile_reduction_using_{loop} "
                f"{prefix}u reduction_dims = {divided} by {by} = {sizes} : ({ANY}) -> ({ANY}, {ANY}, {ANY}, {ANY})"
            )
        elif kind == "fuse":
            tile(f"{prefix}u", f"{prefix}t", self.draw_sizes(False), op="fuse")
        elif kind.startswith("producer-into"):
            is_forall = kind.endswith("forall")
            sizes = self.draw_sizes(is_forall)
            tile(f"{prefix}u", f"{prefix}t", sizes, is_forall)
            if self.has_loops(sizes, self.update_shape):
                loop = f"{prefix}tl" + ("" if is_forall or sum(s != 0 for s in sizes) == 1 else "#0")
                lines.append(
                    f"{prefix}p = transform.structured.match attributes{{{self.last_producer}}} in {prefix} : ({ANY}) -> {ANY}"
                )
                lines.append(
                    f"{prefix}f, {prefix}n = transform.structured.fuse_into_containing_op {prefix}p "
                    f"into {loop} : ({ANY}, {ANY}) -> ({ANY}, {ANY})"
                )
        elif kind == "fuse-forall":
            tile(f"{prefix}u", f"{prefix}t", self.draw_sizes(True), True, op="fuse")
        else:
            lines.append(
                f"{prefix}c = transform.structured.match attributes{{consumer}} in {prefix} : ({ANY}) -> {ANY}"
            )
            sizes = [int(random.integers(0, s + 2)) for s in self.shape]
            if not self.is_slice and random.random() < 0.7:
                sizes[: self.depth] = [0] * self.depth
            if kind == "fuse-consumer":
                tile(f"{prefix}c", f"{prefix}t", sizes, op="fuse")
            else:
                if not any(sizes):
                    sizes[-1] = 1
                is_forall = kind == "into-forall"
                tile(f"{prefix}c", f"{prefix}t", sizes, is_forall)
                loop = f"{prefix}tl" + ("" if is_forall or sum(s != 0 for s in sizes) == 1 else "#0")
                if self.has_loops(sizes, self.shape):
                    lines.append(
                        f"{prefix}f, {prefix}n = transform.structured.fuse_into_containing_op {prefix}u "
                        f"into {loop} : ({ANY}, {ANY}) -> ({ANY}, {ANY})"
                    )
        return lines
