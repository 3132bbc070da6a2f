#include "engines/ags/format/game_parts.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/hash.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

namespace {

void warn(Diagnostic problem, std::string_view about, Diagnostics& problems) {
    problem.severity = Severity::warning;
    problem.message = concat(about, problem.message);
    problems.add(std::move(problem));
}

} // namespace

void take_room(GameParts& parts, std::int32_t number, std::span<const std::byte> bytes,
               Diagnostics& problems) {
    parts.hash = parts.hash * 31 + hash64(bytes);
    auto room = read_room_data(bytes);
    if (!room) return warn(std::move(room.error()), concat("room ", number, " is empty: "), problems);
    parts.rooms.insert_or_assign(number, std::move(*room));
}

std::shared_ptr<const GameParts> read_parts(const archives::Archive& container, Diagnostics& problems) {
    const std::span<const archives::Member> members = container.members();
    const auto is_main = [](const archives::Member& member) {
        return member.kind == "asset" && !member.cut_off &&
               (same_name(member.name, "game28.dta") || same_name(member.name, "ac2game.dta"));
    };
    const auto main = std::ranges::find_if(members, is_main);
    std::vector<std::byte> bytes;
    if (main != members.end()) {
        if (auto content = container.read(static_cast<std::size_t>(main - members.begin())))
            bytes = std::move(*content);
    } else {
        std::array<std::byte, main_data_mark_size> mark{};
        const ByteSource& file = container.source();
        if (file.size() < mark.size() || !file.read(0, mark) || !is_main_data(mark)) return nullptr;
        bytes.resize(static_cast<std::size_t>(file.size()));
        if (!file.read(0, bytes)) return nullptr;
    }
    auto data = read_main_data(bytes);
    if (!data) {
        warn(std::move(data.error()), "stand-ins answer for the whole game: ", problems);
        return nullptr;
    }
    auto parts = std::make_shared<GameParts>();
    parts->main = std::move(*data);
    parts->hash = hash64(bytes);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const archives::Member& member = members[i];
        if (member.kind != "asset" || member.cut_off || !lower_case(member.name).ends_with(".crm") ||
            !is_room_name(member.name))
            continue;
        if (const auto room = container.read(i)) take_room(*parts, room_number(member.name), *room, problems);
    }
    return parts;
}

} // namespace vellum::ags
