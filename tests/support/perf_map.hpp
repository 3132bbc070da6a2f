// What a run writes for `perf`.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

namespace vellum::test {

/// The file that perf reads for this process, after `run`; empty if there is none. It is removed before and
/// after.
inline std::string perf_map_of(const std::function<void()>& run) {
    const std::string path = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
    std::remove(path.c_str());
    run();
    std::ifstream map(path);
    std::string text{std::istreambuf_iterator<char>(map), {}};
    std::remove(path.c_str());
    return text;
}

} // namespace vellum::test
