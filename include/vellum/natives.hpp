// What an engine's scripts ask of their host, as data: one row for each native, whether Vellum answers it or
// only a game can. `vellum natives`, the engines' pages and whoever writes a host read the same rows
// (Runtime::each_native).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/export.hpp"
#include "vellum/host.hpp"

namespace vellum {

/// The kind of native as scripts see it, finer than NativeKind.
enum class NativeRole : std::uint8_t {
    function,
    method,
    getter,   ///< reads a property
    setter,   ///< writes a property
    variable, ///< data of the host that scripts use by name: requested as a getter without owner
    query,    ///< called by the machine itself
    command   ///< a command of a script to the host; has no result
};

/// "function", "method", …
[[nodiscard]] VELLUM_API std::string_view to_string(NativeRole role) noexcept;
/// "in", "out" or "in_out".
[[nodiscard]] VELLUM_API std::string_view to_string(Direction direction) noexcept;

/// One native of an engine.
struct NativeRow {
    Signature signature; ///< Its documentation is empty if the native's purpose is unknown.
    NativeRole role = NativeRole::function; ///< What it is to scripts.
    bool implemented = false;               ///< Vellum answers it; otherwise the host does.
    /// Vellum answers it in a world that plays the game's own data (AGS); in others the host does. False
    /// where `implemented` is true.
    bool played = false;
    bool counted = true;       ///< How many parameters there are is known.
    std::uint32_t uses = 0;    ///< Calls counted in real scripts; 0 if unknown.
    std::uint32_t scripts = 0; ///< Scripts with such calls.
    std::string_view source;   ///< Where the facts are from: a page and its section. Static text.
    /// The result's type and those of the parameters as scripts write them, if that says more than the
    /// signature (the name of a class); otherwise empty.
    std::vector<std::string> type_names;
};

/// The type of parameter `index` in words; "any" if it is unknown or may be any.
[[nodiscard]] VELLUM_API std::string_view parameter_type(const NativeRow& row, std::size_t index);
/// The type of the result in words; empty if there is none or it is unknown.
[[nodiscard]] VELLUM_API std::string_view result_type(const NativeRow& row);
/// "Owner.name", or the name alone.
[[nodiscard]] VELLUM_API std::string full_name(const Signature& signature);
/// "bool Owner.name(int count, out string text, ...)": unknown parts are left out.
[[nodiscard]] VELLUM_API std::string declaration(const NativeRow& row);

} // namespace vellum
