// Opening and loading for all commands, so that every command takes the same things and words its errors
// alike.
#include "cli/scripts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/file.hpp"
#include "cli/codes.hpp"
#include "cli/suggest.hpp"
#include "vellum/files.hpp"

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

const Engine* find_out_engine(std::span<const std::byte> bytes, const std::string& name, bool& listing) {
    const std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 4096)));
    if (is_listing_name(name) || text.starts_with(engine_mark)) {
        if (const Engine* engine = engine_of_listing(text); engine != nullptr) {
            listing = true;
            return engine;
        }
    }
    listing = is_listing_name(name);
    if (const Engine* engine = detect_engine(bytes, name); engine != nullptr) return engine;
    return engine_of_source(name);
}

/// What stands in front of the name below the folder that was named.
std::string folder_of(const Input& input) {
    if (input.path == "-") return ".";
    const bool below = input.path.ends_with(input.relative);
    const std::size_t size =
        below ? input.path.size() - input.relative.size() : input.path.find_last_of('/') + 1;
    return size == 0 ? "." : input.path.substr(0, size);
}

std::string plain_name(std::string name) {
    std::ranges::replace(name, '/', '_');
    std::ranges::replace(name, '\\', '_');
    return name;
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

EngineChoice EngineChoice::of(const Session& session) {
    return {session.engine(), std::string(session.arguments().text("--variant"))};
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

Result<std::vector<std::byte>> read_standard_input() {
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (true) {
        bytes.resize(std::max<std::size_t>(65536, size * 2));
        const std::size_t got = std::fread(bytes.data() + size, 1, bytes.size() - size, stdin);
        size += got;
        if (got == 0) break;
        if (size > largest_input)
            return fail(codes::io_read, "standard input does not end within 4 GiB", {.file = "<stdin>"});
    }
    if (std::ferror(stdin) != 0)
        return fail(codes::io_read, "standard input could not be read", {.file = "<stdin>"});
    bytes.resize(size);
    return bytes;
}

Result<OpenedInput> open_input(const Input& input, const EngineChoice& choice) {
    OpenedInput opened;
    auto bytes = input.path == "-" ? read_standard_input() : read_file(input.path, largest_input);
    if (!bytes) {
        if (bytes.error().place.file.empty()) bytes.error().place.file = input.display();
        return std::unexpected(std::move(bytes.error()));
    }
    opened.bytes = std::move(*bytes);
    opened.variant = choice.variant;
    opened.folder = folder_of(input);
    bool listing = is_listing_name(input.path);
    opened.engine =
        choice.engine != nullptr ? choice.engine : find_out_engine(opened.bytes, input.path, listing);
    if (choice.engine != nullptr && as_text(opened.bytes).starts_with(engine_mark)) listing = true;
    if (opened.engine == nullptr) {
        return fail(
            codes::engine_unknown,
            listing ? "the listing does not say which engine it is for" : "no engine recognises this file",
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
        opened.scripts.push_back({input.path + "!" + member.name,
                                  input.relative + "!" + plain_name(member.name),
                                  std::span(opened.bytes).subspan(member.offset, member.size), false});
    }
    return opened;
}

Result<ProgramPtr> load_script(const OpenedInput& opened, const Script& script, Diagnostics& diagnostics) {
    const Engine& engine = *opened.engine;
    const FolderFileSystem files(opened.folder);
    const LoadOptions options{script.name, opened.variant, &files};
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
