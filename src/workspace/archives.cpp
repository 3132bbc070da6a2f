#include "workspace/archives.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "workspace/find.hpp"

namespace vellum {

std::vector<std::string> disc_files(const FileSystem& files, const std::string& path) {
    constexpr std::uint64_t most = 64U << 10U;
    constexpr std::string_view keyword = "FILE";
    std::vector<std::string> named;
    if (!has_ending(path, ".cue")) return named;
    const auto sheet = files.read_at_most(path, most);
    if (!sheet) return named;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (std::string_view text = as_text(*sheet); !text.empty();) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view name = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!name.starts_with(keyword)) continue;
        name = trimmed(name.substr(keyword.size()));
        name = name.starts_with('"') ? name.substr(1, name.find('"', 1) - 1) : name.substr(0, name.find(' '));
        if (!name.empty() && name.find_first_of("/\\") == std::string_view::npos)
            named.push_back(folder + std::string(name));
    }
    return named;
}

std::string disc_image(const FileSystem& files, const std::string& path) {
    const std::vector<std::string> named = disc_files(files, path);
    return named.empty() ? path : named.front();
}

Result<Workspace::Archives::Mounted> Workspace::Archives::open(const std::string& path) {
    const std::string file = disc_image(files, path);
    const std::scoped_lock lock(mutex);
    Mounted mounted;
    mounted.stamp = files.stamp(file);
    if (const auto found = known.find(file); found != known.end() && found->second.stamp == mounted.stamp)
        return found->second;
    if (files.kind(file) == FileKind::file) { // a pipe must not be opened to look into it
        auto source = files.open(file);
        if (!source) return std::unexpected(std::move(source.error()));
        if (!archives::detect(**source).empty()) {
            auto archive = archives::open(std::move(*source));
            if (!archive) {
                archive.error().place.file = file;
                return std::unexpected(std::move(archive.error()));
            }
            mounted.archive = std::move(*archive);
            mounted.files = std::make_shared<archives::ArchiveFileSystem>(mounted.archive);
        }
    }
    return known.insert_or_assign(file, std::move(mounted)).first->second;
}

} // namespace vellum
