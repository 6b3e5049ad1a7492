//===- InitAllPasses.cpp - registration of passes -------------------------===//

#include "scatter/InitAllPasses.h"

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Pipelines/Pipelines.h"

void scatter::registerAllPasses() {
  registerScatterConversionPasses();
  registerScatterTransformsPasses();
  registerScatterPipelines();
}
