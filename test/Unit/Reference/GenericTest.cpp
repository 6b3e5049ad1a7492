//===- GenericTest.cpp - the reference of scatter.generic -----------------===//
//
// Order of the tuples, several outs and index operands, casts that round,
// reports, and regions that are not evaluated.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Reference/EvaluateGeneric.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace scatter::reference {
namespace {

class GenericTest : public ReferenceTest {
protected:
  GenericTest() { context.appendDialectRegistry(makeRegistry()); }

  /// Evaluates the op that `text`, a function on the operands, contains, on
  /// `outs` in place. Returns "" or the text of the report or error.
  std::string run(llvm::StringRef text,
                  llvm::ArrayRef<const OwnedBuffer *> indices,
                  llvm::ArrayRef<const OwnedBuffer *> inputs,
                  llvm::ArrayRef<OwnedBuffer *> outs) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    GenericOp op;
    module->walk([&](GenericOp found) { op = found; });
    auto view = [](const OwnedBuffer *buffer) { return buffer->view(); };
    auto write = [](OwnedBuffer *buffer) { return buffer->view(); };
    auto violation = evaluateGeneric(op, llvm::map_to_vector(indices, view),
                                     llvm::map_to_vector(inputs, view),
                                     llvm::map_to_vector(outs, write), "here");
    if (!violation)
      return llvm::toString(violation.takeError());
    return *violation ? formatError(**violation) : "";
  }

private:
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

/// `region` on one input that is read tuple by tuple and one out.
std::string makeElements(llvm::StringRef region,
                         llvm::StringRef inputType = "f32",
                         llvm::StringRef outType = "f32") {
  return ("func.func @f(%i: memref<?x1xi64>, %u: memref<?x" + inputType +
          ">, %o: memref<?x" + outType + ">, %k: " + outType + ") {\n" +
          "  scatter.generic {indexing_maps = [affine_map<(d0)[s0] -> (d0)>, "
          "affine_map<(d0)[s0] -> (s0)>]} indices(%i : memref<?x1xi64>) "
          "ins(%u : memref<?x" +
          inputType + ">) outs(%o : memref<?x" + outType +
          ">) {\n  ^bb0(%a: " + inputType + ", %old: " + outType + "):\n" +
          region + "  }\n  return\n}\n")
      .str();
}

TEST_F(GenericTest, tuples_are_applied_in_order) {
  auto indices = integers("i64", {4, 1}, {1, 0, 1, -1});
  auto updates = buffer("f32", {4}, {1, 2, 3, 5});
  auto out = buffer("f32", {3}, {10, 20, 30});
  std::string text = makeElements("    %d = arith.addf %old, %old : f32\n"
                                  "    %s = arith.addf %d, %a : f32\n"
                                  "    scatter.yield %s : f32\n");
  EXPECT_EQ(run(text, {&indices}, {&updates}, {&out}), "");
  // 2 * (2 * 20 + 1) + 3
  EXPECT_EQ(toString(out.view()), "[22, 85, 65]");
}

TEST_F(GenericTest, casts_round_to_nearest_even) {
  auto indices = integers("i64", {3, 1}, {0, 1, 2});
  auto updates = buffer("f32", {3}, {1.00390625, 1.01171875, 3e38});
  auto out = buffer("bf16", {3}, {0, 0, 0});
  std::string text = makeElements("    %t = arith.truncf %a : f32 to bf16\n"
                                  "    scatter.yield %t : bf16\n",
                                  "f32", "bf16");
  EXPECT_EQ(run(text, {&indices}, {&updates}, {&out}), "");
  EXPECT_EQ(toString(out.view()),
            toString(buffer("bf16", {3}, {1, 1.015625, 3e38}).view()));
}

TEST_F(GenericTest, integers_whose_type_has_a_sign) {
  auto indices = integers("i64", {2, 1}, {0, 1});
  auto updates = integers("si8", {2}, {-1, 100});
  auto out = integers("ui8", {2}, {255, 7});
  std::string text = makeElements(
      "    %s = builtin.unrealized_conversion_cast %a : si8 to i8\n"
      "    %t = builtin.unrealized_conversion_cast %old : ui8 to i8\n"
      "    %m = arith.addi %s, %t : i8\n"
      "    %r = builtin.unrealized_conversion_cast %m : i8 to ui8\n"
      "    scatter.yield %r : ui8\n",
      "si8", "ui8");
  EXPECT_EQ(run(text, {&indices}, {&updates}, {&out}), "");
  EXPECT_EQ(toString(out.view()), "[254, 107]");
}

TEST_F(GenericTest, several_operands_of_each_kind) {
  auto src = integers("i32", {3, 1}, {1, 0, 7});
  auto dst = integers("i64", {3, 1}, {0, 1, 0});
  auto x = integers("i32", {2, 2}, {1, 2, 3, 4});
  auto sum = integers("i32", {2, 2}, {0, 0, 0, 0});
  auto last = buffer("index", {2, 2}, {9, 9, 9, 9});
  std::string text = R"mlir(
func.func @f(%i: memref<?x1xi32>, %j: memref<?x1xi64>, %x: memref<?x2xi32>,
             %s: memref<?x2xi32>, %l: memref<2x?xindex>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[i, j] -> (i, f)>,
                                    affine_map<(e, f)[i, j] -> (j, f)>,
                                    affine_map<(e, f)[i, j] -> (f, j)>]}
    indices(%i, %j : memref<?x1xi32>, memref<?x1xi64>)
    ins(%x : memref<?x2xi32>)
    outs(%s, %l : memref<?x2xi32>, memref<2x?xindex>)
    out_of_bounds [drop, error] {
  ^bb0(%a: i32, %old: i32, %number: index):
    %n = arith.addi %old, %a : i32
    %e = scatter.index 0
    scatter.yield %n, %e : i32, index
  }
  return
})mlir";
  EXPECT_EQ(run(text, {&src, &dst}, {&x}, {&sum, &last}), "");
  EXPECT_EQ(toString(sum.view()), "[[3, 4], [1, 2]]");
  EXPECT_EQ(toString(last.view()), "[[0, 1], [0, 1]]");
  // The second index operand is named, and nothing is written.
  auto bad = integers("i64", {3, 1}, {0, 1, 2});
  EXPECT_EQ(run(text, {&src, &bad}, {&x}, {&sum, &last}),
            "here ('indices' operand 1): error: 'indices' tuple 2, component "
            "0: expected an index in [-2, 1] for a dimension of size 2, found "
            "2");
  EXPECT_EQ(toString(sum.view()), "[[3, 4], [1, 2]]");
}

TEST_F(GenericTest, sizes_are_compared_before_indices) {
  auto indices = integers("i64", {4, 1}, {1, 0, 1, 100});
  auto updates = buffer("f32", {3}, {1, 2, 3});
  auto out = buffer("f32", {3}, {10, 20, 30});
  std::string text = makeElements("    scatter.yield %a : f32\n");
  // The size of 'ins' is the first that is met.
  EXPECT_EQ(
      run(text, {&indices}, {&updates}, {&out}),
      "here: error: 'indices' operand 0 dimension 0: expected size 3, found "
      "4");
  EXPECT_EQ(toString(out.view()), "[10, 20, 30]");
}

TEST_F(GenericTest, what_is_not_evaluated_is_an_error) {
  auto indices = integers("i64", {1, 1}, {0});
  auto updates = buffer("f32", {1}, {1});
  auto out = buffer("f32", {1}, {10});
  EXPECT_EQ(run(makeElements("    scatter.yield %k : f32\n"), {&indices},
                {&updates}, {&out}),
            "a yielded value is no constant");
  EXPECT_EQ(run(makeElements("    %s = arith.addf %k, %a : f32\n"
                             "    scatter.yield %s : f32\n"),
                {&indices}, {&updates}, {&out}),
            "an operand of 'arith.addf' is no constant");
  EXPECT_EQ(run(makeElements("    %s = math.fma %a, %a, %a {no = 1} : f32\n"
                             "    scatter.yield %s : f32\n"),
                {&indices}, {&updates}, {&out}),
            "'math.fma' does not fold on constants");
}

} // namespace
} // namespace scatter::reference
