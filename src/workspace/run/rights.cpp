#include "workspace/run/rights.hpp"

#include <algorithm>
#include <utility>

#include "base/concat.hpp"
#include "base/path.hpp"
#include "workspace/run/codes.hpp"

namespace vellum::runs {

namespace {

/// The engines' settings by which a folder is read, or written to.
struct FolderSetting {
    std::string_view name;
    bool writes;
    std::string_view folder = {}; ///< Empty: the setting's value.
};
constexpr FolderSetting folder_settings[] = {{"files", true}, {"data", false}, {"perf_map", true, "/tmp"}};

} // namespace

bool is_below(const FileSystem& files, const std::string& path, const std::string& folder) {
    std::string top = files.resolved(folder.empty() ? "." : folder);
    if (top.empty()) return false;
    if (!top.ends_with('/')) top += '/';
    return (files.resolved(path) + "/").starts_with(top);
}

bool Rights::granted(const std::string& path, std::string_view what) {
    const auto by =
        std::ranges::find_if(granted_, [&](const std::string& one) { return is_below(files_, path, one); });
    if (by == granted_.end()) return false;
    Diagnostic note = make_diagnostic(
        codes::cli_granted, concat(what, " ", path, ", which --grant ", *by, " allows"), {.file = asking_});
    if (std::ranges::find(used_, note.message, &Diagnostic::message) == used_.end())
        used_.push_back(std::move(note));
    return true;
}

Result<void> Rights::read(const std::string& path) {
    if (path == "-" || is_below(files_, path, std::string(path::folder(asking_))) ||
        is_below(files_, path, "."))
        return {};
    if (granted(path, "this reads")) return {};
    return fail(codes::cli_right,
                "'" + path + "' is neither below the folder of this file nor below the current one",
                {.file = asking_}, "--grant FOLDER on the command line allows it");
}

Result<void> Rights::setting(std::string_view name, const std::string& value) {
    if (value.starts_with('@')) return read(value.substr(1));
    const auto* const folder = std::ranges::find(folder_settings, name, &FolderSetting::name);
    if (folder == std::end(folder_settings)) return {};
    if (!folder->writes) return read(value);
    const std::string where(folder->folder.empty() ? std::string_view(value) : folder->folder);
    if (granted(where, "scripts may read and write below")) return {};
    return fail(codes::cli_right, "'" + std::string(name) + "' would let scripts write below '" + where + "'",
                {.file = asking_}, "--grant FOLDER on the command line allows it");
}

std::vector<Diagnostic> Rights::take_used() { return std::exchange(used_, {}); }

} // namespace vellum::runs
