// What Node says about disks, asked of bindings/npm/cli/files.js.
#include "base/disk.hpp"

#include "base/node/ask.hpp"

namespace vellum::disk {

namespace {

/// The reason of a refusal, in the words of the system that said it.
class Reasons : public std::error_category {
  public:
    [[nodiscard]] const char* name() const noexcept override { return "node"; }
    [[nodiscard]] std::string message(int) const override { return last; }
    std::string last;
};

std::error_code refused(std::string why) {
    static Reasons reasons;
    reasons.last = std::move(why);
    return {1, reasons};
}

FileKind kind_named(std::string_view letter) {
    if (letter == "p") return FileKind::file;
    if (letter == "f") return FileKind::folder;
    return letter == "o" ? FileKind::other : FileKind::none;
}

} // namespace

FileKind kind_of(const std::string& path) { return kind_named(node::ask_text("kind", {path})); }

bool is_taken(const std::string& path) { return node::ask_number("taken", {path}) != 0; }

std::error_code make_folders(const std::string& path, Links) {
    if (path.empty()) return {};
    if (auto made = node::ask("make folders", {path}); !made) return refused(std::move(made.error()));
    return {};
}

std::error_code list(const std::string& folder, std::vector<FileEntry>& entries) {
    auto found = node::ask("list", {folder});
    if (!found) return refused(std::move(found.error()));
    const std::vector<std::string> texts = node::texts_of(*found);
    for (std::size_t i = 0; i + 2 < texts.size(); i += 3)
        entries.push_back({texts[i], kind_named(texts[i + 1]), !texts[i + 2].empty()});
    return {};
}

std::optional<FileStamp> stamp_of(const std::string& path, Links) {
    const auto found = node::ask("stamp", {path});
    if (!found) return std::nullopt;
    const std::vector<std::string> facts = node::texts_of(*found);
    return FileStamp{std::stoull(facts[0]), std::stoll(facts[1])};
}

bool is_absolute(std::string_view path) { return node::ask_number("absolute?", {path}) != 0; }

std::string absolute(const std::string& path) { return node::ask_text("absolute", {path}); }

std::string resolved(const std::string& path) { return portable(absolute(path)); }

std::error_code enter(const std::string& folder) {
    if (auto entered = node::ask("enter", {folder}); !entered) return refused(std::move(entered.error()));
    return {};
}

std::string portable(std::string path) { return node::ask_text("portable", {path}); }

} // namespace vellum::disk
