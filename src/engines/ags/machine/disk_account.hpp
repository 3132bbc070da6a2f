// What the scripts of a world have left in their folder, so that it stays within a quota: one call may write
// as much as its instructions allow, and that is more with every frame.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace vellum::ags {

class DiskAccount {
  public:
    std::uint64_t quota = std::uint64_t{64} << 20U; ///< Bytes; each file counts for some more than its size.

    /// False if a file of that size, in the place of the one of that name, would not fit.
    [[nodiscard]] bool write(const std::string& name, std::uint64_t size) {
        constexpr std::uint64_t file_itself = 4096;
        const auto found = sizes_.find(name);
        const std::uint64_t before = found == sizes_.end() ? 0 : found->second;
        const std::uint64_t after = used_ - before + file_itself + size;
        if (after > quota) return false;
        sizes_[name] = file_itself + size;
        used_ = after;
        return true;
    }
    void remove(const std::string& name) {
        const auto found = sizes_.find(name);
        if (found == sizes_.end()) return;
        used_ -= found->second;
        sizes_.erase(found);
    }

  private:
    std::unordered_map<std::string, std::uint64_t> sizes_;
    std::uint64_t used_ = 0;
};

} // namespace vellum::ags
