//===- LiveAllocations.cpp - memory that a region has not freed -----------===//

#include "LiveAllocations.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace scatter;

Value scatter::getAllocatedBytes(LLVM::CallOp call) {
  StringRef callee = call.getCallee().value_or("");
  OperandRange operands = call.getCalleeOperands();
  if (callee == "malloc" && operands.size() == 1)
    return operands[0];
  if (callee == "aligned_alloc" && operands.size() == 2)
    return operands[1];
  return {};
}

//===----------------------------------------------------------------------===//
// Possible values of a pointer
//===----------------------------------------------------------------------===//

/// Calls `add` for each value that `argument` can have at the end of a
/// predecessor of its block. Returns false if one is not known.
static bool addIncoming(BlockArgument argument, function_ref<void(Value)> add) {
  Block *block = argument.getOwner();
  // An argument of a function is not an allocation that the function makes
  // later.
  if (block->isEntryBlock())
    return isa<LLVM::LLVMFuncOp>(block->getParentOp());
  for (Block *predecessor : block->getPredecessors()) {
    auto branch = dyn_cast<BranchOpInterface>(predecessor->getTerminator());
    if (!branch)
      return false;
    for (auto [i, successor] : llvm::enumerate(branch->getSuccessors())) {
      if (successor != block)
        continue;
      Value value = branch.getSuccessorOperands(i)[argument.getArgNumber()];
      if (!value)
        return false;
      add(value);
    }
  }
  return true;
}

/// Removes `prefix` from the front of `position`. Returns false if `position`
/// does not begin with it.
static bool consumeFront(SmallVectorImpl<int64_t> &position,
                         ArrayRef<int64_t> prefix) {
  if (ArrayRef<int64_t>(position).take_front(prefix.size()) != prefix)
    return false;
  position.erase(position.begin(), position.begin() + prefix.size());
  return true;
}

/// Handles one place: a pointer, or an element of an aggregate. Adds the
/// allocation that it is to `sources`, or adds the places that its value may
/// come from to `worklist`. Returns false if these are not known.
bool LiveAllocations::addSourcesOf(Place place, llvm::BitVector &sources,
                                   SmallVectorImpl<Place> &worklist) {
  auto &[value, position] = place;
  auto add = [&](Value other) { worklist.push_back({other, position}); };
  if (auto argument = dyn_cast<BlockArgument>(value))
    return addIncoming(argument, add);
  Operation *op = value.getDefiningOp();
  if (auto call = dyn_cast<LLVM::CallOp>(op); call && getAllocatedBytes(call)) {
    // An allocation without a number is in a nested region.
    if (auto it = numbers.find(op); it != numbers.end())
      sources.set(it->second);
    return true;
  }
  if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op)) {
    Position whole(extract.getPosition());
    whole.append(position);
    worklist.push_back({extract.getContainer(), whole});
    return true;
  }
  if (auto insert = dyn_cast<LLVM::InsertValueOp>(op)) {
    Position rest = position;
    ArrayRef<int64_t> inserted = insert.getPosition();
    if (consumeFront(rest, inserted)) {
      worklist.push_back({insert.getValue(), rest});
      return true;
    }
    add(insert.getContainer());
    // An insertion into a part of the place itself is not followed.
    return inserted.take_front(position.size()) != ArrayRef(position);
  }
  if (auto select = dyn_cast<LLVM::SelectOp>(op)) {
    add(select.getTrueValue());
    add(select.getFalseValue());
    return true;
  }
  return isa<LLVM::AddressOfOp, LLVM::AllocaOp, LLVM::PoisonOp, LLVM::UndefOp,
             LLVM::ZeroOp>(op);
}

/// Adds the allocations that `pointer` may point to to `sources`. Returns false
/// if it may point to other memory that is not known.
bool LiveAllocations::addSources(Value pointer, llvm::BitVector &sources) {
  SmallVector<Place> worklist = {{pointer, {}}};
  DenseMap<Value, SmallVector<Position>> visited;
  while (!worklist.empty()) {
    Place place = worklist.pop_back_val();
    SmallVector<Position> &positions = visited[place.first];
    if (llvm::is_contained(positions, place.second))
      continue;
    positions.push_back(place.second);
    if (!addSourcesOf(place, sources, worklist))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Live allocations
//===----------------------------------------------------------------------===//

static bool holdsPointer(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return llvm::any_of(structure.getBody(), holdsPointer);
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return holdsPointer(array.getElementType());
  return isa<LLVM::LLVMPointerType>(type);
}

/// Removes the allocations that `value` may point to from `live`, or all of
/// them if these are not known.
void LiveAllocations::remove(Value value, llvm::BitVector &live) {
  if (live.none() || !holdsPointer(value.getType()))
    return;
  llvm::BitVector sources(live.size());
  if (isa<LLVM::LLVMPointerType>(value.getType()) && addSources(value, sources))
    live.reset(sources);
  else
    live.reset();
}

/// Updates `live` from the allocations before `op` to those after it.
void LiveAllocations::transfer(Operation &op, llvm::BitVector &live) {
  if (auto it = numbers.find(&op); it != numbers.end()) {
    live.set(it->second);
    return;
  }
  op.walk([&](Operation *nested) {
    if (auto store = dyn_cast<LLVM::StoreOp>(nested))
      return remove(store.getValue(), live);
    auto call = dyn_cast<LLVM::CallOp>(nested);
    if (!call || call.getCallee().value_or("").starts_with("scatter_runtime_"))
      return;
    for (Value operand : call.getCalleeOperands())
      remove(operand, live);
  });
}

/// Calls `action` for each op of `block` with the allocations that are live
/// before it. Returns those that are live at the end.
llvm::BitVector LiveAllocations::visit(
    Block &block,
    function_ref<void(Operation &, const llvm::BitVector &)> action) {
  llvm::BitVector live(allocations.size(), !block.hasNoPredecessors());
  for (Block *predecessor : block.getPredecessors())
    live &= liveAfter[predecessor];
  for (Operation &op : block) {
    action(op, live);
    transfer(op, live);
  }
  return live;
}

LiveAllocations::LiveAllocations(Region &region,
                                 function_ref<bool(Operation &)> isPoint) {
  for (auto call : region.getOps<LLVM::CallOp>())
    if (getAllocatedBytes(call)) {
      numbers[call] = allocations.size();
      allocations.push_back(call);
    }
  if (allocations.empty() || llvm::none_of(region.getOps(), isPoint))
    return;
  // Initially, all allocations count as live at the end of a block that has not
  // been visited.
  for (Block &block : region)
    liveAfter[&block].resize(allocations.size(), true);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (Block &block : region) {
      llvm::BitVector live =
          visit(block, [](Operation &, const llvm::BitVector &) {});
      hasChanged |= live != liveAfter[&block];
      liveAfter[&block] = live;
    }
  }
  for (Block &block : region)
    (void)visit(block, [&](Operation &op, const llvm::BitVector &live) {
      if (isPoint(op))
        liveAt[&op] = live;
    });
}

SmallVector<LLVM::CallOp> LiveAllocations::get(Operation *op) const {
  SmallVector<LLVM::CallOp> live;
  if (auto it = liveAt.find(op); it != liveAt.end())
    for (unsigned i : it->second.set_bits())
      live.push_back(allocations[i]);
  return live;
}
