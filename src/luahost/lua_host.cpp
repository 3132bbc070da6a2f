// Answers natives from a host script: finds the function for a native, passes the arguments, gives the
// returned values to the result and the out-arguments, and keeps waiting natives going. docs/host-scripts.md
// states the rules.
#include "luahost/lua_host.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "host/nearly_known.hpp"
#include "host/place_values.hpp"
#include "luahost/lua_answer.hpp"
#include "luahost/lua_state.hpp"
#include "luahost/lua_values.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

char host_key; // registry: the Impl

std::string_view prefix_of(NativeKind kind) {
    switch (kind) {
    case NativeKind::getter: return "get_";
    case NativeKind::setter: return "set_";
    case NativeKind::function:
    case NativeKind::method: break;
    }
    return {};
}

/// "my.lua:12: message" as a diagnostic with its place.
Diagnostic diagnostic_of(std::string message, std::string_view name) {
    Place place;
    place.file = name;
    if (message.starts_with(name) && message.size() > name.size() && message[name.size()] == ':') {
        std::size_t at = name.size() + 1;
        std::uint32_t line = 0;
        while (at < message.size() && message[at] >= '0' && message[at] <= '9' && line < 100000000)
            line = line * 10 + static_cast<std::uint32_t>(message[at++] - '0');
        if (line != 0 && message.substr(at, 2) == ": ") {
            place.line = line;
            message.erase(0, at + 2);
        }
    }
    return make_diagnostic(codes::host_script, std::move(message), std::move(place));
}

} // namespace

struct LuaHost::Impl {
    /// One native that the script answers.
    struct Entry {
        Impl* impl = nullptr;
        NativeKind kind = NativeKind::function;
        std::string owner;
        std::string name; // with its prefix
        std::int32_t arity = -1;
        int function = LUA_NOREF;             // LUA_NOREF: chosen by the receiver's class
        std::string field = {};               // of the owner's table: it answers instead of a function
        bool writes = false;                  // the field, not reads
        const Signature* signature = nullptr; // of the engine's known natives
        [[nodiscard]] Native native() { return {&invoke, this, signature}; }
    };

    explicit Impl(Options given)
        : options(std::move(given)),
          variables(writes_variables(options.known)),
          lua(options.memory, options.instructions) {}

    Options options;
    bool variables = true;
    LuaObjects objects; // before the state: Lua's last breath may still look at it
    LuaState lua;
    std::string script_name;
    int environment = LUA_NOREF;
    std::deque<Entry> entries;
    SchedulerLink world; // of the call under way

    static Impl& of(lua_State* state) {
        lua_rawgetp(state, LUA_REGISTRYINDEX, &host_key);
        auto& impl = *static_cast<Impl*>(lua_touserdata(state, -1));
        lua_pop(state, 1);
        return impl;
    }

    void open(lua_State* state, std::string_view script);
    static int lua_log(lua_State* state);
    static int lua_send(lua_State* state);

    [[nodiscard]] bool push_function(lua_State* state, std::string_view table, std::string_view name) const;
    [[nodiscard]] bool push_answer(lua_State* state, NativeKind kind, std::string_view owner,
                                   std::string_view name) const;
    [[nodiscard]] bool some_class_has(lua_State* state, std::string_view name) const;
    [[nodiscard]] bool push_field(lua_State* state, std::string_view table, std::string_view name) const;
    [[nodiscard]] bool find_field(lua_State* state, const NativeKey& key, Entry& entry) const;
    void use_field(lua_State* state, const Entry& entry, const Call& call) const;
    void push_for_call(lua_State* state, const Entry& entry, const Call& call) const;
    static void invoke(void* self, Call& call) {
        const auto& entry = *static_cast<const Entry*>(self);
        entry.impl->answer(entry, call);
    }
    void answer(const Entry& entry, Call& call);
    void ask(lua_State* state, const Entry& entry, const Call& call, Answer& answer) const;
    static void ask_condition(lua_State* state, const Call& call, Answer& answer);
};

// --- Setting up
// ------------------------------------------------------------------------------------------------------

void LuaHost::Impl::open(lua_State* state, std::string_view script) {
    LuaState::open_library(state, options.seed);
    lua_pushlightuserdata(state, this);
    lua_rawsetp(state, LUA_REGISTRYINDEX, &host_key);

    // The script's globals live in a table of their own, so that nothing of Lua's library answers for a
    // native.
    lua_newtable(state);
    const int table = lua_gettop(state);
    lua_newtable(state);
    lua_pushglobaltable(state);
    lua_setfield(state, -2, "__index");
    lua_pushboolean(state, 0);
    lua_setfield(state, -2, "__metatable");
    lua_setmetatable(state, table);
    lua_pushvalue(state, table);
    lua_setfield(state, table, "_G");
    lua_newtable(state);
    lua_setfield(state, table, "methods");
    open_values(state, objects, table);
    open_answers(state);
    lua_register(state, "log", &lua_log);
    lua_register(state, "print", &lua_log);
    lua_register(state, "send", &lua_send);
    lua_pushvalue(state, table);
    environment = luaL_ref(state, LUA_REGISTRYINDEX);

    const std::string chunk_name = "=" + script_name;
    if (luaL_loadbufferx(state, script.data(), script.size(), chunk_name.c_str(), "t") != LUA_OK)
        lua_error(state);
    lua_pushvalue(state, table);
    lua_setupvalue(state, -2, 1);
    lua_call(state, 0, 0);
}

int LuaHost::Impl::lua_log(lua_State* state) {
    std::string line;
    const int count = lua_gettop(state);
    for (int i = 1; i <= count; ++i) {
        std::size_t size = 0;
        const char* text = luaL_tolstring(state, i, &size);
        LuaState::charge(state, size); // the line is outside of Lua's memory
        if (i > 1) line += '\t';
        line.append(text, size);
        lua_pop(state, 1);
    }
    const Impl& impl = of(state);
    if (impl.options.log) impl.options.log(line);
    return 0;
}

/// send("OnUse", 1, 2): gives what became of the event, or nil and why not.
int LuaHost::Impl::lua_send(lua_State* state) {
    Impl& impl = of(state);
    if (!impl.world) return luaL_error(state, "there is no world yet to send the event to");
    Event event;
    std::size_t size = 0;
    const char* name = luaL_tolstring(state, 1, &size);
    event.name.assign(name, size);
    lua_pop(state, 1);
    const int count = lua_gettop(state);
    for (int i = 2; i <= count; ++i) event.values.push_back(to_value(state, i));
    const SchedulerLink world = impl.world;
    const LuaState::Running running(impl.lua, state);
    const Result<std::string> outcome = world->send(event);
    impl.world = world; // natives inside may have had another one
    if (outcome) {
        lua_pushlstring(state, outcome->data(), outcome->size());
        return 1;
    }
    lua_pushnil(state);
    lua_pushlstring(state, outcome.error().message.data(), outcome.error().message.size());
    return 2;
}

// --- Finding functions
// -----------------------------------------------------------------------------------------------

/// Pushes the function `name` of a global table, or of the globals if `table` is empty.
bool LuaHost::Impl::push_function(lua_State* state, std::string_view table, std::string_view name) const {
    const int top = lua_gettop(state);
    lua_rawgeti(state, LUA_REGISTRYINDEX, environment);
    if (!table.empty()) {
        lua_pushlstring(state, table.data(), table.size());
        if (lua_rawget(state, -2) != LUA_TTABLE) {
            lua_settop(state, top);
            return false;
        }
    }
    lua_pushlstring(state, name.data(), name.size());
    if (lua_rawget(state, -2) != LUA_TFUNCTION) {
        lua_settop(state, top);
        return false;
    }
    lua_replace(state, top + 1);
    lua_settop(state, top + 1);
    return true;
}

bool LuaHost::Impl::push_answer(lua_State* state, NativeKind kind, std::string_view owner,
                                std::string_view name) const {
    if (!owner.empty() && push_function(state, owner, name)) return true;
    if (kind != NativeKind::function && push_function(state, "methods", name)) return true;
    return push_function(state, {}, name);
}

/// True if any of the script's tables has a function of that name.
bool LuaHost::Impl::some_class_has(lua_State* state, std::string_view name) const {
    const int top = lua_gettop(state);
    lua_rawgeti(state, LUA_REGISTRYINDEX, environment);
    bool found = false;
    for (lua_pushnil(state); !found && lua_next(state, top + 1) != 0; lua_settop(state, top + 2)) {
        if (lua_type(state, -1) != LUA_TTABLE || lua_rawequal(state, -1, top + 1) != 0) continue;
        lua_pushlstring(state, name.data(), name.size());
        found = lua_rawget(state, -2) == LUA_TFUNCTION;
    }
    lua_settop(state, top);
    return found;
}

/// Pushes what a class's table has under a name, unless that is nothing or a function.
bool LuaHost::Impl::push_field(lua_State* state, std::string_view table, std::string_view name) const {
    const int top = lua_gettop(state);
    lua_rawgeti(state, LUA_REGISTRYINDEX, environment);
    lua_pushlstring(state, table.data(), table.size());
    if (lua_rawget(state, -2) == LUA_TTABLE) {
        lua_pushlstring(state, name.data(), name.size());
        if (const int type = lua_rawget(state, -2); type != LUA_TNIL && type != LUA_TFUNCTION) {
            lua_replace(state, top + 1);
            lua_settop(state, top + 1);
            return true;
        }
    }
    lua_settop(state, top);
    return false;
}

/// A property that no function answers: Life for `getter Life`, `GetLife()`, `SetLife( v )` and `Life()`.
bool LuaHost::Impl::find_field(lua_State* state, const NativeKey& key, Entry& entry) const {
    if (key.owner.empty() || key.arity > 1) return false;
    const bool accessor = key.kind == NativeKind::getter || key.kind == NativeKind::setter;
    const auto found = [&](std::string_view field, bool writes) {
        if (!push_field(state, key.owner, field)) return false;
        lua_pop(state, 1);
        entry.field = field;
        entry.writes = writes;
        return true;
    };
    if (accessor) return found(key.name, key.kind == NativeKind::setter);
    if (key.arity == 1) return key.name.starts_with("Set") && found(key.name.substr(3), true);
    return found(key.name, false) || (key.name.starts_with("Get") && found(key.name.substr(3), false));
}

/// Objects may have a value of their own; whatever is written becomes one.
void LuaHost::Impl::use_field(lua_State* state, const Entry& entry, const Call& call) const {
    const bool has_object = entry.kind != NativeKind::function && call.receiver;
    if (entry.writes) {
        if (has_object) {
            push_object(state, call.receiver);
        } else {
            lua_rawgeti(state, LUA_REGISTRYINDEX, environment);
            lua_getfield(state, -1, entry.owner.c_str());
        }
        push_value(state, call[0]);
        lua_setfield(state, -2, entry.field.c_str());
        lua_settop(state, 0);
        return;
    }
    if (has_object) {
        push_object(state, call.receiver);
        if (lua_getfield(state, -1, entry.field.c_str()) != LUA_TNIL) {
            lua_replace(state, 1);
            return lua_settop(state, 1);
        }
        lua_settop(state, 0);
    }
    if (!push_field(state, entry.owner, entry.field)) lua_pushnil(state);
}

void LuaHost::Impl::push_for_call(lua_State* state, const Entry& entry, const Call& call) const {
    if (entry.function != LUA_NOREF) {
        lua_rawgeti(state, LUA_REGISTRYINDEX, entry.function);
        return;
    }
    const LuaObjects::Info* info = objects.find(call.receiver);
    const std::string_view owner = info != nullptr ? std::string_view(info->class_name) : std::string_view{};
    if (push_answer(state, entry.kind, owner, entry.name)) return;
    luaL_error(state, "the host script has no %s for an object of class '%s'", entry.name.c_str(),
               info != nullptr ? info->class_name.c_str() : "");
}

// --- Calls
// -----------------------------------------------------------------------------------------------------------

void LuaHost::Impl::answer(const Entry& entry, Call& call) {
    const SchedulerLink before = std::exchange(world, call.scheduler);
    Answer answer;
    std::optional<std::string> error;
    const bool is_waiting = call.resumed && call.state != nullptr && !call.state->is(Type::none);
    if (is_waiting && call.state->is(Type::string)) {
        auto waiting = Answer::from_state(*call.state);
        if (waiting)
            answer = std::move(*waiting);
        else
            error = "the machine's state is not a wait of a host script";
        answer.pass(call.delta_time);
    } else {
        error = lua.protect([&](lua_State* state) {
            if (is_waiting)
                ask_condition(state, call, answer);
            else
                ask(state, entry, call, answer);
        });
    }
    world = before;
    if (!error && answer.wait == Answer::Wait::none) error = answer.apply(entry.signature, variables, call);
    if (error) return call.fail(*error);
    if (answer.wait == Answer::Wait::none) return;
    if (call.state == nullptr) return call.fail("this native cannot wait here");
    *call.state = answer.to_state();
    call.suspend();
}

/// Calls the script's function with the receiver and the arguments that go in.
void LuaHost::Impl::ask(lua_State* state, const Entry& entry, const Call& call, Answer& answer) const {
    if (!entry.field.empty()) {
        use_field(state, entry, call);
        return answer.collect(state, 1);
    }
    push_for_call(state, entry, call);
    int count = 0;
    if (entry.kind != NativeKind::function) {
        push_object(state, call.receiver);
        ++count;
    }
    for (std::size_t i = 0; i < call.size(); ++i) {
        const bool is_known = entry.signature != nullptr && i < entry.signature->parameters.size();
        if (is_known && entry.signature->parameters[i].direction == Direction::out) continue;
        push_value(state, call[i]);
        ++count;
    }
    lua_call(state, count, LUA_MULTRET);
    answer.collect(state, 1);
}

void LuaHost::Impl::ask_condition(lua_State* state, const Call& call, Answer& answer) {
    const int reference = static_cast<int>(call.state->memory().size);
    if (!call.state->is(Type::memory) || lua_rawgeti(state, LUA_REGISTRYINDEX, reference) != LUA_TFUNCTION)
        luaL_error(state, "the machine's state is not a wait of a host script");
    lua_pushnumber(state, static_cast<lua_Number>(call.delta_time));
    lua_call(state, 1, LUA_MULTRET);
    answer.collect_condition(state, reference);
}

// --- The public face
// -------------------------------------------------------------------------------------------------

LuaHost::LuaHost(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

LuaHost::~LuaHost() = default;

Result<std::unique_ptr<LuaHost>> LuaHost::load(std::string_view script, std::string_view name,
                                               Options options) {
    auto impl = std::make_unique<Impl>(std::move(options));
    impl->script_name = name;
    if (!impl->lua.ok()) return fail(codes::host_script, "not enough memory for the host script");
    const auto error = impl->lua.protect([&](lua_State* state) { impl->open(state, script); });
    if (error) return std::unexpected(diagnostic_of(*error, name));
    return std::unique_ptr<LuaHost>(new LuaHost(std::move(impl)));
}

bool LuaHost::acts_on_frames() const {
    bool found = false;
    static_cast<void>(
        impl_->lua.protect([&](lua_State* state) { found = impl_->push_function(state, {}, "on_frame"); }));
    return found;
}

Result<void> LuaHost::frame(SchedulerLink world, std::uint64_t number, float seconds) {
    const SchedulerLink before = std::exchange(impl_->world, world);
    const auto error = impl_->lua.protect([&](lua_State* state) {
        if (!impl_->push_function(state, {}, "on_frame")) return;
        lua_pushinteger(state, static_cast<lua_Integer>(number));
        lua_pushnumber(state, static_cast<lua_Number>(seconds));
        lua_call(state, 2, 0);
    });
    impl_->world = before;
    if (error) return std::unexpected(diagnostic_of(*error, impl_->script_name));
    return {};
}

Native LuaHost::resolve(const NativeKey& key) {
    Impl& impl = *impl_;
    std::string name(prefix_of(key.kind));
    name += key.name;
    for (Impl::Entry& entry : impl.entries)
        if (entry.kind == key.kind && entry.arity == key.arity && entry.name == name &&
            entry.owner == key.owner)
            return entry.native();
    int function = LUA_NOREF;
    bool is_known = false;
    Impl::Entry property;
    const auto error = impl.lua.protect([&](lua_State* state) {
        const bool by_class = key.kind != NativeKind::function && key.owner.empty();
        if (by_class && impl.some_class_has(state, name)) {
            is_known = true; // which one is seen at the call
        } else if (impl.push_answer(state, key.kind, key.owner, name)) {
            is_known = true;
            function = luaL_ref(state, LUA_REGISTRYINDEX);
        } else {
            is_known = impl.find_field(state, key, property);
        }
    });
    if (error || !is_known) return {};
    Impl::Entry& entry = impl.entries.emplace_back();
    entry.impl = &impl;
    entry.kind = key.kind;
    entry.owner = key.owner;
    entry.name = std::move(name);
    entry.arity = key.arity;
    entry.function = function;
    entry.field = std::move(property.field);
    entry.writes = property.writes;
    if (impl.options.known != nullptr) entry.signature = impl.options.known->resolve_shared(key).signature;
    return entry.native();
}

std::string LuaHost::object_name(ObjectId object) const {
    const LuaObjects::Info* info = impl_->objects.find(object);
    return info != nullptr ? info->name : std::string();
}

std::string_view LuaHost::object_class(ObjectId object) const {
    const LuaObjects::Info* info = impl_->objects.find(object);
    return info != nullptr ? std::string_view(info->class_name) : std::string_view();
}

void LuaHost::check(Diagnostics& diagnostics) const {
    const Impl& impl = *impl_;
    each_signature([&](const Signature& signature) {
        const std::string full = (signature.owner.empty() ? "" : signature.owner + ".") + signature.name;
        if (signature.kind == NativeKind::function && signature.name == "on_frame") return;
        // A global function also answers methods, a table's function whatever class the receiver has.
        const bool used = std::ranges::any_of(impl.entries, [&](const Impl::Entry& entry) {
            return entry.name == signature.name &&
                   (signature.owner.empty() || entry.owner.empty() || entry.owner == signature.owner);
        });
        if (used) return;
        const std::string meant =
            impl.options.known == nullptr ? std::string() : nearly_known(signature.name, *impl.options.known);
        diagnostics.add(codes::host_unused, "no script uses the function " + full, {},
                        (meant.empty() ? std::string() : "did you mean " + meant + "? Otherwise ") +
                            "make helpers local functions");
    });
    for (const Impl::Entry& entry : impl.entries) {
        if (entry.function == LUA_NOREF || entry.arity < 0) continue;
        int given = entry.arity + (entry.kind == NativeKind::function ? 0 : 1);
        if (entry.signature != nullptr)
            for (std::size_t i = 0; i < entry.signature->parameters.size() && std::cmp_less(i, entry.arity);
                 ++i)
                if (entry.signature->parameters[i].direction == Direction::out) --given;
        int takes = 0;
        static_cast<void>(impl_->lua.protect([&](lua_State* state) {
            lua_rawgeti(state, LUA_REGISTRYINDEX, entry.function);
            lua_Debug about{};
            lua_getinfo(state, ">u", &about);
            takes = about.nparams;
        }));
        if (takes > given)
            diagnostics.add(codes::host_arity, "the function " + entry.name + " takes " +
                                                   std::to_string(takes) +
                                                   (takes == 1 ? " value" : " values") +
                                                   ", scripts give it " + std::to_string(given));
    }
}

void LuaHost::each_signature(const std::function<void(const Signature&)>& visit) const {
    std::vector<Signature> found;
    const auto list = [&](lua_State* state, int table, NativeKind kind, std::string_view owner) {
        for (lua_pushnil(state); lua_next(state, table) != 0; lua_pop(state, 1)) {
            if (lua_type(state, -2) != LUA_TSTRING || lua_type(state, -1) != LUA_TFUNCTION) continue;
            Signature& signature = found.emplace_back();
            signature.kind = kind;
            signature.owner = owner;
            signature.name = lua_tostring(state, -2);
            signature.variadic = true;
        }
    };
    static_cast<void>(impl_->lua.protect([&](lua_State* state) {
        lua_rawgeti(state, LUA_REGISTRYINDEX, impl_->environment);
        list(state, 1, NativeKind::function, {});
        for (lua_pushnil(state); lua_next(state, 1) != 0; lua_settop(state, 2)) {
            if (lua_type(state, -2) != LUA_TSTRING || lua_type(state, -1) != LUA_TTABLE) continue;
            const std::string_view owner = lua_tostring(state, -2);
            if (owner != "_G")
                list(state, 3, NativeKind::method, owner == "methods" ? std::string_view{} : owner);
        }
    }));
    std::sort(found.begin(), found.end(), [](const Signature& a, const Signature& b) {
        return std::tie(a.owner, a.name) < std::tie(b.owner, b.name); // Lua's order is not fixed
    });
    for (const Signature& signature : found) visit(signature);
}

} // namespace vellum
