// Rooms, main data, packed games in one or several files and script modules as archives: opened, asked and
// changed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archives/formats.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

/// A container of scripts, opened. Members are scripts (kind "script", in the order the engine links them,
/// rooms last) and other assets ("asset", "asset elsewhere" in a part that is not there; `cut_off` where the
/// file ends before), or the texts of a module ("source", "header"). A loose script counts before one of the
/// same name that is embedded in the main data.
class Container final : public archives::BasicArchive {
  public:
    /// Null for other files. Takes time in proportion to the file; of a package only the table and what may
    /// hold scripts is read. Fails with ags.container where the tables contradict the bytes, and where the
    /// assets lie over each other so that together they are more than four times the file.
    [[nodiscard]] static Result<std::shared_ptr<const Container>>
    open(std::shared_ptr<const ByteSource> file, std::string_view name,
         const archives::OpenBeside& beside = {});

    [[nodiscard]] std::string_view format() const noexcept override { return "ags"; }
    /// Of a game as main_data_facts; of a module: "module", "version",
    /// "author", "description".
    [[nodiscard]] std::vector<Fact> facts() const override;
    /// Scripts must be script blocks, or nothing would find them again. A script inside an asset that changes
    /// too goes into the new asset, in the place of its namesake there. Facts: docs/engines/ags.md "Files".
    [[nodiscard]] Result<std::vector<archives::ChangedFile>>
    put_back(std::span<const archives::Change> changes) const override;

    [[nodiscard]] FileKind kind() const noexcept { return kind_; }
    [[nodiscard]] const PackageHeader& header() const noexcept { return header_; }      ///< Of a package.
    [[nodiscard]] const std::vector<Asset>& assets() const noexcept { return assets_; } ///< Of a package.

  private:
    Container(std::shared_ptr<const ByteSource> file, FileKind kind, std::string_view name)
        : BasicArchive(std::move(file)), kind_(kind), name_(name) {}
    [[nodiscard]] Result<void> read_table(const archives::OpenBeside& beside);
    void join(const archives::OpenBeside& beside);
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const archives::Plan& plan) const override;
    /// The new contents of an asset with those changes of scripts that are inside it, which are taken out.
    [[nodiscard]] Result<std::vector<std::byte>> nest(const archives::Change& asset,
                                                      std::vector<archives::Change>& changes) const;
    [[nodiscard]] Result<void> compare(const Container& after,
                                       std::span<const archives::Change> changes) const;

    FileKind kind_;
    std::string name_;
    PackageHeader header_;
    std::vector<Asset> assets_;
    std::vector<std::string> part_names_;    ///< Of a package in several files, the first among them.
    std::vector<std::uint64_t> part_starts_; ///< Where each begins in the source, and the end.
};

} // namespace vellum::ags
