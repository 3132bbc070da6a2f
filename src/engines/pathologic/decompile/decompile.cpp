// Reads all functions and proves each; see the header.
#include "engines/pathologic/decompile/decompile.hpp"

#include "engines/pathologic/decompile/naming.hpp"
#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/decompile/scopes.hpp"
#include "engines/pathologic/source/lowering.hpp"

namespace vellum::pathologic::decompile {

using source::Function;
using source::none;
using source::TextId;

namespace {

/// Answers with the numbers that the script itself has.
class OwnNumbers final : public source::Link {
  public:
    OwnNumbers(const Script& script, source::Tree& tree, Texts& texts) : script_(script) {
        for (const CodeReference& reference : script.code_references.texts) {
            const bool wide = reference.kind == CodeReference::Kind::wide_text;
            const TextId text = wide ? texts.wide(reference.value) : texts.name(reference.value);
            if (text != none) (wide ? wide_ : names_).emplace(text, reference.value);
        }
        for (std::uint32_t i = 0; i < script.imports.size(); ++i)
            if (const TextId name = texts.native(i); name != none)
                natives_.emplace(key(name, script.imports[i].argument_count), i);
        static_cast<void>(tree);
    }
    std::uint32_t wide(TextId text) override { return look(wide_, text); }
    std::uint32_t name(TextId text) override { return look(names_, text); }
    std::uint32_t native(TextId name, std::uint32_t arguments) override {
        const auto found = natives_.find(key(name, arguments));
        return found == natives_.end() ? none : found->second;
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
    std::unordered_map<std::uint64_t, std::uint32_t> natives_;
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

} // namespace

Source decompile_script(const Script& script) {
    Source made;
    source::Tree& tree = made.tree;
    const std::vector<Signature> signatures = find_signatures(script);
    const auto& entries = script.entries.functions;
    Texts texts(script, tree);
    OwnNumbers numbers(script, tree, texts);
    tree.functions.resize(entries.size());
    tree.tasks.resize(script.tasks.size());
    for (const GlobalVariable& global : script.globals)
        tree.globals.push_back({global.type, tree.intern(global.name), global.named != 0});
    for (std::uint32_t i = 0; i < script.tasks.size(); ++i)
        for (const VariableType type : script.tasks[i].variables) tree.tasks[i].variables.push_back({type, none});
    tree.main = script.run_task < tree.tasks.size() ? script.run_task : none;
    const std::string_view file = std::string_view(script.name()).substr(script.name().find_last_of("/\\") + 1);
    tree.window = file.starts_with("ui_");
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
    made.whole = find_members(script, tree);
    made.verdicts.resize(entries.size());
    Reader reader(script, signatures, tree, texts);
    isa::Code code;
    code.table = script.instructions.table;
    source::Lowering lowering(tree, code, numbers);
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        Verdict& verdict = made.verdicts[i];
        for (const bool prefer_continue : {false, true}) {
            Function function = tree.functions[i];
            if (!reader.read(i, function, prefer_continue)) {
                verdict.reason = reader.why();
                continue;
            }
            if (!place_declarations(tree, function)) {
                verdict.reason = "its objects have no consistent scopes";
                continue;
            }
            code.instructions.clear();
            code.values.clear();
            code.size = 0;
            if (!lowering.function(function) ||
                !same_code(script.instructions, entries[i].address, entries[i].end, code)) {
                verdict.reason = "it would be compiled to other instructions";
                continue;
            }
            tree.functions[i] = std::move(function);
            verdict = {true, {}};
            break;
        }
    }
    give_names(script, tree);
    return made;
}

} // namespace vellum::pathologic::decompile
