//===- InitAllPasses.cpp - registration of passes -------------------------===//

#include "scatter/InitAllPasses.h"

#include "scatter/Conversion/Passes.h"
#include "scatter/Pipelines/Pipelines.h"

void scatter::registerAllPasses() {
  registerScatterConversionPasses();
  registerScatterPipelines();
}
