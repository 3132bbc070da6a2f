// Vectors and objects in Lua, and the conversions in both directions.
#include "luahost/lua_values.hpp"

#include <cmath>
#include <limits>
#include <new>

#include "luahost/lua_state.hpp"
#include "vellum/host_binding.hpp"

namespace vellum {

namespace {

// Addresses serve as registry keys.
char vector_key;
char object_key;
char cache_key;  // number -> userdata, weak
char fields_key; // number -> table of what the script attached
char environment_key;
char objects_key;

bool has_metatable(lua_State* state, int index, const void* key) {
    if (lua_type(state, index) != LUA_TUSERDATA || lua_getmetatable(state, index) == 0) return false;
    lua_rawgetp(state, LUA_REGISTRYINDEX, key);
    const bool same = lua_rawequal(state, -1, -2) != 0;
    lua_pop(state, 2);
    return same;
}

Vector3* test_vector(lua_State* state, int index) {
    return has_metatable(state, index, &vector_key) ? static_cast<Vector3*>(lua_touserdata(state, index))
                                                    : nullptr;
}

ObjectId* test_object(lua_State* state, int index) {
    return has_metatable(state, index, &object_key) ? static_cast<ObjectId*>(lua_touserdata(state, index))
                                                    : nullptr;
}

Vector3& check_vector(lua_State* state, int index) {
    Vector3* vector = test_vector(state, index);
    if (vector == nullptr) luaL_argerror(state, index, "expected a vector");
    return *vector;
}

float check_float(lua_State* state, int index) { return static_cast<float>(luaL_checknumber(state, index)); }

LuaObjects& objects_of(lua_State* state) {
    lua_rawgetp(state, LUA_REGISTRYINDEX, &objects_key);
    auto& objects = *static_cast<LuaObjects*>(lua_touserdata(state, -1));
    lua_pop(state, 1);
    return objects;
}

// --- Vectors
// ---------------------------------------------------------------------------------------------------------

int make_vector(lua_State* state) {
    push_vector(state, {static_cast<float>(luaL_optnumber(state, 1, 0)),
                        static_cast<float>(luaL_optnumber(state, 2, 0)),
                        static_cast<float>(luaL_optnumber(state, 3, 0))});
    return 1;
}

float* component(Vector3& vector, std::string_view name) {
    if (name == "x") return &vector.x;
    if (name == "y") return &vector.y;
    if (name == "z") return &vector.z;
    return nullptr;
}

int vector_length(lua_State* state) {
    const Vector3 v = check_vector(state, 1);
    lua_pushnumber(state, std::sqrt(static_cast<double>(v.x) * static_cast<double>(v.x) +
                                    static_cast<double>(v.y) * static_cast<double>(v.y) +
                                    static_cast<double>(v.z) * static_cast<double>(v.z)));
    return 1;
}

int vector_index(lua_State* state) {
    Vector3& vector = check_vector(state, 1);
    const std::string_view name = check_text(state, 2);
    if (const float* part = component(vector, name))
        lua_pushnumber(state, static_cast<lua_Number>(*part));
    else if (name == "length")
        lua_pushcfunction(state, &vector_length);
    else
        lua_pushnil(state);
    return 1;
}

int vector_newindex(lua_State* state) {
    Vector3& vector = check_vector(state, 1);
    float* part = component(vector, check_text(state, 2));
    if (part == nullptr) return luaL_error(state, "a vector has only x, y and z");
    *part = check_float(state, 3);
    return 0;
}

int vector_add(lua_State* state) {
    const Vector3 a = check_vector(state, 1);
    const Vector3 b = check_vector(state, 2);
    push_vector(state, {a.x + b.x, a.y + b.y, a.z + b.z});
    return 1;
}

int vector_subtract(lua_State* state) {
    const Vector3 a = check_vector(state, 1);
    const Vector3 b = check_vector(state, 2);
    push_vector(state, {a.x - b.x, a.y - b.y, a.z - b.z});
    return 1;
}

int vector_multiply(lua_State* state) {
    const bool scalar_first = lua_isnumber(state, 1) != 0;
    const Vector3 a = check_vector(state, scalar_first ? 2 : 1);
    const float b = check_float(state, scalar_first ? 1 : 2);
    push_vector(state, {a.x * b, a.y * b, a.z * b});
    return 1;
}

int vector_divide(lua_State* state) {
    const Vector3 a = check_vector(state, 1);
    const float b = check_float(state, 2);
    push_vector(state, {a.x / b, a.y / b, a.z / b});
    return 1;
}

int vector_negate(lua_State* state) {
    const Vector3 a = check_vector(state, 1);
    push_vector(state, {-a.x, -a.y, -a.z});
    return 1;
}

int vector_equal(lua_State* state) {
    const Vector3* a = test_vector(state, 1);
    const Vector3* b = test_vector(state, 2);
    lua_pushboolean(state, a != nullptr && b != nullptr && *a == *b ? 1 : 0);
    return 1;
}

int vector_text(lua_State* state) {
    const Vector3 v = check_vector(state, 1);
    lua_pushfstring(state, "(%f, %f, %f)", static_cast<LUAI_UACNUMBER>(v.x), static_cast<LUAI_UACNUMBER>(v.y),
                    static_cast<LUAI_UACNUMBER>(v.z));
    return 1;
}

// --- Objects
// ---------------------------------------------------------------------------------------------------------

/// object("Burah" [, "Actor"]) or object(5 [, "door" [, "Door"]])
int make_object(lua_State* state) {
    LuaObjects& objects = objects_of(state);
    if (lua_type(state, 1) == LUA_TNUMBER) {
        const lua_Integer number = luaL_checkinteger(state, 1);
        luaL_argcheck(state, number >= 0, 1, "an object's number cannot be negative");
        const ObjectId object{static_cast<std::uint64_t>(number)};
        if (lua_gettop(state) >= 2) {
            const std::string_view name = check_text(state, 2);
            const std::string_view class_name = luaL_optstring(state, 3, "");
            LuaState::keep(state, objects.cost_of(object, name, class_name));
            objects.describe(object, name, class_name);
        }
        push_object(state, object);
        return 1;
    }
    const std::string_view name = check_text(state, 1);
    LuaState::keep(state, objects.cost_of(name));
    const ObjectId object = objects.by_name(name);
    if (lua_gettop(state) >= 2) {
        const std::string_view class_name = check_text(state, 2);
        LuaState::keep(state, objects.cost_of(object, name, class_name));
        objects.describe(object, name, class_name);
    }
    push_object(state, object);
    return 1;
}

ObjectId check_object(lua_State* state, int index) {
    const ObjectId* object = test_object(state, index);
    if (object == nullptr) luaL_argerror(state, index, "expected an object");
    return *object;
}

/// Pushes the script's function `name` in the environment's table `table`, or pops everything and returns
/// false.
bool push_member(lua_State* state, const char* table, const char* name) {
    lua_rawgetp(state, LUA_REGISTRYINDEX, &environment_key);
    lua_pushstring(state, table);
    lua_rawget(state, -2);
    if (lua_type(state, -1) == LUA_TTABLE) {
        lua_pushstring(state, name);
        lua_rawget(state, -2);
        if (!lua_isnil(state, -1)) return true;
        lua_pop(state, 1);
    }
    lua_pop(state, 2);
    return false;
}

int object_index(lua_State* state) {
    const ObjectId object = check_object(state, 1);
    const LuaObjects::Info* info = objects_of(state).find(object);
    const std::string_view name = check_text(state, 2);
    if (name == "id") {
        lua_pushinteger(state, static_cast<lua_Integer>(object.id));
        return 1;
    }
    if (name == "name" || name == "class") {
        const std::string_view text = info == nullptr  ? std::string_view{}
                                      : name == "name" ? std::string_view(info->name)
                                                       : std::string_view(info->class_name);
        lua_pushlstring(state, text.data(), text.size());
        return 1;
    }
    lua_rawgetp(state, LUA_REGISTRYINDEX, &fields_key);
    if (lua_rawgeti(state, -1, static_cast<lua_Integer>(object.id)) == LUA_TTABLE) {
        lua_pushvalue(state, 2);
        if (lua_rawget(state, -2) != LUA_TNIL) return 1;
    }
    const char* member = lua_tostring(state, 2);
    if (info != nullptr && push_member(state, info->class_name.c_str(), member)) return 1;
    if (push_member(state, "methods", member)) return 1;
    lua_pushnil(state);
    return 1;
}

int object_newindex(lua_State* state) {
    const ObjectId object = check_object(state, 1);
    const std::string_view name = check_text(state, 2);
    if (name == "id" || name == "name" || name == "class")
        return luaL_error(state, "an object's id, name and class are fixed");
    lua_rawgetp(state, LUA_REGISTRYINDEX, &fields_key);
    if (lua_rawgeti(state, -1, static_cast<lua_Integer>(object.id)) != LUA_TTABLE) {
        lua_pop(state, 1);
        lua_newtable(state);
        lua_pushvalue(state, -1);
        lua_rawseti(state, -3, static_cast<lua_Integer>(object.id));
    }
    lua_pushvalue(state, 2);
    lua_pushvalue(state, 3);
    lua_rawset(state, -3);
    return 0;
}

int object_equal(lua_State* state) {
    const ObjectId* a = test_object(state, 1);
    const ObjectId* b = test_object(state, 2);
    lua_pushboolean(state, a != nullptr && b != nullptr && *a == *b ? 1 : 0);
    return 1;
}

int object_text(lua_State* state) {
    const ObjectId object = check_object(state, 1);
    const LuaObjects::Info* info = objects_of(state).find(object);
    if (info != nullptr && !info->name.empty())
        lua_pushlstring(state, info->name.data(), info->name.size());
    else
        lua_pushfstring(state, "object %I", static_cast<LUAI_UACINT>(object.id));
    return 1;
}

void make_metatable(lua_State* state, void* key, const luaL_Reg* functions) {
    lua_newtable(state);
    luaL_setfuncs(state, functions, 0);
    lua_pushboolean(state, 0);
    lua_setfield(state, -2, "__metatable"); // scripts cannot reach it
    lua_rawsetp(state, LUA_REGISTRYINDEX, key);
}

} // namespace

std::string_view check_text(lua_State* state, int index) {
    std::size_t size = 0;
    const char* text = luaL_checklstring(state, index, &size);
    return {text, size};
}

ObjectId LuaObjects::by_name(std::string_view name) {
    const auto [found, is_new] = numbers_.try_emplace(std::string(name), first_number + numbers_.size());
    if (is_new) all_[found->second].name = name;
    return {found->second};
}

std::size_t LuaObjects::cost_of(std::string_view name) const {
    return numbers_.contains(std::string(name)) ? 0 : 2 * (name.size() + size_of_entry);
}

std::size_t LuaObjects::cost_of(ObjectId object, std::string_view name, std::string_view class_name) const {
    const Info* info = find(object);
    const std::size_t held = info == nullptr ? 0 : info->name.size() + info->class_name.size();
    const std::size_t wanted = name.size() + class_name.size() + (info == nullptr ? size_of_entry : 0);
    return wanted > held ? wanted - held : 0;
}

void LuaObjects::describe(ObjectId object, std::string_view name, std::string_view class_name) {
    Info& info = all_[object.id];
    info.name = name;
    info.class_name = class_name;
}

const LuaObjects::Info* LuaObjects::find(ObjectId object) const {
    const auto found = all_.find(object.id);
    return found != all_.end() ? &found->second : nullptr;
}

void open_values(lua_State* state, LuaObjects& objects, int environment) {
    environment = lua_absindex(state, environment);
    lua_pushlightuserdata(state, &objects);
    lua_rawsetp(state, LUA_REGISTRYINDEX, &objects_key);
    lua_pushvalue(state, environment);
    lua_rawsetp(state, LUA_REGISTRYINDEX, &environment_key);
    lua_newtable(state);
    lua_rawsetp(state, LUA_REGISTRYINDEX, &fields_key);
    lua_newtable(state);
    lua_newtable(state);
    lua_pushliteral(state, "v");
    lua_setfield(state, -2, "__mode");
    lua_setmetatable(state, -2);
    lua_rawsetp(state, LUA_REGISTRYINDEX, &cache_key);

    static constexpr luaL_Reg vector_functions[] = {
        {"__index", &vector_index},  {"__newindex", &vector_newindex}, {"__add", &vector_add},
        {"__sub", &vector_subtract}, {"__mul", &vector_multiply},      {"__div", &vector_divide},
        {"__unm", &vector_negate},   {"__eq", &vector_equal},          {"__tostring", &vector_text},
        {nullptr, nullptr}};
    static constexpr luaL_Reg object_functions[] = {{"__index", &object_index},
                                                    {"__newindex", &object_newindex},
                                                    {"__eq", &object_equal},
                                                    {"__tostring", &object_text},
                                                    {nullptr, nullptr}};
    make_metatable(state, &vector_key, vector_functions);
    make_metatable(state, &object_key, object_functions);
    lua_register(state, "vec", &make_vector);
    lua_register(state, "object", &make_object);
}

void push_vector(lua_State* state, Vector3 vector) {
    new (lua_newuserdatauv(state, sizeof(Vector3), 0)) Vector3(vector);
    lua_rawgetp(state, LUA_REGISTRYINDEX, &vector_key);
    lua_setmetatable(state, -2);
}

void push_object(lua_State* state, ObjectId object) {
    if (!object) {
        lua_pushnil(state);
        return;
    }
    lua_rawgetp(state, LUA_REGISTRYINDEX, &cache_key);
    if (lua_rawgeti(state, -1, static_cast<lua_Integer>(object.id)) == LUA_TUSERDATA) {
        lua_remove(state, -2);
        return;
    }
    lua_pop(state, 1);
    new (lua_newuserdatauv(state, sizeof(ObjectId), 0)) ObjectId(object);
    lua_rawgetp(state, LUA_REGISTRYINDEX, &object_key);
    lua_setmetatable(state, -2);
    lua_pushvalue(state, -1);
    lua_rawseti(state, -3, static_cast<lua_Integer>(object.id));
    lua_remove(state, -2);
}

void push_value(lua_State* state, const Value& value) {
    luaL_checkstack(state, 6, "too many arguments");
    switch (value.type()) {
    case Type::none: lua_pushnil(state); break;
    case Type::boolean: lua_pushboolean(state, value.boolean() ? 1 : 0); break;
    case Type::integer: lua_pushinteger(state, value.integer()); break;
    case Type::real: lua_pushnumber(state, static_cast<lua_Number>(canonical(value.real()))); break;
    case Type::vector: push_vector(state, canonical(value.vector())); break;
    case Type::object: push_object(state, value.object()); break;
    case Type::memory: {
        const MemoryView memory = value.memory();
        lua_pushlstring(state, reinterpret_cast<const char*>(memory.data),
                        memory.data != nullptr ? memory.size : 0);
        break;
    }
    case Type::string: lua_pushlstring(state, value.text().data(), value.text().size()); break;
    }
}

Value to_value(lua_State* state, int index) {
    switch (lua_type(state, index)) {
    case LUA_TNIL: return {};
    case LUA_TBOOLEAN: return Value(lua_toboolean(state, index) != 0);
    case LUA_TNUMBER: {
        if (lua_isinteger(state, index) != 0) {
            const lua_Integer number = lua_tointeger(state, index);
            if (number >= std::numeric_limits<std::int32_t>::min() &&
                number <= std::numeric_limits<std::int32_t>::max())
                return Value(static_cast<std::int32_t>(number));
        }
        return Value(canonical(static_cast<float>(lua_tonumber(state, index))));
    }
    case LUA_TSTRING: {
        std::size_t size = 0;
        const char* text = lua_tolstring(state, index, &size);
        LuaState::charge(state, size); // the copy is outside of Lua's memory
        return Value(std::string_view(text, size));
    }
    case LUA_TUSERDATA:
        if (const Vector3* vector = test_vector(state, index)) return Value(canonical(*vector));
        if (const ObjectId* object = test_object(state, index)) return Value(*object);
        break;
    default: break;
    }
    luaL_error(state, "a %s cannot be given to a script", luaL_typename(state, index));
    return {};
}

} // namespace vellum
