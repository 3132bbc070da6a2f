// Saved games: what scripts ask for happens when the running function is over (world/play.cpp), what they
// want to know is answered at once.
#include "engines/ags/play/saves.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/file.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"
#include "engines/ags/natives/strings.hpp"

namespace vellum::ags {

// --- Where they lie

namespace {

constexpr std::string_view file_mark =
    "VLSAVE1\n"; ///< In front of a file: mark, time, length and description.
constexpr std::uint64_t largest_file = std::uint64_t{64} << 20U;

bool is_file(const Environment& environment, std::int32_t slot) {
    return !environment.sandbox.empty() && slot != restart_slot;
}

std::string file_name(std::int32_t slot) {
    const std::string digits = std::to_string(slot);
    return concat("agssave.", std::string(3 - std::min<std::size_t>(digits.size(), 3), '0'), digits);
}

std::uint64_t bytes_of(const SavedGame& game) noexcept {
    constexpr std::uint64_t itself = 256;
    return itself + game.description.size() + game.state.size();
}

std::shared_ptr<const SavedGame> read_game(const std::vector<std::byte>& bytes) {
    ByteReader in(bytes);
    if (as_text(in.bytes(file_mark.size())) != file_mark) return nullptr;
    SavedGame game;
    game.time = in.u64();
    game.description = as_text(in.bytes(in.u32()));
    const auto state = in.bytes(in.remaining());
    game.state.assign(state.begin(), state.end());
    return in.ok() ? std::make_shared<const SavedGame>(std::move(game)) : nullptr;
}

std::vector<std::byte> write_game(const SavedGame& game) {
    ByteWriter out;
    out.bytes(as_bytes(file_mark));
    out.u64(game.time);
    out.u32(static_cast<std::uint32_t>(game.description.size()));
    out.bytes(as_bytes(game.description));
    out.bytes(game.state);
    return out.take();
}

} // namespace

std::shared_ptr<const SavedGame> SavedGames::find(const Environment& environment, std::int32_t slot) const {
    if (!is_slot(slot)) return nullptr;
    if (is_file(environment, slot)) {
        const auto found = read_below(environment.sandbox, file_name(slot), largest_file);
        return found ? read_game(found->bytes) : nullptr;
    }
    const auto found = kept_.find(slot);
    return found == kept_.end() ? nullptr : found->second;
}

Result<void> SavedGames::put(Environment& environment, std::int32_t slot, SavedGame game) {
    if (is_file(environment, slot)) {
        const std::vector<std::byte> bytes = write_game(game);
        const std::string name = file_name(slot);
        if (bytes.size() > largest_file || !environment.disk.write(name, bytes.size()))
            return fail(codes::api_error, "the files of this world would take more than they may");
        return write_script_file(environment, name, bytes);
    }
    const auto before = kept_.find(slot);
    Pool& pool = environment.pool();
    if (!pool.charge(bytes_of(game)))
        return fail(codes::out_of_memory, "saved games need more memory than the budget allows");
    if (before != kept_.end()) pool.uncharge(bytes_of(*before->second));
    kept_.insert_or_assign(slot, std::make_shared<const SavedGame>(std::move(game)));
    return {};
}

void SavedGames::erase(Environment& environment, std::int32_t slot) {
    if (!is_slot(slot)) return;
    if (is_file(environment, slot)) {
        remove_script_file(environment, file_name(slot));
        return;
    }
    const auto found = kept_.find(slot);
    if (found == kept_.end()) return;
    environment.pool().uncharge(bytes_of(*found->second));
    kept_.erase(found);
}

std::uint64_t SavedGames::bytes(const Kept& kept) noexcept {
    std::uint64_t all = 0;
    for (const auto& [slot, game] : kept) all += bytes_of(*game);
    return all;
}

// --- What scripts ask for

namespace {

constexpr std::int32_t most_listed = 99; ///< The last slot that lists show, unless a script says more.
constexpr std::uint64_t look_up_work = 1U << 16U;

/// The slot among the arguments; false after failing the call.
bool slot_at(BuiltinCall& call, std::size_t index, std::int32_t& slot) {
    slot = integer_at(call, index);
    if (is_slot(slot)) return true;
    call.fail(codes::api_error, concat("there is no slot ", slot, ": they are 0 to ", restart_slot));
    return false;
}

/// Null if there is none.
std::shared_ptr<const SavedGame> game_in(BuiltinCall& call, std::int32_t slot) {
    const bool in_memory = call.environment.sandbox.empty();
    call.charge(in_memory ? BuiltinCall::object_work : look_up_work);
    auto game = play_of(call).saves.find(call.environment, slot);
    if (game != nullptr && !in_memory) call.charge(game->state.size());
    return game;
}

struct ListedGame {
    std::int32_t slot = 0;
    std::uint64_t time = 0;
    std::string description;
};

PlayAction action(PlayAction::Kind kind, std::int32_t slot, std::string_view description = {}) {
    return {.kind = kind, .function = std::string(description), .arguments = {}, .number = slot};
}

Word save_game_slot(BuiltinCall& call) {
    std::int32_t slot = 0;
    std::string_view description;
    if (!slot_at(call, 0, slot) || !call.text(call.arguments[1], description)) return 0;
    constexpr std::size_t longest = 1000;
    queue_action(call, action(PlayAction::Kind::save, slot, description.substr(0, longest)));
    return 0;
}

Word set_restart_point(BuiltinCall& call) {
    queue_action(call, action(PlayAction::Kind::save, restart_slot, "Restart Game Auto-Save"));
    return 0;
}

Word restore_game_slot(BuiltinCall& call) {
    if (play_of(call).state.room < 0)
        return call.fail(codes::api_error,
                         "RestoreGameSlot: a game cannot be restored from within game_start");
    queue_action(call, action(PlayAction::Kind::restore, integer_at(call, 0)));
    return 0;
}

Word restart_game(BuiltinCall& call) {
    queue_action(call, action(PlayAction::Kind::restore, restart_slot));
    return 0;
}

template <PlayAction::Kind Kind> Word ask_player(BuiltinCall& call) {
    queue_action(call, action(Kind, 0));
    return 0;
}

Word delete_slot(BuiltinCall& call) {
    call.charge(look_up_work);
    play_of(call).saves.erase(call.environment, integer_at(call, 0));
    return 0;
}

template <bool Moves> Word copy_slot(BuiltinCall& call) {
    std::int32_t from = 0, to = 0;
    if (!slot_at(call, 0, from) || !slot_at(call, 1, to) || from == to) return 0;
    const auto game = game_in(call, from);
    if (game == nullptr) return 0;
    call.charge(game->state.size());
    SavedGames& saves = play_of(call).saves;
    if (auto done = saves.put(call.environment, to, *game); !done)
        return call.fail(*done.error().code, done.error().message);
    if (Moves) saves.erase(call.environment, from);
    return 0;
}

Word description(BuiltinCall& call) {
    const auto game = game_in(call, integer_at(call, 0));
    return game == nullptr ? 0 : call.string(game->description);
}

/// Into a text of the script, which old games have.
Word description_into(BuiltinCall& call) {
    const auto game = game_in(call, integer_at(call, 0));
    write_text(call, call.arguments[1],
               game != nullptr ? game->description : concat("INVALID SLOT ", integer_at(call, 0)));
    return integer_word(game != nullptr);
}

Word save_time(BuiltinCall& call) {
    const auto game = game_in(call, integer_at(call, 0));
    if (game == nullptr) return 0;
    constexpr std::uint64_t second = 1'000'000;
    const std::uint32_t handle = call.environment.pool().make_time(game->time / second);
    if (handle == 0)
        return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    return address_word(Tag::object, handle);
}

/// The latest first, unless a script wants another order.
Word fill_list(BuiltinCall& call) {
    enum Style : std::int32_t { none, by_number, by_time, by_description };
    constexpr std::int32_t ascending = 1, descending = 2;
    constexpr std::size_t most_shown = 50;
    const std::uint64_t self = self_of(call);
    const std::int32_t style = integer_at(call, 2, by_time), direction = integer_at(call, 3, descending);
    const std::int32_t first = integer_at(call, 0), last = integer_at(call, 1, most_listed);
    std::vector<ListedGame> games;
    for (std::int32_t slot = std::max(first, 0); slot <= std::min(last, restart_slot); ++slot)
        if (const auto game = game_in(call, slot); game != nullptr)
            games.push_back({slot, game->time, game->description});
    std::ranges::sort(games, [&](const ListedGame& left, const ListedGame& right) {
        const auto& [a, b] = direction == ascending ? std::tie(left, right) : std::tie(right, left);
        if (style == by_time && a.time != b.time) return a.time < b.time;
        if (style == by_description && a.description != b.description) return a.description < b.description;
        return style == none ? left.slot < right.slot : a.slot < b.slot;
    });
    games.resize(std::min(games.size(), most_shown));
    clear_items(call, self);
    for (std::size_t i = 0; i < games.size() && call.code == nullptr; ++i) {
        const auto at = static_cast<std::int32_t>(i);
        call.keep(self, "Items", at, call.string(games[i].description));
        call.keep(self, "SaveGameSlots", at, integer_word(games[i].slot));
        call.keep(self, "ItemCount", 0, integer_word(at + 1));
    }
    return integer_word(games.size() >= most_shown);
}

Word set_directory(BuiltinCall&) { return integer_word(true); } // names below it mean the same (files.cpp)

constexpr BuiltinEntry save_entries[] = {
    {"SaveGameSlot", 2, save_game_slot, true},
    {"SaveGameSlot", 3, save_game_slot, true},
    {"RestoreGameSlot", 1, restore_game_slot, true},
    {"DeleteSaveSlot", 1, delete_slot, true},
    {"CopySaveSlot", 2, copy_slot<false>, true},
    {"MoveSaveSlot", 2, copy_slot<true>, true},
    {"SetRestartPoint", 0, set_restart_point, true},
    {"RestartGame", 0, restart_game, true},
    {"SaveGameDialog", 0, ask_player<PlayAction::Kind::save_dialog>, true},
    {"SaveGameDialog", 2, ask_player<PlayAction::Kind::save_dialog>, true},
    {"RestoreGameDialog", 0, ask_player<PlayAction::Kind::restore_dialog>, true},
    {"RestoreGameDialog", 2, ask_player<PlayAction::Kind::restore_dialog>, true},
    {"Game::GetSaveSlotDescription", 1, description, true},
    {"GetSaveSlotDescription", 2, description_into, true},
    {"Game::GetSaveSlotTime", 1, save_time, true},
    {"Game::SetSaveGameDirectory", 1, set_directory, true},
    {"ListBox::FillSaveGameList", 0, fill_list, true},
    {"ListBox::FillSaveGameList", 4, fill_list, true},
};

} // namespace

std::span<const BuiltinEntry> save_natives() noexcept { return save_entries; }

} // namespace vellum::ags
