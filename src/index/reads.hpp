// Files that note what is read of them, by content: for what depends on more than one file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/record.hpp"
#include "vellum/files.hpp"

namespace vellum::index {

/// One thread at a time.
class NotedFiles final : public FileSystem {
  public:
    explicit NotedFiles(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {}
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    /// A folder that is listed is noted with a '/' after its name.
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;
    [[nodiscard]] std::vector<ReadRecord> reads() const; ///< By name.
    /// Hash of a file or, with a '/' at the end, of a list; empty if there is none.
    [[nodiscard]] static std::string hash_of(const FileSystem& files, const std::string& name);

  private:
    std::shared_ptr<const FileSystem> files_;
    mutable std::map<std::string, std::string, std::less<>> reads_;
};

} // namespace vellum::index
