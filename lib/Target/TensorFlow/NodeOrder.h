//===- NodeOrder.h - the order in which nodes are imported ------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_TENSORFLOW_NODEORDER_H
#define SCATTER_LIB_TARGET_TENSORFLOW_NODEORDER_H

#include "Model.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace scatter::tensorflow {

/// The node that an input names, "name", "name:output" or "name:list:output",
/// and the number of the output; UINT64_MAX for one that is no number.
std::pair<llvm::StringRef, uint64_t> parseReference(llvm::StringRef text);

/// The nodes of a graph or function.
struct Body {
  llvm::ArrayRef<Node> nodes;
  /// The positions of nodes by name.
  llvm::StringMap<size_t> places;
  /// The positions of the nodes that the outputs need, each behind its inputs.
  llvm::SmallVector<size_t> order;
};

struct OrderProblem {
  const Node *node;
  llvm::StringLiteral message;
};

/// Sets `places` and `order`, for outputs that are references to nodes. Inputs
/// that name no node are left to who imports the node. Fails for names that two
/// nodes have or that references cannot spell, and for cycles.
std::optional<OrderProblem> orderNodes(Body &body,
                                       llvm::ArrayRef<llvm::StringRef> outputs);

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_TARGET_TENSORFLOW_NODEORDER_H
