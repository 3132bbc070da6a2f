// Where the real scripts lie that some tests ask for besides their own.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace vellum::test {

/// The folder with real scripts, or null: such tests skip without it.
inline const char* corpus() { return std::getenv("VELLUM_CORPUS"); }

/// A file as text; empty if there is none.
inline std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace vellum::test
