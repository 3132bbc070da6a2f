// Placeholders: {0}.. argument, {on0} on or off, {model} first argument as a model, {entity} active entity,
// {place} where it is, {n} the called function, {target} whose it is.
#include "engines/ff7/narrator.hpp"

#include <utility>

#include "base/text_writer.hpp"
#include "engines/ff7/names.hpp"

namespace vellum::ff7 {

namespace {

void write_place(TextWriter& out, const Position& position) {
    out.text("mesh ");
    out.dec(position.x >> 13);
    out.ch(',');
    out.dec(position.z >> 13);
    out.text(" (");
    out.dec(position.x);
    out.text(", ");
    out.dec(position.z);
    out.ch(')');
}

std::string fill(std::string_view phrase, const WorldState& state, const Executed& what) {
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
        else if (name == "n")
            out.dec(called_function(what.opcode));
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

std::string Narrator::hear(const WorldState& state, const Executed& what, const Word& word) {
    const std::string_view phrase = wording(word.row).phrase;
    if (phrase.empty()) return {};
    std::string told;
    if (phrase != held_phrase_ || state.active != held_entity_ ||
        phrase.find("{place}") == std::string_view::npos)
        told = finish();
    held_ = fill(phrase, state, what);
    held_phrase_ = phrase;
    held_entity_ = state.active;
    return told;
}

std::string Narrator::finish() {
    held_phrase_ = {};
    return std::exchange(held_, {});
}

} // namespace vellum::ff7
