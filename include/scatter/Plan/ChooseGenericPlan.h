//===- ChooseGenericPlan.h - choose the plan of scatter.generic -*- C++ -*-===//

#ifndef SCATTER_PLAN_CHOOSEGENERICPLAN_H
#define SCATTER_PLAN_CHOOSEGENERICPLAN_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Plan/Machine.h"

namespace scatter {

/// Returns the plan of a scatter.generic.
Plan chooseGenericPlan(GenericOp op, const Machine &machine);

} // namespace scatter

#endif // SCATTER_PLAN_CHOOSEGENERICPLAN_H
