// The law all shapes are held to, and the list of them. A new parser comes with shapes of its own, one file
// for each kind of input.
#pragma once

#include <vector>

#include "proportion/shape.hpp"

namespace vellum::proportion {

[[nodiscard]] std::vector<Shape> text_shapes();              ///< JSON, records.
[[nodiscard]] std::vector<Shape> pathologic_shapes();        ///< Scripts and listings.
[[nodiscard]] std::vector<Shape> pathologic_source_shapes(); ///< Sources, decompiling, comparing.
[[nodiscard]] std::vector<Shape> ff7_shapes();               ///< The same.
[[nodiscard]] std::vector<Shape> ags_shapes();        ///< Scripts, listings, rooms, packages, main data.
[[nodiscard]] std::vector<Shape> ags_source_shapes(); ///< Sources.
[[nodiscard]] std::vector<Shape> archive_shapes();    ///< Archives of all formats.
[[nodiscard]] std::vector<Shape> editing_shapes();    ///< Texts as editors ask about them.
[[nodiscard]] std::vector<Shape> skrit_shapes();      ///< Sources, p-code, .gas, naming keys, formulas.
[[nodiscard]] std::vector<Shape> protocol_shapes();   ///< Requests of editors.

} // namespace vellum::proportion
