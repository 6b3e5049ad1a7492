//===- ScatterEnums.td - enum attributes of the ops --------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_TD

include "mlir/IR/EnumAttr.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"

class Scatter_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::scatter";
  let genSpecializedAttr = 0;
}

def Scatter_Reduction : Scatter_Enum<"Reduction",
    "how an update combines with the element that it hits", [
  I32EnumAttrCase<"none", 0>,
  I32EnumAttrCase<"sum", 1>,
  I32EnumAttrCase<"sub", 2>,
  I32EnumAttrCase<"prod", 3>,
  I32EnumAttrCase<"min", 4>,
  I32EnumAttrCase<"max", 5>,
]>;

def Scatter_OutOfBounds : Scatter_Enum<"OutOfBounds",
    "what happens to a tuple with an index out of bounds", [
  I32EnumAttrCase<"error", 0>,
  I32EnumAttrCase<"drop", 1>,
  I32EnumAttrCase<"clamp", 2>,
  I32EnumAttrCase<"undefined", 3>,
]>;

def Scatter_NegativeIndices : Scatter_Enum<"NegativeIndices",
    "what a negative index means", [
  I32EnumAttrCase<"wrap", 0>,
  I32EnumAttrCase<"reject", 1>,
]>;

def Scatter_Partition : Scatter_Enum<"Partition",
    "how the threads of an op divide the work; the result is that of one "
    "thread, bit for bit", [
  // One thread does everything.
  I32EnumAttrCase<"serial", 0>,
  // Each thread takes a chunk of the tuples; those of one slot are in one
  // chunk.
  I32EnumAttrCase<"chunks", 1>,
  // Each thread puts a chunk of the tuples into buckets, one for each thread
  // that owns slots, then applies the buckets that it owns.
  I32EnumAttrCase<"buckets", 2>,
  // Each thread takes a range of the slice, for all tuples.
  I32EnumAttrCase<"slice", 3>,
  // Each thread applies a chunk of the tuples to a private copy of `data`; the
  // copies are combined afterwards.
  I32EnumAttrCase<"private_copies", 4, "private">,
]>;

def Scatter_SlotOffsets : Scatter_Enum<"SlotOffsets",
    "where the offsets of slots come from", [
  // The components of each tuple, when it is written or prefetched.
  I32EnumAttrCase<"components", 0>,
  // A block of tuples at a time, by vectors.
  I32EnumAttrCase<"blocks", 1>,
  // All tuples, by vectors, together with the check of the indices.
  I32EnumAttrCase<"precomputed", 2>,
]>;

def Scatter_ReductionAttr
    : EnumAttr<Scatter_Dialect, Scatter_Reduction, "reduction"> {
  let assemblyFormat = "`<` $value `>`";
}
def Scatter_OutOfBoundsAttr
    : EnumAttr<Scatter_Dialect, Scatter_OutOfBounds, "out_of_bounds"> {
  let assemblyFormat = "`<` $value `>`";
}
def Scatter_NegativeIndicesAttr
    : EnumAttr<Scatter_Dialect, Scatter_NegativeIndices, "negative_indices"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_TD
