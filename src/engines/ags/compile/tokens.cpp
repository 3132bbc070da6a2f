// How the compiler goes through tokens and lines, from file to file, and on after a mistake.
#include <algorithm>

#include "engines/ags/compile/compiler.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::compile {

namespace {
constexpr std::size_t most_mistakes = 100;
constexpr std::uint64_t always_allowed = 20'000'000;
constexpr std::uint64_t per_token = 200;
constexpr std::uint64_t words_always_allowed = 65'536;
constexpr std::uint64_t words_per_token = 64;
} // namespace

SymbolId Compiler::next() noexcept {
    focus_ = ~0U;
    if (at_end()) {
        constexpr std::int32_t mark_of_the_end = -10; // which the original prints as a line
        line_ = mark_of_the_end;
        return source::no_symbol;
    }
    const Token& token = tokens_[at_];
    if (token.mark != 0 && at_ != skipped_mark_) line_ = static_cast<std::int32_t>(token.mark);
    ++at_;
    return token.symbol;
}

void Compiler::advance_to(std::uint32_t end) noexcept {
    while (at_ < end) static_cast<void>(next());
}

void Compiler::jump_to_token(std::uint32_t end) noexcept {
    at_ = end;
    skipped_mark_ = end;
}

void Compiler::note_line() {
    if (line_ == recorded_ || !settings_.line_numbers) return;
    code_.set_line(line_);
    recorded_ = line_;
}

std::string_view Compiler::name(SymbolId id) const noexcept {
    return id == source::no_symbol ? "(null)" : symbols_[id].name;
}

bool Compiler::expect_more() {
    if (!at_end()) return true;
    line_ = static_cast<std::int32_t>(last_line_);
    return fail("Unexpected end of file");
}

bool Compiler::expect(Kind wanted, std::string_view message) {
    return kind(next()) == wanted || fail(std::string(message));
}

bool Compiler::fail(std::string message, SymbolId about) {
    if (about != 0) {
        if (symbols_[about].has(source::is_failed)) return false;
        symbols_[about].flags |= source::is_failed;
    }
    std::uint32_t token = at_ == 0 ? 0 : at_ - 1;
    if (focus_ != ~0U) token = focus_;
    std::uint32_t place = token < tokens_.size() ? tokens_[token].place : 0;
    if (at_end() && focus_ == ~0U) place = static_cast<std::uint32_t>(text_.size());
    // What the message names is where the eye should go, if it stands near.
    if (about != 0 && focus_ == ~0U)
        for (std::uint32_t near =
                 std::min<std::uint32_t>(at_ + 64, static_cast<std::uint32_t>(tokens_.size()));
             near > 0 && near + 64 > at_; --near)
            if (tokens_[near - 1].symbol == about) place = tokens_[near - 1].place;
    if (found_->size() < most_mistakes) found_->push_back({line_, place, std::move(message), about, false});
    return false;
}

bool Compiler::fail_unknown(std::string message, SymbolId about) {
    const std::size_t before = found_->size();
    fail(std::move(message), about);
    if (found_->size() > before) found_->back().unknown_name = true;
    return false;
}

std::string Compiler::about(std::string_view text, SymbolId id) const {
    std::string message(text);
    return message.replace(message.find("%s"), 2, name(id));
}

bool Compiler::fail_about(std::string_view text, SymbolId id) { return fail(about(text, id)); }

bool Compiler::run(std::string_view text, bool first_only, std::vector<Found>& found) {
    text_ = text;
    found_ = &found;
    first_only_ = first_only;
    source::Tokens read = source::tokenize(
        text, symbols_, strings_,
        {.utf8 = settings_.utf8, .padded = settings_.padded_literals, .placed = texts_placed_});
    texts_placed_ = read.placed;
    tokens_ = std::move(read.list);
    last_line_ = read.last_line;
    work_left_ = always_allowed + per_token * tokens_.size();
    most_code_ =
        static_cast<std::uint64_t>(code_.size()) + words_always_allowed + words_per_token * tokens_.size();
    at_ = 0;
    skipped_mark_ = ~0U;
    line_ = 0;
    recorded_ = 0;
    const std::size_t before = found.size();
    bool sound = true;
    while (!at_end()) {
        const std::uint32_t begin = at_;
        if (item() && (has_room() || fail("the code becomes too large"))) continue;
        sound = false;
        if (!goes_on()) return false;
        recover(begin);
    }
    if (!levels_.empty()) {
        line_ = static_cast<std::int32_t>(last_line_);
        if (sound && found.size() == before) fail("Function still open, missing }");
        return false;
    }
    return sound && found.size() == before;
}

bool Compiler::goes_on() const { return !first_only_ && found_->size() < most_mistakes && has_room(); }

void Compiler::drop_expression() {
    nodes_.clear();
    waiting_.clear();
    clauses_.clear();
    depth_ = 0;
    focus_ = ~0U;
}

void Compiler::recover(std::uint32_t item_begin) {
    drop_expression();
    if (at_ <= item_begin) at_ = item_begin + 1;
    const std::uint32_t read = at_;
    const bool inside = !levels_.empty();
    std::int32_t braces = 0;
    std::int32_t parentheses = 0;
    for (std::uint32_t i = item_begin; i < tokens_.size(); ++i) {
        const Kind what = token_kind(i);
        if (what == Kind::open_parenthesis) ++parentheses;
        if (what == Kind::close_parenthesis) --parentheses;
        if (what == Kind::open_brace) {
            if (inside && i >= read && braces == 0) {
                at_ = i;
                break;
            }
            ++braces;
        }
        if (what == Kind::close_brace) {
            if (inside && braces <= 0 && i >= read) {
                at_ = i;
                break;
            }
            --braces;
            if (!inside && braces <= 0 && i + 1 >= read) {
                at_ = i + 1;
                if (peek_kind() == Kind::semicolon) ++at_;
                break;
            }
        }
        if (what == Kind::semicolon && braces <= 0 && parentheses <= 0 && i + 1 >= read) {
            at_ = i + 1;
            break;
        }
        if (i + 1 == tokens_.size()) at_ = static_cast<std::uint32_t>(tokens_.size());
    }
    skipped_mark_ = ~0U;
    if (inside && (at_ == 0 || token_kind(at_ - 1) == Kind::semicolon)) static_cast<void>(close_singles());
}

Scom Compiler::finish() {
    Scom scom;
    scom.data = std::move(data_);
    scom.code.resize(static_cast<std::size_t>(code_.size()) * 4);
    std::size_t at = 0;
    for (const std::int32_t value : code_.words())
        for (unsigned shift = 0; shift < 32; shift += 8)
            scom.code[at++] = static_cast<std::byte>(static_cast<std::uint32_t>(value) >> shift);
    scom.strings = std::move(strings_);
    scom.fixups = std::move(code_.fixups());
    scom.imports.resize(imports_.size());
    for (std::size_t i = 0; i < imports_.size(); ++i) {
        const Import& import = imports_[i];
        if (!import.used || import.gone) continue;
        std::string& out = scom.imports[i];
        out = symbols_[import.symbol].name;
        const auto accessor = [&](std::string_view before) { out.insert(out.rfind("::") + 2, before); };
        switch (import.form) {
        case ImportForm::plain: break;
        case ImportForm::function:
            if (import.parameters >= 0) out += "^" + std::to_string(import.parameters);
            break;
        case ImportForm::get: accessor("get_"); break;
        case ImportForm::set: accessor("set_"); break;
        case ImportForm::indexed_get: accessor("geti_"); break;
        case ImportForm::indexed_set: accessor("seti_"); break;
        case ImportForm::length: out = "__Builtin_DynamicArray::get_Length"; break;
        }
    }
    if (!order_.empty()) {
        for (std::size_t i = order_.size(); i < imports_.size(); ++i)
            order_.push_back(static_cast<std::uint32_t>(i));
        order_imports(scom, order_, plain_fixups_.empty() ? scom.fixups : plain_fixups_);
    }
    const auto function_export = [&](SymbolId id) {
        const Symbol& symbol = symbols_[id];
        const FunctionInfo& info = functions_[symbol.details];
        const std::size_t count = info.parameters.size() + (info.variadic ? 100 : 0);
        scom.exports.push_back({std::string(symbol.name) +
                                    (settings_.counted_exports ? "$" + std::to_string(count) : std::string()),
                                export_function << 24U | static_cast<std::uint32_t>(symbol.offset)});
    };
    for (const SymbolId id : exported_) {
        if (kind(id) != Kind::function)
            scom.exports.push_back({std::string(symbols_[id].name),
                                    export_data << 24U | static_cast<std::uint32_t>(symbols_[id].offset)});
        else if (!settings_.export_all)
            function_export(id);
    }
    if (settings_.export_all)
        for (const SymbolId id : defined_) function_export(id);
    place_exports(scom.exports);
    scom.version = settings_.version;
    if (scom.version >= scom_sections_since) scom.sections = std::move(sections_);
    scom.extensions = std::move(extensions_);
    return scom;
}

} // namespace vellum::ags::compile
