// Directives and names of Pathologic for the shared assembler.
#include "engines/pathologic/assembler.hpp"

#include <deque>
#include <unordered_map>
#include <utility>

#include "base/bytes.hpp"
#include "base/lexer.hpp"
#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "isa/assembler.hpp"
#include "isa/codes.hpp"

namespace vellum::pathologic {

namespace {

namespace isa_codes = ::vellum::codes;

constexpr std::size_t longest_name = 0x7FFF; // what a two-byte length can say

class ScriptAssembler final : public isa::Resolver, public isa::DirectiveHandler {
  public:
    ScriptAssembler(const Engine& engine, std::string name, Numbering numbering, Diagnostics& diagnostics)
        : script_(std::make_shared<Script>(engine, std::move(name))), diagnostics_(diagnostics) {
        script_->numbering = numbering;
    }

    std::shared_ptr<Script> run(std::string_view text) {
        const std::size_t errors_before = diagnostics_.errors();
        isa::Assembler assembler(table_of(script_->numbering), *this, *this, diagnostics_);
        assembler.assemble(text);
        script_->instructions = assembler.take_code();
        script_->pool = pool_.bytes();
        for (const auto& [cell, address] : wanted_) *address.in(*script_) = cell;
        check_whole();
        if (diagnostics_.errors() != errors_before) return nullptr;
        script_->index_code();
        if (!script_->empty)
            script_->code_offset = write_script(*script_).size() - script_->instructions.size;
        return script_;
    }

    // --- Names ---

    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        switch (space) {
        case isa::SymbolSpace::native: return native(name);
        case isa::SymbolSpace::method: return intern(space, name);
        case isa::SymbolSpace::event: return event_number(name);
        case isa::SymbolSpace::task: return look_up(tasks_, name);
        case isa::SymbolSpace::global:
            if (const auto number = global_number(name)) return number;
            return look_up(globals_, name);
        default: return std::nullopt;
        }
    }

    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        const bool wide = space == isa::SymbolSpace::string;
        if (!wide && space != isa::SymbolSpace::method) return std::nullopt;
        auto& known = wide ? wide_texts_ : name_texts_;
        if (const auto found = look_up(known, text)) return found;
        const auto bytes = wide ? encode_wide(text) : encode_name(text);
        if (!bytes) return std::nullopt;
        const std::uint32_t offset = pool_.place(*bytes);
        known.emplace(std::string(text), offset);
        return offset;
    }

    // --- Directives ---

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics&,
                   isa::Assembler& assembler) override {
        struct Entry {
            std::string_view name;
            void (ScriptAssembler::*handle)(LineLexer&, isa::Assembler&);
        };
        static constexpr Entry entries[] = {
            {"numbering", &ScriptAssembler::on_numbering},
            {"empty", &ScriptAssembler::on_empty},
            {"global", &ScriptAssembler::on_global},
            {"import", &ScriptAssembler::on_import},
            {"pool", &ScriptAssembler::on_pool},
            {"wide", &ScriptAssembler::on_wide},
            {"ascii", &ScriptAssembler::on_ascii},
            {"bytes", &ScriptAssembler::on_bytes},
            {"run", &ScriptAssembler::on_run},
            {"task", &ScriptAssembler::on_task},
            {"event", &ScriptAssembler::on_event},
            {"global_event", &ScriptAssembler::on_global_event},
        };
        for (const Entry& entry : entries)
            if (entry.name == name) {
                (this->*entry.handle)(lexer, assembler);
                return true;
            }
        return false;
    }

  private:
    using Names = std::unordered_map<std::string, std::uint32_t>;

    /// An address in the script's tables. Tables move while they grow, so it is found again by position.
    struct Slot {
        static constexpr std::size_t run = ~std::size_t{0};
        static constexpr std::size_t script_events = run - 1;
        std::size_t table; ///< A task, or one of the above.
        std::size_t handler = 0;

        [[nodiscard]] std::uint32_t* in(Script& script) const {
            if (table == run) return &script.run_address;
            return table == script_events ? &script.events[handler].address
                                          : &script.tasks[table].events[handler].address;
        }
    };

    static std::optional<std::uint32_t> look_up(const Names& names, std::string_view name) {
        const auto found = names.find(std::string(name));
        return found == names.end() ? std::nullopt : std::optional(found->second);
    }

    void mistake(const Token& at, std::string message, std::string hint = {}) {
        if (!at.is(TokenKind::invalid))
            diagnostics_.add(isa_codes::asm_directive, std::move(message), at.place(), std::move(hint));
    }

    std::optional<std::uint32_t> number(LineLexer& lexer, std::uint32_t highest, std::string_view what) {
        const Token token = lexer.peek();
        if (token.is(TokenKind::integer) && !token.negative && token.magnitude <= highest) {
            static_cast<void>(lexer.next());
            return static_cast<std::uint32_t>(token.magnitude);
        }
        mistake(token, std::string(what) + " must be a number up to " + std::to_string(highest));
        return std::nullopt;
    }

    /// A name, bare or in quotes.
    std::optional<std::string> name(LineLexer& lexer, std::string_view what) {
        const Token token = lexer.peek();
        std::string text = token.is(TokenKind::string) ? token.value : std::string(token.text);
        if (!token.is(TokenKind::string) && !token.is(TokenKind::identifier)) {
            mistake(token, std::string(what) + " is missing");
            return std::nullopt;
        }
        if (text.size() > longest_name) {
            mistake(token, std::string(what) + " is longer than 32767 bytes");
            return std::nullopt;
        }
        static_cast<void>(lexer.next());
        return text;
    }

    static bool word(LineLexer& lexer, std::string_view wanted) {
        if (!lexer.peek().is(TokenKind::identifier) || lexer.peek().text != wanted) return false;
        static_cast<void>(lexer.next());
        return true;
    }

    std::optional<VariableType> type(LineLexer& lexer) {
        const Token token = lexer.peek();
        const std::uint8_t tag = token.is(TokenKind::identifier) ? operands::type_tag(token.text) : 0;
        if (tag == 0) {
            mistake(token, "expected a type: bool, int, float, string, object or cvector");
            return std::nullopt;
        }
        static_cast<void>(lexer.next());
        return static_cast<VariableType>(tag);
    }

    /// `, type` until the line ends.
    bool types(LineLexer& lexer, std::vector<VariableType>& list) {
        while (lexer.accept(',')) {
            const auto one = type(lexer);
            if (!one) return false;
            list.push_back(*one);
        }
        return true;
    }

    /// `, label-or-address`.
    bool address(LineLexer& lexer, isa::Assembler& assembler, Slot slot) {
        if (!lexer.accept(',')) {
            mistake(lexer.peek(), "expected a comma and a label");
            return false;
        }
        const Token token = lexer.peek();
        std::uint32_t& cell = wanted_.emplace_back(0, slot).first;
        if (token.is(TokenKind::identifier)) {
            assembler.when_known(std::string(token.text), token.place(), &cell);
            static_cast<void>(lexer.next());
            return true;
        }
        const auto value = number(lexer, 0xFFFFFFFF, "the address");
        if (value)
            cell = *value;
        else
            wanted_.pop_back();
        return value.has_value();
    }

    std::optional<std::uint32_t> native(std::string_view key) {
        if (const auto found = look_up(natives_, key)) return found;
        const operands::NativeKey parts = operands::native_key(key);
        return add_import(std::string(parts.name), parts.arguments, false);
    }

    std::uint32_t add_import(std::string name, std::uint32_t count, bool long_form) {
        const auto index = static_cast<std::uint32_t>(script_->imports.size());
        natives_.emplace(name + "/" + std::to_string(count), index);
        script_->imports.push_back({std::move(name), count, long_form});
        return index;
    }

    void on_numbering(LineLexer& lexer, isa::Assembler& assembler) {
        const Token token = lexer.peek();
        if (word(lexer, "hd"))
            script_->numbering = Numbering::hd;
        else if (word(lexer, "alpha"))
            script_->numbering = Numbering::alpha;
        else
            return mistake(token, "the numbering must be hd or alpha");
        if (!assembler.set_table(table_of(script_->numbering)))
            mistake(token, "the numbering must come before the first instruction");
    }

    void on_empty(LineLexer&, isa::Assembler&) { script_->empty = true; }

    void on_global(LineLexer& lexer, isa::Assembler&) {
        const auto tag = type(lexer);
        if (!tag) return;
        GlobalVariable global{*tag, 0, {}};
        const Token at = lexer.peek();
        if (!at.ends_line()) {
            auto text = name(lexer, "the global's name");
            if (!text) return;
            global.name = std::move(*text);
            global.named = 1;
            if (word(lexer, "named")) {
                const auto flag = number(lexer, 0xFF, "the name flag");
                if (!flag) return;
                if (*flag == 0) return mistake(at, "a global with a name has a flag that is not 0");
                global.named = static_cast<std::uint8_t>(*flag);
            }
            global.long_form = word(lexer, "long") && global.name.size() < 0x80;
            globals_.emplace(global.name, static_cast<std::uint32_t>(script_->globals.size()));
        }
        script_->globals.push_back(std::move(global));
    }

    void on_import(LineLexer& lexer, isa::Assembler&) {
        auto text = name(lexer, "the native's name");
        if (!text) return;
        if (!lexer.accept('/')) return mistake(lexer.peek(), "expected a native as Name/argumentCount");
        const auto count = number(lexer, 0xFFFFFFFF, "the argument count");
        if (!count) return;
        const bool long_form = word(lexer, "long") && text->size() < 0x80;
        static_cast<void>(add_import(std::move(*text), *count, long_form));
    }

    void on_pool(LineLexer& lexer, isa::Assembler&) {
        if (!pool_.bytes().empty()) mistake(lexer.peek(), ".pool must come before the first text");
        explicit_pool_ = true;
    }

    bool in_pool(LineLexer& lexer) {
        if (explicit_pool_ && !pool_used()) return true;
        mistake(lexer.peek(),
                "the pool's contents must come after .pool and before the first text of the code");
        return false;
    }
    [[nodiscard]] bool pool_used() const { return !wide_texts_.empty() || !name_texts_.empty(); }

    void pool_text(LineLexer& lexer, bool wide) {
        const Token token = lexer.peek();
        if (!in_pool(lexer)) return;
        if (!token.is(TokenKind::string)) return mistake(token, "expected a text in quotes");
        const auto bytes = wide ? encode_wide(token.value) : encode_name(token.value);
        if (!bytes) return mistake(token, "the text has a NUL or is not UTF-8");
        pool_.append(*bytes);
        static_cast<void>(lexer.next());
    }
    void on_wide(LineLexer& lexer, isa::Assembler&) { pool_text(lexer, true); }
    void on_ascii(LineLexer& lexer, isa::Assembler&) { pool_text(lexer, false); }

    void on_bytes(LineLexer& lexer, isa::Assembler&) {
        if (!in_pool(lexer)) return;
        do {
            const auto value = number(lexer, 0xFF, "a byte");
            if (!value) return;
            const std::byte byte{static_cast<unsigned char>(*value)};
            pool_.append({&byte, 1});
        } while (lexer.accept(','));
    }

    void on_run(LineLexer& lexer, isa::Assembler& assembler) {
        const Token token = lexer.peek();
        if (has_run_) return mistake(token, ".run is there twice");
        has_run_ = true;
        if (token.is(TokenKind::identifier)) { // tasks are declared below .run, so the name is looked up at
                                               // the end
            run_task_ = token;
            static_cast<void>(lexer.next());
        } else {
            const auto task = number(lexer, 0xFFFFFFFF, "the task");
            if (!task) return;
            script_->run_task = *task;
        }
        static_cast<void>(address(lexer, assembler, {Slot::run}));
    }

    void on_task(LineLexer& lexer, isa::Assembler&) {
        const Token at = lexer.peek();
        const auto text = name(lexer, "the task's name");
        if (!text) return;
        if (!tasks_.emplace(*text, static_cast<std::uint32_t>(script_->tasks.size())).second) {
            diagnostics_.add(isa_codes::asm_duplicate, "task '" + *text + "' is declared twice", at.place());
            return;
        }
        Task& task = script_->tasks.emplace_back();
        if (!lexer.accept(','))
            return mistake(lexer.peek(), "expected the number of values it enters with",
                           ".task Name, 0, int, float");
        const auto parameters = number(lexer, 0xFFFFFFFF, "the number of values");
        if (!parameters) return;
        task.parameter_count = *parameters;
        static_cast<void>(types(lexer, task.variables));
    }

    void on_event(LineLexer& lexer, isa::Assembler& assembler) {
        if (script_->tasks.empty())
            return mistake(lexer.peek(), ".event belongs to the .task before it, but there is no .task",
                           "use .global_event for an event of the whole script");
        const std::size_t task = script_->tasks.size() - 1;
        handler(lexer, assembler, script_->tasks[task].events, task);
    }
    void on_global_event(LineLexer& lexer, isa::Assembler& assembler) {
        handler(lexer, assembler, script_->events, Slot::script_events);
    }

    void handler(LineLexer& lexer, isa::Assembler& assembler, std::vector<EventHandler>& list,
                 std::size_t table) {
        const Token token = lexer.peek();
        std::optional<std::uint32_t> id;
        if (token.is(TokenKind::identifier)) {
            id = event_number(token.text);
            if (!id)
                return mistake(token,
                               "unknown event '" + std::string(token.text) + "'" + meant_event(token.text));
            static_cast<void>(lexer.next());
        } else {
            id = number(lexer, 0xFFFFFFFF, "the event");
            if (!id) return;
        }
        EventHandler entry{*id, 0, {}};
        if (!address(lexer, assembler, {table, list.size()})) return;
        static_cast<void>(types(lexer, entry.variables));
        list.push_back(std::move(entry));
    }

    void check_whole() {
        if (pool_.exhausted())
            diagnostics_.add(codes::pool_effort, "placing the texts in the pool takes too long", {},
                             "write the pool with .pool and refer to texts by offset");
        if (script_->empty) {
            if (!script_->instructions.instructions.empty() || has_run_ || !script_->tasks.empty())
                diagnostics_.add(isa_codes::asm_directive, "an .empty script must have nothing else");
            return;
        }
        if (!has_run_)
            diagnostics_.add(isa_codes::asm_directive, "there is no .run", {},
                             "give the start of the script: .run Task, label");
        if (run_task_.is(TokenKind::identifier)) {
            if (const auto task = look_up(tasks_, run_task_.text))
                script_->run_task = *task;
            else
                diagnostics_.add(isa_codes::asm_unknown_name,
                                 "unknown task '" + std::string(run_task_.text) + "'", run_task_.place());
        }
        const isa::Code& code = script_->instructions;
        for (std::size_t i = 0; i < code.instructions.size(); ++i) {
            const isa::Instruction& instruction = code.instructions[i];
            const std::span<const isa::OperandSpec> specs = code.row(instruction).operands;
            if (specs.empty() || specs[0].kind != &operands::native) continue;
            const std::uint32_t id = code.values[instruction.first];
            if (id >= script_->imports.size()) {
                diagnostics_.add(isa_codes::asm_unknown_name, "there is no import " + std::to_string(id),
                                 code.place_of(static_cast<std::uint32_t>(i), Place::unknown));
                continue;
            }
            const std::uint32_t given = (instruction.count - 1U) / 2U;
            const Import& import = script_->imports[id];
            if (given != import.argument_count)
                diagnostics_.add(isa_codes::asm_operand,
                                 import.name + " takes " + std::to_string(import.argument_count) +
                                     (import.argument_count == 1 ? " argument, " : " arguments, ") +
                                     std::to_string(given) + (given == 1 ? " is given" : " are given"),
                                 code.place_of(static_cast<std::uint32_t>(i), Place::unknown));
        }
    }

    std::shared_ptr<Script> script_;
    Diagnostics& diagnostics_;
    PoolBuilder pool_;
    bool explicit_pool_ = false;
    bool has_run_ = false;
    Token run_task_;
    Names natives_, globals_, tasks_, wide_texts_, name_texts_;
    std::deque<std::pair<std::uint32_t, Slot>> wanted_; // does not move: the assembler fills the cells
};

} // namespace

std::shared_ptr<Script> assemble_script(const Engine& engine, std::string_view text, std::string name,
                                        Numbering numbering, Diagnostics& diagnostics) {
    return ScriptAssembler(engine, std::move(name), numbering, diagnostics).run(text);
}

} // namespace vellum::pathologic
