// What sources include, read once however often it is named: a text may name another in every line, and the
// whole of it must not be read for each.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "source/sources.hpp"
#include "vellum/files.hpp"

namespace vellum::source {

class IncludedFiles {
  public:
    struct File {
        std::unique_ptr<const std::string> text; ///< Null if there is none.
        std::string problem;                     ///< Why.
    };

    /// Not owned; may be null: then there are no files.
    explicit IncludedFiles(const FileSystem* files) : files_(files) {}

    [[nodiscard]] bool available() const noexcept { return files_ != nullptr; }
    /// Lives as long as this object. All texts together have no more bytes than Sources take.
    [[nodiscard]] const File& read(const std::string& name);

  private:
    const FileSystem* files_;
    std::uint64_t left_ = Sources::most_bytes;
    std::unordered_map<std::string, File> known_;
};

/// A name without the parts that say nothing, and in lower case: names of one file are mostly the same then.
[[nodiscard]] std::string plain_name(std::string_view name);

} // namespace vellum::source
