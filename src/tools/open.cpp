// One way to open for everybody, so that every command and every other language takes the same things and
// words its errors alike.
#include "tools/open.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/ending.hpp"
#include "base/source.hpp"
#include "base/suggest.hpp"
#include "base/text_storage.hpp"
#include "tools/codes.hpp"
#include "tools/quote.hpp"
#include "vellum/archive.hpp"

namespace vellum::tools {

namespace {

bool is_listing_name(std::string_view name) { return extension_of(name) == listing_extension; }

bool is_source_name(const Engine& engine, std::string_view name) {
    const std::string extension = extension_of(name);
    const auto source = engine.source_extensions();
    const auto compiled = engine.format().extensions();
    return std::ranges::find(source, extension) != source.end() &&
           std::ranges::find(compiled, extension) == compiled.end();
}

/// Bytes of a text in any encoding that has ASCII in it, and not of blanks alone.
bool is_text(std::span<const std::byte> bytes) {
    constexpr std::size_t looked_at = 4096;
    constexpr std::string_view blanks = " \t\n\v\f\r\x1a";
    const std::string_view text = as_text(bytes.first(std::min(bytes.size(), looked_at)));
    return text.find_first_not_of(blanks) != std::string_view::npos &&
           std::ranges::all_of(text, [&](char letter) {
               const auto byte = static_cast<unsigned char>(letter);
               return (byte >= ' ' && byte != 0x7F) || blanks.contains(letter);
           });
}

/// Whether a file is to be compiled. What it holds decides; its name does where that leaves it open.
bool holds_source(const Engine& engine, std::span<const std::byte> bytes, std::string_view name) {
    const auto endings = engine.source_extensions();
    if (endings.empty() || engine.format().detect(bytes, {}) != Confidence::no) return false;
    if (std::ranges::find(endings, extension_of(name)) != endings.end()) return true;
    // An engine is sure of the names of texts that it loads.
    return is_text(bytes) && engine.format().detect(bytes, name) < Confidence::likely;
}

/// What a container calls a script is compiled, whatever its name says.
Script script_of(const Engine& engine, const std::string& file, const archives::Member& member,
                 std::span<const std::byte> bytes) {
    return {file + "!" + member.name,
            member.name,
            member.offset,
            bytes,
            false,
            member.kind != "script" && holds_source(engine, bytes, member.name)};
}

/// The engine whose source files have this ending, or null.
const Engine* engine_of_source(std::string_view name) {
    for (const Engine* engine : engines())
        if (is_source_name(*engine, name)) return engine;
    return nullptr;
}

std::string names_of_engines() {
    std::string names;
    for (const Engine* engine : engines()) {
        if (!names.empty()) names += ", ";
        names += engine->id();
    }
    return names;
}

/// The engine that a listing names in its first lines, or null.
const Engine* engine_of_listing(std::string_view text) {
    for (int line = 0; line < 5 && !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        std::string_view first = text.substr(0, end);
        if (first.starts_with(engine_mark)) {
            first.remove_prefix(engine_mark.size());
            return find_engine(first.substr(0, first.find_first_of(" \r\t,")));
        }
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return nullptr;
}

/// The engine whose assembler knows more of the listing's words than any other's, or null.
const Engine* engine_of_words(std::string_view text) {
    const Engine* best = nullptr;
    std::size_t fewest = 0;
    bool alone = false;
    for (const Engine* engine : engines()) {
        Diagnostics diagnostics;
        const bool fits = engine->format().assemble(text, {}, diagnostics).has_value();
        const std::size_t errors = fits ? 0 : std::max<std::size_t>(diagnostics.errors(), 1);
        if (best == nullptr || errors < fewest) {
            best = engine;
            fewest = errors;
            alone = true;
        } else if (errors == fewest) {
            alone = false;
        }
    }
    return alone ? best : nullptr;
}

const Engine* find_out_engine(std::span<const std::byte> bytes, const std::string& name, const Engine* home,
                              bool& listing) {
    const std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 4096)));
    if (is_listing_name(name) || text.starts_with(engine_mark)) {
        if (const Engine* engine = engine_of_listing(text); engine != nullptr) {
            listing = true;
            return engine;
        }
    }
    listing = is_listing_name(name);
    if (listing)
        if (const Engine* engine = engine_of_words(as_text(bytes)); engine != nullptr) return engine;
    if (home != nullptr)
        return home->format().detect(bytes, name) != Confidence::no || is_source_name(*home, name) ? home
                                                                                                   : nullptr;
    if (const Engine* engine = detect_engine(bytes, name); engine != nullptr) return engine;
    return engine_of_source(name);
}

/// What a file that no engine takes is known to be by its ending.
std::string_view known_ending(std::string_view path) {
    struct Known {
        std::string_view ending, what;
    };
    static constexpr Known all[] = {
        {".ash", "this is an Adventure Game Studio header: pass it with --header together with the script"},
        {".scm", "this is not an Adventure Game Studio script module, or it is damaged"},
    };
    for (const Known& known : all)
        if (has_ending(path, known.ending)) return known.what;
    return "no engine recognises this file";
}

/// Members of a container may lie over each other, and each is taken on its own.
[[nodiscard]] Result<void> members_fit(std::span<const archives::Member> members, std::uint64_t size,
                                       const std::string& file) {
    std::uint64_t total = 0;
    for (const archives::Member& member : members)
        if (lies_inside(member.offset, member.size, size)) total += member.size;
    const std::uint64_t most = archives::most_unfolded(size);
    if (total <= most) return {};
    return fail(codes::cli_member,
                "the container's members overlap: together they have more than " + std::to_string(most) +
                    " bytes",
                {.file = file});
}

} // namespace

Result<void> choose_member(OpenedFile& opened, std::string_view path, const std::string& wanted) {
    std::vector<archives::Member> chosen;
    std::ranges::copy_if(opened.members, std::back_inserter(chosen),
                         [&](const archives::Member& member) { return member.name == wanted; });
    const std::string file(path);
    if (opened.members.empty())
        return fail(codes::cli_member, "the file is not a container, so it has no members", {.file = file},
                    "leave out the part after '!'");
    if (chosen.empty()) {
        std::vector<std::string_view> names;
        names.reserve(opened.members.size());
        for (const archives::Member& member : opened.members) names.push_back(member.name);
        return fail(codes::cli_member,
                    "the container has no member '" + wanted + "'." + did_you_mean(wanted, names),
                    {.file = file}, "'vellum extract --list " + file + "' lists what is inside");
    }
    opened.members = std::move(chosen);
    return {};
}

/// The member that the options name, or a function.
static Result<void> choose(OpenedFile& opened, std::string_view path, const OpenOptions& options) {
    if (options.member.empty()) return {};
    if (options.functions && opened.members.empty()) {
        opened.function = options.member;
        opened.whole = true;
        return {};
    }
    auto chosen = choose_member(opened, path, options.member);
    const std::size_t mark = options.member.rfind('!');
    if (chosen || !options.functions || mark == std::string::npos) return chosen;
    if (!choose_member(opened, path, options.member.substr(0, mark))) return chosen;
    opened.function = options.member.substr(mark + 1);
    return {};
}

bool is_text_name(std::string_view name) {
    return is_listing_name(name) || engine_of_source(name) != nullptr;
}

bool holds_script(std::span<const std::byte> bytes, std::string_view name) {
    return std::ranges::any_of(engines(),
                               [&](const Engine* engine) {
                                   return engine->format().detect(bytes, name) >= Confidence::likely;
                               }) ||
           (is_text_name(name) && is_text(bytes));
}

/// The container that the source is, or null.
static Result<std::shared_ptr<const archives::Archive>>
open_container(const Engine& engine, std::shared_ptr<const ByteSource> source, const std::string& path,
               const OpenOptions& options) {
    archives::OpenBeside beside;
    if (options.beside != nullptr)
        beside = [&](const std::string& name) { return options.beside->open(name); };
    auto container = engine.format().open_container(std::move(source), path, beside);
    if (!container) container.error().place.file = path;
    return container;
}

/// Takes the scripts out of a container.
static Result<OpenedFile> open_members(OpenedFile opened, const std::string& path,
                                       const OpenOptions& options) {
    const ByteSource& source = opened.container->source();
    const auto all = opened.container->members();
    opened.members.assign(all.begin(), all.end());
    if (auto fit = members_fit(opened.members, source.size(), path); !fit)
        return std::unexpected(std::move(fit.error()));
    if (auto chosen = choose(opened, path, options); !chosen)
        return std::unexpected(std::move(chosen.error()));
    std::vector<const archives::Member*> scripts;
    std::uint64_t size = 0;
    for (const archives::Member& member : opened.members) {
        if (member.kind != "script" && options.member.empty()) continue;
        if (!lies_inside(member.offset, member.size, source.size())) continue;
        scripts.push_back(&member);
        size += member.size;
    }
    // A package of sources is one script.
    const bool sources =
        scripts.empty() &&
        std::ranges::find(opened.members, "source", &archives::Member::kind) != opened.members.end();
    opened.bytes.resize(static_cast<std::size_t>(sources ? source.size() : size));
    std::span<std::byte> rest = opened.bytes;
    if (sources) {
        if (auto done = source.read(0, rest); !done) return std::unexpected(std::move(done.error()));
        opened.scripts.push_back({opened.name, {}, 0, opened.bytes, false, true});
    }
    for (const archives::Member* member : scripts) {
        const std::span<std::byte> bytes = rest.first(static_cast<std::size_t>(member->size));
        rest = rest.subspan(bytes.size());
        if (auto done = source.read(member->offset, bytes); !done)
            return std::unexpected(std::move(done.error()));
        opened.scripts.push_back(script_of(*opened.engine, path, *member, bytes));
    }
    return opened;
}

Result<OpenedFile> open(std::vector<std::byte> bytes, std::string_view path, const OpenOptions& options) {
    OpenedFile opened;
    opened.load = options.load;
    if (text_storage(bytes) != TextStorage::plain) bytes = stored_as(stored_text(bytes), TextStorage::plain);
    end_lines(bytes);
    const std::string name(path);
    const std::string shown = options.shown.empty() ? name : options.shown;
    if (as_text(bytes).starts_with("version https://git-lfs.github.com/spec/"))
        return fail(codes::engine_unknown, "this is a Git LFS pointer, not the file itself", {.file = shown},
                    "'git lfs pull' fetches the files behind pointers");
    opened.name = shown;
    opened.whole = options.member.empty();
    bool listing = is_listing_name(path);
    opened.engine =
        options.engine != nullptr ? options.engine : find_out_engine(bytes, name, options.home, listing);
    if (options.engine != nullptr && as_text(bytes).starts_with(engine_mark)) listing = true;
    if (opened.engine == nullptr)
        return fail(codes::engine_unknown,
                    std::string(listing ? "the listing does not name its engine" : known_ending(path)),
                    {.file = shown},
                    "if you know what it is, say --engine ID with one of " + names_of_engines());
    const bool source = !listing && holds_source(*opened.engine, bytes, path);
    if ((listing || source) && is_binary(as_text(bytes)))
        return fail(codes::io_text, "this is not a text", {.file = shown});
    const auto whole = std::make_shared<MemorySource>(std::move(bytes));
    if (!listing && !source) {
        auto container = open_container(*opened.engine, whole, name, options);
        if (!container) return std::unexpected(std::move(container.error()));
        if (*container != nullptr) {
            opened.container = std::move(*container);
            return open_members(std::move(opened), name, options);
        }
    }
    opened.bytes = whole->take();
    if (auto chosen = choose(opened, path, options); !chosen)
        return std::unexpected(std::move(chosen.error()));
    opened.scripts.push_back({shown, {}, 0, opened.bytes, listing, source});
    return opened;
}

Result<std::optional<OpenedFile>> open_in_place(std::shared_ptr<const ByteSource> source,
                                                std::string_view path, const OpenOptions& options) {
    const std::string name(path);
    for (const Engine* engine : engines()) {
        if (options.engine != nullptr && options.engine != engine) continue;
        auto container = open_container(*engine, source, name, options);
        if (!container) return std::unexpected(std::move(container.error()));
        if (*container == nullptr) continue;
        OpenedFile opened;
        opened.engine = engine;
        opened.container = std::move(*container);
        opened.load = options.load;
        opened.name = options.shown.empty() ? name : options.shown;
        opened.whole = options.member.empty();
        return open_members(std::move(opened), name, options);
    }
    return std::nullopt;
}

Result<ProgramPtr> load(const OpenedFile& opened, const Script& script, Diagnostics& diagnostics) {
    const Engine& engine = *opened.engine;
    const LoadOptions options = opened.load.options(script.name);
    const std::string_view text = as_text(script.bytes);
    Result<ProgramPtr> program = script.is_listing ? engine.format().assemble(text, options, diagnostics)
                                 : script.is_source
                                     ? engine.language()->compile(text, options, diagnostics)
                                     : engine.format().load(script.bytes, options, diagnostics);
    diagnostics.set_file(script.name);
    if (!program && program.error().place.file.empty()) program.error().place.file = script.name;
    if (!script.is_listing && !script.is_source) return program;
    quote_lines(diagnostics, script.name, text, options.files);
    if (!program) quote_line(program.error(), script.name, text, options.files);
    return program;
}

} // namespace vellum::tools
