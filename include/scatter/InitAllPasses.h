//===- InitAllPasses.h - registration of passes -----------------*- C++ -*-===//

#ifndef SCATTER_INITALLPASSES_H
#define SCATTER_INITALLPASSES_H

namespace scatter {

/// Registers the passes and pipelines of the core; those of the importers are
/// in InitAllImporters.h. Not thread-safe. May be
/// called only once per process.
void registerAllPasses();

} // namespace scatter

#endif // SCATTER_INITALLPASSES_H
