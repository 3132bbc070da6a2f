// Reads all functions and proves each; see the header.
#include "engines/pathologic/decompile/decompile.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/text_writer.hpp"
#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/decompile/naming.hpp"
#include "engines/pathologic/decompile/parameter_types.hpp"
#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/decompile/scopes.hpp"
#include "engines/pathologic/decompile/tables.hpp"
#include "engines/pathologic/decompile/user_names.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/listing/listing.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/lowering.hpp"
#include "engines/pathologic/source/printer.hpp"
#include "engines/pathologic/source/words.hpp"
#include "isa/functions.hpp"
#include "isa/listing.hpp"

namespace vellum::pathologic::decompile {

namespace {

/// Answers with the numbers that the script itself has.
class OwnNumbers final : public source::Link {
  public:
    OwnNumbers(const Script& script, Texts& texts) : script_(script) {
        for (const CodeReference& reference : script.code_references.texts) {
            const bool wide = reference.kind == CodeReference::Kind::wide_text;
            if (texts.place(wide, reference.value) != none) continue;
            const TextId text = wide ? texts.wide(reference.value) : texts.name(reference.value);
            if (text != none) (wide ? wide_ : names_).try_emplace(text, reference.value);
        }
        for (std::uint32_t i = 0; i < script.imports.size(); ++i)
            if (const TextId name = texts.native(i); name != none)
                natives_[key(name, script.imports[i].argument_count)].push_back(i);
    }
    std::uint32_t wide(TextId text, std::uint32_t at) override { return at != none ? at : look(wide_, text); }
    std::uint32_t name(TextId text, std::uint32_t at) override {
        return at != none ? at : look(names_, text);
    }
    std::uint32_t native(TextId name, std::uint32_t arguments, std::uint32_t at) override {
        const auto found = natives_.find(key(name, arguments));
        const std::size_t number = at == none ? 0 : at - std::size_t{1};
        return found == natives_.end() || number >= found->second.size() ? none : found->second[number];
    }
    std::uint32_t function(std::uint32_t number, std::size_t) override {
        return script_.entries.functions[number].address;
    }

  private:
    static std::uint64_t key(TextId name, std::uint32_t arguments) {
        return std::uint64_t{name} << 32U | arguments;
    }
    static std::uint32_t look(const std::unordered_map<TextId, std::uint32_t>& map, TextId text) {
        const auto found = map.find(text);
        return found == map.end() ? none : found->second;
    }
    const Script& script_;
    std::unordered_map<TextId, std::uint32_t> wide_, names_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> natives_; ///< Equal ones together.
};

/// The same instructions, the targets of jumps counted from the beginning of the function.
bool same_code(const isa::Code& whole, std::uint32_t begin, std::uint32_t end, const isa::Code& one) {
    if (one.instructions.size() != end - begin) return false;
    for (std::uint32_t i = begin; i < end; ++i) {
        const isa::Instruction& a = whole.instructions[i];
        const isa::Instruction& b = one.instructions[i - begin];
        if (a.row != b.row || a.count != b.count) return false;
        const int target = isa::jumps(whole.row(a).flow) ? whole.row(a).target_operand() : -1;
        for (std::uint32_t v = 0; v < a.count; ++v) {
            const std::uint32_t own = one.values[b.first + v] + (std::cmp_equal(v, target) ? begin : 0);
            if (whole.values[a.first + v] != own) return false;
        }
    }
    return true;
}

/// Names of the source for what instructions refer to.
class SourceSymbols final : public isa::Symbols {
  public:
    SourceSymbols(const Script& script, const source::Tree& tree, Texts& texts, const FunctionEntry& entry)
        : script_(script), tree_(tree), texts_(texts), entry_(entry) {}

    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override {
        switch (space) {
        case isa::SymbolSpace::task:
            if (id >= tree_.tasks.size()) return false;
            out.text(tree_.text(tree_.tasks[id].name));
            return true;
        case isa::SymbolSpace::global:
            if (id >= tree_.globals.size()) return false;
            out.text(tree_.text(tree_.globals[id].name));
            return true;
        case isa::SymbolSpace::label: return label(out, id);
        case isa::SymbolSpace::string:
        case isa::SymbolSpace::method:
            return texts_.is_usual_text(space == isa::SymbolSpace::string, id) &&
                   script_.write(out, space, id);
        case isa::SymbolSpace::native: return texts_.is_usual_native(id) && script_.write(out, space, id);
        default: return script_.write(out, space, id);
        }
    }

    bool label(TextWriter& out, std::uint32_t address) const {
        const FunctionEntry* const function = script_.entries.function_at(address);
        if (function != nullptr) {
            const auto number = static_cast<std::size_t>(function - script_.entries.functions.data());
            out.text(full_name(tree_, tree_.functions[number]));
            return true;
        }
        if (address < entry_.address || address >= entry_.end) {
            out.dec(address);
            return true;
        }
        out.put("L_", Hex{address - entry_.address, 4});
        return true;
    }

  private:
    const Script& script_;
    const source::Tree& tree_;
    Texts& texts_;
    const FunctionEntry& entry_;
};

/// Keeps a function as its instructions.
void disassemble(const Script& script, source::Tree& tree, Texts& texts, std::uint32_t number) {
    const FunctionEntry& entry = script.entries.functions[number];
    const SourceSymbols symbols(script, tree, texts, entry);
    TextWriter out;
    for (std::uint32_t i = entry.address; i < entry.end; ++i) {
        if (script.entries.targets[i] && i != entry.address) {
            symbols.label(out, i);
            out.text(":\n");
        }
        out.text("        ");
        isa::print_instruction(out, script.instructions, i, symbols);
        out.newline();
    }
    source::Function& function = tree.functions[number];
    function.assembly = out.take();
    function.assembled = true;
}

} // namespace

namespace {

/// What a function may take and give, likeliest first: what is known, or what its code may mean.
std::vector<Signature> possible_signatures(const Signature& signature) {
    if (signature.known || signature.reach == none) return {signature};
    const std::vector<VariableType> values(signature.reach, VariableType::integer);
    Signature gives = signature, takes = signature;
    takes.parameters = values;
    if (values.empty()) { // it may take what it does not use
        takes.parameters = {VariableType::integer};
        return {gives, takes};
    }
    gives.parameters.assign(values.begin() + 1, values.end());
    gives.result = values.front();
    return {gives, takes};
}

void add_globals(const Script& script, source::Tree& tree) {
    std::unordered_set<std::string_view> names;
    for (const GlobalVariable& global : script.globals) {
        source::Global& made = tree.globals.emplace_back();
        made.type = global.type;
        made.name = tree.intern(global.name);
        made.property = global.named != 0;
        made.flag = global.named;
        made.long_form = global.long_form;
        const bool plain = source::is_source_name(global.name);
        if (!made.property || (plain && names.insert(global.name).second)) continue;
        made.stored_name =
            std::exchange(made.name, tree.intern("g_" + std::to_string(tree.globals.size() - 1)));
    }
}

} // namespace

Source decompile_script(const Script& script, const Names* names, bool prove) {
    Source made;
    source::Tree& tree = made.tree;
    std::vector<Signature> signatures = find_signatures(script);
    const auto& entries = script.entries.functions;
    tree.exprs.reserve(script.instructions.instructions.size());
    Texts texts(script, tree, prove);
    tree.functions.resize(entries.size());
    tree.tasks.resize(script.tasks.size());
    add_globals(script, tree);
    for (std::uint32_t i = 0; i < script.tasks.size(); ++i)
        for (const VariableType type : script.tasks[i].variables)
            tree.tasks[i].variables.push_back({type, none});
    tree.main = script.run_task < tree.tasks.size() ? script.run_task : none;
    if (script.numbering == Numbering::alpha) tree.numbering = Numbering::alpha;
    tree.window = script.window;
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        Function& function = tree.functions[i];
        function.parameters = signatures[i].parameters;
        function.result = signatures[i].result;
        if (entries[i].event != FunctionEntry::none) function.event = entries[i].event;
        if ((entries[i].kind == EntryKind::run || entries[i].kind == EntryKind::task_init) &&
            entries[i].task < tree.tasks.size())
            tree.tasks[entries[i].task].init = i;
    }
    for (Function& function : tree.functions) function.init = false;
    for (const source::Task& task : tree.tasks)
        if (task.init != none) tree.functions[task.init].init = true;
    made.whole = !entries.empty() && entries.front().address == 0;
    find_members(script, tree);
    if (prove) read_event_tables(script, tree);
    if (prove) read_tables(script, texts, tree);
    made.verdicts.resize(entries.size());
    Reader reader(script, signatures, tree, texts);
    isa::Code code;
    code.table = script.instructions.table;
    std::optional<OwnNumbers> numbers;
    std::optional<source::Lowering> lowering;
    if (prove) lowering.emplace(tree, code, numbers.emplace(script, texts));
    Declarations declarations(tree);
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        Verdict& verdict = made.verdicts[i];
        const auto settled = [&](Resume resume) {
            Function function = tree.functions[i];
            const std::size_t first_expr = tree.exprs.size(), first_stmt = tree.stmts.size();
            if (!reader.read(i, function, resume)) {
                verdict.reason = reader.why();
                return false;
            }
            const std::size_t variables =
                function.task == none ? 0 : tree.tasks[function.task].variables.size();
            if (reader.task_variables() > variables) {
                verdict.reason = "it uses variables that its task does not have";
                return true; // however it is read
            }
            if (!signatures[i].known) find_parameter_types(script, tree, first_expr, first_stmt, function);
            if (!declarations.place(function)) {
                verdict.reason = "its objects have no consistent scopes";
                return false;
            }
            code.instructions.clear();
            code.values.clear();
            if (prove && (!lowering->function(function) ||
                          !same_code(script.instructions, entries[i].address, entries[i].end, code))) {
                verdict.reason = "it would compile to different instructions";
                return false;
            }
            tree.functions[i] = std::move(function);
            verdict = {true, {}};
            return true;
        };
        for (Signature& one : possible_signatures(signatures[i])) {
            signatures[i] = std::move(one);
            if (settled(Resume::in_empty_branches) || settled(Resume::nowhere) || settled(Resume::everywhere))
                break;
        }
    }
    if (made.whole) made.names = give_names(script, tree, texts);
    if (made.whole && names != nullptr) apply_names(script, *names, tree);
    for (std::uint32_t i = 0; made.whole && i < entries.size(); ++i)
        if (!made.verdicts[i].identical) disassemble(script, tree, texts, i);
    return made;
}

namespace {

/// Compiling the text gives the file; else `made` says why not.
bool proves(const Script& script, const SourceOptions& options, Decompiled& made) {
    Diagnostics mistakes;
    const auto wanted = options.compiled ? compile::Wanted::program : compile::Wanted::code;
    const auto again = compile::compile_text(script.engine(), made.text, script.name(), std::nullopt, wanted,
                                             nullptr, mistakes);
    if (again != nullptr && same_file(*again, script)) {
        if (options.compiled && !options.file.empty()) again->debug->files.front() = options.file;
        if (options.compiled) made.compiled = again;
        return true;
    }
    made.listing = again == nullptr ? "its source would not compile: " + mistakes.all().front().message
                                    : "its source would compile to a different file";
    return false;
}

/// The source and what became of its functions; false if it is not proved.
bool decompile_source(const Script& script, const SourceOptions& options, bool prove_functions,
                      Decompiled& made) {
    const auto* const names = static_cast<const Names*>(options.names);
    Source source = decompile_script(script, names, prove_functions);
    made = {};
    made.functions.reserve(source.verdicts.size());
    for (std::size_t i = 0; i < source.verdicts.size(); ++i) {
        const FunctionEntry& entry = script.entries.functions[i];
        FunctionVerdict& verdict = made.functions.emplace_back();
        verdict.address = entry.address;
        verdict.identical = source.verdicts[i].identical;
        verdict.reason = std::move(source.verdicts[i].reason);
        if (source.whole) {
            verdict.name = isa::dotted(full_name(source.tree, source.tree.functions[i]));
        } else {
            TextWriter name;
            write_function_name(name, entry);
            verdict.name = name.take();
        }
    }
    if (!source.whole) {
        made.listing = "its functions cannot be distinguished";
        return false;
    }
    made.function_names = source.names.functions;
    made.variable_names = source.names.variables;
    made.text = source::print(source.tree, {options.addresses});
    if (names != nullptr) made.text = with_comments(script, *names, source.tree, std::move(made.text));
    return proves(script, options, made);
}

/// The source if code that nobody calls stands behind functions that cannot be said otherwise. `whole` is
/// what came of the script without that.
bool decompile_split(const Script& script, const SourceOptions& options, const Decompiled& whole,
                     Decompiled& made) {
    std::vector<bool> suspect;
    for (const FunctionVerdict& one : whole.functions) suspect.push_back(!one.identical);
    Entries entries = with_uncalled(script, suspect);
    if (entries.functions.size() == script.entries.functions.size()) return false;
    const auto copy = read_script(script.engine(), write_script(script), script.name(), script.numbering);
    if (!copy) return false;
    (*copy)->entries = std::move(entries);
    return decompile_source(**copy, options, true, made);
}

} // namespace

Decompiled decompile_text(const Script& script, const SourceOptions& options) {
    Decompiled made;
    if (script.empty) return made;
    // Nearly always all functions come out the same at once: then the file proves each.
    const auto is_source = [&] { return std::ranges::all_of(made.functions, &FunctionVerdict::identical); };
    if (decompile_source(script, options, false, made) && is_source()) return made;
    const bool proved = decompile_source(script, options, true, made);
    if (proved && is_source()) return made;
    if (Decompiled split; decompile_split(script, options, made, split)) return split;
    if (proved) return made;
    if (options.names != nullptr) // not for this one
        return decompile_text(
            script, {.addresses = options.addresses, .compiled = options.compiled, .file = options.file});
    made.function_names = made.variable_names = {};
    made.text = std::string(compile::listing_mark) + "\n" + list_script(script, {});
    return made;
}

} // namespace vellum::pathologic::decompile
