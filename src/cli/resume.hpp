// `--resume FILE`: which inputs an earlier run of the same command has done, by the hash of their bytes and
// of what was read beside them. The record is a file of JSON lines; the first says of which command line it
// is. What was complained about is never in it, so that it is told again until it is mended.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::cli {

class Session;

/// A file that an input read, by the name it asked for; without a hash, it was not there.
struct FileRead {
    std::string name, sha256;
    bool operator==(const FileRead&) const = default;
};

/// Files as they are, and a list of what was read of them. One thread at a time.
class WatchedFiles final : public FileSystem {
  public:
    explicit WatchedFiles(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {}
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;
    [[nodiscard]] std::vector<FileRead> reads() const;

  private:
    std::shared_ptr<const FileSystem> files_;
    mutable std::map<std::string, std::string, std::less<>> reads_;
};

class Resume {
  public:
    /// Reads the record of --resume if there is one; null without the option. Fails for a file that is no
    /// record. One of another command line is taken for empty.
    [[nodiscard]] static Result<std::unique_ptr<Resume>> of(Session& session);

    /// Nothing of it has changed. Safe to ask from several threads.
    [[nodiscard]] bool knows(const std::string& input, std::string_view sha256,
                             const FileSystem* files) const;
    /// The input was done, and there was nothing to complain about.
    void add(const std::string& input, std::string sha256, std::vector<FileRead> reads);
    /// The input is to be done again the next time.
    void forget(const std::string& input) { done_now_.erase(input); }
    /// Writes the record: at the end of a run, and in a long one now and then.
    [[nodiscard]] Result<void> save(bool at_the_end);

  private:
    struct Done {
        std::string sha256;
        std::vector<FileRead> reads;
    };
    Resume(Session& session, std::string path, std::string heading)
        : session_(session), path_(std::move(path)), heading_(std::move(heading)) {}

    Session& session_;
    std::string path_, heading_;
    std::map<std::string, Done> done_before_; ///< Other threads read it: it stays as it was.
    std::map<std::string, Done> done_now_;    ///< What becomes the record.
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

} // namespace vellum::cli
