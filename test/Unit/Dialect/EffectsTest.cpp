//===- EffectsTest.cpp - what the ops read and write ----------------------===//

#include "DialectTest.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace scatter;

namespace {
class EffectsTest : public DialectTest {
protected:
  EffectsTest() { context.loadDialect<func::FuncDialect>(); }

  /// Whether a scatter_nd_update with `options` reads `data`.
  bool readsData(StringRef options) {
    std::string text =
        ("func.func @f(%d: memref<8xf32>, %s: memref<8xf32>, %i: "
         "memref<4x1xi64>, %u: memref<4xf32>) {\n scatter.scatter_nd_update "
         "ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : "
         "memref<8xf32>) " +
         options + "\n return\n}")
            .str();
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    bool reads = false;
    module->walk([&](ScatterNDUpdateOp op) {
      SmallVector<MemoryEffects::EffectInstance> effects;
      op.getEffects(effects);
      for (const auto &effect : effects)
        reads |= effect.getValue() == op.getData() &&
                 isa<MemoryEffects::Read>(effect.getEffect());
    });
    return reads;
  }
};
} // namespace

TEST_F(EffectsTest, ReductionsReadData) {
  EXPECT_TRUE(readsData("reduction(sum)"));
  EXPECT_FALSE(readsData(""));
  // The copy of the source overwrites it.
  EXPECT_FALSE(readsData("source(%s : memref<8xf32>) reduction(sum)"));
}
