// The script as a program: its facts, functions and cross references, and how its numbers are called.
#include "engines/pathologic/format/script.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "base/text_writer.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/format/window.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "isa/functions.hpp"

namespace vellum::pathologic {

const FunctionFacts* Verification::function_of(std::uint32_t address) const noexcept {
    const auto after = std::ranges::upper_bound(functions, address, {}, &FunctionFacts::address);
    if (after == functions.begin()) return nullptr;
    return &*(after - 1);
}

const FunctionFacts* Verification::function_at(std::uint32_t address) const noexcept {
    const FunctionFacts* function = function_of(address);
    return function != nullptr && function->address == address ? function : nullptr;
}

Script::~Script() = default;

void Script::index_code() {
    code_references = find_references(instructions, numbering);
    entries = find_entries(*this);
    window = window || is_window(*this);
}

const Verification& Script::verification() const {
    std::call_once(verified_once_, [this] {
        Diagnostics ignored(0); // `check` reports
        verification_ = verify_script(*this, ignored);
    });
    return verification_;
}

std::string Script::wide_string(std::uint32_t offset) const {
    if (offset >= pool.size()) return {};
    std::span<const std::byte> text = wide_bytes(pool, offset);
    if (text.empty())
        text = std::span(pool).subspan(offset);
    else
        text = text.first(text.size() - 2);
    return utf16le_to_wtf8(text);
}

std::string_view Script::ascii_name(std::uint32_t offset) const {
    if (offset >= pool.size()) return {};
    const std::span<const std::byte> text = name_bytes(pool, offset);
    if (text.empty()) return as_text(std::span(pool).subspan(offset));
    return as_text(text.first(text.size() - 1));
}

std::vector<Fact> Script::facts() const {
    std::vector<Fact> facts;
    if (empty) {
        facts.emplace_back("content", "empty file: no script");
        return facts;
    }
    const auto number = [&facts](std::string name, std::size_t value) {
        facts.emplace_back(std::move(name), value);
    };
    std::size_t named = 0;
    for (const GlobalVariable& global : globals) named += global.named != 0 ? 1 : 0;
    std::size_t handlers = 0;
    for (const Task& task : tasks) handlers += task.events.size();
    facts.emplace_back("numbering", numbering == Numbering::hd ? "hd" : "alpha");
    number("opcodes", instructions.table->rows.size());
    number("instructions", instructions.instructions.size());
    number("functions", entries.functions.size());
    number("tasks", tasks.size());
    number("task event handlers", handlers);
    number("global event handlers", events.size());
    number("globals", globals.size());
    number("named globals", named);
    number("natives", imports.size());
    number("string pool bytes", pool.size());
    number("first task", run_task);
    number("first instruction", run_address);
    number("deepest frame", verification().flow.max_depth);
    facts.push_back(Fact::yes_or_no("verified", verification().verified));
    return facts;
}

std::vector<Function> Script::functions() const {
    std::vector<Function> list;
    list.reserve(entries.functions.size());
    for (const FunctionFacts& facts : verification().functions) {
        TextWriter name;
        write_function_name(name, facts);
        const DebugFunction* const known = debug ? debug->function_of(facts.address) : nullptr;
        const bool named = known != nullptr && known->address == facts.address;
        // How many arguments a function has is not in the file; what it touches is the best that can be said.
        const auto parameters =
            static_cast<std::int32_t>(std::min<std::uint32_t>(facts.arguments, 0x7FFFFFFF));
        Function& function =
            list.emplace_back(name.take(), facts.address, facts.end, facts.verified ? parameters : -1,
                              std::string(kind_name(facts.kind)));
        if (named) function.also.push_back(std::exchange(function.name, known->name));
    }
    return list;
}

std::vector<Reference> Script::references() const {
    std::vector<Reference> list;
    const auto event = [this](std::uint32_t id) {
        const std::string_view known = event_name(id, window);
        return known.empty() ? std::to_string(id) : std::string(known);
    };
    for (const isa::Instruction& instruction : instructions.instructions)
        isa::for_each_operand(
            instructions.row(instruction), instructions.operands(instruction),
            [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                if (spec.kind->role != isa::Role::reference) return;
                const std::uint32_t id = values[0];
                switch (spec.kind->space) {
                case isa::SymbolSpace::native:
                    if (id < imports.size())
                        list.push_back({ReferenceKind::native, imports[id].name, instruction.address});
                    break;
                case isa::SymbolSpace::method:
                    list.push_back({ReferenceKind::method, std::string(ascii_name(id)), instruction.address});
                    break;
                case isa::SymbolSpace::string:
                    list.push_back({ReferenceKind::string, wide_string(id), instruction.address});
                    break;
                case isa::SymbolSpace::global: {
                    const bool named = id < globals.size() && globals[id].named != 0;
                    list.push_back({ReferenceKind::global,
                                    named ? globals[id].name : "G" + std::to_string(id),
                                    instruction.address});
                    break;
                }
                case isa::SymbolSpace::event:
                    list.push_back({ReferenceKind::event, event(id), instruction.address});
                    break;
                default: break;
                }
            });
    for (const Task& task : tasks)
        for (const EventHandler& handler : task.events)
            list.push_back({ReferenceKind::handler, event(handler.id), handler.address});
    for (const EventHandler& handler : events)
        list.push_back({ReferenceKind::handler, event(handler.id), handler.address});
    return list;
}

bool Script::write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const {
    switch (space) {
    case isa::SymbolSpace::native:
        if (id >= imports.size()) return false;
        out.put(imports[id].name, '/', imports[id].argument_count);
        return true;
    case isa::SymbolSpace::string:
        if (id >= pool.size()) return false;
        out.quoted(wide_string(id));
        return true;
    case isa::SymbolSpace::method:
        if (id >= pool.size()) return false;
        write_name(out, ascii_name(id));
        return true;
    case isa::SymbolSpace::global:
        if (id < globals.size() && is_plain_name(globals[id].name) && !is_global_number(globals[id].name))
            out.text(globals[id].name);
        else {
            out.put('G', id);
        }
        return true;
    case isa::SymbolSpace::task:
        if (id >= tasks.size()) return false;
        out.put("task", id);
        return true;
    case isa::SymbolSpace::label:
        if (const FunctionEntry* function = entries.function_at(id)) {
            write_function_name(out, *function);
            return true;
        }
        return false;
    default: return false;
    }
}

} // namespace vellum::pathologic
