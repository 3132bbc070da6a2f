// Form decides, for .gas has no types for code. What is taken for a formula and is none is reported as an
// error: content authors want to know, and a text in quotes is never taken for one.
#include "engines/skrit/fuel/embedded.hpp"

#include "base/escape.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool has_macro(std::string_view text) {
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string_view::npos; ++at)
        if (at + 1 < text.size() && is_letter(text[at + 1])) return true;
    return false;
}

/// A name with a `$` right behind it, and a brace somewhere.
bool is_whole(std::string_view text) {
    if (text.find('{') == std::string_view::npos) return false;
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos; ++at)
        if (at > 0 && (is_letter(text[at - 1]) || (text[at - 1] >= '0' && text[at - 1] <= '9'))) return true;
    return false;
}

void walk(const FuelBlock& block, std::string& address, std::vector<Embedded>& found, std::size_t& blocks,
          std::size_t& values, std::size_t& templates) {
    const std::size_t length = address.size();
    values += block.attributes.size();
    for (const FuelAttribute& value : block.attributes) {
        const EmbeddedKind kind = embedded_kind(value);
        if (kind != EmbeddedKind::none) found.push_back({address + value.key, kind, &value});
    }
    for (const auto& child : block.children) {
        ++blocks;
        templates += same_name(child->type, "template") ? 1 : 0;
        address += child->name + ":";
        walk(*child, address, found, blocks, values, templates);
        address.resize(length);
    }
}

} // namespace

EmbeddedKind embedded_kind(const FuelAttribute& value) {
    if (value.text.empty()) return EmbeddedKind::none;
    switch (value.quoting) {
    case FuelQuoting::quoted: return EmbeddedKind::none;
    case FuelQuoting::raw:
        if (is_whole(value.text)) return EmbeddedKind::skrit;
        return has_macro(value.text) ? EmbeddedKind::formula : EmbeddedKind::none;
    case FuelQuoting::plain:
        if (same_name(value.key, "skrit")) return EmbeddedKind::name;
        return has_macro(value.text) ? EmbeddedKind::formula : EmbeddedKind::none;
    }
    return EmbeddedKind::none;
}

Diagnostic placed_in_file(Diagnostic diagnostic, const FuelAttribute& value) {
    const auto place = [&](Place& at) {
        if (at.line == 0) return;
        if (at.line == 1 && at.column != 0) at.column += value.column - 1;
        at.line += value.line - 1;
    };
    place(diagnostic.place);
    for (Related& related : diagnostic.related) place(related.place);
    return diagnostic;
}

std::vector<Embedded> embedded_code(const FuelBlock& root) {
    std::vector<Embedded> found;
    std::string address;
    std::size_t blocks = 0, values = 0, templates = 0;
    walk(root, address, found, blocks, values, templates);
    return found;
}

FuelProgram::FuelProgram(const Engine& engine, std::string name, FuelBlock root, const FileSystem* files)
    : Program(engine, std::move(name)), root_(std::move(root)) {
    std::string address;
    walk(root_, address, embedded_, blocks_, values_, templates_);
    for (const Embedded& one : embedded_)
        if (one.kind == EmbeddedKind::skrit) skrits_.emplace(one.value, compile(one, files));
}

std::vector<Fact> FuelProgram::facts() const {
    std::size_t of_kind[4] = {};
    for (const Embedded& one : embedded_) ++of_kind[static_cast<std::size_t>(one.kind)];
    const auto number = [&](EmbeddedKind kind) { return of_kind[static_cast<std::size_t>(kind)]; };
    return {{"kind", "gas"},
            {"blocks", blocks_},
            {"templates", templates_},
            {"values", values_},
            {"skrits", number(EmbeddedKind::skrit)},
            {"formulas", number(EmbeddedKind::formula)},
            {"names of skrits", number(EmbeddedKind::name)}};
}

FuelProgram::Compiled FuelProgram::compile(const Embedded& one, const FileSystem* files) const {
    FileIncludes includes(files);
    CompileOptions options;
    options.name = name();
    options.mode = one.kind == EmbeddedKind::formula ? UnitMode::formula : UnitMode::skrit;
    options.exports = &siege_exports();
    options.includes = &includes;
    Exports inferred(options.exports);
    options.inferred = &inferred;
    Compiled made;
    made.unit = compile_unit(one.value->text, options, made.diagnostics);
    return made;
}

FuelProgram::Compiled FuelProgram::compiled(const Embedded& one) const {
    const auto found = skrits_.find(one.value);
    return found == skrits_.end() ? compile(one, nullptr) : found->second; // formulas include nothing
}

std::string FuelProgram::text() const {
    std::string text = "; " + escape_control(name()) + ": a .gas file; what follows is the code in it\n";
    for (const Embedded& one : embedded_) {
        text += "\n; " + escape_control(one.address) + ", line " + std::to_string(one.value->line) + "\n";
        if (one.kind == EmbeddedKind::name) {
            text += "; names the skrit " + escape_control(one.value->text) + "\n";
            continue;
        }
        if (const auto unit = compiled(one).unit)
            text += list_unit(*unit);
        else
            text += "; does not compile\n";
    }
    return text;
}

void FuelProgram::check(Diagnostics& diagnostics) const {
    for (const Embedded& one : embedded_) {
        if (one.kind == EmbeddedKind::name) continue;
        const auto result = compiled(one); // GCC before 15 lets it go before the loop begins
        for (const Diagnostic& each : result.diagnostics.all())
            diagnostics.add(placed_in_file(each, *one.value));
    }
}

const FuelProgram* fuel_of(const Program& program) noexcept {
    if (program.engine().id() != engine_id || program.code() != nullptr) return nullptr;
    return static_cast<const FuelProgram*>(&program); // units have code, files of this kind have none
}

} // namespace vellum::skrit
