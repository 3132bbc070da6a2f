// The saved games of a game that is played, slot by slot: in the world's memory, or in the folder of `File`
// where there is one. A saved game is a snapshot of the world without the other saved games. Whatever lies in
// the folder is hostile: it is checked when it is restored. Facts: docs/engines/ags.md, "Saved games".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::ags {

class Environment;

struct SavedGame {
    std::string description;
    std::uint64_t time = 0; ///< Of the world's clock, in microseconds since 1970.
    std::vector<std::byte> state;
};

inline constexpr std::int32_t restart_slot = 999; ///< Where the restart point lies, which stays in memory.
[[nodiscard]] constexpr bool is_slot(std::int32_t number) noexcept {
    return number >= 0 && number <= restart_slot;
}

class SavedGames {
  public:
    using Kept = std::map<std::int32_t, std::shared_ptr<const SavedGame>>;

    /// Null if there is none.
    [[nodiscard]] std::shared_ptr<const SavedGame> find(const Environment& environment,
                                                        std::int32_t slot) const;
    /// Fails where memory or the folder has no room for it; what was there before stays then.
    Result<void> put(Environment& environment, std::int32_t slot, SavedGame game);
    void erase(Environment& environment, std::int32_t slot);

    [[nodiscard]] const Kept& kept() const noexcept { return kept_; } ///< Those in memory.
    void set_kept(Kept kept) noexcept { kept_ = std::move(kept); }
    /// What those in memory count.
    [[nodiscard]] static std::uint64_t bytes(const Kept& kept) noexcept;

  private:
    Kept kept_;
};

} // namespace vellum::ags
