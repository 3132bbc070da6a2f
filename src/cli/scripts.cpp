// Opening and loading for all commands, so that every command takes the same things and words its errors
// alike.
#include "cli/scripts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/ending.hpp"
#include "base/file.hpp"
#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "cli/data_files.hpp"
#include "cli/output.hpp"

namespace vellum::cli {

namespace {

constexpr std::uint64_t largest_input = std::uint64_t{4} << 30U;

bool is_listing_name(std::string_view name) { return extension_of(name) == listing_extension; }

bool is_source_name(const Engine& engine, std::string_view name) {
    const std::string extension = extension_of(name);
    const auto source = engine.source_extensions();
    const auto compiled = engine.extensions();
    return std::ranges::find(source, extension) != source.end() &&
           std::ranges::find(compiled, extension) == compiled.end();
}

/// The engine whose source files have this ending, or null.
const Engine* engine_of_source(std::string_view name) {
    for (const Engine* engine : engines())
        if (is_source_name(*engine, name)) return engine;
    return nullptr;
}

std::string names_of_engines() {
    std::string names;
    for (const Engine* engine : engines())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", engine->id());
    return names;
}

/// The engine whose assembler knows more of the listing's words than any other's, or null.
const Engine* engine_of_words(std::string_view text) {
    const Engine* best = nullptr;
    std::size_t fewest = 0;
    bool alone = false;
    for (const Engine* engine : engines()) {
        Diagnostics diagnostics;
        const bool fits = engine->assemble(text, {}, diagnostics).has_value();
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

const Engine* find_out_engine(std::span<const std::byte> bytes, const std::string& name, bool& listing) {
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
    if (const Engine* engine = detect_engine(bytes, name); engine != nullptr) return engine;
    return engine_of_source(name);
}

/// A member's name as one part of a path.
std::string plain_name(const Member& member) {
    std::string name = member.name;
    std::ranges::replace(name, '/', '_');
    std::ranges::replace(name, '\\', '_');
    name = safe_path(name);
    return name.empty() ? fmt::format("member_{:x}", member.offset) : name;
}

Result<void> choose_member(OpenedInput& opened, const Input& input) {
    const auto matches = [&](const Member& member) { return member.name == input.member; };
    std::vector<Member> chosen;
    std::ranges::copy_if(opened.members, std::back_inserter(chosen), matches);
    if (chosen.empty()) {
        std::vector<std::string_view> names;
        for (const Member& member : opened.members) names.push_back(member.name);
        if (names.empty())
            return fail(codes::cli_member, "the file is no container, so it has no members",
                        {.file = input.path}, "leave out the part behind '!'");
        return fail(codes::cli_member,
                    fmt::format("the container has no member '{}'.{}", input.member,
                                did_you_mean(input.member, names)),
                    {.file = input.path}, "'vellum extract --list " + input.path + "' lists what is inside");
    }
    opened.members = std::move(chosen);
    return {};
}

} // namespace

EngineChoice EngineChoice::of(Session& session) {
    return {session.engine(), std::string(session.arguments().text("--variant")),
            session.arguments().list("--data"), &session.outputs()};
}

std::shared_ptr<const FileSystem> EngineChoice::files(const Input& input) const {
    std::vector<std::string> folders = data;
    if (!input.root.empty()) folders.insert(folders.begin(), input.root);
    return std::make_shared<DataFiles>(*outputs, std::move(folders));
}

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

namespace {

/// What a file that no engine takes is known to be by its ending.
std::string_view known_ending(std::string_view path) {
    struct Known {
        std::string_view ending, what;
    };
    static constexpr Known all[] = {
        {".asc", "this is a source of Adventure Game Studio: Vellum reads compiled scripts of it only"},
        {".ash", "this is a header of Adventure Game Studio: Vellum reads compiled scripts of it only"},
        {".scm",
         "this is a source module of Adventure Game Studio: Vellum reads compiled scripts of it only"},
    };
    for (const Known& known : all)
        if (has_ending(path, known.ending)) return known.what;
    return "no engine recognises this file";
}

} // namespace

Result<OpenedInput> open_input(const Input& input, const EngineChoice& choice) {
    if (input.problem) return std::unexpected(*input.problem);
    OpenedInput opened;
    auto bytes =
        input.path == "-" ? read_standard_input(largest_input) : read_file(input.path, largest_input);
    if (!bytes) {
        if (bytes.error().place.file.empty()) bytes.error().place.file = input.display();
        return std::unexpected(std::move(bytes.error()));
    }
    opened.bytes = std::move(*bytes);
    opened.variant = choice.variant;
    opened.files = choice.files(input);
    bool listing = is_listing_name(input.path);
    opened.engine =
        choice.engine != nullptr ? choice.engine : find_out_engine(opened.bytes, input.path, listing);
    if (choice.engine != nullptr && as_text(opened.bytes).starts_with(engine_mark)) listing = true;
    if (opened.engine == nullptr) {
        return fail(
            codes::engine_unknown,
            std::string(listing ? "the listing does not say which engine it is for"
                                : known_ending(input.path)),
            {.file = input.display()},
            fmt::format("if you know what it is, say --engine ID with one of {}", names_of_engines()));
    }
    if (!listing) {
        auto members = opened.engine->members(opened.bytes, input.path);
        if (!members) {
            members.error().place.file = input.path;
            return std::unexpected(std::move(members.error()));
        }
        opened.members = std::move(*members);
    }
    if (!input.member.empty())
        if (auto chosen = choose_member(opened, input); !chosen)
            return std::unexpected(std::move(chosen.error()));
    if (opened.members.empty()) {
        opened.scripts.push_back({input.display(), input.relative, opened.bytes, listing});
        return opened;
    }
    for (const Member& member : opened.members) {
        if (member.kind != "script" && input.member.empty()) continue;
        if (member.offset > opened.bytes.size() || member.size > opened.bytes.size() - member.offset)
            continue;
        opened.scripts.push_back({input.path + "!" + member.name, input.relative + "!" + plain_name(member),
                                  std::span(opened.bytes).subspan(member.offset, member.size), false});
    }
    return opened;
}

Result<ProgramPtr> load_script(const OpenedInput& opened, const Script& script, Diagnostics& diagnostics) {
    const Engine& engine = *opened.engine;
    const LoadOptions options{script.name, opened.variant, opened.files.get()};
    const std::string_view text = as_text(script.bytes);
    Result<ProgramPtr> program = script.is_listing ? engine.assemble(text, options, diagnostics)
                                 : is_source_name(engine, script.name)
                                     ? engine.compile(text, options, diagnostics)
                                     : engine.load(script.bytes, options, diagnostics);
    diagnostics.set_file(script.name);
    if (!program && program.error().place.file.empty()) program.error().place.file = script.name;
    return program;
}

} // namespace vellum::cli
