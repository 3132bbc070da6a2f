// The few lines that make the toy an engine: detection, files, listing, assembly, worlds.
#include "toy/engine.hpp"

#include <array>

#include "analysis/verify_flow.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text_writer.hpp"
#include "isa/assembler.hpp"
#include "isa/codes.hpp"
#include "isa/listing.hpp"
#include "toy/isa.hpp"
#include "toy/program.hpp"
#include "toy/world.hpp"

namespace vellum::toy {

namespace {

/// `.native "name"` and `.event "name", label`.
class Directives final : public isa::DirectiveHandler, public isa::Resolver {
  public:
    explicit Directives(Program& program) : program_(program) {}

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                   isa::Assembler& assembler) override {
        if (name == "native") {
            if (const auto text = lexer.expect(TokenKind::string, "a native's name");
                text && fits(*text, diagnostics))
                program_.natives.push_back(text->value);
            return true;
        }
        if (name != "event") return false;
        const auto text = lexer.expect(TokenKind::string, "an event's name");
        if (!text || !fits(*text, diagnostics) || !lexer.expect(',')) return true;
        const auto label = lexer.expect(TokenKind::identifier, "a label");
        if (!label) return true;
        addresses_.push_back(std::make_unique<std::uint32_t>(0));
        program_.events.push_back({text->value, 0});
        assembler.when_known(std::string(label->text), label->place(), addresses_.back().get());
        return true;
    }
    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        for (std::size_t i = 0; i < program_.natives.size(); ++i)
            if (space == isa::SymbolSpace::native && program_.natives[i] == name)
                return static_cast<std::uint32_t>(i);
        return std::nullopt;
    }
    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        return find(space, text);
    }
    void finish() {
        for (std::size_t i = 0; i < addresses_.size(); ++i) program_.events[i].address = *addresses_[i];
    }

  private:
    /// Names end with NUL in the file, and their counts are bytes.
    bool fits(const Token& token, Diagnostics& diagnostics) {
        if (token.value.find('\0') == std::string::npos && program_.natives.size() < 255 &&
            program_.events.size() < 255)
            return true;
        diagnostics.add(vellum::codes::asm_directive, "the name or the number of names does not fit the file",
                        token.place());
        return false;
    }

    Program& program_;
    std::vector<std::unique_ptr<std::uint32_t>> addresses_;
};

class ToyEngine final : public Engine, Format, Runtime {
  public:
    [[nodiscard]] std::string_view id() const override { return "toy"; }
    [[nodiscard]] std::string_view title() const override { return "Toy machine (tests)"; }
    [[nodiscard]] const Format& format() const override { return *this; }
    [[nodiscard]] const Runtime& runtime() const override { return *this; }
    [[nodiscard]] std::span<const std::string_view> extensions() const override {
        static constexpr std::array<std::string_view, 1> all{".toy"};
        return all;
    }
    [[nodiscard]] std::span<const isa::Table* const> tables() const override {
        static const std::array<const isa::Table*, 1> all{&table()};
        return all;
    }
    [[nodiscard]] std::span<const DiagnosticCode* const> codes() const override {
        static constexpr std::array<const DiagnosticCode*, 3> all{&codes::stack, &codes::native,
                                                                  &codes::address};
        return all;
    }
    [[nodiscard]] Confidence detect(std::span<const std::byte> bytes,
                                    std::string_view file_name) const override {
        if (bytes.size() >= 4 && as_text(bytes.first(4)) == "TOY1") return Confidence::certain;
        return file_name.ends_with(".toy") ? Confidence::maybe : Confidence::no;
    }
    [[nodiscard]] Result<ProgramPtr> load(std::span<const std::byte> bytes, const LoadOptions& options,
                                          Diagnostics& diagnostics) const override {
        static_cast<void>(diagnostics);
        auto program = read(*this, bytes, options.name);
        if (!program) return std::unexpected(std::move(program.error()));
        return ProgramPtr(std::move(*program));
    }
    [[nodiscard]] Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                              Diagnostics& diagnostics) const override;
    [[nodiscard]] Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                 Host& host, const RunOptions& options,
                                                                 Diagnostics& diagnostics) const override {
        static_cast<void>(diagnostics);
        if (programs.size() != 1 || programs[0]->engine().id() != id())
            return fail(vellum::codes::engine_option, "a toy world has exactly one program");
        if (!options.settings.empty())
            return fail(vellum::codes::engine_option,
                        "the toy has no setting '" + options.settings.front().first + "'");
        auto world = std::make_unique<World>(std::static_pointer_cast<const Program>(programs[0]), host);
        world->set_budget(options.budget);
        return world;
    }
};

Result<ProgramPtr> ToyEngine::assemble(std::string_view text, const LoadOptions& options,
                                       Diagnostics& diagnostics) const {
    auto program = std::make_shared<Program>(*this, options.name);
    Directives directives(*program);
    const std::size_t errors_before = diagnostics.errors();
    isa::Assembler assembler(table(), directives, directives, diagnostics);
    assembler.assemble(text);
    directives.finish();
    program->instructions = assembler.take_code();
    if (program->instructions.size > 0xFFFF)
        diagnostics.add(vellum::codes::asm_directive, "the code is longer than a toy program can be");
    if (diagnostics.errors() != errors_before)
        return fail(vellum::codes::asm_syntax, "the text could not be assembled");
    program->identity = hash64(write(*program));
    return ProgramPtr(std::move(program));
}

} // namespace

Result<std::vector<std::byte>> Program::save() const { return toy::write(*this); }

void Program::check(Diagnostics& diagnostics) const {
    std::vector<analysis::EntryPoint> entries{{0, 0}};
    for (const EventHandler& event : events) entries.push_back({event.address, 0});
    static_cast<void>(
        analysis::verify_flow(instructions, entries, analysis::OperandStack::tracked, diagnostics));
}

std::string Program::disassemble(const ListingOptions& options) const {
    TextWriter out;
    for (const std::string& native : natives) {
        out.text(".native ");
        out.quoted(native);
        out.newline();
    }
    std::vector<bool> labelled(instructions.instructions.size() + 1, false);
    const auto mark = [&](std::int64_t address) {
        if (address == instructions.end_address()) labelled.back() = true;
        const std::ptrdiff_t at = instructions.at(static_cast<std::uint32_t>(address));
        if (at >= 0) labelled[static_cast<std::size_t>(at)] = true;
    };
    for (const EventHandler& event : events) {
        out.text(".event ");
        out.quoted(event.name);
        out.text(", ");
        isa::print_label(out, *this, event.address);
        out.newline();
        mark(event.address);
    }
    for (std::size_t i = 0; i < instructions.instructions.size(); ++i)
        if (const auto target = isa::target_of(instructions, i)) mark(*target);
    static const isa::LineTable line_table(table());
    isa::LinePrinter lines(out, instructions, *this, {options.addresses, options.bytes}, line_table);
    for (std::size_t i = 0; i < labelled.size(); ++i) {
        const bool is_end = i == instructions.instructions.size();
        if (labelled[i]) {
            isa::print_label(out, *this,
                             is_end ? instructions.end_address() : instructions.instructions[i].address);
            out.text(":\n");
        }
        if (!is_end) lines.print(i);
    }
    return out.take();
}

const Engine& engine() {
    static const ToyEngine instance;
    return instance;
}

} // namespace vellum::toy
