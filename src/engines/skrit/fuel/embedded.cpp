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
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool has_macro(std::string_view text) {
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string_view::npos; ++at)
        if (at + 1 < text.size() && is_letter(text[at + 1])) return true;
    return false;
}

/// A name with a `$` right behind it, and a brace somewhere.
bool is_whole(std::string_view text) {
    if (text.find('{') == std::string_view::npos) return false;
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos; ++at)
        if (at > 0 && is_word(text[at - 1])) return true;
    return false;
}

/// A `$` in front of a name and behind none, as only effect scripts have it.
bool has_effect_variable(std::string_view text) {
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos; ++at)
        if ((at == 0 || !is_word(text[at - 1])) && at + 1 < text.size() && is_letter(text[at + 1]))
            return true;
    return false;
}

/// Two words beside each other: no expression has them.
bool is_prose(std::string_view text) {
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (!is_blank(text[at]) || !is_word(text[at - 1])) continue;
        std::size_t next = at;
        while (next < text.size() && is_blank(text[next])) ++next;
        std::size_t word = at;
        while (word > 0 && is_word(text[word - 1])) --word;
        if (next < text.size() && is_letter(text[next]) && is_letter(text[word])) return true;
        at = next;
    }
    return false;
}

/// What an inventory draws items with: `#body,ro/192-750`, `#bo_bo_ch_f:o_fin`. A comma outside of
/// parentheses, or a colon that no `?` asks for, is in no formula.
bool is_query(std::string_view text) {
    if (!text.starts_with('#')) return false;
    int open = 0, asked = 0;
    for (const char c : text) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        asked += c == '?' ? 1 : c == ':' ? -1 : 0;
        if ((c == ',' && open <= 0) || asked < 0) return true;
    }
    return false;
}

bool is_slot(std::string_view key) {
    return key.size() > 3 && (same_name(key.substr(0, 3), "il_") || same_name(key.substr(0, 3), "es_"));
}

void walk(const FuelBlock& block, std::string& address, std::vector<Embedded>& found, std::size_t& blocks,
          std::size_t& values, std::size_t& templates) {
    const std::size_t length = address.size();
    values += block.attributes.size();
    for (const FuelAttribute& value : block.attributes) {
        const EmbeddedKind kind = embedded_kind(block, value);
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

EmbeddedKind embedded_kind(const FuelBlock& block, const FuelAttribute& value) {
    if (value.text.empty() || value.quoting == FuelQuoting::quoted) return EmbeddedKind::none;
    const bool raw = value.quoting == FuelQuoting::raw;
    if (raw && same_name(value.key, "script") && same_name(block.name, "effect_script*"))
        return EmbeddedKind::effect;
    // what limits a choice in the game's editor is written like C++ and never compiled
    if (same_name(block.type, "constraint")) return EmbeddedKind::none;
    if (raw && is_whole(value.text)) return EmbeddedKind::skrit;
    if (raw && has_effect_variable(value.text)) return EmbeddedKind::effect;
    if (!raw && same_name(value.key, "skrit")) return EmbeddedKind::name;
    if (!has_macro(value.text)) return EmbeddedKind::none;
    if (is_slot(value.key) || is_query(value.text)) return EmbeddedKind::query;
    if (is_prose(value.text)) return raw ? EmbeddedKind::effect : EmbeddedKind::none;
    return EmbeddedKind::formula;
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

FuelProgram::FuelProgram(const Engine& engine, std::string name, FuelBlock root, const FileSystem* files,
                         const Exports* exports, bool open)
    : Program(engine, std::move(name)), root_(std::move(root)) {
    std::string address;
    walk(root_, address, embedded_, blocks_, values_, templates_);
    for (const Embedded& one : embedded_)
        if (one.kind == EmbeddedKind::skrit || (is_code(one.kind) && (exports != nullptr || !open)))
            skrits_.emplace(one.value, compile(one, files, exports, open));
}

std::vector<Fact> FuelProgram::facts() const {
    std::size_t of_kind[6] = {};
    for (const Embedded& one : embedded_) ++of_kind[static_cast<std::size_t>(one.kind)];
    const auto number = [&](EmbeddedKind kind) { return of_kind[static_cast<std::size_t>(kind)]; };
    if (key_) return {{"kind", "nnk"}, {"prefixes", key_->size()}};
    return {{"kind", "gas"},
            {"blocks", blocks_},
            {"templates", templates_},
            {"values", values_},
            {"skrits", number(EmbeddedKind::skrit)},
            {"formulas", number(EmbeddedKind::formula)},
            {"names of skrits", number(EmbeddedKind::name)},
            {"effect scripts", number(EmbeddedKind::effect)},
            {"item queries", number(EmbeddedKind::query)}};
}

FuelProgram::Compiled FuelProgram::compile(const Embedded& one, const FileSystem* files,
                                           const Exports* exports, bool open) const {
    FileIncludes includes(files);
    CompileOptions options;
    options.name = name();
    options.mode = one.kind == EmbeddedKind::formula ? UnitMode::formula : UnitMode::skrit;
    options.exports = exports == nullptr ? &siege_exports() : exports;
    options.includes = &includes;
    Exports inferred(options.exports);
    if (open) options.inferred = &inferred;
    options.game_only = !open;
    Compiled made;
    made.unit = compile_unit(one.value->text, options, made.diagnostics);
    return made;
}

FuelProgram::Compiled FuelProgram::compiled(const Embedded& one) const {
    const auto found = skrits_.find(one.value);
    return found == skrits_.end() ? compile(one, nullptr) : found->second; // formulas include nothing
}

std::string FuelProgram::disassemble(const ListingOptions&) const {
    if (key_) return "; " + escape_control(name()) + ": a naming key; there is no code in it\n";
    std::string text = "; " + escape_control(name()) + ": a .gas file; what follows is the code in it\n";
    for (const Embedded& one : embedded_) {
        text += "\n; " + escape_control(one.address) + ", line " + std::to_string(one.value->line) + "\n";
        if (one.kind == EmbeddedKind::name) {
            text += "; names the skrit " + escape_control(one.value->text) + "\n";
            continue;
        }
        if (!is_code(one.kind)) {
            text +=
                one.kind == EmbeddedKind::effect ? "; an effect script, not a skrit\n" : "; an item query\n";
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
        if (!is_code(one.kind)) continue;
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
