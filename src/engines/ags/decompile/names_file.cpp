// See the header.
#include "engines/ags/decompile/names_file.hpp"

#include <set>

#include "base/hash.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/decompile/game_words.hpp"

namespace vellum::ags::decompile {

namespace {

using vellum::source::names_heading;
using vellum::source::NamesLines;

constexpr std::string_view whose = "// engine: ags";

class NamesReader {
  public:
    NamesReader(std::string_view text, Diagnostics& diagnostics)
        : lines_(text, codes::names_line, diagnostics), diagnostics_(diagnostics) {}

    std::shared_ptr<const Names> run() {
        const std::size_t before = diagnostics_.errors();
        auto names = std::make_shared<Names>();
        if (!lines_.next() || lines_.rest() != whose) return names; // another engine's
        if (!lines_.next() || lines_.rest() != names_heading)
            lines_.mistake("after its first line a names file has '" + std::string(names_heading) + "'");
        while (lines_.next()) {
            const std::string_view kind = lines_.word();
            if (kind.empty() || kind.starts_with('#')) continue;
            if (kind == "function")
                function(*names);
            else if (kind == "view" || kind == "cursor")
                game(kind);
            else if (kind == "import")
                declaration();
            else if (current_ == nullptr)
                lines_.mistake("expected a line 'function HASH' first");
            else
                inside(kind);
        }
        names->game = std::move(game_);
        return diagnostics_.errors() == before ? names : nullptr;
    }

  private:
    void game(std::string_view kind) {
        std::int32_t which = 0;
        if (!NamesLines::number(lines_.word(), which))
            return lines_.mistake("expected a number after '" + std::string(kind) + "'");
        const std::string_view name = lines_.word();
        if (game_ == nullptr) game_ = std::make_shared<GameWords>();
        if (!(kind == "view" ? game_->add_view(which, name) : game_->add_cursor(which, name)))
            lines_.mistake("'" + std::string(name) + "' is not a valid name, or is used already");
    }

    void declaration() {
        if (game_ == nullptr) game_ = std::make_shared<GameWords>();
        const std::string_view text = lines_.comment();
        if (!game_->exports().add(text))
            lines_.mistake("'" + std::string(text) +
                           "' is not a declaration, or its name is declared already");
    }

    void function(Names& names) {
        current_ = nullptr;
        const auto key = lines_.function_key();
        if (!key) return;
        const auto [entry, fresh] = names.functions.try_emplace(*key);
        if (!fresh) return lines_.mistake("this function already has names");
        current_ = &entry->second;
    }

    void inside(std::string_view kind) {
        if (kind == "comment") {
            std::int32_t line = 0;
            if (!NamesLines::number(lines_.word(), line))
                return lines_.mistake("expected a line number after 'comment'");
            current_->comments.emplace(line, lines_.comment());
            return;
        }
        if (kind != "local" && kind != "global")
            return lines_.mistake("unknown name '" + std::string(kind) + "' here");
        std::uint32_t which = 0;
        if (!NamesLines::number(lines_.word(), which))
            return lines_.mistake("expected a number after '" + std::string(kind) + "'");
        const std::string_view name = lines_.word();
        if (!is_name(name)) return lines_.mistake("'" + std::string(name) + "' is not a valid name");
        if (!(kind == "local" ? current_->locals : current_->globals).emplace(which, name).second)
            lines_.mistake(std::string(kind) + " " + std::to_string(which) + " already has a name");
    }

    NamesLines lines_;
    Diagnostics& diagnostics_;
    FunctionNames* current_ = nullptr;
    std::shared_ptr<GameWords> game_;
};

bool is_data(const Step& step) noexcept {
    return step.op == Op::littoreg && step.fixup == static_cast<std::uint8_t>(FixupType::data);
}

} // namespace

bool is_name(std::string_view text) noexcept {
    std::string plain(text); // bytes above 127 are letters
    for (char& letter : plain)
        if (static_cast<unsigned char>(letter) >= 0x80) letter = '_';
    return text.size() <= 100 && vellum::source::is_plain_name(plain);
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

std::string write_names(const std::map<FunctionKey, FunctionNames>& functions, const GameWords* game) {
    TextWriter out;
    out.put(whose, '\n', names_heading, '\n');
    if (game != nullptr) out.text(game->lines());
    for (const auto& [key, names] : functions) {
        if (names.empty()) continue;
        vellum::source::write_function_line(out, key);
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
