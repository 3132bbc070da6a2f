#include "index/examine.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/lines.hpp"
#include "base/text_writer.hpp"
#include "index/arguments.hpp"
#include "index/reads.hpp"
#include "index/trigrams.hpp"
#include "isa/functions.hpp"
#include "program/blocks.hpp"
#include "program/lines.hpp"
#include "tools/check.hpp"
#include "tools/diff/functions.hpp"
#include "tools/references.hpp"
#include "tools/source_outline.hpp"
#include "tools/texts/decode.hpp"
#include "tools/verdict_json.hpp"
#include "workspace/find.hpp"

namespace vellum::index {

namespace {

using tools::Decoded;
using tools::decoded;

/// What a program and its source say of each other: everything is computed once.
struct Subject {
    const Program& program; ///< As loaded.
    const Program& named;   ///< With the names and lines of its source, if there is one.
    const std::string& source;
    const Decompiled* made;                                      ///< Null for sources.
    const std::vector<Function> functions = program.functions(); ///< By ascending address.
    const std::vector<Function> named_functions = &named == &program ? functions : named.functions();
};

/// Gives texts of some kinds their numbers, from 0.
class Numbers {
  public:
    explicit Numbers(std::vector<KindAndText>& all) : all_(all) {}
    std::uint32_t of(std::string_view kind, std::string_view text) {
        ((key_ = kind) += '\n') += text;
        if (const auto found = numbers_.find(key_); found != numbers_.end()) return found->second;
        const auto number = static_cast<std::uint32_t>(all_.size());
        all_.push_back({std::string(kind), std::string(text)});
        numbers_.emplace(key_, number);
        return number;
    }

  private:
    std::vector<KindAndText>& all_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::string key_;
};

std::uint32_t complexity_of(std::span<const BasicBlock> blocks) {
    std::size_t edges = 0;
    for (const BasicBlock& block : blocks)
        edges += (block.next != BasicBlock::none ? 1U : 0U) + (block.target != BasicBlock::none ? 1U : 0U);
    return edges + 2 > blocks.size() ? static_cast<std::uint32_t>(edges + 2 - blocks.size()) : 1;
}

void add_functions(const Subject& subject, tools::FunctionList& list, ScriptRecord& record,
                   const Decoded& text) {
    if (list.all().empty()) return;
    const isa::Code* const code = subject.program.code();
    const std::vector<Function>&functions = subject.functions, &named = subject.named_functions;
    const tools::SourceOutline outline(subject.program.engine(), subject.source);
    FunctionBlocks function_blocks(*code);
    std::unordered_map<std::uint32_t, const FunctionVerdict*> verdicts; // by address
    if (subject.made != nullptr)
        for (const FunctionVerdict& one : subject.made->functions) verdicts.emplace(one.address, &one);
    for (const tools::FunctionFacts& facts : list.all()) {
        FunctionRecord& function = record.functions.emplace_back();
        function.name = decoded(facts.name);
        function.address = facts.address;
        function.instructions = static_cast<std::uint32_t>(facts.last - facts.first);
        function.bytes =
            (facts.last < code->instructions.size() ? code->instructions[facts.last].offset : code->size) -
            code->instructions[facts.first].offset;
        function.shape = facts.own;
        function.with_calls = facts.deep;
        function.lines = list.take_lines(record.functions.size() - 1);
        const auto at = std::ranges::lower_bound(functions, facts.address, {}, &Function::address);
        if (at != functions.end() && at->address == facts.address) {
            const std::vector<BasicBlock> blocks = function_blocks.of(*at);
            function.blocks = static_cast<std::uint32_t>(blocks.size());
            function.complexity = complexity_of(blocks);
            function.kind = at->kind;
            function.parameters = at->parameters;
        }
        std::string in_source = facts.name;
        const auto name = std::ranges::lower_bound(named, facts.address, {}, &Function::address);
        if (name != named.end() && name->address == facts.address) {
            function.name = decoded(name->name);
            in_source = name->name;
            if (function.parameters < 0) function.parameters = name->parameters;
        }
        if (subject.made != nullptr) {
            if (const auto found = verdicts.find(facts.address); found != verdicts.end()) {
                const FunctionVerdict& verdict = *found->second;
                function.identical = verdict.identical;
                function.reason = decoded(verdict.reason);
                in_source = verdict.name;
            }
        }
        if (const SourceFunction* const found = outline.find(in_source); found != nullptr) {
            // From the beginning of its line on: what is in front of it there belongs to it.
            function.source_begin = text.place_of(subject.source.rfind('\n', found->begin) + 1);
            function.source_end = text.place_of(found->end);
        }
    }
}

/// Finds the arguments of uses in the source of a record, whose uses are complete but for them.
class Arguments {
  public:
    explicit Arguments(ScriptRecord& record)
        : record_(record), values_(record.values), line_begins_(line_begins(record.source)) {
        for (const KindAndText& name : record.used) called_.push_back(called_name(name.text));
    }
    /// `uses`: all that are in one part of the source.
    void find(std::size_t begin, std::size_t end, std::span<UseRecord* const> uses) {
        std::map<std::string_view, std::pair<std::vector<UseRecord*>, std::vector<const Call*>>> by_name;
        for (UseRecord* const use : uses) by_name[called_[use->name]].first.push_back(use);
        const std::vector<Call> calls = calls_in(record_.source, begin, end);
        for (const Call& call : calls)
            if (const auto found = by_name.find(call.name); found != by_name.end())
                found->second.second.push_back(&call);
        for (const auto& [name, both] : by_name) {
            const auto& [used, called] = both;
            if (used.size() != called.size()) continue; // which is which cannot be told
            for (std::size_t i = 0; i < used.size(); ++i) take(*used[i], *called[i]);
        }
    }
    [[nodiscard]] std::span<const std::size_t> lines() const noexcept { return line_begins_; }

  private:
    void take(UseRecord& use, const Call& call) {
        use.arguments.emplace();
        if (!call.arguments.empty()) {
            use.arguments->begin = static_cast<std::size_t>(call.arguments.data() - record_.source.data());
            use.arguments->size = call.arguments.size();
        }
        use.constants.begin = record_.constants.size();
        for (const Constant& one : constants_of(call.arguments))
            record_.constants.push_back({one.position, values_.of(one.kind, one.value)});
        use.constants.size = record_.constants.size() - use.constants.begin;
        if (use.line == 0) use.line = line_of(line_begins_, call.begin);
    }

    ScriptRecord& record_;
    Numbers values_;
    std::vector<std::size_t> line_begins_;
    std::vector<std::string> called_; ///< By the number of the name.
};

bool is_call(std::string_view kind) {
    return kind == to_string(ReferenceKind::native) || kind == to_string(ReferenceKind::method) ||
           kind == to_string(ReferenceKind::import) || kind == to_string(ReferenceKind::function);
}

void add_uses(const Subject& subject, const tools::FunctionList& list, ScriptRecord& record,
              const CodePage* page) {
    const std::vector<Function>& functions = subject.named_functions;
    const std::vector<tools::Use> uses = tools::all_uses(subject.named, functions);
    const LineTable lines(subject.named);
    Numbers names(record.used);
    record.uses.reserve(uses.size());
    for (const tools::Use& found : uses) {
        UseRecord& use = record.uses.emplace_back();
        use.name = names.of(found.kind, found.name);
        use.address = found.address;
        if (const Function* const function = isa::function_at(functions, found.address); function != nullptr)
            if (const std::uint32_t number = list.at(function->address); number != tools::no_function)
                use.function = number;
        const DebugLine* const line = lines.at(found.address);
        if (line != nullptr && line->file == 0) use.line = line->line;
    }
    for (KindAndText& name : record.used) name.text = decoded(name.text, page);
    Arguments arguments(record);
    const std::span<const std::size_t> begins = arguments.lines();
    std::map<std::uint32_t, std::vector<UseRecord*>> by_line, by_function; // without lines, by function
    for (UseRecord& use : record.uses) {
        if (use.line > begins.size()) use.line = 0;
        if (!is_call(record.used[use.name].kind)) continue;
        if (use.line != 0)
            by_line[use.line].push_back(&use);
        else if (use.function)
            by_function[*use.function].push_back(&use);
    }
    for (const auto& [line, calls] : by_line)
        arguments.find(begins[line - 1], line < begins.size() ? begins[line] : record.source.size(), calls);
    for (const auto& [number, calls] : by_function) {
        const FunctionRecord& function = record.functions[number];
        arguments.find(function.source_begin, function.source_end, calls);
    }
}

void add_histogram(const Program& program, ScriptRecord& record) {
    const isa::Code* const code = program.code();
    if (code == nullptr) return;
    std::vector<std::size_t> counts(code->table->rows.size());
    for (const isa::Instruction& instruction : code->instructions) ++counts[instruction.row];
    for (std::size_t row = 0; row < counts.size(); ++row)
        if (counts[row] != 0) record.histogram[std::string(code->table->rows[row].mnemonic)] += counts[row];
    record.instructions = code->instructions.size();
    record.variant = code->table->name;
}

std::vector<TextRecord> text_records(std::vector<GameText> texts, const CodePage* page) {
    std::vector<TextRecord> records;
    for (GameText& text : texts) {
        if (text.text.empty()) continue;
        TextRecord& record = records.emplace_back();
        record.text = decoded(text.text, page);
        record.key = decoded(text.id, page);
        record.context = decoded(text.context, page);
        record.uses = text.places.size();
        if (!text.places.empty()) {
            record.function = decoded(text.places.front().function, page);
            record.address = text.places.front().address;
        }
    }
    return records;
}

void add_texts(const tools::OpenedFile& opened, const tools::Script& script, ScriptRecord& record,
               const CodePage* page) {
    const Texts* const texts = opened.engine->texts();
    if (texts == nullptr || script.is_source || script.is_listing) return;
    Diagnostics unheard;
    if (auto found = texts->texts(script.bytes, opened.load.options(script.name), unheard))
        record.texts = text_records(std::move(*found), page);
}

void add_check(tools::CheckReport report, ScriptRecord& record) {
    tools::allow_library(report);
    record.errors = report.errors;
    record.warnings = report.warnings;
    record.notes = report.notes;
    record.diagnostics = std::move(report.found);
    for (Diagnostic& diagnostic : record.diagnostics) {
        if (diagnostic.place.file == report.file) diagnostic.place.file.clear();
        diagnostic.message = decoded(diagnostic.message);
        diagnostic.hint = decoded(diagnostic.hint);
    }
}

void add_program(const tools::Script& script, const Program& program, const SourceNames* names,
                 ScriptRecord& record, const CodePage* page) {
    std::optional<Decompiled> made;
    std::string source;
    if (script.is_source || script.is_listing) {
        source = as_text(script.bytes);
        record.verdict = record.form;
    } else if (auto result = program.decompile({.compiled = true, .names = names})) {
        made = std::move(*result);
        source = made->text;
        record.verdict = tools::verdict_of(*made);
        record.reason = decoded(made->listing);
        record.names = made->function_names.count + made->variable_names.count;
        record.names_made_up = made->function_names.made_up + made->variable_names.made_up;
        for (const FunctionVerdict& one : made->functions) record.kept += one.identical ? 0 : 1;
    } else {
        record.reason = decoded(result.error().message);
    }
    const Program& named = made && made->compiled != nullptr ? *made->compiled : program;
    const Subject subject{program, named, source, made ? &*made : nullptr};
    Decoded text(source, page);
    tools::FunctionList list(program, subject.functions);
    add_functions(subject, list, record, text);
    record.source = text.take();
    add_uses(subject, list, record, page);
    add_histogram(program, record);
}

std::string_view form_of(const tools::Script& script) {
    return script.is_source ? "source" : script.is_listing ? "listing" : "compiled";
}

/// SHA-256 of parts, each after its length.
class Key {
  public:
    Key& add(std::string_view part) {
        sum_.add(as_bytes(std::to_string(part.size()) + ":"));
        sum_.add(as_bytes(part));
        return *this;
    }
    [[nodiscard]] std::string hex() { return sum_.hex(); }

  private:
    Sha256 sum_;
};

std::string key_of(const tools::OpenedFile& opened, const tools::Script& script, const std::string& sha256,
                   const ExamineOptions& options, std::span<const ReadRecord> reads) {
    Key key;
    key.add(opened.engine->id()).add(form_of(script)).add(sha256).add(options.settings);
    // The name of a text says what it is, to its compiler and in its messages.
    if (script.is_source) key.add(script.name.substr(script.name.find_last_of("/\\!") + 1));
    for (const ReadRecord& read : reads) key.add(read.name).add(read.sha256);
    return key.hex();
}

/// Content of all that a file's scripts are. `hashes`: SHA-256 of each.
std::string content_of(const tools::OpenedFile& opened, std::span<const std::string> hashes,
                       const ExamineOptions& options) {
    Key key;
    key.add(options.settings).add(opened.engine->id());
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        const tools::Script& script = opened.scripts[i];
        key.add(script.name).add(std::to_string(script.offset)).add(form_of(script)).add(hashes[i]);
    }
    for (const archives::Member& member : opened.members)
        key.add(member.name).add(std::to_string(member.size));
    return key.hex();
}

/// Two paths never become one text: what is decoded (and what looks as if it were) says its bytes, too.
std::string path_text(std::string_view path) {
    constexpr std::string_view mark = " [bytes ";
    std::string text = decoded(path);
    if (text == path && !path.contains(mark)) return text;
    TextWriter writer(text);
    writer.text(mark);
    for (const char c : path)
        if (const auto byte = static_cast<unsigned char>(c); byte >= 0x80) writer.hex(byte);
    writer.ch(']');
    writer.flush();
    return text;
}

FileRecord begun(const Node& node) {
    FileRecord file;
    file.name = name_of(node);
    if (node.archive != nullptr) file.container = path_text(node.path);
    file.root = path_text(node.root);
    return file;
}

} // namespace

FileRecord examine(const Workspace& workspace, const Node& node, tools::OpenedFile& opened,
                   const Known& known, const ExamineOptions& options) {
    FileRecord file = begun(node);
    file.engine = opened.engine->id();
    file.size = opened.size();
    std::vector<std::string> hashes;
    for (const tools::Script& script : opened.scripts) hashes.push_back(sha256_hex(script.bytes));
    file.content = content_of(opened, hashes, options);
    const auto files = opened.load.files;
    // Only sources read other files; what a project says holds for all.
    const auto project = workspace.project(node.path);
    const auto hash_now = [&](const std::string& name) {
        return files == nullptr ? std::string() : NotedFiles::hash_of(*files, name);
    };
    if (known.has_file(file.name, file.content, hash_now)) {
        file.unchanged = true;
        return file;
    }
    const auto noted = files == nullptr ? nullptr : std::make_shared<const NotedFiles>(files);
    opened.load.files = noted;
    if (project != nullptr && noted != nullptr)
        for (const std::string& path : project->read) static_cast<void>(noted->read(path));
    const std::vector<ReadRecord> before = noted == nullptr ? std::vector<ReadRecord>() : noted->reads();
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < hashes.size(); ++i)
        keys.push_back(key_of(opened, opened.scripts[i], hashes[i], options, before));
    // The key of a source is complete only after it has read its includes.
    const bool all_known =
        std::ranges::none_of(opened.scripts, &tools::Script::is_source) &&
        std::ranges::all_of(keys, [&](const std::string& key) { return known.has_script(key); });
    std::shared_ptr<const SourceNames> names;
    for (std::size_t i = 0; i < opened.scripts.size(); ++i) {
        const tools::Script& script = opened.scripts[i];
        PlaceRecord& place = file.places.emplace_back();
        place.name = path_text(script.name);
        place.member = decoded(script.member);
        place.offset = script.offset;
        place.key = keys[i];
        if (all_known) continue;
        ScriptRecord record;
        record.sha256 = hashes[i];
        record.engine = opened.engine->id();
        record.form = form_of(script);
        record.size = script.bytes.size();
        ProgramPtr program;
        add_check(tools::check(opened, script, program), record);
        if (program != nullptr) {
            if (names == nullptr) names = workspace.names_of(opened, opened.load.names_of(*opened.engine));
            add_program(script, *program, names.get(), record, options.page);
        } else if (script.is_source || script.is_listing)
            record.source =
                decoded(as_text(script.bytes), options.page); // wrong, but a text that can be searched
        add_texts(opened, script, record, options.page);
        if (noted != nullptr) place.key = key_of(opened, script, hashes[i], options, noted->reads());
        record.key = place.key;
        record.trigrams = with_trigrams_of(record.source);
        place.script = std::move(record);
    }
    for (const archives::Member& member : opened.members)
        file.members.push_back(
            {decoded(member.name), decoded(member.kind), member.offset, member.size, member.cut_off});
    if (noted != nullptr) file.reads = noted->reads();
    for (ReadRecord& read : file.reads) read.name = decoded(read.name);
    opened.load.files = files;
    return file;
}

FileRecord examine_texts(const Workspace& workspace, const Node& node, const Known& known,
                         const ExamineOptions& options) {
    FileRecord file = begun(node);
    const auto bytes = workspace.read(node);
    if (!bytes) return unopened(node, {bytes.error()});
    const std::string name = node.archive != nullptr ? node.inside : node.path;
    for (const Engine* engine : engines()) {
        const auto tables = engine->text_tables();
        if (std::ranges::none_of(tables,
                                 [&](std::string_view ending) { return lower_case(name).ends_with(ending); }))
            continue;
        ScriptRecord record;
        record.sha256 = sha256_hex(*bytes);
        record.engine = file.engine = engine->id();
        record.form = "texts";
        record.size = bytes->size();
        file.size = bytes->size();
        file.content = Key().add("texts").add(options.settings).add(engine->id()).add(record.sha256).hex();
        if (known.has_file(file.name, file.content, [](const std::string&) { return std::string(); })) {
            file.unchanged = true;
            return file;
        }
        record.key = Key()
                         .add("texts")
                         .add(engine->id())
                         .add(record.sha256)
                         .add(options.settings)
                         .add(name.substr(name.find_last_of("/\\") + 1))
                         .hex();
        const auto settings = workspace.settings_for(node);
        Diagnostics said;
        if (auto texts = engine->texts()->texts(*bytes, settings->load.options(node.name()), said))
            record.texts = text_records(std::move(*texts), options.page);
        else
            file.problems = said.ok() ? std::vector{texts.error()} : said.all();
        file.places.push_back({file.name, {}, 0, record.key, std::move(record)});
        break;
    }
    return file;
}

std::string name_of(const Node& node) { return path_text(node.name()); }

FileRecord unopened(const Node& node, std::vector<Diagnostic> problems) {
    FileRecord file = begun(node);
    Key key;
    key.add("unopened");
    for (Diagnostic& problem : problems) {
        problem.message = decoded(problem.message);
        key.add(problem.code->id).add(problem.message);
        file.problems.push_back(std::move(problem));
    }
    file.content = key.hex();
    return file;
}

} // namespace vellum::index
