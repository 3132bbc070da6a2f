// See the header.
#include "engines/skrit/systems/content_names.hpp"

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "engines/skrit/fuel/resources.hpp"

namespace vellum::skrit {

std::optional<std::uint32_t> object_number(std::string_view text) {
    if (text.size() < 3 || text.size() > 10 || text[0] != '0' || lower_ascii(text[1]) != 'x')
        return std::nullopt;
    return whole_number<std::uint32_t>(text.substr(2), 16);
}

ContentFile content_file(std::string_view file) {
    constexpr std::string_view maps = "world/maps/", objects = "/objects/";
    const std::string path = resource_path(file);
    ContentFile made;
    if (path.find("/moods/") != std::string::npos) made.sort = ContentSort::moods;
    const std::size_t at = path.starts_with(maps) ? 0 : path.find('/' + std::string(maps));
    if (at == std::string::npos) return made;
    const std::size_t end = path.find('/', path.find(maps, at) + maps.size());
    if (end == std::string::npos) return made;
    made.map = path.substr(0, end);
    const std::string_view rest = std::string_view(path).substr(end);
    if (rest == "/main.gas") made.sort = ContentSort::main;
    if (rest == "/info/lore.gas") made.sort = ContentSort::lore;
    if (rest.starts_with("/quests/")) made.sort = ContentSort::quests;
    if (rest.find("/conversations/") != std::string_view::npos) made.sort = ContentSort::conversations;
    if (const std::size_t level = rest.find(objects); level != std::string_view::npos) {
        made.sort = ContentSort::objects;
        const std::string_view below = rest.substr(level + objects.size());
        made.level = below.substr(0, below.find('/') == std::string_view::npos ? 0 : below.find('/'));
    }
    return made;
}

void ContentNames::add_moods(const FuelBlock& block, int depth) {
    if (const FuelAttribute* name = block.attribute("mood_name"); name != nullptr)
        moods.insert(lower_case(name->text));
    for (const auto& child : block.children)
        if (depth < 4) add_moods(*child, depth + 1);
}

bool ContentNames::has_object(std::string_view file, std::string_view text) const {
    const auto number = object_number(text);
    if (!number || *number == 0 || *number == 0xFFFFFFFF) return true;
    const ContentFile what = content_file(file);
    const MapNames* const own = map(what.map);
    return what.sort != ContentSort::objects || own == nullptr || !own->whole ||
           own->numbers.contains(*number);
}

void ContentNames::add(const FuelBlock& root, const std::string& file) {
    const ContentFile what = content_file(file);
    if (what.sort == ContentSort::moods) add_moods(root, 0);
    if (what.map.empty()) return;
    MapNames& own = maps[what.map];
    switch (what.sort) {
    case ContentSort::main: own.whole = true; break;
    case ContentSort::conversations:
        for (const auto& one : root.children) {
            own.conversations.insert(lower_case(one->name));
            conversations.insert(lower_case(one->name));
        }
        break;
    case ContentSort::quests:
        for (const auto& part : root.children)
            for (const auto& one : part->children) {
                const std::string name = lower_case(one->name);
                if (same_name(part->name, "chapters")) own.chapters.insert(name);
                if (!same_name(part->name, "quests")) continue;
                quests.insert(name);
                std::set<int>& orders = own.quests[name];
                for (const auto& entry : one->children)
                    if (const FuelAttribute* order = entry->attribute("order"); order != nullptr)
                        if (const auto number = order->integer()) orders.insert(*number);
            }
        break;
    case ContentSort::objects:
        for (const auto& one : root.children)
            if (const auto number = object_number(one->name); number && !one->type.empty()) {
                own.objects.try_emplace({what.level, *number},
                                        Place{file, Place::unknown, one->line, one->column});
                own.numbers.insert(*number);
                placed[lower_case(one->type)].insert(what.map);
            }
        break;
    case ContentSort::lore:
        for (const auto& part : root.children)
            for (const auto& one : part->children) lore.insert(lower_case(one->name));
        break;
    default: break;
    }
}

} // namespace vellum::skrit
