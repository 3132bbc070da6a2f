// The program that shows long texts page by page: what PAGER names, or else `less` where it is there.
// src/cli/posix and src/cli/windows, where there is none.
#pragma once

#include <cstddef>
#include <cstdio>

namespace vellum::cli {

/// Starts it; null if there is none, or if PAGER is empty. What is written to it is shown. Ctrl-C is its
/// business from then on.
[[nodiscard]] std::FILE* start_pager();
/// Waits until the user has left it.
void end_pager(std::FILE* pager);

/// Lines of the terminal that is written to; 24 where it does not say.
[[nodiscard]] std::size_t terminal_height();

} // namespace vellum::cli
