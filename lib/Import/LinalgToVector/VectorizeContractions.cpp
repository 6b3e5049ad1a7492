//===- VectorizeContractions.cpp - vectorize contractions -----------------===//
//
// Sums a tile of rows and columns in registers. The vectors that are read along
// the columns serve all rows of the tile, and the elements of the result are
// loaded and stored once for many products. Upstream's loops load and store
// them for each product. Each sum has the order of upstream's loops.
//
//===----------------------------------------------------------------------===//

#include "ContractionOp.h"
#include "ContractionTile.h"
#include "scatter/Dialect/Scatter/Utils/LoopTransforms.h"
#include "scatter/Import/Passes.h"
#include "scatter/Plan/ContractionThresholds.h"
#include "scatter/Plan/PlanOptionSet.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERVECTORIZECONTRACTIONSPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

/// Consecutive iterations of a loop.
struct Range {
  unsigned loop;
  Value begin, end;
  int64_t step = 1;
};

/// The lanes of a vector, the rows and the vectors per row of a tile, and the
/// number of products that a tile sums at a time.
struct TileShape {
  int64_t lanes, rows, vectors;
  /// 0 means all products.
  int64_t depth;

  static TileShape choose(const Contraction &contraction,
                          const Machine &machine);
};

/// Emits the loops over the tiles of one op.
class Vectorizer {
public:
  Vectorizer(const Contraction &contraction, const Machine &machine)
      : contraction(contraction), machine(machine),
        shape(TileShape::choose(contraction, machine)),
        b(contraction.op.getLoc(), contraction.op), init(takeFill()),
        operands(ContractionOperands::create(b, contraction)), zero(index(0)),
        isParallel(machine.threads > 1 &&
                   contraction.countProducts() >= machine.parallelBytes) {}

  void run();

private:
  using Body = function_ref<void(SmallVector<Value>)>;

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  int64_t getTileColumns() const { return shape.lanes * shape.vectors; }
  Value takeFill();
  int64_t getPanelColumns() const;
  void emitRows(Value begin, Value end, int64_t rows);
  void emitNest(ArrayRef<Range> ranges, Body body);
  void emitSerial(ArrayRef<Range> ranges, SmallVector<Value> positions,
                  Body body);
  void emitDepth(SmallVector<Value> positions, Value begin, Value end,
                 int64_t rows, int64_t rest);
  void emitRest(ArrayRef<Value> positions, int64_t rows, int64_t rest,
                Value first, Value last, int64_t length);

  const Contraction &contraction;
  const Machine &machine;
  TileShape shape;
  ImplicitLocOpBuilder b;
  /// The scalar that the sums start from, or null if they start from the
  /// elements of the result.
  Value init;
  ContractionOperands operands;
  Value zero;
  bool isParallel;
};

} // namespace

/// The sums are as many as half of the registers of AVX-512. With the registers
/// of AVX2, which are half as many and half as long, fewer sums are no faster
/// (docs/Performance.md, "Other code").
TileShape TileShape::choose(const Contraction &contraction,
                            const Machine &machine) {
  Type element = getElementTypeOrSelf(
      contraction.op.getDpsInitOperand(0)->get().getType());
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  TileShape shape;
  constexpr int64_t sums = 16;
  // Longer vectors of small elements take seconds to compile.
  shape.lanes = std::clamp<int64_t>(machine.vectorBytes / bytes, 1, 16);
  int64_t rows =
      contraction.row ? contraction.staticSizes[*contraction.row] : 1;
  shape.rows = sums / 2;
  // With transposed operands, a block adds as many products to each sum as a
  // vector has lanes.
  if (contraction.hasTransposed())
    shape.rows = std::min<int64_t>(shape.rows, 4);
  if (ShapedType::isStatic(rows))
    shape.rows = std::min(rows, shape.rows);
  int64_t needed = llvm::divideCeil(contraction.getColumns(), shape.lanes);
  shape.vectors = std::min({sums / shape.rows, needed, int64_t(4)});
  int64_t products = contraction.staticSizes[contraction.reductions.back()];
  shape.depth = kTileDepth;
  if (contraction.hasTransposed())
    shape.vectors = std::min<int64_t>(shape.vectors, shape.rows > 1 ? 1 : 2);
  else if (ShapedType::isStatic(rows) && rows < 4)
    shape.depth = kRowDepth;
  if (ShapedType::isDynamic(products) || products <= shape.depth)
    shape.depth = 0;
  return shape;
}

/// If the result was filled with a scalar and nothing else accesses its memory
/// before the op, erases the fill and returns the scalar. Else returns null.
Value Vectorizer::takeFill() {
  linalg::LinalgOp op = contraction.op;
  Value memory = op.getDpsInitOperand(0)->get();
  if (shape.depth != 0 || contraction.reductions.size() > 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation() ||
      !memory.getDefiningOp<memref::AllocOp>())
    return nullptr;
  linalg::FillOp fill;
  for (Operation *user : memory.getUsers()) {
    if (user == op)
      continue;
    if (auto candidate = dyn_cast<linalg::FillOp>(user);
        candidate && candidate->getBlock() == op->getBlock() &&
        candidate->isBeforeInBlock(op)) {
      if (fill)
        return nullptr;
      fill = candidate;
      continue;
    }
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor || !op->isBeforeInBlock(ancestor))
      return nullptr;
  }
  if (!fill)
    return nullptr;
  Value value = fill.getInputs().front();
  fill.erase();
  return value;
}

/// Returns the number of columns for each thread, or 0 if the other loops are
/// divided among threads. A loop of dynamic size counts as long enough to be
/// divided.
int64_t Vectorizer::getPanelColumns() const {
  int64_t tiles = 1;
  for (unsigned loop : contraction.outer)
    tiles = llvm::SaturatingMultiply<uint64_t>(tiles,
                                               contraction.staticSizes[loop]);
  if (contraction.row)
    tiles = llvm::SaturatingMultiply<uint64_t>(
        tiles, contraction.staticSizes[*contraction.row] / shape.rows);
  int64_t columns = contraction.getColumns() / getTileColumns();
  if (!isParallel || uint64_t(tiles) >= uint64_t(machine.threads) ||
      columns < machine.threads)
    return 0;
  return llvm::divideCeil(columns, machine.threads) * getTileColumns();
}

void Vectorizer::emitSerial(ArrayRef<Range> ranges,
                            SmallVector<Value> positions, Body body) {
  if (ranges.empty())
    return body(std::move(positions));
  const Range &range = ranges.front();
  std::optional<int64_t> begin = getConstantIntValue(range.begin),
                         end = getConstantIntValue(range.end);
  if (begin && end && *begin >= *end)
    return;
  if (begin && end && *end - *begin <= range.step) {
    positions[range.loop] = range.begin;
    return emitSerial(ranges.drop_front(), std::move(positions), body);
  }
  auto loop = scf::ForOp::create(b, range.begin, range.end, index(range.step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  positions[range.loop] = loop.getInductionVar();
  emitSerial(ranges.drop_front(), std::move(positions), body);
}

void Vectorizer::emitNest(ArrayRef<Range> ranges, Body body) {
  SmallVector<Value> positions(contraction.staticSizes.size(), zero);
  if (!isParallel || ranges.empty())
    return emitSerial(ranges, std::move(positions), body);
  SmallVector<Value> begins, ends, steps;
  for (const Range &range : ranges) {
    begins.push_back(range.begin);
    ends.push_back(range.end);
    steps.push_back(index(range.step));
  }
  auto loop = scf::ParallelOp::create(b, begins, ends, steps);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  for (auto [range, position] :
       llvm::zip_equal(ranges, loop.getInductionVars()))
    positions[range.loop] = position;
  body(std::move(positions));
}

/// Emits the tiles of the last `rest` columns, which are narrower than the
/// others.
void Vectorizer::emitRest(ArrayRef<Value> positions, int64_t rows, int64_t rest,
                          Value first, Value last, int64_t length) {
  SmallVector<Value> begin(positions);
  int64_t column = contraction.getColumns() - rest;
  auto emit = [&](int64_t columns) {
    begin[contraction.column] = index(column);
    if (columns > 0)
      ContractionTile(b, contraction, operands, begin, rows, columns,
                      shape.lanes)
          .emit(first, last, length, init);
    column += columns;
  };
  // Only vectors with all lanes are transposed, so the remainder has a tile of
  // its own.
  int64_t part = contraction.hasTransposed() ? rest % shape.lanes : 0;
  emit(rest - part);
  emit(part);
}

/// Emits the tiles of the columns from `begin` to `end` and of the last `rest`
/// columns. Each tile sums shape.depth products at a time.
void Vectorizer::emitDepth(SmallVector<Value> positions, Value begin, Value end,
                           int64_t rows, int64_t rest) {
  SmallVector<Range> sums;
  for (unsigned loop : ArrayRef(contraction.reductions).drop_back())
    sums.push_back({loop, zero, operands.sizes[loop]});
  unsigned inner = contraction.reductions.back();
  int64_t products = contraction.staticSizes[inner];
  auto emitColumns = [&](ArrayRef<Value> positions, Value first, Value last,
                         int64_t length) {
    emitSerial({Range{contraction.column, begin, end, getTileColumns()}},
               llvm::to_vector(positions), [&](SmallVector<Value> tile) {
                 ContractionTile(b, contraction, operands, tile, rows,
                                 getTileColumns(), shape.lanes)
                     .emit(first, last, length, init);
               });
    emitRest(positions, rows, rest, first, last, length);
  };
  emitSerial(sums, std::move(positions), [&](SmallVector<Value> positions) {
    if (shape.depth == 0)
      return emitColumns(positions, zero, operands.sizes[inner],
                         ShapedType::isDynamic(products) ? -1 : products);
    int64_t whole = products - products % shape.depth;
    emitSerial({Range{inner, zero, index(whole), shape.depth}}, positions,
               [&](SmallVector<Value> block) {
                 Value last =
                     arith::AddIOp::create(b, block[inner], index(shape.depth));
                 emitColumns(block, block[inner], last, shape.depth);
               });
    if (whole < products)
      emitColumns(positions, index(whole), index(products), products - whole);
  });
}

void Vectorizer::emitRows(Value begin, Value end, int64_t rows) {
  SmallVector<Range> ranges;
  for (unsigned loop : contraction.outer)
    ranges.push_back({loop, zero, operands.sizes[loop]});
  if (contraction.row)
    ranges.push_back({*contraction.row, begin, end, rows});
  int64_t rest = contraction.getColumns() % getTileColumns();
  Value whole = index(contraction.getColumns() - rest);
  int64_t panel = getPanelColumns();
  if (panel == 0)
    return emitNest(ranges, [&](SmallVector<Value> positions) {
      emitDepth(std::move(positions), zero, whole, rows, rest);
    });
  SmallVector<Range> panels(ranges);
  panels.push_back({contraction.column, zero, whole, panel});
  emitNest(panels, [&](SmallVector<Value> positions) {
    Value first = positions[contraction.column];
    Value last = arith::MinUIOp::create(
        b, arith::AddIOp::create(b, first, index(panel)), whole);
    emitDepth(std::move(positions), first, last, rows, /*rest=*/0);
  });
  if (rest > 0)
    emitNest(ranges, [&](SmallVector<Value> positions) {
      emitDepth(std::move(positions), zero, zero, rows, rest);
    });
}

void Vectorizer::run() {
  Operation *before = contraction.op->getPrevNode();
  if (!contraction.row) {
    emitRows(zero, zero, /*rows=*/1);
  } else {
    Value size = operands.sizes[*contraction.row];
    int64_t known = contraction.staticSizes[*contraction.row];
    bool isDynamic = ShapedType::isDynamic(known);
    Value rest = b.createOrFold<arith::RemUIOp>(size, index(shape.rows));
    Value whole = b.createOrFold<arith::SubIOp>(size, rest);
    emitRows(zero, whole, shape.rows);
    if (isDynamic)
      emitRows(whole, size, /*rows=*/1);
    else if (known % shape.rows != 0)
      emitRows(whole, size, known % shape.rows);
  }
  disableLoopTransforms(before, contraction.op);
  contraction.op->erase();
}

/// Whether the sums may take longer than a few microseconds. Shorter sums do
/// not repay the time to compile the tiles.
static bool isWorthTiles(const Contraction &contraction) {
  return llvm::any_of(contraction.staticSizes, ShapedType::isDynamic) ||
         contraction.countProducts() >= kMinTiledProducts;
}

namespace {

struct ScatterVectorizeContractionsPass
    : scatter::impl::ScatterVectorizeContractionsPassBase<
          ScatterVectorizeContractionsPass> {
  ScatterVectorizeContractionsPass() : options(*this) {}
  ScatterVectorizeContractionsPass(
      const ScatterVectorizeContractionsPass &other)
      : ScatterVectorizeContractionsPassBase(other), options(*this) {}

  void runOnOperation() override {
    FailureOr<Machine> machine = options.get().getMachine(getOperation());
    if (failed(machine))
      return signalPassFailure();
    std::vector<Contraction> contractions;
    getOperation()->walk([&](linalg::LinalgOp op) {
      std::optional<Contraction> contraction = Contraction::match(op);
      if (contraction && isWorthTiles(*contraction))
        contractions.push_back(*contraction);
    });
    for (const Contraction &contraction : contractions)
      Vectorizer(contraction, *machine).run();
  }

private:
  MachineOptionSet<Option<int64_t>> options;
};

} // namespace
