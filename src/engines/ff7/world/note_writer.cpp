// Placeholders: {0}.. argument, {on0} on or off, {model} first argument as a model, {entity} active entity,
// {place} where it is, {n} the called function, {target} whose it is, {controls} whether the player has them,
// {written} what WRITE wrote and where.
#include "engines/ff7/world/note_writer.hpp"

#include <utility>

#include "base/text_writer.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"

namespace vellum::ff7 {

namespace {

void write_place(TextWriter& out, const Position& position) {
    out.put("mesh ", position.x >> 13, ',', position.z >> 13, " (", position.x, ", ", position.z, ')');
}

std::uint32_t bank_size(std::uint16_t place) noexcept {
    return static_cast<std::uint32_t>((place & 3U) == 0 ? save_size : temporary_size);
}

/// "save.byte(0xF25) marsh_timer = 30", with the value as it is kept.
void write_written(TextWriter& out, const Executed& what) {
    const std::int32_t value = what.arguments[1];
    // Special values cannot be written: the temporary bank takes it.
    const auto place = static_cast<std::uint16_t>((what.place & 3U) == 3U ? what.place - 2U : what.place);
    const auto address = static_cast<std::uint32_t>(what.arguments[0]);
    // What was ignored has its warning.
    if ((place & ~3U) == 0x114 ? (address >> 3U) >= bank_size(place) : address >= bank_size(place)) return;
    if (place_kind(place) == nullptr) return;
    write_described_place(out, place, address);
    out.text(" = ");
    switch (place & ~3U) {
    case 0x114: out.dec(value != 0 ? 1 : 0); break;
    case 0x118: out.dec(value & 0xFF); break;
    default: out.dec(static_cast<std::int16_t>(value)); break;
    }
}

std::string fill(std::string_view phrase, const WorldState& state, const Executed& what,
                 const DecodedInstruction& word) {
    TextWriter out;
    // A context that speaks of itself need not say its name, which stands in front of the line anyway.
    constexpr std::string_view self = "{entity} ";
    if (phrase.starts_with(self) && state.active == state.running) phrase.remove_prefix(self.size());
    auto argument = [&](std::size_t i) { return i < what.arguments.size() ? what.arguments[i] : 0; };
    while (!phrase.empty()) {
        const std::size_t open = phrase.find('{');
        out.text(phrase.substr(0, open));
        if (open == std::string_view::npos) break;
        const std::size_t close = phrase.find('}', open);
        const std::string_view name = phrase.substr(open + 1, close - open - 1);
        phrase.remove_prefix(close + 1);
        if (name == "entity")
            out.text(entity_words(state, state.active));
        else if (name == "place")
            write_place(out, state.entity(state.active).position);
        else if (name == "model")
            out.text(model_words(static_cast<std::uint8_t>(argument(0))));
        else if (name == "on0")
            out.text(argument(0) != 0 ? "on" : "off");
        else if (name == "controls")
            out.text(state.map.controls ? "on" : "off");
        else if (name == "written")
            write_written(out, what);
        else if (name == "n")
            out.dec(called_function(word.opcode));
        else if (name == "target") {
            const auto model = static_cast<std::uint8_t>(argument(0));
            out.text(model < 0x40 ? model_words(model) : std::string("the system"));
        } else
            out.dec(argument(static_cast<std::size_t>(name[0] - '0')));
    }
    return out.take();
}

} // namespace

std::string entity_words(const WorldState& state, EntityId entity) {
    if (entity == system_entity) return "system";
    if (entity == no_entity) return "nothing";
    return model_words(state.entity(entity).model);
}

bool NoteWriter::belongs_to_held(const WorldState& state, const DecodedInstruction& word) const {
    const std::string_view phrase = wording(word.row).phrase;
    return phrase.empty() || (phrase == held.phrase && state.active == held.entity);
}

std::string NoteWriter::hear(const WorldState& state, const Executed& what, const DecodedInstruction& word) {
    const std::string_view phrase = wording(word.row).phrase;
    if (phrase.empty()) return {};
    // Some take less when no entity is active, and do nothing.
    const bool alone = state.active == no_entity && phrase.find("{entity}") != std::string_view::npos;
    if (alone || what.arguments.size() < word.pops) return {};
    std::string told = fill(phrase, state, what, word);
    if (phrase.find("{place}") == std::string_view::npos) return told;
    held = {std::move(told), std::string(phrase), state.active, state.running};
    return {};
}

std::string NoteWriter::finish() {
    if (held.phrase.empty()) return {};
    return std::exchange(held, {}).text;
}

} // namespace vellum::ff7
