//===- WritePhase.h - the writes of scatter_nd_update -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_WRITEPHASE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_WRITEPHASE_H

#include "Parallel.h"
#include "Row.h"
#include "TupleIndices.h"

namespace scatter {

struct TupleLists;

/// Emits the loops that write, after everything that had to be checked.
class WritePhase {
public:
  /// `sliceDims` are the dimensions of a slice with strides in `data` and
  /// `updates`, merged.
  WritePhase(ScatterNDUpdateOp op, const TupleIndices &indices,
             const FlatBuffer &data, const FlatBuffer &updates,
             llvm::ArrayRef<LoopDim> sliceDims, const Plan &plan);

  void emit(mlir::ImplicitLocOpBuilder &b) const;

  /// Whether the check phase may store the offsets of all slots for `emit`.
  bool takesOffsetsOfCheck() const;
  /// Whether there are enough tuples for that, and few enough.
  mlir::Value emitCanKeepOffsets(mlir::ImplicitLocOpBuilder &b) const;
  /// The same writes by the offsets in `kept`, i32 for each tuple, which
  /// emitKeepOffsets has stored.
  WritePhase withOffsets(mlir::Value kept) const;
  /// Stores the offsets of `tuples` tuples from number `tuple` on in `kept`,
  /// any number for a tuple that is not valid.
  void emitKeepOffsets(mlir::ImplicitLocOpBuilder &b, mlir::Value kept,
                       mlir::Value tuple, int64_t tuples) const;

private:
  /// Where a tuple writes; `condition` is null if it writes in any case.
  struct Slot {
    mlir::Value offset, condition;
  };

  mlir::Value emitDataLength(mlir::ImplicitLocOpBuilder &b) const;
  mlir::Value emitRowBytes(mlir::ImplicitLocOpBuilder &b) const;
  mlir::Value emitCanStream(mlir::ImplicitLocOpBuilder &b, mlir::Value rowBytes,
                            mlir::Value bytes) const;
  mlir::Value emitIsLarge(mlir::ImplicitLocOpBuilder &b, mlir::Value tuples,
                          mlir::Value rowBytes) const;
  Slot emitSlot(mlir::ImplicitLocOpBuilder &b, mlir::Value indexOffset) const;
  mlir::Value emitOwner(mlir::ImplicitLocOpBuilder &b,
                        mlir::Value offset) const;
  void emitPrefetch(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer,
                    mlir::Value offset, bool isWrite) const;
  void emitPrefetchSlot(mlir::ImplicitLocOpBuilder &b, const Slot &slot) const;
  mlir::Value emitSlotBegin(mlir::ImplicitLocOpBuilder &b,
                            mlir::Value tuple) const;
  Share emitTupleShare(mlir::ImplicitLocOpBuilder &b, mlir::Value part) const;
  void emitTuples(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                  const std::optional<Share> &share, bool prefetches) const;
  mlir::Value emitOffsets(mlir::ImplicitLocOpBuilder &b, mlir::Value position,
                          int64_t lanes) const;
  void emitOffsetBlocks(mlir::ImplicitLocOpBuilder &b,
                        const SliceWriter &writer, mlir::Value count,
                        mlir::Value indexOffset, mlir::Value updatesOffset,
                        bool prefetches) const;
  using OffsetEmitter = llvm::function_ref<mlir::Value(
      mlir::ImplicitLocOpBuilder &b, mlir::Value tuple)>;
  void emitLoadedTuples(mlir::ImplicitLocOpBuilder &b,
                        const SliceWriter &writer, mlir::Value begin,
                        mlir::Value end, mlir::Value last,
                        OffsetEmitter emitSlotOffset,
                        OffsetEmitter emitUpdatesOffset, bool prefetches) const;
  void emitKeptTuples(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                      mlir::Value begin, mlir::Value end,
                      bool prefetches) const;
  void emitTupleLoop(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                     llvm::ArrayRef<LoopDim> dims,
                     llvm::ArrayRef<mlir::Value> offsets,
                     bool prefetches) const;
  void emitLists(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                 mlir::Value isLarge, bool prefetches) const;
  void emitFindTuples(mlir::ImplicitLocOpBuilder &b, const TupleLists &lists,
                      mlir::Value begin, mlir::Value count,
                      mlir::Value finder) const;
  void emitListedTuples(mlir::ImplicitLocOpBuilder &b,
                        const SliceWriter &writer, const TupleLists &lists,
                        mlir::Value begin, mlir::Value owner,
                        bool prefetches) const;
  void emitCopies(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                  mlir::Value isLarge, bool prefetches) const;
  void emitColumns(mlir::ImplicitLocOpBuilder &b, mlir::Value part) const;
  void emitTuple(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                 llvm::ArrayRef<LoopDim> dims, const Slot &slot,
                 mlir::Value updatesOffset) const;

  OutOfBounds policy;
  bool hasUniqueIndices;
  const TupleIndices &indices;
  FlatBuffer data;
  const FlatBuffer &updates;
  llvm::ArrayRef<LoopDim> sliceDims;
  Plan plan;
  SliceWriter writer;
  /// What withOffsets was given, and what is to be added to each.
  mlir::Value keptOffsets, keptBase;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_WRITEPHASE_H
