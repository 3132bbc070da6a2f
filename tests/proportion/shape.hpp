// A shape is a family of inputs, one for each size, and what is done with them. Its work may grow with the
// size and no faster, and stays under a constant per byte.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/source.hpp"
#include "vellum/engine.hpp"

namespace vellum::proportion {

struct Shape {
    std::string name;                             ///< Letters and digits.
    std::function<std::string(std::size_t)> make; ///< An input of about so many bytes.
    std::function<void(std::string_view)> use;    ///< What reads it.
    double most_work = 0;                         ///< Steps a byte of input.
    double most_memory = 0;                       ///< Bytes held at once, a byte of input.
};

inline void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

/// `piece(0)`, `piece(1)`, … until the text is that long, and `last` of the number of pieces.
inline std::string repeated(std::size_t size, const std::function<std::string(std::size_t)>& piece,
                            const std::function<std::string(std::size_t)>& last = {}) {
    std::string text;
    std::size_t i = 0;
    for (; text.size() < size; ++i) text += piece(i);
    return last ? text + last(i) : text;
}

/// The text over and over.
inline std::string repeated(std::size_t size, std::string_view piece) {
    std::string text;
    while (text.size() < size) text += piece;
    return text;
}

/// The name of a request's shape: names of tests have letters and digits only.
inline std::string name_of_request(std::string name, std::string_view request) {
    for (const char c : request)
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) name += c;
    return name;
}

/// Everything an engine does with a file before it runs.
inline void load_and_list(std::string_view engine_id, std::string_view bytes, std::string_view name) {
    const Engine& engine = *find_engine(engine_id);
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = name;
    static_cast<void>(engine.format().detect(as_bytes(bytes), name));
    static_cast<void>(
        engine.format().open_container(std::make_shared<SpanSource>(as_bytes(bytes)), name, {}));
    const auto program = engine.format().load(as_bytes(bytes), options, diagnostics);
    if (!program) return;
    (*program)->check(diagnostics);
    static_cast<void>((*program)->disassemble({}));
    static_cast<void>((*program)->save());
    static_cast<void>((*program)->references());
    static_cast<void>((*program)->facts());
}

/// Everything an engine does with a listing.
inline void assemble_and_list(std::string_view engine_id, std::string_view text) {
    const Engine& engine = *find_engine(engine_id);
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = "x.vasm";
    const auto program = engine.format().assemble(text, options, diagnostics);
    if (!program) return;
    (*program)->check(diagnostics);
    static_cast<void>((*program)->disassemble({}));
    static_cast<void>((*program)->save());
    static_cast<void>((*program)->references());
    static_cast<void>((*program)->functions());
}

} // namespace vellum::proportion
