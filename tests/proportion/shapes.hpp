// The list of all shapes, which tests count and `make growth` times. A new parser comes with shapes of its
// own, one file for each kind of input.
#pragma once

#include <utility>
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

[[nodiscard]] inline std::vector<Shape> all_shapes() {
    std::vector<Shape> all;
    for (auto* const list :
         {text_shapes, pathologic_shapes, pathologic_source_shapes, ff7_shapes, ags_shapes, ags_source_shapes,
          skrit_shapes, archive_shapes, editing_shapes, protocol_shapes})
        for (Shape& shape : list()) all.push_back(std::move(shape));
    return all;
}

} // namespace vellum::proportion
