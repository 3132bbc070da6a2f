// What an embedder of AGS scripts needs beyond the common interface: registering host types in one line each,
// and the engine's own way of printing script errors. How the parts fit together: docs/engines/ags.md
// "Embedding".
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/export.hpp"
#include "vellum/fault.hpp"
#include "vellum/files.hpp"
#include "vellum/host.hpp"

namespace vellum::ags {

/// Objects that a script made itself (arrays, managed structs, strings) reach natives as ObjectId with this
/// bit set and the pool handle below it. Hosts number their own objects with the two highest bits clear.
inline constexpr std::uint64_t script_object = std::uint64_t{1} << 62U;

/// A library of AGS natives. Functions and static methods are registered as in every Library; the functions
/// below are for this engine only. Class names are those of the script's `import` declarations.
///
///     game.property("Counter", "Value", [&](Call& c) { return counter(c.receiver).value; },
///                   [&](Call& c, std::int32_t value) { counter(c.receiver).value = value; });
///     game.on_dispose("Counter", [&](Call& c) { counters.erase(c.receiver.id); });
class VELLUM_API GameLibrary : public Library {
  public:
    using Library::Library; ///< Made as a Library.

    /// `get_Name` of a class: the callable takes `Call&` first to get the receiver.
    template <class Get> GameLibrary& getter(std::string_view type, std::string_view name, Get get) {
        return accessor(NativeKind::getter, type, name, std::move(get));
    }
    /// `set_Name`: one more parameter, the value.
    template <class Set> GameLibrary& setter(std::string_view type, std::string_view name, Set set) {
        return accessor(NativeKind::setter, type, name, std::move(set));
    }
    /// Both. With an index as first parameter (and the value last) it is an indexed property: `geti_`,
    /// `seti_`. Static properties are the same and simply have no receiver.
    template <class Get, class Set>
    GameLibrary& property(std::string_view type, std::string_view name, Get get, Set set) {
        return getter(type, name, std::move(get)).setter(type, name, std::move(set));
    }
    /// Called when the last reference to an object of the class is gone; the receiver is the object.
    template <class F> GameLibrary& on_dispose(std::string_view type, F callable) {
        method(type, "~", std::move(callable));
        return *this;
    }
    /// Fields that scripts read and write in place: read(Call&, offset, width) -> number and
    /// write(Call&, offset, width, number); the receiver is the object.
    template <class Read, class Write> GameLibrary& fields(std::string_view type, Read read, Write write) {
        return property(type, "@field", std::move(read), std::move(write));
    }
    /// A pointer variable of the game that scripts import by name, such as `player`: the getter returns its
    /// current target (an ObjectId, the null object, or a string), the setter gets the target that a script
    /// assigns. Without a setter scripts can only read it.
    ///
    ///     game.pointer("player", [&] { return current; }, [&](ObjectId next) { current = next; });
    template <class Get> GameLibrary& pointer(std::string_view name, Get get) {
        return getter({}, name, std::move(get));
    }
    /// With a setter.
    template <class Get, class Set> GameLibrary& pointer(std::string_view name, Get get, Set set) {
        return property({}, name, std::move(get), std::move(set));
    }
    /// A single object that scripts import by name.
    GameLibrary& object(std::string_view name, ObjectId object);
    /// An array that scripts import by name: one object per `element_size` bytes. Other hosts provide a
    /// getter `@size` of a class named like the array, and a getter without a class that takes the index.
    GameLibrary& array(std::string_view name, std::int32_t element_size, std::vector<ObjectId> elements);

  private:
    template <class F>
    GameLibrary& accessor(NativeKind kind, std::string_view owner, std::string_view name, F callable) {
        register_callable(kind, owner, name, std::move(callable), {});
        return *this;
    }
};

/// True for faults that the engine blames on the script: it prints them with a leading '!'.
[[nodiscard]] VELLUM_API bool is_user_error(const Fault& fault);
/// The text the engine shows: "Error (line 3): Null pointer referenced", or "Error (line unknown): …".
[[nodiscard]] VELLUM_API std::string error_text(const Fault& fault);
/// The call stack as the engine prints it: "in the active script:", then a line for each call, innermost
/// first.
[[nodiscard]] VELLUM_API std::string call_stack_text(const Fault& fault);

} // namespace vellum::ags
