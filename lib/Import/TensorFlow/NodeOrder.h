//===- NodeOrder.h - sorts nodes topologically ------------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_TENSORFLOW_NODEORDER_H
#define SCATTER_LIB_IMPORT_TENSORFLOW_NODEORDER_H

#include "TensorFlowModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace scatter::tensorflow {

/// Parses an input, "name", "name:output" or "name:list:output". Returns the
/// name of the node and the number of the output, which is UINT64_MAX if it is
/// not a number.
std::pair<llvm::StringRef, uint64_t> parseReference(llvm::StringRef text);

/// The nodes of a graph or function.
struct Body {
  llvm::ArrayRef<Node> nodes;
  /// The positions of nodes by name.
  llvm::StringMap<size_t> places;
  /// The positions of the nodes that the outputs depend on, in topological
  /// order.
  llvm::SmallVector<size_t> order;
};

struct OrderProblem {
  const Node *node;
  llvm::StringLiteral message;
};

/// Sets `places` and `order` for outputs that are references to nodes. Inputs
/// that name no node are reported when their node is imported. Fails for names
/// that two nodes share, for names that references cannot contain, and for
/// cycles.
std::optional<OrderProblem> orderNodes(Body &body,
                                       llvm::ArrayRef<llvm::StringRef> outputs);

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_IMPORT_TENSORFLOW_NODEORDER_H
