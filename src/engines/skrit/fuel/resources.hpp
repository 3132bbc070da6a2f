// Where texts come from: drivers by name, paths with either slash, and the rules by which a skrit is found:
// as a path, below the folder of the system that asks, or through the naming key (docs/engines/skrit.md,
// ".gas files and the naming key"). Drivers list what they have, so no name can lead out of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/fuel/naming_key.hpp"
#include "engines/skrit/source/includes.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::skrit {

/// A set of files.
class ResourceDriver {
  public:
    virtual ~ResourceDriver() = default;
    /// All paths, in lower case with forward slashes, sorted.
    [[nodiscard]] virtual std::span<const std::string> files() const = 0;
    /// Text of one of them; nothing if it cannot be read.
    [[nodiscard]] virtual std::optional<std::string> read(std::string_view path) const = 0;
};

/// Files in memory.
class MemoryDriver final : public ResourceDriver {
  public:
    /// Adds a file, or gives it another text.
    void set(std::string_view path, std::string text);
    [[nodiscard]] std::span<const std::string> files() const override { return paths_; }
    [[nodiscard]] std::optional<std::string> read(std::string_view path) const override;

  private:
    std::map<std::string, std::string, std::less<>> texts_;
    std::vector<std::string> paths_;
};

/// The files of a file system, as they were when this was made; texts are read when asked for.
class FilesDriver final : public ResourceDriver {
  public:
    explicit FilesDriver(std::shared_ptr<const FileSystem> files);
    [[nodiscard]] std::span<const std::string> files() const override { return paths_; }
    [[nodiscard]] std::optional<std::string> read(std::string_view path) const override;

  private:
    std::shared_ptr<const FileSystem> files_;
    std::vector<std::string> paths_;
    std::unordered_map<std::string, std::string> real_; ///< Names as the file system has them.
};

/// "World\\AI//x.Skrit" as "world/ai/x.skrit".
[[nodiscard]] std::string resource_path(std::string_view path);

class Resources final : public IncludeProvider {
  public:
    /// Adds a driver for `name://…`; the one without a name serves plain paths. Replaces one of that name.
    void add_driver(std::string_view name, std::shared_ptr<const ResourceDriver> driver);
    /// Must be called after a driver's files have changed.
    void refresh();
    NamingKey naming_key;
    /// Reads every .nnk file of the plain driver below art/ into the naming key.
    void read_naming_keys(Diagnostics& diagnostics);

    /// Text at a path or `driver://path`. A driver prefix wants forward slashes.
    [[nodiscard]] std::optional<std::string> read(std::string_view path) const;
    /// Full path of a skrit: `folder` is where the asking system keeps its own. Nothing if there is none.
    [[nodiscard]] std::optional<std::string> find(std::string_view name, std::string_view folder = {}) const;
    /// The same with its text.
    [[nodiscard]] std::optional<IncludedSource> skrit(std::string_view name,
                                                      std::string_view folder = {}) const;
    /// For includes and requests of the engine: by path, or by name in the usual folders.
    std::optional<IncludedSource> include(std::string_view name, std::string_view from) override;
    /// Paths below a folder or `driver://folder`, as they are asked for; sorted.
    [[nodiscard]] std::vector<std::string> below(std::string_view folder) const;
    /// Paths of the plain driver with that ending, sorted.
    [[nodiscard]] std::vector<std::string> list(std::string_view extension) const;

  private:
    [[nodiscard]] bool exists(std::string_view path) const;
    /// The driver that a path names; takes its name off the path. Null if there is none.
    [[nodiscard]] const ResourceDriver* driver_of(std::string_view& path) const;

    std::map<std::string, std::shared_ptr<const ResourceDriver>> drivers_;
    std::unordered_map<std::string, std::vector<std::string>> by_name_; ///< Plain files by their last part.
};

} // namespace vellum::skrit
