//===- InitAllPasses.h - registration of passes -----------------*- C++ -*-===//

#ifndef SCATTER_INITALLPASSES_H
#define SCATTER_INITALLPASSES_H

namespace scatter {

/// Registers the passes and pipelines of this project. Not thread-safe. May be
/// called only once per process.
void registerAllPasses();

} // namespace scatter

#endif // SCATTER_INITALLPASSES_H
