// Directives of the assembly text: what the shared assembler cannot know is the call table and the bytes
// around the code. Without any `.entry` line the table is made of the `.function` lines, sorted as the game
// wants it.
//
// | directive                  | meaning
// | .layout 256 or 128         | entries of the call table
// | .words N                   | code words of the file, 13824 unless said
// | .function system 7         | the next instruction begins it; also model 3 4, mesh 21,10,3, id 0xc001
// | .entry 5, 0x4000, LABEL    | one line of the table as it is
// | .raw 0x110                 | a word that is no whole instruction, at the very end of the code
// | .tail "bytes"              | what stands behind the code
// | .tail_zeros N              | the same, that many zeros
#include <algorithm>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/first_error.hpp"
#include "engines/ff7/listing.hpp"
#include "engines/ff7/names/names.hpp"
#include "isa/assembler.hpp"
#include "isa/codes.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::size_t most_tail = std::size_t{1} << 24U; // a listing cannot ask for gigabytes of zeros

class Directives final : public isa::DirectiveHandler, public isa::Resolver {
  public:
    std::size_t layout = table_entries;
    std::size_t words = code_words;
    std::vector<std::byte> tail;
    std::vector<std::uint16_t> raw;
    struct Function {
        std::uint16_t id;
        std::uint32_t address;
        Place place;
    };
    struct Line {
        std::uint32_t index = 0;
        std::uint16_t id = 0;
        std::uint32_t address = 0;
        Place place;
    };
    std::vector<Function> functions;
    std::vector<std::unique_ptr<Line>> lines; // stable addresses for labels that come later

    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        return space == isa::SymbolSpace::special ? special_number(name) : std::nullopt;
    }
    std::optional<std::uint32_t> intern(isa::SymbolSpace, std::string_view) override { return std::nullopt; }

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                   isa::Assembler& assembler) override {
        lexer_ = &lexer;
        diagnostics_ = &diagnostics;
        if (name == "layout") {
            const auto value = number("256 or 128", 0, 256);
            if (value && *value != table_entries && *value != old_table_entries)
                wrong("layouts are 256 and 128");
            else if (value)
                layout = *value;
        } else if (name == "words") {
            if (const auto value = number("number of code words", 0, code_words)) words = *value;
        } else if (name == "function") {
            const Place place = lexer.peek().place();
            if (const auto id = function_id()) functions.push_back({*id, assembler.here(), place});
        } else if (name == "entry")
            entry(assembler);
        else if (name == "raw") {
            if (const auto value = number("word", 0, 0xFFFF))
                raw.push_back(static_cast<std::uint16_t>(*value));
            raw_at_ = assembler.here();
        } else if (name == "tail_zeros") {
            if (const auto value = number("number of bytes", 0, most_tail))
                tail.resize(std::min(tail.size() + *value, most_tail));
        } else if (name == "tail") {
            if (const auto text = lexer.expect(TokenKind::string, "the bytes in quotes"))
                for (const char c : text->value) tail.push_back(static_cast<std::byte>(c));
        } else
            return false;
        return true;
    }

    /// True if instructions follow raw words: those can only stand at the end.
    [[nodiscard]] bool raw_in_the_middle(std::uint32_t end) const { return !raw.empty() && raw_at_ != end; }

  private:
    void wrong(std::string message) {
        diagnostics_->add(vellum::codes::asm_directive, std::move(message), lexer_->peek().place());
    }

    std::optional<std::uint32_t> number(std::string_view what, std::uint64_t low, std::uint64_t high) {
        const auto token = lexer_->expect(TokenKind::integer, what);
        if (!token) return std::nullopt;
        if (token->negative || token->magnitude < low || token->magnitude > high) {
            diagnostics_->add(vellum::codes::asm_directive,
                              std::string(what) + ": expected a number from " + std::to_string(low) + " to " +
                                  std::to_string(high),
                              token->place());
            return std::nullopt;
        }
        return static_cast<std::uint32_t>(token->magnitude);
    }

    std::optional<std::uint16_t> function_id() {
        const auto kind = lexer_->expect(TokenKind::identifier, "system, model, mesh or id");
        if (!kind) return std::nullopt;
        if (kind->text == "system") {
            const auto function = number("function", 0, 0xFF);
            return function ? std::optional(system_id(static_cast<std::uint8_t>(*function))) : std::nullopt;
        }
        if (kind->text == "model") {
            const auto model = number("model", 0, 0x3F);
            if (!model) return std::nullopt;
            const auto function = number("function", 0, 0xFF);
            if (!function) return std::nullopt;
            return model_id(static_cast<std::uint8_t>(*model), static_cast<std::uint8_t>(*function));
        }
        if (kind->text == "mesh") {
            const auto x = number("mesh x", 0, mesh_columns - 1);
            if (!x || !lexer_->expect(',')) return std::nullopt;
            const auto z = number("mesh z", 0, mesh_rows - 1);
            if (!z || !lexer_->expect(',')) return std::nullopt;
            const auto trigger = number("trigger", 0, 0xF);
            if (!trigger) return std::nullopt;
            return mesh_id(*x + static_cast<std::uint32_t>(mesh_columns) * *z,
                           static_cast<std::uint8_t>(*trigger));
        }
        if (kind->text == "id") {
            const auto id = number("identifier", 0, 0xFFFF);
            return id ? std::optional(static_cast<std::uint16_t>(*id)) : std::nullopt;
        }
        diagnostics_->add(
            vellum::codes::asm_directive, "functions belong to a system, a model or a mesh", kind->place(),
            ".function system 7, .function model 3 4, .function mesh 21,10,3, .function id 0xc001");
        return std::nullopt;
    }

    void entry(isa::Assembler& assembler) {
        auto line = std::make_unique<Line>();
        line->place = lexer_->peek().place();
        const auto index = number("entry", 0, table_entries - 1);
        if (!index || !lexer_->expect(',')) return;
        const auto id = number("identifier", 0, 0xFFFF);
        if (!id || !lexer_->expect(',')) return;
        line->index = *index;
        line->id = static_cast<std::uint16_t>(*id);
        if (lexer_->peek().is(TokenKind::identifier)) {
            const Token label = lexer_->next();
            assembler.when_known(std::string(label.text), label.place(), &line->address);
        } else if (const auto address = number("label or address", 0, 0xFFFF))
            line->address = *address;
        else
            return;
        lines.push_back(std::move(line));
    }

    LineLexer* lexer_ = nullptr;
    Diagnostics* diagnostics_ = nullptr;
    std::uint32_t raw_at_ = 0;
};

void make_table(Script& script, Directives& text, Diagnostics& diagnostics) {
    script.table.assign(text.layout, Entry{});
    script.table[0] = {0, 0};
    if (!text.lines.empty()) {
        for (const auto& line : text.lines) {
            if (line->index >= script.table.size())
                diagnostics.add(vellum::codes::asm_directive,
                                "this layout has " + std::to_string(script.table.size()) + " entries",
                                line->place);
            else
                script.table[line->index] = {line->id, static_cast<std::uint16_t>(line->address)};
        }
        for (const auto& function : text.functions)
            diagnostics.add(vellum::codes::asm_directive, "a text with .entry lines has no .function lines",
                            function.place, "use one or the other");
        return;
    }
    std::sort(text.functions.begin(), text.functions.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    for (std::size_t i = 0; i < text.functions.size(); ++i) {
        const auto& function = text.functions[i];
        if (i != 0 && function.id == text.functions[i - 1].id)
            diagnostics.add(vellum::codes::asm_duplicate, function_words(function.id) + " is there twice",
                            function.place);
        if (i + 1 < script.table.size())
            script.table[i + 1] = {function.id, static_cast<std::uint16_t>(function.address)};
        else if (i + 1 == script.table.size())
            diagnostics.add(vellum::codes::asm_directive,
                            "the call table has room for " + std::to_string(script.table.size() - 1) +
                                " functions",
                            function.place);
    }
}

} // namespace

Result<std::shared_ptr<Script>> assemble_script(const Engine& engine, std::string_view text,
                                                const LoadOptions& options, Diagnostics& diagnostics) {
    const std::size_t errors_before = diagnostics.errors();
    Directives directives;
    isa::Assembler assembler(table(), directives, directives, diagnostics);
    assembler.assemble(text);
    auto script = std::make_shared<Script>(engine, options.name);
    const std::uint32_t here = assembler.here();
    if (directives.raw_in_the_middle(here))
        diagnostics.add(vellum::codes::asm_directive,
                        "instructions follow .raw, which must be at the end of the code");
    isa::Code assembled = assembler.take_code();
    const std::vector<std::byte> bytes = isa::encode(assembled);
    const std::size_t count = bytes.size() / 2 + directives.raw.size();
    if (count > directives.words)
        diagnostics.add(vellum::codes::asm_directive, "the code has " + std::to_string(count) +
                                                          " words, but there is room for " +
                                                          std::to_string(directives.words));
    make_table(*script, directives, diagnostics);
    if (diagnostics.errors() != errors_before)
        return first_error(diagnostics, errors_before, vellum::codes::asm_syntax, "the text has errors");
    script->words.assign(directives.words, 0);
    for (std::size_t i = 0; i < bytes.size() / 2; ++i) script->words[i] = load_u16(bytes.data() + i * 2);
    std::copy(directives.raw.begin(), directives.raw.end(),
              script->words.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2));
    script->tail = std::move(directives.tail);
    script->finish();
    script->sweep.lines = std::move(assembled.lines);
    return script;
}

} // namespace vellum::ff7
