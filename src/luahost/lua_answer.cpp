// Collecting, keeping and giving of answers; see the header and docs/host-scripts.md.
#include "luahost/lua_answer.hpp"

#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "base/text_writer.hpp"
#include "host/place_values.hpp"
#include "luahost/lua_values.hpp"
#include "runtime/value_text.hpp"

namespace vellum {

namespace {

// Markers that stand before the values they belong to; scripts never see them as anything but opaque values.
char seconds_marker;
char frames_marker;
char until_marker;
char result_marker;
char out_marker;

constexpr std::array<std::string_view, 4> target_names{"by_rule", "result", "out", "positions"};

/// A function that returns a marker and its own arguments.
template <char* Marker> int mark(lua_State* state) {
    lua_pushlightuserdata(state, Marker);
    lua_insert(state, 1);
    return lua_gettop(state);
}

int mark_seconds(lua_State* state) {
    luaL_checknumber(state, 1);
    return mark<&seconds_marker>(state);
}

int mark_frames(lua_State* state) {
    luaL_checkinteger(state, 1);
    return mark<&frames_marker>(state);
}

int mark_until(lua_State* state) {
    luaL_checktype(state, 1, LUA_TFUNCTION);
    return mark<&until_marker>(state);
}

} // namespace

void Answer::collect(lua_State* state, int first) {
    const int last = lua_gettop(state);
    while (first <= last && lua_type(state, first) == LUA_TLIGHTUSERDATA) {
        const void* marker = lua_touserdata(state, first++);
        if (marker == &seconds_marker) {
            wait = Wait::seconds;
            seconds = static_cast<float>(lua_tonumber(state, first++));
        } else if (marker == &frames_marker) {
            wait = Wait::frames;
            frames = static_cast<std::int32_t>(
                std::clamp<lua_Integer>(lua_tointeger(state, first++), 1, 0x7FFFFFFF));
        } else if (marker == &until_marker) {
            wait = Wait::until;
            lua_pushvalue(state, first);
            function = luaL_ref(state, LUA_REGISTRYINDEX);
            return;
        } else if (marker == &result_marker) {
            target = Target::result;
        } else if (marker == &out_marker) {
            target = Target::out;
        }
    }
    if (target == Target::out && first <= last && lua_type(state, first) == LUA_TTABLE) {
        target = Target::positions;
        for (lua_pushnil(state); lua_next(state, first) != 0; lua_pop(state, 1)) {
            if (lua_isinteger(state, -2) == 0 || lua_tointeger(state, -2) < 1 ||
                lua_tointeger(state, -2) > 1000)
                luaL_error(state, "out{...} takes argument numbers, starting at 1");
            positions.emplace_back(static_cast<std::uint32_t>(lua_tointeger(state, -2)), to_value(state, -1));
        }
        std::sort(positions.begin(), positions.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; }); // Lua's order is not fixed
        return;
    }
    for (int i = first; i <= last; ++i) values.push_back(to_value(state, i));
}

void Answer::collect_condition(lua_State* state, int function_reference) {
    if (lua_gettop(state) == 0 || lua_toboolean(state, 1) == 0) {
        wait = Wait::until;
        function = function_reference;
        return;
    }
    // A bare `true` only says that the wait is over.
    if (lua_gettop(state) > 1 || lua_type(state, 1) != LUA_TBOOLEAN) collect(state, 1);
    luaL_unref(state, LUA_REGISTRYINDEX, function_reference);
}

Value Answer::to_state() const {
    if (wait == Wait::until) return Value(MemoryView{nullptr, static_cast<std::uint32_t>(function)});
    TextWriter out;
    JsonWriter json(out);
    json.begin_object();
    json.key(wait == Wait::seconds ? "seconds" : "frames");
    write_json(json, wait == Wait::seconds ? Value(seconds) : Value(frames));
    json.member("target", target_names[static_cast<std::size_t>(target)]);
    json.list("values", values, [&](const Value& value) { write_json(json, value); });
    json.begin_array("positions");
    for (const auto& [position, value] : positions) {
        json.value(position);
        write_json(json, value);
    }
    json.end_array();
    json.end_object();
    return Value(out.view());
}

std::optional<Answer> Answer::from_state(const Value& state) {
    const auto json = parse_json(state.text());
    if (!json) return std::nullopt;
    Answer answer;
    const auto seconds_left = value_from_json((*json)["seconds"]);
    const auto frames_left = value_from_json((*json)["frames"]);
    if (seconds_left && seconds_left->is(Type::real)) {
        answer.wait = Wait::seconds;
        answer.seconds = seconds_left->real();
    } else if (frames_left && frames_left->is(Type::integer)) {
        answer.wait = Wait::frames;
        answer.frames = frames_left->integer();
    } else {
        return std::nullopt;
    }
    const auto name = std::find(target_names.begin(), target_names.end(), (*json)["target"].as_string());
    if (name == target_names.end()) return std::nullopt;
    answer.target = static_cast<Target>(name - target_names.begin());
    for (const Json& element : (*json)["values"].elements()) {
        auto value = value_from_json(element);
        if (!value) return std::nullopt;
        answer.values.push_back(std::move(*value));
    }
    const auto elements = (*json)["positions"].elements();
    for (std::size_t i = 0; i + 1 < elements.size(); i += 2) {
        auto value = value_from_json(elements[i + 1]);
        const std::int64_t position = elements[i].as_int(0);
        if (!value || position < 1 || position > 1000) return std::nullopt;
        answer.positions.emplace_back(static_cast<std::uint32_t>(position), std::move(*value));
    }
    return answer;
}

void Answer::pass(float delta_time) {
    if (wait == Wait::seconds) {
        seconds -= delta_time;
        if (!(seconds > 0)) wait = Wait::none; // a NaN must not wait for ever
    } else if (wait == Wait::frames) {
        // Asked again while an event is handled, no time has passed: that is no frame.
        if (delta_time > 0 && --frames <= 0) wait = Wait::none;
    }
}

std::optional<std::string> Answer::apply(const Signature* signature, bool variables, Call& call) const {
    if (target == Target::positions) {
        for (const auto& [position, value] : positions)
            if (auto error = write_argument(call, position - 1, value)) return error;
        return std::nullopt;
    }
    if (target == Target::result) {
        if (!values.empty()) call.result = values[0];
        return std::nullopt;
    }
    return place_values(values, signature, variables, call, target == Target::out);
}

void open_answers(lua_State* state) {
    lua_register(state, "wait", &mark_seconds);
    lua_register(state, "wait_frames", &mark_frames);
    lua_register(state, "wait_until", &mark_until);
    lua_register(state, "result", &mark<&result_marker>);
    lua_register(state, "out", &mark<&out_marker>);
}

} // namespace vellum
