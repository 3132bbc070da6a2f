#include "cli/game_folder.hpp"

#include "base/file.hpp"

namespace vellum::cli {

namespace {

class DiskFolder final : public tools::GameFolder {
  public:
    DiskFolder(Session& session, const std::string& folder, std::vector<Diagnostic>& problems)
        : session_(session), folder_(folder), files_(list_below(folder, {})), problems_(problems) {}

    [[nodiscard]] std::span<const std::string> files() const override { return files_; }
    [[nodiscard]] std::shared_ptr<const archives::Archive> archive(const std::string& file) const override {
        const auto mounted = session_.archives().open(path_below(folder_, file));
        if (mounted) return mounted->archive;
        problems_.push_back(mounted.error());
        return nullptr;
    }
    [[nodiscard]] std::shared_ptr<const ByteSource> open(const std::string& file) const override {
        auto source = open_file(path_below(folder_, file));
        return source ? std::move(*source) : nullptr;
    }

  private:
    Session& session_;
    std::string folder_;
    std::vector<std::string> files_;
    std::vector<Diagnostic>& problems_;
};

} // namespace

std::string path_below(const std::string& folder, const std::string& file) {
    return folder.ends_with('/') ? folder + file : folder + "/" + file;
}

std::optional<tools::Game> recognise_folder(Session& session, const std::string& folder, bool details,
                                            std::vector<Diagnostic>& problems) {
    return tools::recognise_game(DiskFolder(session, folder, problems), details);
}

} // namespace vellum::cli
