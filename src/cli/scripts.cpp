#include "cli/scripts.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    return {session.engine(), std::move(variant), arguments.list("--data"), &session.outputs()};
}

std::shared_ptr<const FileSystem> EngineChoice::files(const Input& input) const {
    std::vector<std::string> folders = data;
    if (!input.root.empty()) folders.insert(folders.begin(), input.root);
    return std::make_shared<DataFiles>(*outputs, std::move(folders));
}

Result<tools::OpenedFile> open_input(const Input& input, const EngineChoice& choice) {
    constexpr std::uint64_t largest_input = std::uint64_t{4} << 30U;
    if (input.problem) return std::unexpected(*input.problem);
    auto bytes =
        input.path == "-" ? read_standard_input(largest_input) : read_file(input.path, largest_input);
    if (!bytes) {
        if (bytes.error().place.file.empty()) bytes.error().place.file = input.display();
        return std::unexpected(std::move(bytes.error()));
    }
    return tools::open(std::move(*bytes), input.path,
                       {choice.engine, choice.variant, input.member, input.display(), choice.files(input)});
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
