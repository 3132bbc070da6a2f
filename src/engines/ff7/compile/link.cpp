// The linker; see the header.
#include "engines/ff7/compile/link.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/path.hpp"
#include "engines/ff7/compile/codes.hpp"
#include "engines/ff7/source/lowering.hpp"

namespace vellum::ff7::compile {

namespace {

class Linker {
  public:
    Linker(const source::Tree& tree, const vellum::source::Sources& sources, Diagnostics& diagnostics)
        : tree_(tree), sources_(sources), diagnostics_(diagnostics), lowering_(tree, diagnostics) {}

    bool run(Script& script) {
        if (!code() || !table(script)) return false;
        script.words = std::move(lowering_.words);
        script.words.resize(tree_.words, 0);
        script.tail = tree_.tail;
        return true;
    }

    /// Where each line's words begin.
    [[nodiscard]] std::vector<isa::TextLine> text_lines() const {
        std::vector<isa::TextLine> made;
        for (const source::Mark& mark : lowering_.marks) {
            const Place place = sources_.place(mark.place);
            if (!made.empty() && made.back().address == mark.address) made.pop_back();
            made.push_back({mark.address, place.line, place.column});
        }
        return made;
    }

    /// The lines, functions and names of the text, once the code is made.
    [[nodiscard]] DebugInfo debug_info(std::string file) const {
        DebugInfo info;
        info.files.push_back(std::move(file));
        for (const isa::TextLine& line : text_lines())
            info.lines.push_back({line.address, 0, line.line, line.column});
        for (std::size_t i = 0; i < tree_.functions.size(); ++i) {
            const source::Function& function = tree_.functions[i];
            if (function.headers.empty()) continue;
            DebugFunction& made = info.functions.emplace_back();
            made.name = function_words(function.headers.front().id);
            made.address = starts_[i];
            made.end = ends_[i];
        }
        return info;
    }

  private:
    void full(std::uint32_t place, std::size_t room) {
        diagnostics_.add(codes::source_limit,
                         "the code has no room for this function: there are " + std::to_string(room) +
                             " words",
                         sources_.place(place));
    }

    bool code() {
        std::vector<std::uint16_t>& words = lowering_.words;
        if (!tree_.bare_start) words.push_back(code::ret);
        std::uint32_t last = 0;
        for (const source::Function& function : tree_.functions) {
            last = function.place;
            starts_.push_back(static_cast<std::uint16_t>(words.size()));
            if (function.name != none) bodies_.emplace(function.name, starts_.back());
            if (!lowering_.function(function)) {
                if (lowering_.error.kind == source::LoweringError::Kind::full)
                    full(function.place, tree_.words);
                return false;
            }
            if (words.size() > tree_.words) {
                full(function.place, tree_.words);
                return false;
            }
            ends_.push_back(static_cast<std::uint32_t>(words.size()));
        }
        if (!tree_.no_trailing_return) words.push_back(code::ret);
        if (words.size() <= tree_.words) return true;
        full(last, tree_.words);
        return false;
    }

    bool table(Script& script) {
        script.table.assign(tree_.layout, Entry{});
        script.table[0] = {0, 0};
        for (const source::EntryLine& line : tree_.entries) {
            if (line.index >= script.table.size()) {
                diagnostics_.add(codes::source_number,
                                 "this layout has " + std::to_string(script.table.size()) + " entries",
                                 sources_.place(line.place));
                return false;
            }
            const auto body = line.body == none ? bodies_.end() : bodies_.find(line.body);
            script.table[line.index] = {line.id, body == bodies_.end() ? line.address : body->second};
        }
        struct Header {
            source::Header header;
            std::uint16_t ip;
        };
        std::vector<Header> headers;
        for (std::size_t i = 0; i < tree_.functions.size(); ++i)
            for (const source::Header& one : tree_.functions[i].headers) headers.push_back({one, starts_[i]});
        if (headers.size() >= script.table.size()) {
            diagnostics_.add(codes::source_limit,
                             "the call table has room for " + std::to_string(script.table.size() - 1) +
                                 " functions",
                             sources_.place(headers[script.table.size() - 1].header.place));
            return false;
        }
        std::ranges::sort(headers, {}, [](const Header& one) { return one.header.id; });
        for (std::size_t i = 0; i < headers.size(); ++i)
            script.table[i + 1] = {headers[i].header.id, headers[i].ip};
        return true;
    }

    const source::Tree& tree_;
    const vellum::source::Sources& sources_;
    Diagnostics& diagnostics_;
    source::Lowering lowering_;
    std::vector<std::uint16_t> starts_; ///< By function.
    std::vector<std::uint32_t> ends_;   ///< By function.
    std::unordered_map<source::TextId, std::uint16_t> bodies_;
};

} // namespace

std::shared_ptr<Script> link(const Engine& engine, const source::Tree& tree, std::string name,
                             const vellum::source::Sources& sources, Diagnostics& diagnostics) {
    auto script = std::make_shared<Script>(engine, std::move(name));
    Linker linker(tree, sources, diagnostics);
    if (!linker.run(*script)) return nullptr;
    script->finish();
    script->sweep.lines = linker.text_lines();
    const std::string own = extension_of(script->name());
    script->debug =
        linker.debug_info(own == ".ev" ? std::string(path::stem(script->name())) + ".wms" : script->name());
    for (const source::Variable& one : tree.variables)
        script->variables.push_back({std::string(tree.text(one.name)), one.code, one.operand});
    return script;
}

} // namespace vellum::ff7::compile
