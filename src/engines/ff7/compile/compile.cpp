// The compiler as a whole; see the header.
#include "engines/ff7/compile/compile.hpp"

#include "engines/ff7/compile/link.hpp"
#include "engines/ff7/compile/parser.hpp"
#include "engines/ff7/compile/warnings.hpp"

namespace vellum::ff7::compile {

std::shared_ptr<Script> compile_text(const Engine& engine, std::string_view text, const LoadOptions& options,
                                     bool notes, Diagnostics& diagnostics) {
    const std::size_t errors = diagnostics.errors();
    const vellum::source::Sources sources(text);
    const Parsed parsed = parse(sources, diagnostics);
    if (diagnostics.errors() != errors) return nullptr;
    if (notes) note_unreachable(parsed.tree, sources, diagnostics);
    if (notes && options.explain) explain(parsed, sources, diagnostics);
    return link(engine, parsed.tree, options.name, sources, diagnostics);
}

} // namespace vellum::ff7::compile
