// What kind of file it is, and the scripts inside. Blocks are self-delimiting, so the main data file, whose
// own layout changes with every release, is searched for them; rooms and packages are followed by their
// tables.
#include "engines/ags/format/container.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "archives/source.hpp"
#include "archives/source_reader.hpp"
#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/module.hpp"
#include "engines/ags/format/scom.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view script_mark = "SCOM";
constexpr std::string_view game_data_mark = "Adventure Creator Game File v2";
constexpr std::uint8_t room_script_block = 7;
constexpr std::uint8_t room_end = 0xFF;
constexpr std::uint16_t room_wide_lengths_since = 32;
constexpr std::uint16_t room_mark = 0xFFFF; ///< Rooms of AGS 4: a text follows, then their version.
constexpr std::string_view room_signature = "AGS Room File v2";

} // namespace

std::string_view stem(std::string_view path) noexcept {
    const std::size_t slash = path.find_last_of("/\\");
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? path : path.substr(0, dot);
}

bool find_room_script(const ByteSource& room, std::uint64_t& offset, std::uint64_t& size,
                      unsigned* length_size) {
    archives::SourceReader reader(room);
    const std::uint16_t version = reader.u16();
    if (version == 0) return false;
    if (version == room_mark) {
        const auto signature = archives::read_range(room, 2, room_signature.size());
        if (!signature || as_text(*signature) != room_signature) return false;
        reader.skip(room_signature.size() + 4);
        reader.skip(reader.u32()); // what it was saved with
    }
    while (reader.ok()) {
        const std::uint8_t id = reader.u8();
        if (id == room_end) return false;
        if (id == 0) reader.skip(16); // the block's name
        const std::uint64_t length =
            id == 0 || version >= room_wide_lengths_since ? reader.u64() : reader.u32();
        if (id == room_script_block && reader.fits(length, 1)) {
            offset = reader.position();
            size = length;
            if (length_size != nullptr) *length_size = version >= room_wide_lengths_since ? 8 : 4;
            return true;
        }
        reader.skip(length);
    }
    return false;
}

namespace {

archives::Member member_of(std::string name, std::uint64_t offset, std::uint64_t size, std::string kind) {
    return {.name = std::move(name), .offset = offset, .stored = size, .size = size, .kind = std::move(kind)};
}

/// What a script calls itself: the name of its last section without the ending.
std::string own_name(const Scom& scom) {
    return scom.sections.empty() ? std::string() : std::string(stem(scom.sections.back().name));
}

bool is_dialog_name(std::string_view name) { return name.starts_with("__Dialog") || name == "DialogScripts"; }

/// All blocks in a range, in link order. False if too much of it looks like blocks and is none.
bool scan(std::span<const std::byte> bytes, std::uint64_t base, std::vector<archives::Member>& found) {
    // What false starts may make this look at again: real data holds a few at most.
    constexpr std::uint64_t again = 8;
    std::uint64_t looked_at = 0;
    std::size_t at = 0;
    const std::string_view text = as_text(bytes);
    while ((at = text.find(script_mark, at)) != std::string_view::npos) {
        std::size_t looks = 0;
        const std::size_t length = measure_scom(bytes.subspan(at), looks);
        looked_at += looks;
        if (looked_at > again * bytes.size()) return false;
        if (length == 0) {
            at += 4;
            continue;
        }
        found.push_back(member_of({}, base + at, length, "script"));
        at += length;
    }
    if (found.empty()) return true;
    // Order in the main data: the global script, right behind it the dialogs' (a number stands between it and
    // the modules where there is none), the modules. Only these have names of their own.
    const auto own = [&](const archives::Member& member) {
        std::size_t consumed = 0;
        const Result<Scom> scom = read_scom(bytes.subspan(static_cast<std::size_t>(member.offset - base),
                                                          static_cast<std::size_t>(member.size)),
                                            consumed);
        return scom ? own_name(*scom) : std::string();
    };
    std::size_t leading = 1;
    found[0].name = "GlobalScript";
    if (found.size() > 1 &&
        (found[1].offset == found[0].offset + found[0].size || is_dialog_name(own(found[1])))) {
        found[1].name = "__DialogScripts";
        leading = 2;
    }
    for (std::size_t i = leading; i < found.size(); ++i) {
        found[i].name = own(found[i]);
        if (found[i].name.empty()) found[i].name = "module" + std::to_string(i - 1);
    }
    // The engine links modules first, then the global script, then dialogs.
    std::rotate(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(leading), found.end());
    return true;
}

/// Modules, global script, dialogs, rooms; each in the order they were found, rooms by number. Modules that
/// `listed` names come first, in its order.
std::vector<archives::Member> in_link_order(std::vector<archives::Member> members,
                                            const std::unordered_map<std::string, std::size_t>& listed) {
    std::vector<archives::Member> sorted;
    sorted.reserve(members.size());
    const auto rank = [](const archives::Member& member) {
        if (is_room_name(member.name)) return 3;
        if (is_dialog_name(member.name)) return 2;
        return member.name == "GlobalScript" ? 1 : 0;
    };
    for (int wanted = 0; wanted <= 3; ++wanted)
        for (archives::Member& member : members)
            if (!member.name.empty() && rank(member) == wanted) sorted.push_back(member);
    std::sort(sorted.begin(), sorted.end(), [&](const archives::Member& a, const archives::Member& b) {
        if (rank(a) != rank(b)) return rank(a) < rank(b);
        if (rank(a) == 3) return room_number(a.name) < room_number(b.name);
        const auto first = listed.find(a.name), second = listed.find(b.name);
        const std::size_t place = first == listed.end() ? listed.size() : first->second;
        const std::size_t other = second == listed.end() ? listed.size() : second->second;
        return place != other ? place < other : a.offset < b.offset;
    });
    return sorted;
}

/// Collects the members of a package asset by asset.
class PackageMembers {
  public:
    PackageMembers(const ByteSource& source, std::span<const Asset> assets)
        : source_(source), assets_(assets) {}

    Result<std::vector<archives::Member>> collect() {
        if (auto good = check_overlaps(); !good) return std::unexpected(std::move(good.error()));
        for (const Asset& asset : assets_) // before the embedded ones: they count
            if (auto good = loose(asset); !good) return std::unexpected(std::move(good.error()));
        for (const Asset& asset : assets_)
            if (auto good = embedded(asset); !good) return std::unexpected(std::move(good.error()));
        const auto listed = listed_modules();
        if (!listed) return std::unexpected(listed.error());
        members_ = in_link_order(std::move(members_), *listed);
        for (const Asset& asset : assets_) {
            members_.push_back(member_of(asset.name, asset.offset, present(asset),
                                         asset.part == 0 ? "asset" : "asset elsewhere"));
            members_.back().cut_off = asset.part == 0 && !inside(asset);
        }
        return std::move(members_);
    }

  private:
    [[nodiscard]] bool inside(const Asset& asset) const {
        return asset.part == 0 && archives::lies_inside(asset.offset, asset.size, source_.size());
    }
    /// Bytes of an asset that are there; of other parts, what the table says.
    [[nodiscard]] std::uint64_t present(const Asset& asset) const {
        if (asset.part != 0 || inside(asset)) return asset.size;
        return asset.offset < source_.size() ? source_.size() - asset.offset : 0;
    }
    [[nodiscard]] Result<std::vector<std::byte>> content(const Asset& asset) const {
        return archives::read_range(source_, asset.offset, asset.size);
    }

    /// What a package holds may be a few times its size, since assets may lie over each other; more is a
    /// trap.
    [[nodiscard]] Result<void> check_overlaps() const {
        std::uint64_t total = 0;
        for (const Asset& asset : assets_) {
            if (asset.part != 0) continue;
            total += present(asset);
            if (total > most_unfolding * source_.size())
                return fail(codes::container_format,
                            "the package's files overlap: together they have more than " +
                                std::to_string(most_unfolding) + " times its size",
                            Place::at_offset(asset.offset), "no genuine package does that");
        }
        return {};
    }

    /// Lines of ScriptModules.lst, which orders loose modules since 3.6.1; the first file of that name
    /// counts.
    [[nodiscard]] Result<std::unordered_map<std::string, std::size_t>> listed_modules() const {
        std::unordered_map<std::string, std::size_t> places;
        const auto list = std::ranges::find_if(assets_, [this](const Asset& asset) {
            return inside(asset) && lower_case(asset.name) == "scriptmodules.lst";
        });
        if (list == assets_.end()) return places;
        const auto lines = content(*list);
        if (!lines) return std::unexpected(lines.error());
        std::string_view rest = as_text(*lines);
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            if (!line.empty()) places.try_emplace(std::string(stem(line)), places.size());
        }
        return places;
    }

    void add(archives::Member member) {
        if (loose_.contains(member.name)) return; // a loose script replaces it
        std::string name = member.name;
        for (std::size_t& next = next_number_[member.name]; !names_.insert(name).second; ++next)
            name = member.name + "#" + std::to_string(next + 2);
        member.name = std::move(name);
        members_.push_back(std::move(member));
    }

    Result<void> loose(const Asset& asset) {
        if (!inside(asset) || !lower_case(asset.name).ends_with(".o")) return {};
        const auto bytes = content(asset);
        if (!bytes) return std::unexpected(bytes.error());
        std::size_t looked_at = 0;
        const std::size_t length = measure_scom(*bytes, looked_at);
        if (length == 0) return {};
        std::string name(stem(asset.name));
        loose_.insert(name);
        if (names_.insert(name).second)
            members_.push_back(member_of(std::move(name), asset.offset, length, "script"));
        return {};
    }

    Result<void> embedded(const Asset& asset) {
        if (!inside(asset)) return {};
        const std::string name = lower_case(asset.name);
        if (name.ends_with(".crm")) {
            std::uint64_t offset = 0;
            std::uint64_t size = 0;
            std::string script(stem(asset.name));
            if (!loose_.contains(script) &&
                find_room_script(archives::PartSource(source_, asset.offset, asset.size), offset, size,
                                 nullptr))
                add(member_of(std::move(script), asset.offset + offset, size, "script"));
        } else if (name.ends_with(".dta")) {
            const auto bytes = content(asset);
            if (!bytes) return std::unexpected(bytes.error());
            std::vector<archives::Member> found;
            if (!scan(*bytes, asset.offset, found))
                return fail(codes::container_format, "'" + asset.name + "' is full of false script headers",
                            Place::at_offset(asset.offset));
            for (archives::Member& member : found) add(std::move(member));
        }
        return {};
    }

    static constexpr std::uint64_t most_unfolding = 4;

    const ByteSource& source_;
    std::span<const Asset> assets_;
    std::vector<archives::Member> members_;
    std::unordered_set<std::string> names_;
    std::unordered_set<std::string> loose_;
    std::unordered_map<std::string, std::size_t> next_number_; ///< Of names that are there more than once.
};

} // namespace

std::int32_t room_number(std::string_view name) noexcept {
    const std::size_t before = name.find_last_of("/\\!");
    if (before != std::string_view::npos) name.remove_prefix(before + 1);
    const std::size_t room = name.rfind("room");
    if (room == std::string_view::npos) return -1;
    // "demo-room3" is a room, "Bathroom2" a module.
    if (room != 0 && std::isalpha(static_cast<unsigned char>(name[room - 1])) != 0) return -1;
    name.remove_prefix(room + 4);
    std::int32_t value = -1;
    const std::from_chars_result read = std::from_chars(name.data(), name.data() + name.size(), value);
    const std::string_view rest = name.substr(static_cast<std::size_t>(read.ptr - name.data()));
    return read.ec == std::errc() && (rest.empty() || rest[0] == '.') ? value : -1;
}

namespace {

constexpr std::uint32_t editor_since = 12; // the main data says which version of the editor made it

} // namespace

bool is_main_data(std::span<const std::byte> bytes) noexcept {
    static_assert(main_data_mark_size == game_data_mark.size());
    return as_text(bytes).starts_with(game_data_mark);
}

std::uint64_t game_name_offset(std::span<const std::byte> bytes, std::uint32_t& version) noexcept {
    // Behind the mark: version, the editor's version, capabilities, then the game's name and its options.
    constexpr std::uint32_t capabilities_since = 48;
    ByteReader reader(bytes);
    if (as_text(reader.bytes(game_data_mark.size())) != game_data_mark) return 0;
    version = reader.u32();
    if (version >= editor_since) reader.skip(reader.u32());
    if (version >= capabilities_since)
        for (std::uint32_t count = reader.u32(); count != 0 && reader.ok(); --count)
            reader.skip(reader.u32());
    return reader.ok() ? reader.position() : 0;
}

namespace {

constexpr std::uint32_t utf8_page = 65001;

/// The code page of a game's texts by its options, which stand behind its name; 0: not said.
std::uint32_t code_page(std::span<const std::byte> bytes, std::uint64_t name_at) noexcept {
    constexpr std::uint64_t name_size = 52;
    constexpr std::uint64_t text_encoding = 49; ///< Number of the option.
    ByteReader reader(bytes);
    reader.seek(name_at + name_size + text_encoding * 4);
    return reader.u32();
}

} // namespace

std::vector<Fact> main_data_facts(std::span<const std::byte> bytes) {
    constexpr std::size_t longest_name = 50;
    std::uint32_t version = 0;
    const std::uint64_t at = game_name_offset(bytes, version);
    std::vector<Fact> facts;
    if (at == 0) return facts;
    ByteReader reader(bytes);
    reader.seek(at);
    if (std::string name = archives::until_nul(reader.bytes(longest_name)); !name.empty())
        facts.emplace_back("game", std::move(name));
    reader.seek(main_data_mark_size + 4);
    if (version >= editor_since)
        if (std::string editor(as_text(reader.bytes(reader.u32()))); reader.ok() && !editor.empty())
            facts.emplace_back("version", std::move(editor));
    facts.emplace_back("data version", version);
    constexpr std::uint64_t unique_id_at = 1780;
    reader.seek(at + unique_id_at);
    if (const std::uint32_t id = reader.u32(); reader.ok()) facts.emplace_back("game id", id);
    if (const std::uint32_t page = code_page(bytes, at); page != 0)
        facts.emplace_back("encoding", page == utf8_page ? "utf-8" : "windows-" + std::to_string(page));
    return facts;
}

bool has_utf8_texts(std::span<const std::byte> bytes) noexcept {
    std::uint32_t version = 0;
    const std::uint64_t name = game_name_offset(bytes, version);
    return name != 0 && code_page(bytes, name) == utf8_page;
}

bool is_room_name(std::string_view name) noexcept { return room_number(name) >= 0; }

FileKind recognise(const ByteSource& file, std::string_view file_name) {
    const auto read = [&](std::uint64_t offset, std::uint64_t length) {
        auto bytes = archives::read_range(file, offset, length);
        return bytes ? std::move(*bytes) : std::vector<std::byte>();
    };
    const auto first = read(0, std::min<std::uint64_t>(file.size(), 64));
    const std::string_view text = as_text(first);
    if (text.starts_with(script_mark)) return FileKind::script;
    if (text.starts_with(game_data_mark)) return FileKind::game_data;
    if (is_module(first)) return FileKind::module;
    PackageHeader header;
    if (find_package(file, header)) return FileKind::package;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    if (find_room_script(file, offset, size) && as_text(read(offset, script_mark.size())) == script_mark)
        return FileKind::room;
    if (lower_case(file_name).ends_with(".crm")) return FileKind::room;
    return FileKind::unknown;
}

FileKind recognise(std::span<const std::byte> bytes, std::string_view file_name) {
    return recognise(archives::SpanSource(bytes), file_name);
}

namespace {

Result<std::vector<archives::Member>> package_members(const ByteSource& source,
                                                      std::span<const Asset> assets) {
    auto members = PackageMembers(source, assets).collect();
    if (!members) return members;
    const auto cut = std::ranges::find(*members, true, &archives::Member::cut_off);
    if (cut != members->end() &&
        std::ranges::find(*members, "script", &archives::Member::kind) == members->end())
        return fail(codes::container_format,
                    "the package is cut off: '" + cut->name + "' at offset " + std::to_string(cut->offset) +
                        " is missing or incomplete",
                    Place::at_offset(source.size()), "the file is incomplete or has several parts");
    return members;
}

Result<std::vector<archives::Member>> room_members(const ByteSource& source, std::string_view file_name) {
    std::uint64_t offset = 0, size = 0;
    if (!find_room_script(source, offset, size))
        return fail(codes::container_empty, "the room file holds no script block", Place::at_offset(0),
                    "rooms saved by an editor before it compiled the script have none");
    const std::string_view name = stem(file_name.substr(file_name.rfind('!') + 1)); // in an archive
    return std::vector{member_of(name.empty() ? "room" : std::string(name), offset, size, "script")};
}

} // namespace

Result<std::vector<archives::Member>> find_members(const ByteSource& source, FileKind kind,
                                                   std::string_view file_name,
                                                   std::span<const Asset> assets) {
    if (kind == FileKind::package) return package_members(source, assets);
    if (kind == FileKind::room) return room_members(source, file_name);
    std::vector<archives::Member> members;
    if (kind != FileKind::game_data && kind != FileKind::module) return members;
    const auto bytes = archives::read_range(source, 0, source.size());
    if (!bytes) return std::unexpected(bytes.error());
    if (kind == FileKind::game_data) {
        if (!scan(*bytes, 0, members))
            return fail(codes::container_format, "the file is full of false script headers",
                        Place::at_offset(0));
        return members;
    }
    const auto module = read_module(*bytes, file_name);
    if (!module) return std::unexpected(module.error());
    const auto add = [&](const ModuleSource& text, const char* what) {
        members.push_back(member_of(text.name, text.offset, text.text.size(), what));
    };
    add(module->script, "source");
    add(module->header, "header");
    return members;
}

} // namespace vellum::ags
