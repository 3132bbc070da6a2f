// Builds projects of the editor, Game.agf.
#pragma once

#include "engines/ags/play/steps.hpp"
#include "vellum/game_project.hpp"

namespace vellum::ags {

/// Of that engine, whose programs the scripts become.
class AgsProjects : public GameProjects {
  public:
    explicit AgsProjects(const Engine& engine) : engine_(engine) {}
    [[nodiscard]] std::string_view file_name() const override;
    [[nodiscard]] std::span<const std::string_view> homes() const override;
    [[nodiscard]] Result<std::string>
    build(const std::string& file, const FileSystem& files, const EngineSettings& said,
          const std::function<bool(BuiltScript script)>& done) const override;
    [[nodiscard]] ProgramPtr data(const std::string& file, const FileSystem& files,
                                  Diagnostics& said) const override;
    [[nodiscard]] ProgramPtr data_in(const archives::Archive& container, const std::string& name,
                                     Diagnostics& said) const override;
    [[nodiscard]] std::span<const std::string_view> steps() const override { return player_steps; }
    [[nodiscard]] Likeness compare(std::span<const std::byte> one,
                                   std::span<const std::byte> other) const override;

  private:
    const Engine& engine_;
};

} // namespace vellum::ags
