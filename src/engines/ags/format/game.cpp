// Loading files of every kind into programs.
#include "engines/ags/format/game.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/source.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/archive.hpp"

namespace vellum::ags {

namespace {

/// Asks the main data, which is the file itself or one of its assets.
bool says_utf8(std::span<const std::byte> bytes, std::span<const archives::Member> members) noexcept {
    return has_utf8_texts(bytes) || std::ranges::any_of(members, [&](const archives::Member& member) {
               return member.kind == "asset" && !member.cut_off &&
                      has_utf8_texts(bytes.subspan(static_cast<std::size_t>(member.offset),
                                                   static_cast<std::size_t>(member.size)));
           });
}

std::vector<std::byte> copy(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

/// Reads the block at `offset`; what stands around it is kept if the program is that block alone.
Result<std::shared_ptr<const Script>> load_script(const Engine& engine, std::span<const std::byte> bytes,
                                                  std::uint64_t offset, std::string name,
                                                  bool keep_surroundings) {
    std::size_t consumed = 0;
    const auto start = static_cast<std::size_t>(offset);
    Result<Scom> scom = read_scom(bytes.subspan(start), consumed, offset);
    if (!scom) return std::unexpected(std::move(scom.error()));
    EnclosingBytes around;
    if (keep_surroundings) around = {copy(bytes.first(start)), copy(bytes.subspan(start + consumed))};
    return Script::make(engine, std::move(name), std::move(*scom), std::move(around), offset);
}

} // namespace

Game::Game(const Engine& engine, std::string name, std::vector<std::byte> bytes, const Container& container,
           std::vector<GameScript> scripts, std::shared_ptr<const GameParts> parts)
    : Program(engine, std::move(name)),
      bytes_(std::move(bytes)),
      format_(container.kind() == FileKind::package
                  ? "game package, library version " + std::to_string(container.header().version)
                  : "game data"),
      members_(container.members().begin(), container.members().end()),
      scripts_(std::move(scripts)),
      utf8_texts_(says_utf8(bytes_, members_)),
      parts_(std::move(parts)) {}

Game::Game(const Engine& engine, std::string name, std::shared_ptr<const GameParts> parts)
    : Program(engine, std::move(name)),
      format_("game data"),
      utf8_texts_(parts->main.is_utf8()),
      parts_(std::move(parts)) {
    bytes_.resize(sizeof(parts_->hash));
    store_u64(bytes_.data(), parts_->hash);
}

std::vector<Fact> Game::facts() const {
    std::vector<Fact> facts;
    facts.emplace_back("format", format_);
    facts.emplace_back("texts", utf8_texts_ ? "UTF-8" : "8-bit");
    facts.emplace_back("scripts", scripts_.size());
    for (const archives::Member& member : members_)
        facts.emplace_back(member.cut_off ? member.kind + " cut off" : member.kind,
                           member.name + ", " + std::to_string(member.size) + " bytes");
    std::vector<std::shared_ptr<const Script>> scripts;
    scripts.reserve(scripts_.size());
    for (const GameScript& entry : scripts_) scripts.push_back(entry.script);
    for (Fact& fact : slow_script_facts(engine(), scripts)) facts.push_back(std::move(fact));
    return facts;
}

Result<ProgramPtr> load_file(const Engine& engine, std::span<const std::byte> bytes,
                             const LoadOptions& options, Diagnostics& diagnostics) {
    const auto opened = Container::open(std::make_shared<SpanSource>(bytes), options.name);
    if (!opened) return std::unexpected(opened.error());
    const Container* const container = opened->get();
    if (container == nullptr || container->kind() == FileKind::room) {
        auto script =
            load_script(engine, bytes, container == nullptr ? 0 : container->members().front().offset,
                        options.name, true);
        if (!script) return std::unexpected(std::move(script.error()));
        return ProgramPtr(std::move(*script));
    }
    std::vector<GameScript> scripts;
    for (const archives::Member& member : container->members()) {
        if (member.kind != "script") continue;
        auto script = load_script(engine, bytes, member.offset, member.name, false);
        if (script)
            scripts.push_back({is_room_name(member.name) ? "room" : "script", std::move(*script)});
        else {
            Diagnostic problem = std::move(script.error());
            problem.severity = Severity::warning; // the other scripts are still good
            problem.message = member.name + ": " + problem.message;
            diagnostics.add(std::move(problem));
        }
    }
    if (scripts.empty())
        return fail(codes::container_empty, "no compiled script was found in this file", {},
                    "games in several files keep their scripts in the first");
    Diagnostics unread; // whoever wants no more than the scripts need not hear of it
    auto parts = read_parts(*container, unread);
    return ProgramPtr(std::make_shared<const Game>(engine, options.name, copy(bytes), *container,
                                                   std::move(scripts), std::move(parts)));
}

} // namespace vellum::ags
