#include "cli/programs.hpp"

#include <cstdlib>
#include <string>

#include <unistd.h>

namespace vellum::cli {

bool is_program(std::string_view name) {
    const char* const path = std::getenv("PATH");
    std::string_view folders = path == nullptr ? std::string_view() : path;
    while (!folders.empty()) {
        const std::size_t end = folders.find(':');
        if (::access((std::string(folders.substr(0, end)) + "/" + std::string(name)).c_str(), X_OK) == 0)
            return true;
        folders.remove_prefix(end == std::string_view::npos ? folders.size() : end + 1);
    }
    return false;
}

} // namespace vellum::cli
