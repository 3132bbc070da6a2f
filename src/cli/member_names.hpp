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
    struct Name {
        std::string path;
        bool fresh = true; ///< False if one with the same name and bytes was asked for already and has it.
    };
    /// The path for a member. Where another has the same name and other bytes, it gets a number before its
    /// ending.
    [[nodiscard]] Name next(const archives::Member& member, const Engine& engine);
    /// The same for a path that is harmless already, whatever the member's bytes are.
    [[nodiscard]] std::string next(std::string path);

  private:
    struct Taken {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::string path; ///< As it is spelt.
        unsigned next_number = 2;
    };
    /// A path with the next number of one that is taken.
    [[nodiscard]] std::string numbered(const std::string& path, Taken& first, const Taken& own);

    std::map<std::string, Taken> taken_; ///< By path in small letters: not every disk tells the cases apart.
};

} // namespace vellum::cli
