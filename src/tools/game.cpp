// A game is told by a file that no other game has, at the place where the game looks for it; what the file
// holds decides, never its name alone. Facts: docs/archives.md.
#include "tools/game.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <tuple>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/encoding.hpp"
#include "base/ending.hpp"
#include "tools/open.hpp"

namespace vellum::tools {

namespace {

using Kind = GamePlace::Kind;

std::string file_name(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return lower_case(slash == std::string::npos ? path : path.substr(slash + 1));
}

std::string folder_name(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : lower_case(path.substr(0, slash));
}

/// Collects a game's places and scripts.
class Finder {
  public:
    Finder(const GameFolder& folder, const Engine& engine, std::string title) : folder_(folder) {
        game_.engine = &engine;
        game_.title = std::move(title);
    }

    /// The scripts of an archive; false if there are none.
    bool add_archive(const std::string& path) {
        const auto archive = folder_.archive(path);
        if (archive == nullptr) return false;
        const std::size_t place = game_.places.size();
        GamePlace added{path, Kind::archive, std::string(archive->format())};
        const auto members = archive->members();
        for (std::size_t entry = 0; entry < members.size(); ++entry)
            if (members[entry].storage != archives::Storage::nothing && is_script(members[entry].name)) {
                ++added.scripts;
                add_script({place, members[entry].name, entry});
            }
        if (added.scripts == 0) return false;
        game_.places.push_back(std::move(added));
        return true;
    }

    /// The loose scripts in a folder itself, if there are any; '/' ends its name.
    void add_folder(const std::string& path) {
        const std::size_t place = game_.places.size();
        GamePlace added{path, Kind::folder, "folder"};
        for (const std::string& file : folder_.files()) {
            if (!lower_case(file).starts_with(lower_case(path)) ||
                file.find('/', path.size()) != std::string::npos || !is_script(file))
                continue;
            if (added.scripts++ == 0) added.path = file.substr(0, path.size());
            add_script({place, file.substr(path.size())});
        }
        if (added.scripts != 0) game_.places.push_back(std::move(added));
    }

    /// The tables of texts in an archive.
    void add_texts(const std::string& path) {
        const auto archive = folder_.archive(path);
        if (archive == nullptr) return;
        for (const std::string_view name : game_.engine->text_tables())
            if (const std::size_t entry = archive->find(name); entry != archives::Archive::none)
                game_.text_tables.emplace_back(path, entry);
    }

    void add_container(const std::string& path, std::string format) {
        game_.scripts.push_back({game_.places.size(), {}});
        game_.places.push_back({path, Kind::container, std::move(format)});
    }

    [[nodiscard]] Game& game() noexcept { return game_; }

  private:
    [[nodiscard]] bool is_script(std::string_view name) const {
        return std::ranges::find(game_.engine->format().extensions(), extension_of(name)) !=
               game_.engine->format().extensions().end();
    }
    void add_script(GameScript script) {
        if (known_.insert(lower_case(script.name)).second)
            game_.scripts.push_back(std::move(script));
        else
            ++game_.hidden;
    }

    const GameFolder& folder_;
    Game game_;
    std::set<std::string> known_;
};

/// By the letters that most of the texts are written in.
std::string language_of(const Engine& engine, const std::vector<std::byte>& table, const std::string& name) {
    Diagnostics unused;
    const auto texts = engine.texts()->texts(table, {.name = name}, unused);
    if (!texts) return {};
    std::size_t cyrillic = 0, latin = 0;
    for (const GameText& text : *texts)
        for (std::size_t at = 0; at < text.text.size();) {
            const CodePoint point = decode_wtf8(text.text, at);
            at += std::max(point.length, 1U);
            if (point.value >= 0x400 && point.value < 0x500) ++cyrillic;
            if ((point.value | 0x20U) >= 'a' && (point.value | 0x20U) <= 'z') ++latin;
        }
    return cyrillic > latin ? "Russian" : std::string();
}

std::optional<Game> find_pathologic(const GameFolder& folder, const Engine& engine, bool details) {
    Finder finder(folder, engine, "Pathologic");
    Game& game = finder.game();
    for (const std::string& file : folder.files()) {
        const std::string where = folder_name(file);
        if (file_name(file) != "scripts.vfs" || (!where.empty() && where != "data")) continue;
        const std::string loose = file.substr(0, file.size() - extension_of(file).size()) + "/";
        finder.add_folder(loose);
        game.loose = loose;
        if (!finder.add_archive(file)) return {};
        game.way_back = {
            "Put the changed script as a loose file into '" + loose + "': 'vellum compile NAME.patho -o " +
                loose +
                "NAME.bin'. The game prefers a file there to the one of the same name in the archive, which "
                "stays unchanged. To undo it, delete the file.",
            "Or make a new archive, 'vellum pack " + file +
                " --replace NAME.bin=NAME.patho -o Scripts.new.vfs', and replace the old one with it.",
        };
        for (const std::string& other : folder.files())
            if (file_name(other) == "strings.vfs" && folder_name(other) == where) finder.add_texts(other);
        if (!details) return std::move(game);
        struct Release {
            std::size_t scripts;
            std::string_view version;
        };
        constexpr auto releases =
            std::to_array<Release>({{976, "2005, or the English demo"}, {963, "Classic HD"}, {372, "alpha"}});
        for (const Release& release : releases)
            if (game.places.back().scripts == release.scripts) game.version = release.version;
        for (const auto& [path, entry] : game.text_tables) {
            const auto archive = folder.archive(path);
            if (const auto table = archive->read(entry))
                game.language = language_of(engine, *table, archive->members()[entry].name);
        }
        return std::move(game);
    }
    return {};
}

std::optional<Game> find_ff7(const GameFolder& folder, const Engine& engine, bool) {
    struct Language {
        std::string_view archive, name;
    };
    constexpr auto languages = std::to_array<Language>({{"world_us.lgp", "English"},
                                                        {"world_fr.lgp", "French"},
                                                        {"world_gm.lgp", "German"},
                                                        {"world_sp.lgp", "Spanish"},
                                                        {"world_ja.lgp", "Japanese"}});
    Finder finder(folder, engine, "Final Fantasy VII");
    Game& game = finder.game();
    for (const std::string& file : folder.files()) {
        const auto language = std::ranges::find(languages, file_name(file), &Language::archive);
        if (language == languages.end() || !finder.add_archive(file)) continue;
        finder.add_texts(file);
        game.language += (game.language.empty() ? "" : ", ") + std::string(language->name);
    }
    if (game.places.empty()) return {};
    game.version = "PC";
    const std::string& archive = game.places.front().path;
    game.way_back = {
        "Put the changed script into the archive: 'vellum pack " + archive +
            " --replace wm0.ev=island.wms --in-place'. World scripts always have 28,672 bytes, so nothing "
            "else in it moves; the original archive is kept as '" +
            archive + ".before'.",
        "With the FFNx driver you need not change the archive: it prefers the file 'direct/world/wm0.ev' to "
        "the one in the archive.",
    };
    return std::move(game);
}

/// A path for a tank of one's own where the game reads tanks, and where there is no file yet.
std::string free_tank(const GameFolder& folder, std::span<const std::string> tanks) {
    std::string home = "Resources/";
    for (const std::string& tank : tanks)
        if (folder_name(tank) == "resources") home = tank.substr(0, tank.rfind('/') + 1);
    std::set<std::string> taken;
    for (const std::string& file : folder.files()) taken.insert(lower_case(file));
    std::string path = home + "mod.dsres";
    for (std::size_t number = 2; taken.contains(lower_case(path)); ++number)
        path = home + "mod" + std::to_string(number) + ".dsres";
    return path;
}

std::optional<Game> find_siege(const GameFolder& folder, const Engine& engine, bool) {
    constexpr auto endings = std::to_array<std::string_view>({".dsres", ".dsmap", ".ds2res", ".ds2map"});
    constexpr auto homes = std::to_array<std::string_view>({"resources", "dsloa", "maps"});
    constexpr std::uint32_t user_priority = 0x4000; // of what players make
    struct Tank {
        std::uint32_t priority;
        std::string path;
    };
    std::vector<Tank> tanks;
    bool second = false, expansion = false;
    for (const std::string& file : folder.files()) {
        const std::string ending = extension_of(file);
        if (std::ranges::find(endings, ending) == endings.end() ||
            std::ranges::find(homes, folder_name(file)) == homes.end())
            continue;
        const auto archive = folder.archive(file);
        if (archive == nullptr || archive->format() != "tank") continue;
        tanks.push_back({archive->priority(), file});
        second = second || ending.starts_with(".ds2");
        expansion = expansion || folder_name(file) == "dsloa";
    }
    std::ranges::sort(tanks, [](const Tank& a, const Tank& b) {
        return std::tie(b.priority, a.path) < std::tie(a.priority, b.path);
    });
    Finder finder(folder, engine, second ? "Dungeon Siege II" : "Dungeon Siege");
    Game& game = finder.game();
    std::vector<std::string> paths;
    for (const Tank& tank : tanks) {
        finder.add_archive(tank.path);
        paths.push_back(tank.path);
    }
    if (game.places.empty()) return {};
    if (expansion) game.version = "Legends of Aranna";
    if (second)
        game.way_back = {"Dungeon Siege II refuses changed tanks, so Vellum only reads them."};
    else
        game.way_back = {
            "Make a tank with only the changed files, under their full paths: 'vellum pack " +
                free_tank(folder, paths) +
                " --new tank --add world/ai/jobs/NAME.skrit=NAME.skrit'. It overrides the game's own tanks, "
                "which stay unchanged. To undo it, delete the tank." +
                (tanks.front().priority >= user_priority
                     ? " There is already another such tank: do not change the same file in both, because it "
                       "is unknown which of them the game uses."
                     : ""),
            "Or make a new version of the game's tank, 'vellum pack TANK --replace MEMBER=FILE -o NEW', and "
            "replace the old one with it.",
        };
    return std::move(game);
}

/// True if the file is a package of AGS, alone or behind a program.
bool is_package(const GameFolder& folder, const std::string& file) {
    constexpr std::string_view head = "CLIB", tail = "SIGE";
    const auto source = folder.open(file);
    std::array<std::byte, 4> bytes{};
    if (source == nullptr || source->size() < bytes.size()) return false;
    const auto has = [&](std::uint64_t at, std::string_view mark) {
        return source->read(at, bytes) && as_text(bytes) == mark;
    };
    return has(0, head) || has(source->size() - bytes.size(), tail);
}

std::optional<Game> find_ags(const GameFolder& folder, const Engine& engine, bool details) {
    Finder finder(folder, engine, "Adventure Game Studio");
    Game& game = finder.game();
    std::vector<std::string> translations;
    std::string pack;
    const auto add_loose = [&] {
        for (const std::string& file : folder.files()) {
            const std::string name = lower_case(file);
            const std::string ending = extension_of(name);
            if (ending == ".tra") translations.push_back(file.substr(0, file.size() - ending.size()));
            if (name.find('/') != std::string::npos) continue;
            if (name == "game28.dta" || name == "ac2game.dta")
                finder.add_container(file, "main data");
            else if (ending == ".crm")
                finder.add_container(file, "room");
            else if (ending == ".o")
                finder.add_container(file, "script");
        }
    };
    for (const std::string& file : folder.files()) {
        const std::string name = lower_case(file);
        const std::string ending = extension_of(name);
        if (name.find('/') != std::string::npos) continue;
        if ((ending == ".ags" || ending == ".exe" || name == "ac2game.dat") && is_package(folder, file))
            pack = pack.empty() || ending == ".ags" ? file : pack;
    }
    add_loose();
    if (pack.empty() &&
        std::ranges::none_of(game.places, [](const GamePlace& place) { return place.format == "main data"; }))
        return {};
    if (!pack.empty()) finder.add_container(pack, "packed game");
    game.way_back = {
        "Put the changed room or main data next to the game as a loose file: 'vellum pack room1.crm "
        "--replace room1=room1.o -o new.crm'. The game prefers it to the one in a pack; since 3.6.1 it also "
        "takes loose scripts (room1.o, GlobalScript.o). To undo it, delete the file.",
    };
    if (!pack.empty())
        game.way_back.push_back("Or make a new pack, 'vellum pack " + pack +
                                " --replace room1=room1.o -o new', with scripts of any length. This "
                                "invalidates a Windows signature.");
    if (!details) return std::move(game);
    for (GamePlace& place : game.places) {
        const auto open = [&](const std::string& file) -> Result<std::shared_ptr<const ByteSource>> {
            auto source = folder.open(file);
            if (source == nullptr) return fail(codes::io_read, "it cannot be read", {.file = file});
            return source;
        };
        auto source = open(place.path);
        if (!source) continue;
        const auto container = engine.format().open_container(std::move(*source), place.path, open);
        if (!container) continue;
        if (*container == nullptr) {
            if (place.format == "script") place.scripts = 1;
            continue;
        }
        place.scripts = static_cast<std::size_t>(
            std::ranges::count((*container)->members(), "script", &archives::Member::kind));
        for (const Fact& fact : (*container)->facts()) {
            if (fact.name == "game") game.title = fact.value;
            if (fact.name == "version") game.version = "AGS " + fact.value;
        }
    }
    for (const std::string& translation : translations)
        game.language += (game.language.empty() ? "its own, " : ", ") + translation;
    return std::move(game);
}

} // namespace

std::size_t Game::script_count() const {
    return std::accumulate(places.begin(), places.end(), std::size_t{0},
                           [](std::size_t sum, const GamePlace& place) { return sum + place.scripts; }) -
           hidden;
}

const Engine* engine_of_archive(std::string_view format) {
    struct Home {
        std::string_view format, engine;
    };
    constexpr auto homes =
        std::to_array<Home>({{"lgp", "ff7"}, {"txz", "ff7"}, {"vfs", "pathologic"}, {"tank", "skrit"}});
    const auto found = std::ranges::find(homes, format, &Home::format);
    return found == homes.end() ? nullptr : find_engine(found->engine);
}

std::string_view content_root(std::string_view path) {
    constexpr auto places =
        std::to_array<std::string_view>({"world/contentdb/", "world/ai/", "world/global/", "world/maps/",
                                         "art/animations/"}); // Dungeon Siege
    const std::string lower = lower_case(path);
    for (std::size_t at = 0; at < lower.size(); at = lower.find('/', at) + 1) {
        for (const std::string_view place : places)
            if (std::string_view(lower).substr(at).starts_with(place))
                return at == 0 ? std::string_view(".") : path.substr(0, std::max<std::size_t>(at - 1, 1));
        if (lower.find('/', at) == std::string::npos) break;
    }
    return {};
}

std::optional<Game> recognise_game(const GameFolder& folder, bool details) {
    struct Row {
        std::string_view engine;
        std::optional<Game> (*find)(const GameFolder&, const Engine&, bool);
    };
    constexpr auto rows = std::to_array<Row>(
        {{"pathologic", find_pathologic}, {"ff7", find_ff7}, {"skrit", find_siege}, {"ags", find_ags}});
    for (const Row& row : rows)
        if (const Engine* engine = find_engine(row.engine))
            if (auto game = row.find(folder, *engine, details)) return game;
    return {};
}

} // namespace vellum::tools
