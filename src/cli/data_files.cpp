// The first folder that has a file gives it.
#include "cli/data_files.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/file.hpp"
#include "cli/session.hpp"

namespace vellum::cli {

Result<std::vector<std::byte>> DataFiles::read(std::string_view name) const {
    return read_at_most(name, largest_below);
}

Result<std::vector<std::byte>> DataFiles::read_at_most(std::string_view name, std::uint64_t most) const {
    std::optional<Diagnostic> first;
    if (std::ranges::find(named_, name) != named_.end() &&
        disk::kind_of(std::string(name)) == disk::Kind::plain)
        return session_.read(std::string(name), most);
    for (const std::string& folder : folders_) {
        if (auto mounted = session_.archives().open(folder); mounted && mounted->files != nullptr) {
            auto bytes = mounted->files->read_at_most(name, most);
            if (bytes) return bytes;
            if (!first) first = std::move(bytes.error());
            continue;
        }
        auto found = read_below(folder, name, most);
        if (found) {
            session_.outputs().protect(found->path);
            return std::move(found->bytes);
        }
        if (!first) first = std::move(found.error());
    }
    if (first) return std::unexpected(std::move(*first));
    return fail(codes::io_read, "there is no folder to take the file from", {.file = std::string(name)},
                "name one with --data");
}

std::vector<std::string> DataFiles::list(std::string_view folder) const {
    std::vector<std::string> all;
    std::set<std::string> hidden; // a file is hidden by those of the folders before
    for (const std::string& each : folders_) {
        const auto mounted = session_.archives().open(each);
        std::vector<std::string> names = mounted && mounted->files != nullptr
                                             ? mounted->files->list(folder)
                                             : FolderFileSystem(each).list(folder);
        const std::size_t first = all.size();
        for (std::string& name : names)
            if (!hidden.contains(lower_case(name))) all.push_back(std::move(name));
        for (std::size_t i = first; i < all.size(); ++i) hidden.insert(lower_case(all[i]));
    }
    std::ranges::sort(all);
    return all;
}

} // namespace vellum::cli
