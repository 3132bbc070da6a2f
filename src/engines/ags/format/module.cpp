#include "engines/ags/format/module.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view module_mark("AGSScriptModule\0", 16);

std::unexpected<Diagnostic> contradicts(std::string message, std::uint64_t offset) {
    return fail(codes::container_format, "the script module " + std::move(message), Place::at_offset(offset));
}

/// A text up to its NUL. False if there is none.
bool read_text(ByteReader& reader, std::span<const std::byte> bytes, std::string_view& out) {
    const std::string_view rest = as_text(bytes.subspan(static_cast<std::size_t>(reader.position())));
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) return false;
    out = rest.substr(0, end);
    reader.skip(end + 1);
    return true;
}

/// A length, so many bytes, a NUL.
Result<void> read_source(ByteReader& reader, ModuleSource& out) {
    const std::uint64_t at = reader.position();
    const std::uint32_t length = reader.u32();
    if (!reader.ok() || !reader.has(std::uint64_t{length} + 1))
        return contradicts("ends before its " + out.name, at);
    out.offset = reader.position();
    out.text = as_text(reader.bytes(length));
    if (reader.u8() != 0 || out.text.contains('\0'))
        return contradicts("says that " + out.name + " has " + std::to_string(length) +
                               " bytes, but its text ends elsewhere",
                           at);
    return {};
}

/// A name that makes a good one for files.
std::string file_stem(std::string_view name, std::string_view file_name) {
    constexpr std::size_t longest = 100;
    const bool plain = !name.empty() && name.size() <= longest && std::ranges::all_of(name, [](char letter) {
        const char small = lower_ascii(letter);
        return (small >= 'a' && small <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
    });
    if (plain) return std::string(name);
    const std::string_view of_file = stem(file_name);
    return of_file.empty() ? "module" : std::string(of_file);
}

} // namespace

bool is_module(std::span<const std::byte> bytes) noexcept { return as_text(bytes).starts_with(module_mark); }

Result<ModulePackage> read_module(std::span<const std::byte> bytes, std::string_view file_name) {
    ByteReader reader(bytes);
    reader.skip(module_mark.size());
    ModulePackage module;
    module.format = static_cast<std::int32_t>(reader.u32());
    for (std::string_view* text : {&module.author, &module.description, &module.name, &module.version})
        if (!reader.ok() || !read_text(reader, bytes, *text))
            return contradicts("ends within its description", reader.position());
    const std::string stem = file_stem(module.name, file_name);
    module.script.name = stem + ".asc";
    module.header.name = stem + ".ash";
    for (ModuleSource* source : {&module.script, &module.header})
        if (auto done = read_source(reader, *source); !done) return std::unexpected(std::move(done.error()));
    module.unread = bytes.size() - reader.position();
    return module;
}

std::vector<Fact> module_facts(std::span<const std::byte> bytes) {
    std::vector<Fact> facts;
    const auto module = read_module(bytes, {});
    if (!module) return facts;
    const auto tell = [&](const char* name, std::string_view text) {
        if (!text.empty()) facts.emplace_back(name, std::string(text));
    };
    tell("module", module->name);
    tell("version", module->version);
    tell("author", module->author);
    tell("description", module->description);
    if (module->unread != 0)
        facts.emplace_back("not read", std::to_string(module->unread) + " bytes at its end");
    return facts;
}

} // namespace vellum::ags
