//===- Crash.h - reports of crashes and endless loops -----------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_CRASH_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_CRASH_H

#include <cstdint>
#include <string>

namespace scatter::fuzz {

/// Lets this process end, on a signal that means a crash or after `seconds`
/// seconds of computing without a call of noteCase, with a line "REASON: LINE"
/// on stderr, where LINE is `reproducer` with the number of the case in place
/// of "%". The status is that of Outcome::Crash or Outcome::Timeout. An empty
/// `reproducer` prints nothing.
void installCrashHandler(std::string reproducer, unsigned seconds);

/// Tells what case comes next.
void noteCase(uint64_t number);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_CRASH_H
