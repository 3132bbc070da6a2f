// File systems, the script manager and the settings of a world in text form.
#include <algorithm>
#include <charconv>

#include "base/codes.hpp"
#include "base/file.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

namespace {

/// True if a name stays inside the folder: relative, no parts that go up.
bool stays_inside(std::string_view name) {
    if (name.empty() || name.front() == '/' || name.find(':') != std::string_view::npos ||
        name.find('\0') != std::string_view::npos)
        return false;
    std::size_t begin = 0;
    while (begin <= name.size()) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        if (name.substr(begin, end - begin) == "..") return false;
        begin = end + 1;
    }
    return true;
}

} // namespace

Result<std::vector<std::byte>> FolderFileSystem::read(std::string_view name) const {
    std::string wanted(name);
    std::ranges::replace(wanted, '\\', '/');
    if (!stays_inside(wanted))
        return fail(vellum::codes::io_read, "'" + wanted + "' does not name a file inside the script folder");
    return read_file_in(folder_, wanted);
}

void MemoryFileSystem::add(std::string name, std::vector<std::byte> bytes) {
    files_.insert_or_assign(std::move(name), std::move(bytes));
}

Result<std::vector<std::byte>> MemoryFileSystem::read(std::string_view name) const {
    const auto found = files_.find(name);
    if (found == files_.end())
        return fail(vellum::codes::io_read, "there is no script '" + std::string(name) + "'");
    return found->second;
}

Result<ProgramPtr> ScriptManager::load(std::string_view name, Diagnostics* diagnostics) {
    const auto found = scripts_.find(name);
    if (found != scripts_.end()) return found->second;
    const Result<std::vector<std::byte>> bytes = files_.read(name);
    if (!bytes) return std::unexpected(bytes.error());
    Diagnostics unheard;
    LoadOptions options;
    options.name = name;
    Result<ProgramPtr> program =
        engine_.load(*bytes, options, diagnostics != nullptr ? *diagnostics : unheard);
    if (program) scripts_.emplace(std::string(name), *program);
    return program;
}

void ScriptManager::forget(std::string_view name) {
    const auto found = scripts_.find(name);
    if (found != scripts_.end()) scripts_.erase(found);
}

Result<WorldOptions> world_options(const RunOptions& options) {
    WorldOptions result;
    result.budget = options.budget;
    for (const auto& [name, value] : options.settings) {
        bool* const flag = name == "limit-is-fatal" ? &result.limit_is_fatal
                           : name == "ignore-null"  ? &result.ignore_null_receiver
                           : name == "checked"      ? &result.checked
                                                    : nullptr;
        if (flag != nullptr) {
            if (value != "0" && value != "1")
                return fail(vellum::codes::engine_option,
                            "the setting " + name + " is 0 or 1, not '" + value + "'");
            *flag = value == "1";
            continue;
        }
        if (name != "seed" && name != "stack")
            return fail(vellum::codes::engine_option, "Pathologic has no setting '" + name + "'", {},
                        "settings are limit-is-fatal, ignore-null, checked, stack and seed");
        std::uint64_t number = 0;
        const auto end = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool whole = !value.empty() && end.ec == std::errc() && end.ptr == value.data() + value.size();
        if (!whole || (name == "stack" && (number == 0 || number > (1U << 26U))))
            return fail(vellum::codes::engine_option, "the setting " + name + " cannot be '" + value + "'");
        if (name == "seed")
            result.seed = number;
        else
            result.stack_limit = static_cast<std::uint32_t>(number);
    }
    return result;
}

} // namespace vellum::pathologic
