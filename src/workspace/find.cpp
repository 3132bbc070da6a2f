// From names to nodes. Folders give only files with an ending that some engine knows, since a game's folders
// are full of other things; whatever is named one by one is taken as it is.
#include "workspace/find.hpp"
#include "workspace/answers.hpp"

#include <algorithm>
#include <set>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/ending.hpp"
#include "base/glob.hpp"
#include "base/path.hpp"
#include "base/safe_path.hpp"
#include "base/suggest.hpp"
#include "base/text_writer.hpp"
#include "tools/codes.hpp"
#include "tools/game.hpp"
#include "tools/open.hpp"
#include "workspace/archives.hpp"
#include "workspace/pattern.hpp"

namespace vellum {

namespace {

bool contains(std::span<const std::string_view> list, std::string_view item) {
    return std::ranges::find(list, item) != list.end();
}

/// A path without what would lead out of an output folder.
std::string inside(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (part == "..") {
            if (!parts.empty()) parts.pop_back();
        } else if (!part.empty() && part != "." && !part.ends_with(':')) { // a drive
            parts.push_back(part);
        }
    }
    std::string result;
    for (const std::string_view part : parts) {
        if (!result.empty()) result += '/';
        result += part;
    }
    return result;
}

std::string file_name(std::string_view path) { return std::string(path::file_name(path)); }

constexpr std::string_view disc_format = "disc";

/// The folder that each file may read: the one that was named, or that of the game's content further down.
class Roots {
  public:
    Roots(std::string folder, std::span<const std::string> files) : folder_(std::move(folder)) {
        for (const std::string& file : files)
            if (const std::string_view root = tools::content_root(file);
                folder_ == "." || root.size() > folder_.size())
                content_.emplace(root);
    }
    [[nodiscard]] std::string of(std::string_view file) const {
        if (!contains(find_engine("skrit")->format().extensions(), extension_of(file))) return folder_;
        while (file.size() > folder_.size()) {
            file = file.substr(0, file.rfind('/') == std::string_view::npos ? 0 : file.rfind('/'));
            if (content_.contains(file)) return std::string(file);
        }
        return folder_;
    }

  private:
    std::string folder_;
    std::set<std::string, std::less<>> content_;
};

} // namespace

class Workspace::Finder {
  public:
    Finder(const Workspace& workspace, Diagnostics& remarks, InArchives in_archives, bool alone)
        : workspace_(workspace),
          files_(*workspace.files_),
          remarks_(remarks),
          in_archives_(in_archives),
          alone_(alone) {}

    [[nodiscard]] std::vector<Node> find(const std::string& word) {
        if (word == "-" && files_.kind(word) == FileKind::other) // standard input
            return {Node{.path = word, .relative = "stdin"}};
        const auto settings = workspace_.settings_in(home(word));
        engine_ = settings->engine;
        if (settings->problem && !workspace_.settings_.problem)
            problem(*settings->problem); // once, not for each file
        else
            add_word(word);
        for (Node& node : nodes_) node.one_of_many = many_;
        return std::move(nodes_);
    }

  private:
    /// The folder whose project counts.
    [[nodiscard]] std::string home(const std::string& word) const {
        const FileKind kind = files_.kind(word);
        if (kind == FileKind::folder) return word;
        return folder_of(kind == FileKind::none ? word.substr(0, word.find_first_of("*?[!")) : word);
    }

    void add_word(const std::string& word) {
        const FileKind kind = files_.kind(word);
        many_ = kind == FileKind::folder || (kind == FileKind::none && has_wildcard(word));
        if (kind == FileKind::folder) {
            add_folder(word);
        } else if (kind != FileKind::none) {
            add_file(word, {});
        } else if (const std::size_t mark = container_end(word); mark != std::string::npos) {
            add_file(word.substr(0, mark), word.substr(mark + 1));
        } else if (has_wildcard(word)) {
            add_pattern(word);
        } else {
            problem(fail(codes::io_read, "there is no such file or folder" + neighbour(word), {.file = word},
                         "check the spelling; relative paths start at the current folder"));
        }
    }

    /// Where the part behind `!` begins if what stands in front is a file.
    [[nodiscard]] std::size_t container_end(const std::string& word) const {
        for (std::size_t mark = word.find('!', 1); mark != std::string::npos; mark = word.find('!', mark + 1))
            if (files_.kind(word.substr(0, mark)) == FileKind::file) return mark;
        return std::string::npos;
    }

    /// ". Did you mean 'quest.bin'?" of what stands in the same folder.
    [[nodiscard]] std::string neighbour(const std::string& path) const {
        constexpr std::size_t most_looked_at = 10'000;
        const std::vector<FileEntry> entries = files_.entries(path::folder(path));
        if (entries.size() > most_looked_at) return {};
        std::vector<std::string> names;
        names.reserve(entries.size());
        for (const FileEntry& entry : entries) names.push_back(entry.name);
        std::ranges::sort(names); // of two that are equally like it, always the same
        const std::vector<std::string_view> all(names.begin(), names.end());
        const std::string meant = did_you_mean(file_name(path), all);
        return meant.empty() ? meant : "." + meant;
    }

    /// Images of discs have an ending that scripts have too.
    [[nodiscard]] bool may_be_disc(const std::string& path) const {
        constexpr std::uint64_t raw_sector = 2352, first_sectors = 17;
        const auto stamp = files_.stamp(path);
        return stamp && stamp->size % raw_sector == 0 && stamp->size >= first_sectors * raw_sector;
    }

    /// A file by its name; `member`: what stands behind `!`.
    void add_file(const std::string& path, const std::string& member) {
        // Looking into each file first would cost time.
        if (!member.empty() || !may_be_script(path, engine_) || may_be_disc(path)) {
            const auto archive = workspace_.archive(path);
            if (!archive) return problem(archive.error());
            if (*archive != nullptr) {
                const auto stamp = files_.stamp(path);
                nested_bytes_ = archives::most_unfolded(stamp ? stamp->size : 0);
                return add_archive(path, member, *archive, true);
            }
        }
        add({.path = path,
             .inside = {},
             .member = member,
             .relative = file_name(path),
             .root = folder_of(path)});
    }

    /// The members of an archive that are scripts, or those meant by a name or a pattern.
    void add_archive(const std::string& path, const std::string& wanted,
                     const std::shared_ptr<const archives::Archive>& archive, bool named) {
        for (const Diagnostic& remark : archive->remarks()) {
            Diagnostic told = remark;
            told.place.file = path;
            remarks_.add(std::move(told));
        }
        many_ = many_ || (wanted.empty() && in_archives_ != InArchives::whole);
        std::vector<Found> found;
        find(archive, {}, wanted, found);
        if (in_archives_ == InArchives::whole && found.empty())
            return add({.path = path,
                        .inside = wanted,
                        .member = {},
                        .relative = file_name(path),
                        .root = path,
                        .named = false,
                        .archive = archive,
                        .entry = archives::Archive::none});
        const std::string below = alone_ ? std::string() : file_name(path) + "/";
        for (const Found& one : found) {
            const std::string safe = safe_path(one.inside);
            add({.path = in_archives_ == InArchives::whole ? path + "!" + one.inside : path,
                 .inside = in_archives_ == InArchives::whole ? one.member : one.inside,
                 .member = in_archives_ == InArchives::whole ? std::string() : one.member,
                 .relative = below + (safe.empty() ? "member_" + std::to_string(one.entry) : safe),
                 .root = path,
                 .named = false,
                 .archive = one.archive,
                 .entry = one.entry});
        }
        if (!found.empty() || !named) return;
        if (wanted.empty() || has_wildcard(wanted))
            return problem(fail(codes::cli_pattern,
                                wanted.empty() ? "the archive has no file with a script's extension"
                                               : "no member of the archive matches the pattern",
                                {.file = path}, "'vellum extract --list " + path + "' lists what is inside"));
        std::vector<std::string_view> names;
        for (const archives::Member& member : archive->members()) names.emplace_back(member.name);
        problem(fail(codes::cli_member,
                     "the archive has no member '" + wanted + "'." + did_you_mean(wanted, names),
                     {.file = path}, "'vellum extract --list " + path + "' lists what is inside"));
    }

    /// A member that is meant.
    struct Found {
        std::shared_ptr<const archives::Archive> archive; ///< Perhaps one inside another.
        std::size_t entry = 0;
        std::string inside; ///< Its name, behind those of the archives that it is in.
        std::string member; ///< What is meant of it, if it is a container.
    };

    /// What a name or pattern means in an archive, and in those inside it: behind each further '!'. Where
    /// archives are inputs these are found, with what is wanted of them as `member`.
    void find(const std::shared_ptr<const archives::Archive>& archive, const std::string& before,
              std::string_view wanted, std::vector<Found>& found) {
        const auto members = archive->members();
        const std::size_t known = found.size();
        const bool whole = in_archives_ == InArchives::whole;
        const std::vector<std::size_t> meant = members_meant(*archive, wanted);
        for (const std::size_t entry : meant) {
            if (whole || members[entry].storage == archives::Storage::nothing) continue;
            if (wanted.empty() && !may_be_script(*archive, entry, engine_, within_left_) &&
                (in_archives_ != InArchives::texts || !may_be_texts(members[entry].name))) {
                if (archive->format() == disc_format) find_within(*archive, entry, before, found);
                continue;
            }
            const bool alone = !wanted.empty() && !has_wildcard(wanted); // an archive is a folder here, too
            if (alone && contains(archives::extensions(), extension_of(members[entry].name)))
                if (const auto within = archive_in(*archive, entry)) {
                    find(within, before + members[entry].name + "!", {}, found);
                    continue;
                }
            found.push_back({archive, entry, before + members[entry].name, {}});
        }
        if (!meant.empty()) return;
        for (std::size_t mark = wanted.find('!'); mark != std::string_view::npos && found.size() == known;
             mark = wanted.find('!', mark + 1)) {
            const std::string_view rest = wanted.substr(mark + 1);
            for (const std::size_t entry : members_meant(*archive, wanted.substr(0, mark))) {
                const std::string name = before + members[entry].name;
                const auto within = archive_in(*archive, entry);
                if (within != nullptr) {
                    const std::size_t outside = found.size();
                    find(within, name + "!", rest, found);
                    if (whole && found.size() == outside)
                        found.push_back({within, 0, name, std::string(rest)});
                } else if (!whole && !has_wildcard(wanted)) {
                    found.push_back({archive, entry, name, std::string(rest)});
                }
            }
        }
    }

    /// What a file on a disc has in it if it is an archive by its name, too.
    void find_within(const archives::Archive& disc, std::size_t entry, const std::string& before,
                     std::vector<Found>& found) {
        const archives::Member& member = disc.members()[entry];
        if (!contains(archives::extensions(), extension_of(member.name)) || member.size > within_left_)
            return;
        within_left_ -= member.size;
        if (const auto within = archive_in(disc, entry)) find(within, before + member.name + "!", {}, found);
    }

    /// A member that is an archive itself, as on discs; null for others.
    std::shared_ptr<const archives::Archive> archive_in(const archives::Archive& archive, std::size_t entry) {
        if (nested_bytes_ == 0) return nullptr;
        auto bytes = archive.read(entry);
        if (!bytes) return nullptr;
        auto source = std::make_shared<MemorySource>(std::move(*bytes));
        if (archives::detect(*source).empty()) return nullptr;
        // One account for all of them: each may be small and hold many that are large.
        auto opened = archives::open(std::move(source), {.all_bytes = nested_bytes_});
        if (!opened) return nullptr;
        nested_bytes_ -= std::min(nested_bytes_, archives::unfolded_size(**opened));
        return std::move(*opened);
    }

    void add(Node node) { nodes_.push_back(std::move(node)); }

    void problem(const std::unexpected<Diagnostic>& diagnostic) { problem(diagnostic.error()); }
    /// `named`: of what the user named, not of a file that was found there.
    void problem(const Diagnostic& diagnostic, bool named = true) {
        Node& node = nodes_.emplace_back();
        node.path = diagnostic.place.file;
        node.named = named;
        node.problem = diagnostic;
    }

    /// The scripts that an installed game runs, if the folder is one.
    bool add_game(const std::string& folder) {
        if (in_archives_ == InArchives::whole) return false;
        std::vector<Diagnostic> problems;
        const auto game = workspace_.game(folder, false, problems);
        if (!game || (engine_ != nullptr && engine_ != game->engine)) return false;
        for (const Diagnostic& diagnostic : problems) problem(diagnostic);
        std::vector<std::string> mounts;
        for (const tools::GamePlace& place : game->places) mounts.push_back(path_below(folder, place.path));
        const auto mounted = std::make_shared<const std::vector<std::string>>(std::move(mounts));
        for (const tools::GameScript& script : game->scripts) {
            const tools::GamePlace& place = game->places[script.place];
            const std::string& path = (*mounted)[script.place];
            Node node{.path = path,
                      .inside = {},
                      .member = {},
                      .relative = safe_path(script.name.empty() ? place.path : script.name),
                      .root = path,
                      .mounts = mounted,
                      .named = false};
            switch (place.kind) {
            case tools::GamePlace::Kind::folder: node.path += script.name; break;
            case tools::GamePlace::Kind::container:
                node.root = folder;
                node.named = true;
                break;
            case tools::GamePlace::Kind::archive:
                node.inside = script.name;
                node.archive = *workspace_.archive(path);
                node.entry = script.entry;
                break;
            }
            add(std::move(node));
        }
        if (in_archives_ == InArchives::texts)
            for (const auto& [file, entry] : game->text_tables) {
                const std::string path = path_below(folder, file);
                const auto archive = *workspace_.archive(path);
                const std::string& name = archive->members()[entry].name;
                add({.path = path,
                     .inside = name,
                     .member = {},
                     .relative = file + "!" + name,
                     .root = path,
                     .named = false,
                     .archive = archive,
                     .entry = entry});
            }
        return true;
    }

    void add_folder(const std::string& folder) {
        if (add_game(folder)) return;
        Diagnostics diagnostics;
        const std::vector<std::string> files = files_.walk(folder, diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) problem(diagnostic);
        const std::size_t before = nodes_.size();
        const Roots roots(folder, files);
        std::set<std::string> of_discs;
        for (const std::string& file : files)
            for (std::string& part : disc_files(files_, file)) of_discs.insert(std::move(part));
        for (const std::string& file : files) {
            const bool disc = of_discs.contains(file) || may_be_disc(file);
            if (disc || contains(archives::extensions(), extension_of(file))) {
                const auto archive = workspace_.archive(file);
                if (!archive)
                    problem(archive.error(), false);
                else if (*archive != nullptr)
                    add_archive(file, {}, *archive, false);
                if (!disc || !archive || *archive != nullptr || of_discs.contains(file)) continue;
            }
            if (!may_be_script(file, engine_)) continue;
            add({.path = file,
                 .inside = {},
                 .member = {},
                 .relative = file.substr(file.find_first_not_of('/', folder.size())),
                 .root = roots.of(file),
                 .named = false});
        }
        if (nodes_.size() == before && diagnostics.ok())
            problem(fail(codes::cli_pattern, "the folder has no file with a script's extension",
                         {.file = folder}, "name the files themselves if they have unusual extensions"));
    }

    void add_pattern(const std::string& pattern) {
        const std::vector<std::string> files = expand_pattern(files_, pattern);
        const Roots roots(folder_of(pattern.substr(0, pattern.find_first_of("*?["))), files);
        for (const std::string& file : files)
            add({.path = file,
                 .inside = {},
                 .member = {},
                 .relative = inside(file),
                 .root = roots.of(file),
                 .named = false});
        if (files.empty())
            problem(fail(codes::io_read, "no file matches the pattern", {.file = pattern},
                         "* matches anything within a folder, ** any folders"));
    }

    const Workspace& workspace_;
    const FileSystem& files_;
    const Engine* engine_ = nullptr; ///< The only one whose scripts count; null: any.
    Diagnostics& remarks_;
    InArchives in_archives_;
    bool alone_;
    std::vector<Node> nodes_;
    bool many_ = false;              ///< The name that is looked at may mean several.
    std::uint64_t nested_bytes_ = 0; ///< That archives inside the present one may still have.
    std::uint64_t within_left_ = std::uint64_t{1} << 30U; ///< Bytes of discs that may still be looked into.
};

std::vector<Node> Workspace::find(const std::string& name, Diagnostics& remarks, InArchives in_archives,
                                  bool alone) const {
    return Finder(*this, remarks, in_archives, alone).find(name);
}

std::string path_below(const std::string& folder, const std::string& file) {
    return folder.ends_with('/') ? folder + file : folder + "/" + file;
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::vector<std::size_t> members_meant(const archives::Archive& archive, std::string_view wanted) {
    std::vector<std::size_t> meant;
    if (!wanted.empty() && !has_wildcard(wanted)) {
        if (const std::size_t entry = archive.find(wanted); entry != archives::Archive::none)
            meant.push_back(entry);
        return meant;
    }
    const std::string pattern = lower_case(wanted);
    for (std::size_t entry = 0; entry < archive.members().size(); ++entry)
        if (wanted.empty() || matches(pattern, lower_case(archive.members()[entry].name)))
            meant.push_back(entry);
    return meant;
}

bool may_be_script(std::string_view path, const Engine* wanted) {
    const std::string extension = extension_of(path);
    if (extension == tools::listing_extension) return true;
    const auto knows = [&](const Engine& engine) {
        return contains(engine.format().extensions(), extension) ||
               contains(engine.source_extensions(), extension);
    };
    if (wanted != nullptr) return knows(*wanted);
    return std::ranges::any_of(engines(), [&](const Engine* engine) { return knows(*engine); });
}

bool may_be_script(const archives::Archive& archive, std::size_t entry, const Engine* wanted,
                   std::uint64_t& may_read) {
    const archives::Member& member = archive.members()[entry];
    const Engine* const home = tools::engine_of_archive(archive.format());
    if (!may_be_script(member.name, wanted != nullptr ? wanted : home)) return false;
    if (wanted != nullptr || archive.format() != disc_format) return true;
    if (member.size > may_read) return false;
    may_read -= member.size;
    const auto bytes = archive.read(entry);
    return bytes && tools::holds_script(*bytes, member.name);
}

bool may_be_texts(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    const std::string name = lower_case(path.substr(slash == std::string_view::npos ? 0 : slash + 1));
    return std::ranges::any_of(engines(),
                               [&](const Engine* engine) { return contains(engine->text_tables(), name); });
}

void take_each_once(std::vector<Node>& nodes) {
    const auto is_text = [](const Node& node) {
        return tools::is_text_name(node.inside.empty() ? node.path : node.inside);
    };
    const auto without_ending = [](const Node& node) {
        const std::string name = node.name();
        return name.substr(0, name.size() - extension_of(name).size());
    };
    std::set<std::string> compiled;
    for (const Node& node : nodes)
        if (!node.named && !is_text(node)) compiled.insert(without_ending(node));
    std::erase_if(nodes, [&](const Node& node) {
        return !node.named && !node.problem && is_text(node) && compiled.contains(without_ending(node));
    });
}

std::string Node::name() const {
    std::string text = path == "-" ? "<stdin>" : path;
    for (const std::string* part : {&inside, &member})
        if (!part->empty()) text += "!" + *part;
    return text;
}

std::string relative_path(const Node& node, const tools::OpenedFile& opened, const tools::Script& script) {
    if (opened.members.empty()) return node.relative;
    std::string name = script.member;
    std::ranges::replace(name, '/', '_');
    std::ranges::replace(name, '\\', '_');
    name = safe_path(name);
    if (name.empty()) {
        TextWriter number;
        number.hex(script.offset);
        name = "member_" + number.take();
    }
    return node.relative + "!" + name;
}

} // namespace vellum
