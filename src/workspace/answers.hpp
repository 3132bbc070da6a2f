// Answers that were given, for as long as what was read for them is the same: each is computed once, and the
// least used go when there are too many.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/files.hpp"

namespace vellum {

/// What was looked at in a tree.
struct Seen {
    enum class What : std::uint8_t {
        stamp, ///< How a file looks from outside, or that there is none.
        names, ///< Which files lie below a folder.
        never  ///< Something of which nobody can tell whether it changes.
    };
    What what = What::stamp;
    std::string name;
    std::optional<FileStamp> stamp; ///< Of `names`: their number and hash.
    friend bool operator==(const Seen&, const Seen&) = default;
};

/// Whether it is so still.
[[nodiscard]] bool holds(const FileSystem& files, const Seen& seen);

/// A tree that notes what a thread looks at while a Watch of it is there.
class WatchedFiles final : public FileSystem {
  public:
    explicit WatchedFiles(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {}

    [[nodiscard]] const std::shared_ptr<const FileSystem>& inner() const noexcept { return files_; }
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;
    [[nodiscard]] std::vector<std::string> walk(std::string_view folder,
                                                Diagnostics& problems) const override;
    [[nodiscard]] FileKind kind(std::string_view name) const override;
    [[nodiscard]] std::vector<FileEntry> entries(std::string_view folder) const override;
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> open(std::string_view name) const override;
    [[nodiscard]] std::optional<FileStamp> stamp(std::string_view name) const override;
    [[nodiscard]] std::shared_ptr<const FileSystem> below(std::string_view folder) const override;
    [[nodiscard]] std::string resolved(std::string_view name) const override;
    /// Notes a file that is about to be looked at, or was before.
    void note(std::string_view name) const;
    /// The same of one that was read, perhaps under a name that only differs in case.
    void note_read(std::string_view name) const;
    /// As the free function, without noting it.
    [[nodiscard]] bool holds(const Seen& seen) const { return vellum::holds(*files_, seen); }

  private:
    void note_names(std::string_view folder, const std::vector<std::string>& names) const;

    std::shared_ptr<const FileSystem> files_;
};

/// What this thread looks at, from now on until it goes. One inside another takes what is seen for itself and
/// hands it on.
class Watch {
  public:
    Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();
    [[nodiscard]] std::vector<Seen> take();

    static void see(Seen seen); ///< For the innermost one, if there is any.
    static void see_all(const std::vector<Seen>& seen);

  private:
    Watch* outer_;
    std::vector<Seen> seen_;
};

class Answers {
  public:
    using Values = std::vector<std::string>;
    static constexpr std::size_t most_bytes = std::size_t{64} << 20U, longest = most_bytes / 8;

    explicit Answers(const WatchedFiles& files) : files_(files) {}

    /// The answer of that key, computed if it is not known or what was read for it has changed.
    [[nodiscard]] Values get(const std::string& key, const std::function<Values()>& compute);
    [[nodiscard]] std::uint64_t computed() const; ///< How many had to be.

  private:
    struct Answer {
        std::mutex computing;
        bool known = false;
        Values values;
        std::vector<Seen> seen;
        std::size_t bytes = 0;
        std::list<std::string>::iterator used;
    };

    const WatchedFiles& files_;
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Answer>, std::less<>> answers_;
    std::list<std::string> by_use_; ///< The last used first.
    std::size_t bytes_ = 0;
    std::uint64_t computed_ = 0;
};

} // namespace vellum
