// Tables of natives as text, one line a native, so that an engine's whole list is one constant without
// pointers:
//
//     f~! Sleep(<f seconds,>b ended):i^StopGroup0 431/120 | Waits that many seconds.
//
// A letter for the role (function, method, getter, setter, variable, query, command; q and o), `~` if it is
// latent,
// `!` if Vellum answers it; the name, with its owner before a point; the parameters; the result's type; the
// natives that end it before its time; calls and scripts in which they were seen; what it does. All but role
// and name may be missing. A parameter is a direction (< in, > out, = both or not known), a type (b bool, i
// int, f float, s text, o object, v vector, m memory, * several or not known) and a name if there is one. A
// number stands for so many parameters of which nothing is known, `...` for any number of further ones, `?`
// alone for a list nobody knows.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "vellum/natives.hpp"

namespace vellum {

/// What a line says; nothing if it is malformed. `implemented` is the mark's, `source` is left empty.
[[nodiscard]] std::optional<NativeRow> read_native_row(std::string_view line);
/// The parameters of a list without its parentheses, added to the signature. False if it is malformed.
[[nodiscard]] bool read_parameters(std::string_view text, Signature& signature);
/// Every row of a table. A malformed line is a mistake in the library: asserted, otherwise left out.
void each_native_row(std::string_view table, const std::function<void(NativeRow&&)>& visit);

} // namespace vellum
