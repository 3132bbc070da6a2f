// See the header.
#include "engines/ags/decompile/names_file.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/hash.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/codes.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr std::string_view heading = "vellum names 1";
constexpr std::string_view whose = "// engine: ags";

class NamesReader {
  public:
    NamesReader(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

    std::shared_ptr<const Names> run() {
        const std::size_t before = diagnostics_.errors();
        auto names = std::make_shared<Names>();
        if (!next_line() || line_ != whose) return names; // another engine's
        if (!next_line() || line_ != heading)
            mistake("behind its first line a file of names has '" + std::string(heading) + "'");
        while (next_line()) {
            const std::string_view kind = word();
            if (kind.empty() || kind.starts_with('#')) continue;
            if (kind == "function")
                function(*names);
            else if (current_ == nullptr)
                mistake("a line 'function HASH' is wanted first");
            else
                inside(kind);
        }
        return diagnostics_.errors() == before ? names : nullptr;
    }

  private:
    bool next_line() {
        if (text_.empty()) return false;
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        line_ = text_.substr(0, end);
        text_.remove_prefix(std::min(end + 1, text_.size()));
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        ++number_;
        return true;
    }
    std::string_view word() {
        line_.remove_prefix(std::min(line_.find_first_not_of(" \t"), line_.size()));
        const std::string_view found = line_.substr(0, line_.find_first_of(" \t"));
        line_.remove_prefix(found.size());
        return found;
    }
    void mistake(std::string message) {
        diagnostics_.add(codes::names_line, std::move(message), Place::at_line(number_));
    }
    template <class Number> bool number(std::string_view text, Number& value, int base = 10) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
        return error == std::errc() && end == text.data() + text.size();
    }

    void function(Names& names) {
        FunctionKey key;
        std::string_view hash = word();
        current_ = nullptr;
        if (const std::size_t dot = hash.find('.'); dot != std::string_view::npos) {
            if (!number(hash.substr(dot + 1), key.twin))
                return mistake("behind the point a number is wanted");
            hash = hash.substr(0, dot);
        }
        if (hash.size() != 16 || !number(hash, key.hash, 16))
            return mistake("a function is known by sixteen hexadecimal digits");
        const auto [entry, fresh] = names.functions.try_emplace(key);
        if (!fresh) return mistake("this function has its names already");
        current_ = &entry->second;
    }

    void inside(std::string_view kind) {
        if (kind == "comment") {
            std::int32_t line = 0;
            if (!number(word(), line)) return mistake("a line's number is wanted behind 'comment'");
            current_->comments.emplace(line, line_.substr(std::min<std::size_t>(1, line_.size())));
            return;
        }
        if (kind != "local" && kind != "global")
            return mistake("there is nothing called '" + std::string(kind) + "' here");
        std::uint32_t which = 0;
        if (!number(word(), which)) return mistake("a number is wanted behind '" + std::string(kind) + "'");
        const std::string_view name = word();
        if (!is_name(name)) return mistake("'" + std::string(name) + "' is no name");
        if (!(kind == "local" ? current_->locals : current_->globals).emplace(which, name).second)
            mistake(std::string(kind) + " " + std::to_string(which) + " has a name already");
    }

    std::string_view text_, line_;
    Diagnostics& diagnostics_;
    std::uint32_t number_ = 0;
    FunctionNames* current_ = nullptr;
};

bool is_data(const Step& step) noexcept {
    return step.op == Op::littoreg && step.fixup == static_cast<std::uint8_t>(FixupType::data);
}

} // namespace

bool is_name(std::string_view text) noexcept {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && text.size() <= 100 && letter(text.front()) &&
           std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::vector<std::int32_t> globals_in(const Block& block, std::uint32_t function) {
    std::vector<std::int32_t> found;
    std::set<std::int32_t> seen;
    const Extent& extent = block.functions()[function];
    for (std::uint32_t at = extent.first; at < extent.end; ++at)
        if (is_data(block[at]) && seen.insert(block[at].b).second) found.push_back(block[at].b);
    return found;
}

std::vector<FunctionKey> function_keys(const Block& block) {
    std::vector<FunctionKey> keys;
    std::map<std::uint64_t, std::uint32_t> seen;
    for (const Extent& extent : block.functions()) {
        StateHash hash;
        std::map<std::int32_t, std::uint32_t> globals;
        for (std::uint32_t at = extent.first; at < extent.end; ++at) {
            const Step& step = block[at];
            if (step.op == Op::linenum || step.op == Op::thisbase) continue;
            hash.u32(static_cast<std::uint32_t>(step.op));
            hash.u32(static_cast<std::uint32_t>(step.a));
            hash.u32(static_cast<std::uint32_t>(step.c));
            if (is_data(step)) {
                const auto count = static_cast<std::uint32_t>(globals.size());
                hash.u32(globals.try_emplace(step.b, count).first->second);
            } else if (step.fixup == static_cast<std::uint8_t>(FixupType::string)) {
                hash.u64(hash64(block.script().string_at(static_cast<std::uint32_t>(step.b))));
            } else if (step.fixup == static_cast<std::uint8_t>(FixupType::import) && step.b >= 0 &&
                       static_cast<std::size_t>(step.b) < block.imports().size()) {
                hash.u64(hash64(block.script().scom().imports[static_cast<std::size_t>(step.b)]));
            } else if (step.fixup == static_cast<std::uint8_t>(FixupType::function)) {
                const std::uint32_t called = block.function_at(step.b);
                hash.u64(called == nowhere ? 0 : hash64(block.functions()[called].exported));
            } else {
                hash.u32(static_cast<std::uint32_t>(step.b));
            }
        }
        const std::uint64_t digest = hash.digest();
        keys.push_back({digest, seen[digest]++});
    }
    return keys;
}

std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics) {
    return NamesReader(text, diagnostics).run();
}

std::string write_names(const std::map<FunctionKey, FunctionNames>& functions) {
    TextWriter out;
    out.text(whose);
    out.newline();
    out.text(heading);
    out.newline();
    for (const auto& [key, names] : functions) {
        if (names.empty()) continue;
        out.text("function ");
        out.hex(key.hash, 16);
        if (key.twin != 0) out.text("." + std::to_string(key.twin));
        out.newline();
        for (const auto& [which, name] : names.locals)
            out.text("  local " + std::to_string(which) + " " + name + "\n");
        for (const auto& [which, name] : names.globals)
            out.text("  global " + std::to_string(which) + " " + name + "\n");
        for (const auto& [line, text] : names.comments)
            out.text("  comment " + std::to_string(line) + " " + text + "\n");
    }
    return out.take();
}

} // namespace vellum::ags::decompile
