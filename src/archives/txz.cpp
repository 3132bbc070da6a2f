// The packed files of the world map on PlayStation discs: sections in one compressed stream, one of which is
// the script. They never get longer, since on the disc there is no room. Facts: docs/archives.md, "TXZ".
#include <algorithm>

#include "archives/codes.hpp"
#include "archives/formats.hpp"
#include "archives/lzss.hpp"
#include "archives/names.hpp"
#include "archives/source.hpp"
#include "base/bytes.hpp"

namespace vellum::archives {

namespace {

constexpr std::uint64_t largest = std::uint64_t{16} << 20U; // far above any of the game's
constexpr std::size_t most_sections = 64, head = 4;
constexpr std::size_t script = 4; // the section that is one
constexpr std::size_t least_script = 0x7000;

/// Where the sections of an unpacked file begin, and its end; empty if it is none.
std::vector<std::size_t> sections_of(std::span<const std::byte> plain) {
    if (plain.size() < head) return {};
    const std::uint32_t count = load_u32(plain.data());
    if (count == 0 || count > most_sections || plain.size() < head + 4 * std::size_t{count}) return {};
    std::vector<std::size_t> begins;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t at = head + std::uint64_t{load_u32(&plain[head + 4 * std::size_t{i}])};
        const std::uint64_t least = begins.empty() ? head + 4 * std::uint64_t{count} : begins.back();
        if (at < least || at > plain.size()) return {};
        begins.push_back(static_cast<std::size_t>(at));
    }
    begins.push_back(plain.size());
    return begins;
}

class Txz : public BasicArchive {
  public:
    using BasicArchive::BasicArchive;

    [[nodiscard]] std::string_view format() const noexcept override { return "txz"; }

    [[nodiscard]] Result<void> load(const Limits& limits) {
        limits_ = limits;
        const auto bytes = read_range(*source_, 0, source_->size());
        if (!bytes) return std::unexpected(bytes.error());
        const std::size_t length = load_u32(bytes->data());
        const std::uint64_t most = std::min(limits.member_bytes, most_lzss_growth * length);
        auto plain = unpack_lzss(std::span(*bytes).subspan(head, length), static_cast<std::size_t>(most));
        if (!plain) return fail(codes::archive_format, "the compressed stream ends inside a reference");
        plain_ = std::move(*plain);
        begins_ = sections_of(plain_);
        if (begins_.empty())
            return fail(codes::archive_format, "the sections contradict each other", Place::at_offset(head));
        for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
            const std::size_t size = begins_[i + 1] - begins_[i];
            const bool is_script = i == script && size >= least_script;
            members_.push_back(
                {std::to_string(i) + (is_script ? ".ev" : ""), head, size, size, Storage::lzss});
        }
        return {};
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t number) const override {
        if (auto can = readable(number); !can) return std::unexpected(std::move(can.error()));
        const auto begin = plain_.begin() + static_cast<std::ptrdiff_t>(begins_[number]);
        return std::vector<std::byte>(begin, begin + static_cast<std::ptrdiff_t>(members_[number].size));
    }

  protected:
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const override {
        if (!plan.added.empty())
            return cannot_change(plan.added[0]->name, "the game relies on the existing sections");
        std::vector<std::byte> plain = plain_;
        for (const auto& [number, change] : plan.changed) {
            if (!change->bytes || change->bytes->size() != members_[number].size)
                return cannot_change(members_[number].name, "a section must keep its length, " +
                                                                std::to_string(members_[number].size) +
                                                                " bytes");
            std::ranges::copy(*change->bytes, plain.begin() + static_cast<std::ptrdiff_t>(begins_[number]));
        }
        std::vector<std::byte> file(head);
        const std::vector<std::byte> packed = pack_lzss(plain);
        file.insert(file.end(), packed.begin(), packed.end());
        store_u32(file.data(), static_cast<std::uint32_t>(packed.size()));
        if (file.size() > source_->size())
            return fail(codes::archive_change,
                        "compressed, the file would have " + std::to_string(file.size()) +
                            " bytes, but the disc has room for " + std::to_string(source_->size()));
        file.resize(static_cast<std::size_t>(source_->size()));
        return std::make_shared<MemorySource>(std::move(file));
    }

  private:
    std::vector<std::byte> plain_;
    std::vector<std::size_t> begins_; ///< By section, and the end.
};

/// It has no mark: its length is told, and the first bytes of the stream are a table of sections.
bool is_txz(const ByteSource& source, std::span<const std::byte> first) {
    if (first.size() < 16 || source.size() > largest) return false;
    const std::uint64_t length = load_u32(first.data());
    if (length < 12 || length + head > source.size()) return false;
    if (length + head < source.size()) { // filled up with zeros
        const auto last = read_range(source, source.size() - 1, 1);
        if (!last || last->front() != std::byte{0}) return false;
    }
    const auto begin = read_range(source, head, std::min<std::uint64_t>(length, 8 * most_sections));
    if (!begin) return false;
    // A reference at the end may be cut in half here, but not before the table's end.
    auto plain = unpack_lzss(*begin, head + 4);
    if (!plain || plain->size() < head + 4) return false;
    const std::uint32_t count = load_u32(plain->data());
    return count != 0 && count <= most_sections && load_u32(&(*plain)[head]) == 4 * count;
}

Result<std::unique_ptr<Archive>> open_txz(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    auto txz = std::make_unique<Txz>(std::move(source));
    if (auto done = txz->load(limits); !done) return std::unexpected(std::move(done.error()));
    return txz;
}

Result<std::vector<std::byte>> create_txz(std::span<const Change>) {
    return fail(codes::archive_change, "Vellum cannot make new files of this kind");
}

} // namespace

constinit const Format txz_format{"txz", is_txz, open_txz, create_txz};

} // namespace vellum::archives
