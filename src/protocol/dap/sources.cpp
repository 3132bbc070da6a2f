#include "protocol/dap/sources.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/lines.hpp"
#include "debug/codes.hpp"
#include "language/text.hpp"
#include "vellum/engine.hpp"

namespace vellum::protocol::dap {

using debug::CodePlace;

namespace {

constexpr std::size_t most_places = 64; ///< Of one line.

/// The same file, however the client writes its path: by its name, as breakpoints are resolved everywhere.
bool same_file(std::string_view a, std::string_view b) {
    return !a.empty() && same_name(file_name_of(a), file_name_of(b));
}

/// Clients count UTF-16 code units, tables of lines count bytes.
std::uint32_t column_for_clients(const Source& source, std::uint32_t line, std::uint32_t column) {
    if (line == 0 || line > source.line_begins.size() || column == 0) return column;
    const std::string_view rest = std::string_view(source.text).substr(source.line_begins[line - 1]);
    return language::utf16_length(rest.substr(0, column - 1)) + 1;
}

} // namespace

Source& Sources::get(const Program& program, const std::string& file) {
    for (const auto& one : list_)
        if (one->program == &program && one->file == file) return *one;
    Source& source = *list_.emplace_back(std::make_unique<Source>());
    source.program = &program;
    source.file = file;
    source.number = static_cast<std::uint32_t>(list_.size());
    load(source);
    source.line_begins = line_begins(source.text);
    return source;
}

void Sources::load(Source& source) {
    const Program& program = *source.program;
    const Engine& engine = program.engine();
    if (!source.listing()) {
        debug::SourceFile found = subject_.source(program, source.file);
        source.text = std::move(found.text);
        source.path = std::move(found.path);
        if (source.text.empty()) {
            source.text = decompiled_text(program);
            source.decompiled = !source.text.empty();
        }
        return;
    }
    source.text = program.disassemble({});
    // Which instruction stands in which line is known to whoever reads the listing.
    Diagnostics diagnostics;
    const auto read = engine.format().assemble(source.text, {program.name(), {}}, diagnostics);
    const isa::Code* const code = program.code();
    if (!read || (*read)->code() == nullptr || code == nullptr) return;
    for (const isa::TextLine& one : (*read)->code()->lines)
        if (code->at(one.address) >= 0) source.lines.push_back(one);
}

Sources::Spot Sources::spot(const CodePlace& place) {
    const LineTable& table = subject_.debugger().lines(*place.program);
    if (const DebugLine* const line = table.at(place.address);
        line != nullptr && line->file < table.files().size()) {
        const Source& source = get(*place.program, table.files()[line->file]);
        if (!source.text.empty())
            return {&source, line->line, column_for_clients(source, line->line, line->column)};
    }
    const Source& listing = get(*place.program, {});
    const auto found = std::ranges::lower_bound(listing.lines, place.address, {}, &isa::TextLine::address);
    if (found == listing.lines.end() || found->address != place.address) return {&listing, 0, 0};
    return {&listing, found->line, column_for_clients(listing, found->line, found->column)};
}

std::vector<const Source*> Sources::all() {
    std::vector<const Source*> result;
    const auto add = [&](const Source& one) {
        if (!one.text.empty() && std::ranges::find(result, &one) == result.end()) result.push_back(&one);
    };
    for (const Program* const program : subject_.debugger().stops().programs()) {
        for (const std::string& file : subject_.debugger().lines(*program).files()) add(get(*program, file));
        add(get(*program, {}));
    }
    return result;
}

const Source* Sources::find(const Json& source) {
    if (const std::size_t number = source["sourceReference"].as_size(); number != 0)
        return number <= list_.size() ? list_[number - 1].get() : nullptr;
    const std::string_view path = source["path"].as_string(source["name"].as_string());
    for (const Program* const program : subject_.debugger().stops().programs()) {
        for (const std::string& file : subject_.debugger().lines(*program).files())
            if (same_file(file, path)) {
                const Source& found = get(*program, file);
                if (!found.text.empty() || found.path.empty()) return &found;
            }
        if (same_file(program->name(), path)) {
            // The script itself: its source if it is one text, else its listing.
            const auto& files = subject_.debugger().lines(*program).files();
            return files.size() == 1 ? &get(*program, files.front()) : &get(*program, {});
        }
    }
    for (const auto& one : list_)
        if (!one->path.empty() && same_file(one->path, path)) return one.get();
    for (const auto& one : list_)
        if (one->listing() && same_file(describe(*one)["name"].as_string(), path)) return one.get();
    return nullptr;
}

Json Sources::describe(const Source& source) const {
    Json json;
    if (!source.path.empty()) {
        json.set("name", file_name_of(source.path));
        json.set("path", source.path);
        return json;
    }
    if (source.listing()) {
        json.set("name", std::string(file_name_of(source.program->name())) + ".vasm");
        json.set("origin", "listing");
    } else {
        json.set("name", file_name_of(source.file));
        json.set("origin", source.decompiled ? "decompiled" : "source");
    }
    json.set("sourceReference", source.number);
    return json;
}

Result<std::vector<CodePlace>> Sources::places(const Source& source, std::uint32_t line) {
    std::vector<CodePlace> result;
    if (source.listing()) {
        const isa::TextLine* best = nullptr;
        for (const isa::TextLine& one : source.lines)
            if (one.line >= line && (best == nullptr || one.line < best->line)) best = &one;
        if (best != nullptr) result.push_back({source.program, best->address});
    } else {
        for (const std::uint32_t address :
             subject_.debugger().lines(*source.program).beginning(source.file, line))
            if (result.size() < most_places) result.push_back({source.program, address});
    }
    if (result.empty())
        return fail(codes::debug_place, "there is no code for line " + std::to_string(line) + " on");
    return result;
}

std::vector<std::uint32_t> Sources::lines_with_code(const Source& source, std::uint32_t first,
                                                    std::uint32_t last) {
    if (!source.listing())
        return subject_.debugger().lines(*source.program).lines_with_code(source.file, first, last);
    std::vector<std::uint32_t> result;
    for (const isa::TextLine& one : source.lines)
        if (one.line >= first && one.line <= last) result.push_back(one.line);
    std::ranges::sort(result);
    return result;
}

} // namespace vellum::protocol::dap
