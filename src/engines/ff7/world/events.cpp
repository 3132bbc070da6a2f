// Events and settings as people write them: "model 3 action", plans in JSON, save bytes in hexadecimal.
// Everything is checked here, so that the world only sees what makes sense.
#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/source/words.hpp"
#include "engines/ff7/world/world.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::string_view event_forms = "events are \"system 7\", \"model 3 action\", \"mesh 21,10,3\", "
                                         "\"script 3 6\", \"leave\", and others that the "
                                         "engine's page lists";

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : text) {
        if (c == ' ' || c == ',' || c == '\t') {
            if (!word.empty()) words.push_back(std::move(word));
            word.clear();
        } else
            word.push_back(c);
    }
    if (!word.empty()) words.push_back(std::move(word));
    return words;
}

/// A whole number in decimal or with 0x, below `limit`.
std::optional<std::uint32_t> number_of(std::string_view text, std::uint32_t limit) {
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    const auto value = whole_number<std::uint32_t>(text, base);
    return value && *value < limit ? value : std::nullopt;
}

std::optional<std::int32_t> signed_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    const auto value = number_of(negative ? text.substr(1) : text, 0x80000000U);
    if (!value) return std::nullopt;
    return negative ? -static_cast<std::int32_t>(*value) : static_cast<std::int32_t>(*value);
}

std::optional<std::uint32_t> model_of(std::string_view text) {
    if (const auto number = number_of(text, 64)) return number;
    if (const auto number = model_number(text)) return number; // as sources write it
    for (std::uint32_t model = 0; model < 64; ++model) {
        const std::string_view name = model_name(model);
        if (name.empty()) continue;
        if (same_name(name, text)) return model;
        std::string joined(name); // "tiny-bronco" for "Tiny Bronco"
        std::replace(joined.begin(), joined.end(), ' ', '-');
        if (same_name(joined, text)) return model;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> function_of(std::string_view text,
                                         std::string_view (*name_of)(std::uint32_t) noexcept) {
    if (const auto number = number_of(text, 256)) return number;
    if (const auto number = function_number(name_of == system_function_name, text)) return number;
    for (std::uint32_t function = 0; function < 16; ++function) {
        std::string name(name_of(function));
        std::replace(name.begin(), name.end(), ' ', '-');
        if (!name.empty() && same_name(name, text)) return function;
    }
    return std::nullopt;
}

std::unexpected<Diagnostic> bad_event(std::string message) {
    return fail(vellum::codes::engine_event, std::move(message), {}, std::string(event_forms));
}

/// What the game does around scripts: a word, perhaps a model, numbers.
struct GameAct {
    std::string_view word;
    GameEvent::Kind kind;
    bool names_model;
    std::size_t count;
    std::array<std::int32_t, 3> most; ///< Of each number.
};
constexpr std::int32_t any = 0x7FFFFFFF;
constexpr GameAct game_acts[] = {
    {"terrain", GameEvent::Kind::terrain, true, 3, {31, 7, any}},
    {"move", GameEvent::Kind::move, true, 3, {any, any, any}},
    {"height", GameEvent::Kind::height, false, 1, {any}},
    {"touch", GameEvent::Kind::touch, true, 0, {}},
    {"confirm", GameEvent::Kind::confirm, false, 1, {1}},
    {"controls", GameEvent::Kind::controls, false, 2, {1, 255}},
    {"ask_leave", GameEvent::Kind::alight, false, 0, {}},
};

/// As a number below `limit`; a plan is often made by programs, so fractions and signs are refused.
std::optional<std::uint32_t> json_number(const Json& value, std::uint32_t limit) {
    const std::uint64_t number = value.as_uint(limit);
    if (!value.is_integer() || number >= limit) return std::nullopt;
    return static_cast<std::uint32_t>(number);
}

} // namespace

Result<GameEvent> parse_event(const Event& event) {
    std::vector<std::string> words = words_of(event.name);
    for (const Value& value : event.values) words.push_back(std::to_string(detail::to_integer(value)));
    if (words.empty()) return bad_event("the event has no name");
    const std::string& kind = words[0];
    GameEvent result;
    auto too_many = [&](std::size_t most) { return words.size() > most; };
    if (same_name(kind, "leave") && !too_many(1)) {
        result.kind = GameEvent::Kind::leave;
        return result;
    }
    if (same_name(kind, "system") && words.size() == 2) {
        const auto function = function_of(words[1], system_function_name);
        if (!function) return bad_event("there is no system function '" + words[1] + "'");
        result.number = static_cast<std::uint8_t>(*function);
        return result;
    }
    if (same_name(kind, "model") && words.size() == 3) {
        result.kind = GameEvent::Kind::model;
        const auto model = model_of(words[1]);
        if (!model) return bad_event("there is no model '" + words[1] + "'");
        const auto function = function_of(words[2], model_function_name);
        if (!function) return bad_event("there is no model function '" + words[2] + "'");
        result.model = static_cast<std::uint8_t>(*model);
        result.number = static_cast<std::uint8_t>(*function);
        return result;
    }
    if (same_name(kind, "mesh") && words.size() == 4) {
        result.kind = GameEvent::Kind::mesh;
        const auto x = number_of(words[1], mesh_columns), z = number_of(words[2], mesh_rows),
                   trigger = number_of(words[3], 16);
        if (!x || !z || !trigger) return bad_event("meshes are 0-35,0-27 and triggers 0-15");
        result.mesh_x = *x;
        result.mesh_z = *z;
        result.number = static_cast<std::uint8_t>(*trigger);
        return result;
    }
    if ((same_name(kind, "script") || same_name(kind, "trigger")) && words.size() == 3) {
        result.kind = GameEvent::Kind::script;
        const auto model = model_of(words[1]);
        const auto number = number_of(words[2], 8);
        if (!model || !number) return bad_event("a triangle script is a model and a number from 0 to 7");
        result.model = static_cast<std::uint8_t>(*model);
        result.number = static_cast<std::uint8_t>(*number);
        return result;
    }
    for (const GameAct& act : game_acts) {
        const std::size_t first = act.names_model ? 2 : 1;
        if (!same_name(kind, act.word) || words.size() != first + act.count) continue;
        result.kind = act.kind;
        if (act.names_model) {
            const auto model = model_of(words[1]);
            if (!model) return bad_event("there is no model '" + words[1] + "'");
            result.model = static_cast<std::uint8_t>(*model);
        }
        for (std::size_t i = 0; i < act.count; ++i) {
            const auto number = signed_number(words[first + i]);
            if (!number || (act.most[i] != any && (*number < 0 || *number > act.most[i])))
                return bad_event("'" + words[first + i] + "' is not a number for '" + std::string(act.word) +
                                 "'");
            result.values[i] = *number;
        }
        return result;
    }
    return bad_event("'" + event.name + "' is not an event of the world map");
}

Result<Plan> parse_plan(std::string_view text) {
    Result<Json> json = parse_json(text);
    if (!json) return std::unexpected(json.error());
    if (!json->is_array()) return fail(codes::plan, "expected a list of events");
    const std::span<const Json> list = json->elements();
    Plan plan;
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto wrong = [&](const char* why) {
            return fail(
                codes::plan, "event " + std::to_string(i) + " of the plan: " + why, {},
                "an event is a list such as [frame, \"system\", n], [frame, \"model\", m, n], [frame, "
                "\"mesh\", x, z, n], "
                "[frame, \"trigger\", m, script]; the other events likewise");
        };
        const std::span<const Json> parts = list[i].elements();
        if (parts.size() < 2) return wrong("it is not a list of a frame, a kind and numbers");
        const auto frame = json_number(parts[0], 0x7FFFFFFF);
        if (!frame || !parts[1].is_string()) return wrong("the frame is a number and the kind a text");
        Event event{std::string(parts[1].as_string()), {}};
        for (std::size_t k = 2; k < parts.size(); ++k) {
            const std::int64_t number = parts[k].as_int(any);
            if (!parts[k].is_integer() || number >= any || number <= -any) return wrong("expected a number");
            event.values.emplace_back(static_cast<std::int32_t>(number));
        }
        Result<GameEvent> parsed = parse_event(event);
        if (!parsed) return wrong(parsed.error().message.c_str());
        plan.emplace(*frame, *parsed);
    }
    return plan;
}

namespace {

std::unexpected<Diagnostic> bad_setting(const std::string& name, std::string_view why) {
    return fail(vellum::codes::engine_option, "setting '" + name + "': " + std::string(why));
}

/// "f29=8, bb6=27": offsets in the save slot and byte values, both in hexadecimal for offsets and decimal or
/// 0x for values.
bool read_save_bytes(std::string_view text, std::array<std::uint8_t, save_size>& save) {
    for (const std::string& word : words_of(text)) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) return false;
        std::string offset = word.substr(0, equals);
        if (!offset.starts_with("0x") && !offset.starts_with("0X")) offset.insert(0, "0x");
        const auto at = number_of(offset, save_slot_size);
        const auto value = number_of(std::string_view(word).substr(equals + 1), 256);
        if (!at || !value || *at < save_base) return false;
        save[*at - save_base] = static_cast<std::uint8_t>(*value);
    }
    return true;
}

constexpr std::uint32_t strict_slots = 4; // what the original has

struct Reading {
    WorldSettings settings;
    bool strict = false;
    std::optional<std::uint32_t> stack;
};

struct NumberSetting {
    std::string_view name;
    std::int32_t low, high;
    void (*set)(Reading&, std::int32_t);
};

constexpr std::int32_t most = 0x7FFFFFFF;
constexpr NumberSetting number_settings[] = {
    {"last_module", 0, 2, [](Reading& to, std::int32_t n) { to.settings.given.last_module = n; }},
    {"entry_field", 0, 255, [](Reading& to, std::int32_t n) { to.settings.given.entry_field = n; }},
    {"battle_escaped", 0, 1, [](Reading& to, std::int32_t n) { to.settings.given.battle_escaped = n; }},
    {"marsh_side", 0, 1, [](Reading& to, std::int32_t n) { to.settings.given.marsh_side = n; }},
    {"party_leader", 0, 2, [](Reading& to, std::int32_t n) { to.settings.given.party_leader = n; }},
    {"joined_first", 0, 255, [](Reading& to, std::int32_t n) { to.settings.given.party_change[0] = n; }},
    {"joined_second", 0, 255, [](Reading& to, std::int32_t n) { to.settings.given.party_change[1] = n; }},
    {"left_first", 0, 255, [](Reading& to, std::int32_t n) { to.settings.given.party_change[2] = n; }},
    {"left_second", 0, 255, [](Reading& to, std::int32_t n) { to.settings.given.party_change[3] = n; }},
    {"map_number", 0, 3, [](Reading& to, std::int32_t n) { to.settings.given.map_number = n; }},
    {"vehicles", 0, 1, [](Reading& to, std::int32_t n) { to.settings.given.vehicles = n == 1; }},
    {"window_frames", 0, most, [](Reading& to, std::int32_t n) { to.settings.given.window_frames = n; }},
    {"seed", 0, most,
     [](Reading& to, std::int32_t n) { to.settings.given.random_state = static_cast<std::uint32_t>(n); }},
    {"stack", 1, static_cast<std::int32_t>(stack_limit),
     [](Reading& to, std::int32_t n) { to.stack = static_cast<std::uint32_t>(n); }},
    {"strict", 0, 1, [](Reading& to, std::int32_t n) { to.strict = n == 1; }},
    {"clean", 0, 1, [](Reading& to, std::int32_t n) { to.settings.machine.clean = n == 1; }},
    {"map", 0, 2,
     [](Reading& to, std::int32_t n) {
         to.settings.keep_map = n != 0;
         to.settings.film = n == 2;
     }},
};

struct TextSetting {
    std::string_view name;
    Result<void> (*set)(WorldSettings&, const std::string& name, std::string_view value);
};

constexpr TextSetting text_settings[] = {
    {"save",
     [](WorldSettings& settings, const std::string& name, std::string_view value) -> Result<void> {
         if (read_save_bytes(value, settings.save)) return {};
         return bad_setting(name,
                            "expected pairs such as F29=8, with offsets from BA4 to 10F3 in hexadecimal");
     }},
    {"save_block",
     [](WorldSettings& settings, const std::string& name, std::string_view value) -> Result<void> {
         // A whole slot, or bank 0 alone.
         const std::size_t from = value.size() == save_slot_size ? save_base : 0;
         if (value.size() != save_slot_size && value.size() != save_size)
             return bad_setting(name, "a save slot has " + std::to_string(save_slot_size) +
                                          " bytes, bank 0 alone " + std::to_string(save_size));
         for (std::size_t i = 0; i < save_size; ++i)
             settings.save[i] = static_cast<std::uint8_t>(value[from + i]);
         return {};
     }},
    {"plan",
     [](WorldSettings& settings, const std::string&, std::string_view value) -> Result<void> {
         Result<Plan> plan = parse_plan(value);
         if (!plan) return std::unexpected(plan.error());
         settings.plan = std::move(*plan);
         return {};
     }},
};

Result<void> read_setting(Reading& to, const std::string& name, std::string_view value) {
    if (const auto* number = std::ranges::find(number_settings, name, &NumberSetting::name);
        number != std::end(number_settings)) {
        const auto parsed = signed_number(value);
        if (!parsed || *parsed < number->low || *parsed > number->high)
            return bad_setting(name, "expected a number from " + std::to_string(number->low) + " to " +
                                         std::to_string(number->high));
        number->set(to, *parsed);
        return {};
    }
    if (const auto* text = std::ranges::find(text_settings, name, &TextSetting::name);
        text != std::end(text_settings))
        return text->set(to.settings, name, value);
    std::string known = "settings: ";
    for (const NumberSetting& number : number_settings) known += std::string(number.name) + ", ";
    for (const TextSetting& text : text_settings)
        known += std::string(text.name) + (&text == std::end(text_settings) - 1 ? "" : ", ");
    return fail(vellum::codes::engine_option, "the world map has no setting '" + name + "'", {},
                std::move(known));
}

} // namespace

Result<WorldSettings> read_settings(const RunOptions& options, std::string_view script) {
    Reading reading;
    WorldSettings& settings = reading.settings;
    settings.given.map_number = map_number(script).value_or(0);
    for (const auto& [name, value] : options.all_settings())
        if (auto read = read_setting(reading, name, value); !read) return std::unexpected(read.error());
    if (reading.strict && reading.stack && *reading.stack != strict_slots)
        return bad_setting("strict", "it means 'stack' 4, but 'stack' is set to another number");
    settings.machine.capacity =
        reading.strict ? strict_slots : reading.stack.value_or(settings.machine.capacity);
    return std::move(settings);
}

} // namespace vellum::ff7
