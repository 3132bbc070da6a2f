// Everything here is read by the compiler's own parser.
#include "engines/ff7/decompile/names_file.hpp"

#include <algorithm>

#include "engines/ff7/compile/parser.hpp"
#include "engines/ff7/format/script.hpp"
#include "engines/ff7/names/places.hpp"
#include "engines/ff7/source/printer.hpp"

namespace vellum::ff7::decompile {

std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics) {
    auto made = std::make_shared<Names>();
    if (text.starts_with("vellum names")) return made;
    const std::size_t errors = diagnostics.errors();
    const vellum::source::Sources sources(text);
    const compile::Parsed parsed = compile::parse(sources, diagnostics);
    if (diagnostics.errors() != errors) return nullptr;
    for (const source::Declaration& one : parsed.names) made->names.emplace(parsed.tree.text(one.name), one);
    return made;
}

std::string names_in(std::string_view text, const Names* known, Diagnostics& diagnostics) {
    const std::shared_ptr<const Names> own = read_names(text, diagnostics);
    if (own == nullptr) return {};
    source::Tree nothing;
    std::vector<source::Declaration> all;
    const auto add = [&](const std::string& name, source::Declaration what) {
        const KnownPlace* const place = what.function ? nullptr : known_place(what.code, what.operand);
        if (place != nullptr && place->name == name) return;
        const auto same = [&](const source::Declaration& one) {
            return nothing.text(one.name) == name ||
                   (one.function == what.function && one.code == what.code && one.operand == what.operand);
        };
        if (std::ranges::any_of(all, same)) return;
        what.name = nothing.intern(name);
        all.push_back(what);
    };
    for (const auto& [name, what] : own->names) add(name, what);
    if (known != nullptr)
        for (const auto& [name, what] : known->names) add(name, what);
    return source::print(nothing, all, {});
}

std::vector<SourceFunction> outline(std::string_view text) {
    Diagnostics ignored;
    const vellum::source::Sources sources(text);
    std::vector<SourceFunction> found;
    const compile::Parsed parsed = compile::parse(sources, ignored);
    for (const source::Function& function : parsed.tree.functions) {
        if (function.raw || function.end <= function.place) continue;
        SourceFunction one{.name = {}, .begin = function.place, .end = function.end};
        for (const source::Header& header : function.headers) {
            one.heads.push_back({function_words(header.id), header.place, header.end});
            one.name += (one.name.empty() ? "" : ", ") + one.heads.back().name;
        }
        if (function.headers.empty()) one.name = "code " + std::string(parsed.tree.text(function.name));
        found.push_back(std::move(one));
    }
    return found;
}

std::vector<SourceDeclaration> declarations(std::string_view text) {
    Diagnostics ignored;
    const vellum::source::Sources sources(text);
    std::vector<SourceDeclaration> found;
    const compile::Parsed parsed = compile::parse(sources, ignored);
    found.reserve(parsed.declared.size());
    for (const compile::Declared& one : parsed.declared)
        found.push_back({std::string(parsed.tree.text(one.name)), one.meaning, one.begin, one.end});
    return found;
}

} // namespace vellum::ff7::decompile
