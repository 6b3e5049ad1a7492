//===- InitAllPasses.h - registration of passes -----------------*- C++ -*-===//

#ifndef SCATTER_INITALLPASSES_H
#define SCATTER_INITALLPASSES_H

namespace scatter {

/// The passes and pipelines of this project. Not thread-safe, once per process.
void registerAllPasses();

} // namespace scatter

#endif // SCATTER_INITALLPASSES_H
