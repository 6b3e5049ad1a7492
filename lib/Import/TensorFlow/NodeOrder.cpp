//===- NodeOrder.cpp - sorts nodes topologically --------------------------===//

#include "NodeOrder.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::tensorflow;

std::pair<StringRef, uint64_t> tensorflow::parseReference(StringRef text) {
  text.consume_front("^");
  auto [name, rest] = text.split(':');
  StringRef number = rest.contains(':') ? rest.rsplit(':').second : rest;
  uint64_t output = 0;
  if (!number.empty() && number.getAsInteger(10, output))
    output = UINT64_MAX;
  return {name, output};
}

std::optional<OrderProblem>
tensorflow::orderNodes(Body &body, ArrayRef<StringRef> outputs) {
  for (auto [i, node] : enumerate(body.nodes)) {
    if (StringRef(node.name).contains(':') ||
        StringRef(node.name).starts_with("^"))
      return OrderProblem{&node, "expected a name without ':' and '^'"};
    if (!body.places.try_emplace(node.name, i).second)
      return OrderProblem{&node, "expected a name that no other node has"};
  }
  enum State : char { Unseen, Open, Done };
  SmallVector<State> states(body.nodes.size(), Unseen);
  // A depth-first search without recursion, because a path may be long. The
  // second number is that of the next input.
  SmallVector<std::pair<size_t, size_t>> path;
  auto visit = [&](StringRef reference) -> std::optional<OrderProblem> {
    auto it = body.places.find(parseReference(reference).first);
    if (it == body.places.end() || states[it->second] == Done)
      return std::nullopt;
    if (states[it->second] == Open)
      return OrderProblem{&body.nodes[it->second],
                          "expected a graph without cycles"};
    states[it->second] = Open;
    path.push_back({it->second, 0});
    return std::nullopt;
  };
  for (StringRef output : outputs) {
    if (auto problem = visit(output))
      return problem;
    while (!path.empty()) {
      auto &[place, next] = path.back();
      const Node &node = body.nodes[place];
      if (next == node.inputs.size()) {
        states[place] = Done;
        body.order.push_back(place);
        path.pop_back();
        continue;
      }
      StringRef input = node.inputs[next++];
      // Control inputs have no effect on values.
      if (input.starts_with("^"))
        continue;
      if (auto problem = visit(input))
        return problem;
    }
  }
  return std::nullopt;
}
