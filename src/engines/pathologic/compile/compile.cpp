// The compiler as a whole; see the header.
#include "engines/pathologic/compile/compile.hpp"

#include <utility>

#include "engines/pathologic/assembler.hpp"
#include "engines/pathologic/compile/entered.hpp"
#include "engines/pathologic/compile/parser.hpp"
#include "engines/pathologic/compile/warnings.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "isa/code.hpp"

namespace vellum::pathologic::compile {

namespace {

/// Inits, events, what the text keeps, and what all of them call: nothing else comes into the file.
std::vector<bool> reached(const Parsed& parsed, const std::vector<bool>& entered) {
    std::vector<bool> found(parsed.tree.functions.size(), false);
    std::vector<std::uint32_t> open;
    const auto reach = [&](std::uint32_t number) {
        if (number == none || found[number]) return;
        found[number] = true;
        open.push_back(number);
    };
    for (std::uint32_t i = 0; i < entered.size(); ++i)
        if (entered[i]) reach(parsed.tree.tasks[i].init);
    for (std::uint32_t i = 0; i < found.size(); ++i) {
        const source::Function& function = parsed.tree.functions[i];
        if ((function.event || function.kept) && (function.task == none || entered[function.task])) reach(i);
    }
    for (const source::Alias& alias : parsed.tree.aliases)
        if (alias.task == none || entered[alias.task]) reach(alias.function);
    reach(parsed.tree.tables.run);
    while (!open.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        for (const Parsed::Call& call : parsed.calls_of(number)) reach(call.callee);
    }
    return found;
}

/// A script whose source is compiled under its own name has lines of the source.
std::string source_name(const std::string& name) {
    constexpr std::string_view compiled = ".bin";
    return name.ends_with(compiled) ? name.substr(0, name.size() - compiled.size()) + ".patho" : name;
}

} // namespace

std::shared_ptr<Script> compile_text(const Engine& engine, std::string_view text, std::string name,
                                     std::optional<Numbering> numbering, Wanted what, const FileSystem* files,
                                     Diagnostics& diagnostics) {
    const std::size_t errors = diagnostics.errors();
    if (text.starts_with(listing_mark)) {
        // The rest is a listing. Its first line stays, empty, so that all others keep their numbers.
        return assemble_script(engine, text.substr(listing_mark.size()), std::move(name),
                               numbering.value_or(Numbering::hd), diagnostics);
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        auto script = std::make_shared<Script>(engine, std::move(name));
        script->numbering = numbering.value_or(Numbering::hd);
        script->instructions.table = &table_of(script->numbering);
        script->empty = true;
        return script;
    }
    Sources sources(text);
    Parsed parsed = parse(sources, files, diagnostics);
    if (diagnostics.errors() != errors) return nullptr;
    const std::vector<bool> entered = entered_tasks(parsed);
    const std::vector<bool> wanted = reached(parsed, entered);
    if (what == Wanted::all) warn(engine, parsed, entered, wanted, sources, diagnostics);
    number_tasks(parsed.tree, entered);
    Layout layout;
    const bool complete = what != Wanted::code;
    const Numbering meant = numbering.value_or(parsed.tree.numbering.value_or(Numbering::hd));
    auto script =
        link(engine, parsed.tree, std::move(name), meant, &wanted, complete ? &layout : nullptr, diagnostics);
    if (script == nullptr || !complete) return script;
    isa::Code& code = script->instructions;
    for (isa::Instruction& one : code.instructions) {
        one.offset = code.size;
        code.size += isa::encoded_size(*code.table, code.row(one), one.count);
    }
    script->window = parsed.tree.window;
    script->index_code();
    script->code_offset = write_front(*script).size();
    script->debug = debug_info(parsed.tree, layout, sources, source_name(script->name()));
    for (const DebugLine& line : script->debug->lines) {
        // A mark has no file: one of line 0 says that what follows comes from another text.
        const bool own = line.file == 0;
        code.lines.push_back({line.address, own ? line.line : 0, own ? line.column : 0});
    }
    return script;
}

} // namespace vellum::pathologic::compile
