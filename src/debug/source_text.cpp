#include "debug/source_text.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/text_storage.hpp"
#include "program/lines.hpp"
#include "vellum/engine.hpp"

namespace vellum::debug {

FoundSource find_source(const FileSystem& files, const Program& program, const std::string& file) {
    constexpr std::uint64_t most = std::uint64_t{64} << 20U;
    // What a file says about its source's place is not to be trusted: it is looked for beside the script.
    std::string beside = program.name();
    const std::size_t slash = beside.find_last_of('/');
    beside = (slash == std::string::npos ? std::string() : beside.substr(0, slash + 1)) +
             std::string(file_name_of(file));
    const auto ends = program.engine().source_extensions();
    const bool itself = program.code() != nullptr && !program.code()->lines.empty(); // a listing
    std::vector<std::string> candidates;
    if (itself || std::ranges::any_of(ends, [&](std::string_view end) { return beside.ends_with(end); }))
        candidates.push_back(beside);
    else
        for (const std::string_view end : ends)
            candidates.push_back(beside.substr(0, beside.rfind('.')) + std::string(end));
    for (const std::string& path : candidates)
        if (files.kind(path) == FileKind::file)
            if (auto text = read_text(files, path, most)) return {std::move(*text), path};
    return {};
}

} // namespace vellum::debug
