//===- SetMachine.cpp - set and erase the machine description -------------===//

#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Plan/PlanOptionSet.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERERASEMACHINEPASS
#define GEN_PASS_DEF_SCATTERSETMACHINEPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

struct ScatterSetMachinePass
    : scatter::impl::ScatterSetMachinePassBase<ScatterSetMachinePass> {
  ScatterSetMachinePass() : entries(*this) {}
  ScatterSetMachinePass(const ScatterSetMachinePass &other)
      : ScatterSetMachinePassBase(other), entries(*this) {}
  explicit ScatterSetMachinePass(const PlanOptions &given)
      : ScatterSetMachinePass() {
    entries.set(given);
  }

  void runOnOperation() override {
    if (failed(setMachine(getOperation(), entries.get().machine)))
      signalPassFailure();
  }

private:
  MachineOptionSet<Option<int64_t>> entries;
};

struct ScatterEraseMachinePass
    : scatter::impl::ScatterEraseMachinePassBase<ScatterEraseMachinePass> {
  void runOnOperation() override { eraseMachine(getOperation()); }
};

} // namespace

std::unique_ptr<Pass>
scatter::createScatterSetMachinePass(const PlanOptions &options) {
  return std::make_unique<ScatterSetMachinePass>(options);
}
