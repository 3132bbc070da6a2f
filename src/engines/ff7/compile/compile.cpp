// The compiler as a whole; see the header.
#include "engines/ff7/compile/compile.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "engines/ff7/compile/link.hpp"
#include "engines/ff7/compile/parser.hpp"
#include "engines/ff7/compile/warnings.hpp"

namespace vellum::ff7::compile {

namespace {

/// Labels that are missing are known only at a function's end: what was told goes on by its place.
void in_order(const Diagnostics& from, Diagnostics& to) {
    std::vector<const Diagnostic*> sorted;
    for (const Diagnostic& one : from.all()) sorted.push_back(&one);
    std::ranges::sort(sorted, {},
                      [](const Diagnostic* one) { // of one place in the order in which they were told
                          return std::tuple(one->place.line, one->place.column, one);
                      });
    for (const Diagnostic* one : sorted) to.add(*one);
}

} // namespace

std::shared_ptr<Script> compile_text(const Engine& engine, std::string_view text, const LoadOptions& options,
                                     bool notes, Diagnostics& diagnostics) {
    const std::size_t errors = diagnostics.errors();
    const vellum::source::Sources sources(text);
    constexpr std::size_t most = 20000; // mistakes of a text that are put in order
    Diagnostics told(most);
    const Parsed parsed = parse(sources, told);
    in_order(told, diagnostics);
    if (diagnostics.errors() != errors) return nullptr;
    if (notes) note_unreachable(parsed.tree, sources, diagnostics);
    if (notes && options.explain) explain(parsed, sources, diagnostics);
    return link(engine, parsed.tree, options.name, sources, diagnostics);
}

} // namespace vellum::ff7::compile
