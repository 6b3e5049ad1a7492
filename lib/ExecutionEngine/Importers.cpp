//===- Importers.cpp - sources that are not MLIR --------------------------===//

#include "scatter/ExecutionEngine/Importers.h"

static scatter::Importers registered;

void scatter::setImporters(const Importers &importers) {
  registered = importers;
}

const scatter::Importers &scatter::getImporters() { return registered; }
