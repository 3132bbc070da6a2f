// The formats there are. Each has a file of its own; this is all the others know of it.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "archives/names.hpp"
#include "vellum/archive.hpp"

namespace vellum::archives {

using Opener = Result<std::unique_ptr<Archive>> (*)(std::shared_ptr<const ByteSource>, const Limits&);

struct Format {
    std::string_view id;
    bool (*detect)(const ByteSource& source, std::span<const std::byte> first); ///< `first`: up to 64 bytes.
    Opener open;
    Result<std::vector<std::byte>> (*create)(std::span<const Change> members);
};

extern const Format lgp_format;
extern const Format vfs_format;
extern const Format tank_format;
extern const Format disc_format;
extern const Format zip_format;
extern const Format txz_format;

/// What the classes of all formats share.
class BasicArchive : public Archive {
  public:
    explicit BasicArchive(std::shared_ptr<const ByteSource> source) : source_(std::move(source)) {}
    [[nodiscard]] std::span<const Member> members() const noexcept override { return members_; }
    [[nodiscard]] std::span<const Diagnostic> remarks() const noexcept override { return remarks_; }
    [[nodiscard]] const ByteSource& source() const noexcept override { return *source_; }
    /// Of members that are stored as they are.
    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t member) const override;
    /// Leaves out what would change nothing.
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>>
    change(std::span<const Change> changes) const override;

  protected:
    [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const = 0;
    /// Notes what lies outside of the file, and tells of the first.
    void mark_cut_off();
    void remark(std::string message, std::uint64_t offset);
    [[nodiscard]] Result<void> readable(std::size_t number) const;
    /// Charges for a name: folders inside folders could make them longer by far than the archive.
    [[nodiscard]] Result<void> take_name(std::size_t length);

    std::shared_ptr<const ByteSource> source_;
    std::vector<Member> members_;
    std::vector<Diagnostic> remarks_;
    Limits limits_;

  private:
    std::uint64_t name_bytes_ = 0;
};

} // namespace vellum::archives
