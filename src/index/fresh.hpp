// Whether what an index has of a file still holds: everything that was looked at for it looks the same now.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "index/database.hpp"
#include "index/names_here.hpp"
#include "vellum/files.hpp"

namespace vellum::index {

/// One thread at a time. Each place is looked at once, until `forget`.
class Fresh {
  public:
    /// `files`: where the index was made. `names`: of an index that was made elsewhere; may be null.
    Fresh(Database& database, const FileSystem& files, const NamesHere* names = nullptr);
    /// The number of the file, if it was examined with these settings (their hash) and nothing has changed.
    [[nodiscard]] std::optional<std::int64_t> file(const std::string& name, std::uint64_t settings);
    void forget() { known_.clear(); }

  private:
    [[nodiscard]] bool holds(std::int64_t look);

    const FileSystem& files_;
    const NamesHere* names_;
    Statement file_, looks_, look_;
    std::unordered_map<std::int64_t, bool> known_; ///< By number of the look.
};

} // namespace vellum::index
