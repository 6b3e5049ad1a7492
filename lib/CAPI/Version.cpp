//===- Version.cpp - the version of the library ---------------------------===//

#include "scatter-c/Support.h"

const char *scatter_version(void) { return SCATTER_VERSION; }

int scatter_api_version(void) { return SCATTER_API_VERSION; }
