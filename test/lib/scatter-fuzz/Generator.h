//===- Generator.h - random programs and cases ------------------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_GENERATOR_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_GENERATOR_H

#include "ElementTypes.h"
#include "Model.h"
#include "Random.h"

#include <optional>

namespace scatter::fuzz {

/// What is generated.
struct GeneratorOptions {
  /// Ops of one kind only.
  std::optional<OpKind> op;
  /// Threads of every program; 0 for any number.
  unsigned threads = 0;
  /// Payloads of one type only, by MLIR's spelling; empty for all.
  std::string type;
  /// One reduction only.
  std::optional<Reduction> reduction;
  /// Whether the ops of all programs are tiled.
  bool tilesAll = false;
};

/// Makes programs and cases; a program or case depends on the options and its
/// stream of random numbers alone. The types live in `context`.
class Generator {
public:
  Generator(mlir::MLIRContext *context, const GeneratorOptions &options);

  /// Whether a payload type fits the options; there is nothing to generate
  /// otherwise.
  bool hasPayload() const { return !payloads.empty(); }

  Program generateProgram(Random &random) const;

  /// A case of `program`, most of them without violations.
  Case generateCase(Random &random, const Program &program) const;

private:
  unsigned addOperand(Random &random, Program &program, Role role,
                      mlir::Type type, int64_t size, unsigned rank,
                      bool isPassable) const;
  void addScatterND(Random &random, Program &program,
                    const PayloadType &payload) const;
  void addSlice(Random &random, Program &program,
                const PayloadType &payload) const;
  void addGather(Random &random, Program &program,
                 const PayloadType &payload) const;
  void addGeneric(Random &random, Program &program,
                  const PayloadType &payload) const;
  const PayloadType &chooseRegionType(Random &random,
                                      const PayloadType &payload) const;

  GeneratorOptions options;
  std::vector<PayloadType> payloads;
  std::vector<mlir::Type> indexTypes;
};

//===----------------------------------------------------------------------===//
// Parts of a case, in the order in which they are made
//===----------------------------------------------------------------------===//

/// Decides what of the witness of `program` stands in the types and the text.
void chooseStatic(Random &random, Program &program);

/// Chooses how programs are compiled; `threads` is 0 for any number.
void chooseOptions(Random &random, unsigned threads, CompileOptions &options);

/// Chooses whether the ops of `program` are tiled, and the linalg ops before
/// and after ops on tensors, of which tiled programs have more.
void chooseTiling(Random &random, bool isTiled, Program &program);

/// Chooses the shapes of all operands and the bounds of all slices, such that
/// there is no violation unless what is fixed leaves no choice. With `isSmall`
/// what is not fixed is small.
void chooseShapes(Random &random, const Program &program, bool isSmall,
                  Case &call);

/// Chooses bounds of an axis of `size` elements that give `length` elements, if
/// that is asked for. `bounds` comes with the entries that are not free.
/// Returns false if none were found.
struct AxisBounds {
  std::optional<int64_t> start, stop, step;
};
bool chooseBounds(Random &random, int64_t size, std::optional<int64_t> length,
                  AxisBounds &bounds);

/// The same for a program with a scatter.generic.
void chooseGenericShapes(Random &random, const Program &program, bool isSmall,
                         Case &call);

/// Makes the region of the scatter.generic of `program`.
void makeRegion(Random &random, Program &program);

/// Changes a size or a step so that there is a violation, where the types allow
/// it.
void breakShapes(Random &random, const Program &program, Case &call);

/// Chooses strides and offset of operand `number`.
void chooseLayout(Random &random, const Program &program, unsigned number,
                  Case &call);

/// Fills the indices of `op`.
void fillIndices(Random &random, const Program &program, const OpModel &op,
                 Case &call);

/// Fills the indices of the scatter.generic of `program`.
void fillGenericIndices(Random &random, const Program &program, Case &call);

/// Whether no size of the case is wrong for the op: its indices have k
/// components.
inline bool hasRightDepth(const Program &program, const OpModel &op,
                          const Case &call) {
  return call.operands[op.indices].shape.back() == program.getDepth(op);
}

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_GENERATOR_H
