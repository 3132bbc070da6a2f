// An installed game in a folder of the workspace.
#include "tools/game.hpp"

#include "workspace/answers.hpp"
#include "workspace/archives.hpp"

namespace vellum {

namespace {

class Folder final : public tools::GameFolder {
  public:
    Folder(const Workspace& workspace, std::string folder, std::vector<Diagnostic>& problems)
        : workspace_(workspace),
          before_(folder.ends_with('/') ? std::move(folder) : folder + "/"),
          files_(names()),
          problems_(problems) {}

    [[nodiscard]] std::span<const std::string> files() const override { return files_; }
    [[nodiscard]] std::shared_ptr<const archives::Archive> archive(const std::string& file) const override {
        auto archive = workspace_.archive(before_ + file);
        if (archive) return *archive;
        problems_.push_back(archive.error());
        return nullptr;
    }
    [[nodiscard]] std::shared_ptr<const ByteSource> open(const std::string& file) const override {
        auto source = workspace_.files().open(before_ + file);
        return source ? std::move(*source) : nullptr;
    }

  private:
    [[nodiscard]] std::vector<std::string> names() const {
        const auto inside = workspace_.files().below(before_);
        std::vector<std::string> names;
        if (inside != nullptr) return inside->list({});
        for (const std::string& name : workspace_.files().list(before_.substr(0, before_.size() - 1)))
            names.push_back(name.substr(before_.size()));
        return names;
    }

    const Workspace& workspace_;
    std::string before_; ///< The folder with its slash.
    std::vector<std::string> files_;
    std::vector<Diagnostic>& problems_;
};

} // namespace

std::optional<tools::Game> Workspace::game(const std::string& folder, bool details,
                                           std::vector<Diagnostic>& problems) const {
    return tools::recognise_game(Folder(*this, folder, problems), details);
}

} // namespace vellum
