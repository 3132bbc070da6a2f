// What the maps and moods of a mod are called and what they hold, by name. Texts are read; nothing is judged.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engines/skrit/fuel/document.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// "action*" without its star: a key that may stand several times.
[[nodiscard]] inline std::string_view without_star(std::string_view name) {
    return name.size() > 1 && name.ends_with('*') ? name.substr(0, name.size() - 1) : name;
}

/// A number of an object, "0x00100002"; nothing for other texts.
[[nodiscard]] std::optional<std::uint32_t> object_number(std::string_view text);

/// Names in lower case.
struct MapNames {
    bool whole = false;                          ///< Its main file is there.
    std::map<std::string, std::set<int>> quests; ///< With the orders of their entries.
    std::set<std::string> chapters, conversations;
    /// By level of difficulty and number: where it is first.
    std::map<std::pair<std::string, std::uint32_t>, Place> objects;
    std::set<std::uint32_t> numbers; ///< Of objects of all levels.
};

/// What a file is, from its path.
enum class ContentSort : std::uint8_t { other, main, conversations, quests, objects, moods, lore };

struct ContentFile {
    ContentSort sort = ContentSort::other;
    std::string map;   ///< The path of its map in lower case, or empty.
    std::string level; ///< "regular" and so on, of objects.
};
[[nodiscard]] ContentFile content_file(std::string_view file);

class ContentNames {
  public:
    void add(const FuelBlock& root, const std::string& file);

    /// False if the file is one of a map's objects, and the map has no object of this number.
    [[nodiscard]] bool has_object(std::string_view file, std::string_view number) const;
    [[nodiscard]] const MapNames* map(const std::string& path) const {
        const auto found = maps.find(path);
        return found == maps.end() ? nullptr : &found->second;
    }

    std::map<std::string, MapNames> maps; ///< By path.
    std::set<std::string> moods, quests, conversations, lore;
    std::map<std::string, std::set<std::string>> placed; ///< By template: the maps that have it.

  private:
    void add_moods(const FuelBlock& block, int depth);
};

} // namespace vellum::skrit
