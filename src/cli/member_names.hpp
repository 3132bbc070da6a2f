// Names for the members of a container as files: never out of the folder, and every one another. Two members
// may have one name, or get one (the script "GlobalScript" and the file "GlobalScript.o" of an AGS package).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "vellum/engine.hpp"

namespace vellum::cli {

class MemberNames {
  public:
    /// The path for a member. Empty if it has the name and the bytes of one that was asked for already; where
    /// only the name is the same, it gets a number before its ending.
    [[nodiscard]] std::string next(const Member& member, const Engine& engine);

  private:
    struct Taken {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        unsigned next_number = 2;
    };
    std::map<std::string, Taken> taken_; ///< By path in small letters: not every disk tells the cases apart.
};

} // namespace vellum::cli
