// Values between scripts and Lua: vectors and objects are userdata of their own, everything else has a Lua
// counterpart. Works on a raw state, inside protected calls only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <lua.hpp>

#include "vellum/value.hpp"

namespace vellum {

/// The objects a host script has named, and the numbers it gave out for them.
class LuaObjects {
  public:
    struct Info {
        std::string name;
        std::string class_name;
    };
    /// The object with that name, a new number if there is none yet.
    ObjectId by_name(std::string_view name);
    void describe(ObjectId object, std::string_view name, std::string_view class_name);
    [[nodiscard]] const Info* find(ObjectId object) const;
    /// Bytes that by_name and describe will take, for the script's memory limit.
    [[nodiscard]] std::size_t cost_of(std::string_view name) const;
    [[nodiscard]] std::size_t cost_of(ObjectId object, std::string_view name,
                                      std::string_view class_name) const;

  private:
    static constexpr std::size_t size_of_entry = 128;      // a node of each map and the heads of its texts
    static constexpr std::uint64_t first_number = 1000001; // out of the way of a game's own handles
    std::unordered_map<std::uint64_t, Info> all_;
    std::unordered_map<std::string, std::uint64_t> numbers_;
};

/// Makes `vec` and `object` known and sets up their behaviour. Methods of objects are looked for in the table
/// at index `environment`.
void open_values(lua_State* state, LuaObjects& objects, int environment);

void push_vector(lua_State* state, Vector3 vector);
/// The same userdata for the same object as long as Lua holds it; null is nil.
void push_object(lua_State* state, ObjectId object);
void push_value(lua_State* state, const Value& value);

/// The text at `index` with its zeros; an error for what is none.
std::string_view check_text(lua_State* state, int index);
/// The value at `index`; an error for what scripts cannot hold (tables, functions).
[[nodiscard]] Value to_value(lua_State* state, int index);

} // namespace vellum
