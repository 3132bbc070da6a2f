#include "cli/scripts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/ending.hpp"
#include "base/file.hpp"
#include "cli/data_files.hpp"
#include "cli/engines/engines.hpp"
#include "cli/output.hpp"

namespace vellum::cli {

EngineChoice EngineChoice::of(Session& session) {
    const Arguments& arguments = session.arguments();
    std::string variant(arguments.text("--variant"));
    if (arguments.declares("--header"))
        if (const std::string words = ags_source_words(arguments); !words.empty()) variant += "\n" + words;
    EngineChoice choice{session.engine(), std::move(variant), arguments.list("--data"), &session};
    if (arguments.declares("--header")) choice.named = arguments.list("--header");
    if (arguments.declares("--lint")) choice.lint = arguments.has("--lint");
    if (!arguments.declares("--exports")) return choice;
    auto declared = read_exports(session);
    if (declared)
        choice.declarations = std::move(*declared);
    else
        choice.problem = std::move(declared.error());
    return choice;
}

std::shared_ptr<const FileSystem> EngineChoice::files(const Input& input) const {
    std::vector<std::string> folders = data;
    if (input.mounts != nullptr) folders.insert(folders.begin(), input.mounts->begin(), input.mounts->end());
    if (!input.root.empty()) folders.insert(folders.begin(), input.root);
    return std::make_shared<DataFiles>(*session, std::move(folders), named);
}

Result<std::vector<std::byte>> read_input(const Input& input) {
    constexpr std::uint64_t largest_input = std::uint64_t{4} << 30U;
    if (input.problem) return std::unexpected(*input.problem);
    auto bytes = input.archive != nullptr ? input.archive->read(input.entry)
                 : input.path == "-"      ? read_standard_input(largest_input)
                                          : read_file(input.path, largest_input);
    if (!bytes && bytes.error().place.file.empty()) bytes.error().place.file = input.display();
    return bytes;
}

/// Where the other parts of a game lie; null for what comes out of an archive or through a pipe.
static std::shared_ptr<const FileSystem> files_beside(const Input& input) {
    if (input.archive != nullptr || input.path == "-") return nullptr;
    return std::make_shared<FolderFileSystem>(folder_of(input.path));
}

/// Looking into each file twice would cost time: of those with a script's ending only programs and packed
/// games hold others.
static bool may_be_large(const Input& input) {
    if (input.problem || input.archive != nullptr || tools::is_text_name(input.path)) return false;
    const std::string ending = extension_of(input.path);
    const bool packed = ending == ".ags" || ending == ".exe";
    return (packed || !may_be_script(input.path, nullptr)) && disk::kind_of(input.path) == disk::Kind::plain;
}

Result<std::optional<tools::OpenedFile>> open_in_place(const Input& input, const EngineChoice& choice) {
    if (!may_be_large(input)) return std::nullopt;
    if (choice.problem) return std::unexpected(*choice.problem);
    auto source = open_file(input.path);
    if (!source) return std::unexpected(std::move(source.error()));
    return tools::open_in_place(std::move(*source), input.path,
                                {choice.engine, choice.variant, input.member, input.display(),
                                 choice.files(input), choice.declarations, choice.lint});
}

Result<tools::OpenedFile> open_input(const Input& input, const EngineChoice& choice) {
    auto in_place = open_in_place(input, choice);
    if (!in_place) return std::unexpected(std::move(in_place.error()));
    if (*in_place) return std::move(**in_place);
    return open_whole(input, choice);
}

Result<tools::OpenedFile> open_whole(const Input& input, const EngineChoice& choice) {
    auto bytes = read_input(input);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return open_bytes(std::move(*bytes), input, choice, choice.files(input));
}

Result<tools::OpenedFile> open_bytes(std::vector<std::byte> bytes, const Input& input,
                                     const EngineChoice& choice, std::shared_ptr<const FileSystem> files) {
    if (choice.problem) return std::unexpected(*choice.problem);
    return tools::open(std::move(bytes),
                       input.archive != nullptr ? input.path + "!" + input.inside : input.path,
                       {choice.engine, choice.variant, input.member, input.display(), std::move(files),
                        choice.declarations, choice.lint, files_beside(input)});
}

Result<ProgramPtr> load_script(const Input& input, const tools::OpenedFile& opened,
                               const tools::Script& script, bool with_source, Diagnostics& diagnostics) {
    Result<ProgramPtr> program = tools::load(opened, script, diagnostics);
    if (!program || !with_source) return program;
    const auto endings = opened.engine->source_extensions();
    const std::string ending = extension_of(input.path);
    const bool itself = std::ranges::find(endings, ending) != endings.end();
    std::optional<std::vector<std::byte>> source;
    if (!endings.empty() && !ending.empty() && opened.members.empty()) {
        const std::string path =
            input.path.substr(0, input.path.size() - ending.size()) + std::string(endings.front());
        constexpr std::uint64_t largest = std::uint64_t{64} << 20U;
        if (auto bytes = read_file(path, largest)) source = std::move(*bytes);
    }
    if ((*program)->debug_info() != nullptr && (itself || source)) return program;
    return tools::with_source(*program, source ? std::optional(as_text(*source)) : std::nullopt,
                              opened.files.get(), diagnostics);
}

std::string relative_path(const Input& input, const tools::OpenedFile& opened, const tools::Script& script) {
    if (opened.members.empty()) return input.relative;
    std::string name = script.member;
    std::ranges::replace(name, '/', '_');
    std::ranges::replace(name, '\\', '_');
    name = safe_path(name);
    if (name.empty()) name = fmt::format("member_{:x}", script.offset);
    return input.relative + "!" + name;
}

} // namespace vellum::cli
