// What memory of this process may be executed, as Linux tells.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace vellum::test {

struct Mappings {
    std::uint64_t executable = 0; ///< Bytes of no file: code that was made here. The system joins neighbours.
    int both = 0;                 ///< Writable and executable at once.
};

inline Mappings mappings() {
    Mappings found;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::string rights = line.substr(line.find(' ') + 1, 4);
        const bool runs = rights[2] == 'x';
        if (runs && rights[1] == 'w') ++found.both;
        if (runs && line.find('/') == std::string::npos && line.find('[') == std::string::npos)
            found.executable +=
                std::stoull(line.substr(line.find('-') + 1), nullptr, 16) - std::stoull(line, nullptr, 16);
    }
    return found;
}

} // namespace vellum::test
