// Final Fantasy VII's .lgp archives. The game finds a file by the first two letters of its name: these choose
// a bucket, a run of the table of contents. Facts: docs/archives.md, "LGP".
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>

#include "archives/codes.hpp"
#include "archives/create.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/source_reader.hpp"
#include "archives/splice.hpp"
#include "base/ascii.hpp"
#include "base/bytes.hpp"

namespace vellum::archives {

namespace {

constexpr std::uint64_t head_size = 16;
constexpr std::uint64_t entry_size = 27;
constexpr std::uint64_t file_head = 24; // 20 bytes of name and a length
constexpr std::uint64_t name_size = 20;
constexpr std::uint64_t folder_size = 128;
constexpr std::uint64_t conflict_entry = folder_size + 2;
constexpr std::size_t buckets = 900;
constexpr std::size_t longest_name = 15; // of what the original tools write
constexpr std::uint8_t check_of_new = 14;
constexpr std::string_view creator("\0\0SQUARESOFT", 12);
constexpr std::string_view patch_creator = "FICEDULA-LGP";
constexpr std::string_view terminator = "FINAL FANTASY7";

/// -1 for '.', -2 for what no name may hold.
int value_of(char c) {
    c = lower_ascii(c);
    if (c >= 'a' && c <= 'z') return c - 'a';
    if (c >= '0' && c <= '9') return c - '0';
    return c == '_' ? 10 : c == '-' ? 11 : c == '.' ? -1 : -2;
}

/// The bucket of a name, or `buckets` if it can stand in none.
std::size_t bucket_of(std::string_view name) {
    if (name.size() < 2) return buckets;
    const int first = value_of(name[0]), second = value_of(name[1]);
    if (first < 0 || second < -1) return buckets;
    return std::size_t{30} * static_cast<unsigned>(first) + static_cast<unsigned>(second + 1);
}

class Lgp : public BasicArchive {
  public:
    using BasicArchive::BasicArchive;

    [[nodiscard]] std::string_view format() const noexcept override { return "lgp"; }

    [[nodiscard]] Result<void> load(const Limits& limits) {
        limits_ = limits;
        SourceReader reader(*source_, creator.size());
        const std::uint32_t count = reader.u32();
        if (count > 0xFFFF || !reader.fits(count, entry_size))
            return fail(codes::archive_format,
                        "the archive claims to hold " + std::to_string(count) +
                            " files, more than it has room for",
                        Place::at_offset(creator.size()));
        auto table = read_range(*source_, head_size, count * entry_size);
        if (!table) return std::unexpected(std::move(table.error()));
        toc_ = std::move(*table);
        read_conflicts(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            add(i);
            if (auto done = take_name(members_.back().name.size()); !done) return done;
        }
        mark_cut_off();
        return {};
    }

    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> write(const Plan& plan) const override {
        return Writer(*this, plan).write();
    }

  private:
    struct Conflict {
        std::string folder;
        std::uint16_t member;
        std::uint64_t member_at; ///< Where the number stands.
    };

    [[nodiscard]] std::span<const std::byte> entry(std::size_t i) const {
        return std::span(toc_).subspan(i * entry_size, entry_size);
    }
    [[nodiscard]] std::uint16_t conflict_number(std::size_t i) const { return load_u16(&entry(i)[25]); }

    void read_conflicts(std::uint32_t count) {
        lookup_at_ = head_size + count * entry_size;
        SourceReader reader(*source_, lookup_at_);
        reader.skip(buckets * 4);
        const std::uint64_t conflicts_at = reader.position();
        const std::uint16_t conflicts = reader.u16();
        for (std::uint16_t i = 0; i < conflicts && reader.ok(); ++i) {
            std::vector<Conflict>& group = conflicts_.emplace_back();
            const std::uint16_t files = reader.u16();
            for (std::uint16_t k = 0; k < files && reader.ok(); ++k) {
                const std::string folder = reader.text(folder_size);
                const std::uint64_t at = reader.position();
                const std::uint16_t member = reader.u16();
                if (reader.ok()) group.push_back({folder.substr(0, folder.find('\0')), member, at});
            }
        }
        if (!reader.ok()) {
            has_tables_ = false;
            conflicts_.clear();
            remark("the tables after the list of files are incomplete; the game cannot read this archive",
                   conflicts_at);
        }
    }

    void add(std::uint32_t i) {
        Member member;
        const std::string name = until_nul(entry(i).first(name_size));
        const std::uint32_t head = load_u32(&entry(i)[name_size]);
        member.name = name;
        if (const std::uint16_t number = conflict_number(i); number != 0 && number <= conflicts_.size())
            for (const Conflict& one : conflicts_[number - 1U])
                if (one.member == i) {
                    member.name = one.folder + "/" + name;
                    break;
                }
        std::ranges::replace(member.name, '\\', '/');
        member.offset = head + file_head;
        std::array<std::byte, file_head> bytes{};
        if (source_->read(head, bytes)) {
            member.stored = member.size = load_u32(&bytes[name_size]);
        } else {
            member.stored = 0; // nobody knows
            member.offset = source_->size() + 1;
        }
        members_.push_back(std::move(member));
    }

    /// One changed archive.
    class Writer {
      public:
        Writer(const Lgp& lgp, const Plan& plan)
            : lgp_(lgp),
              plan_(plan),
              splice_(lgp.source_),
              shared_(shared_members(lgp.members_, file_head)) {}

        Result<std::shared_ptr<const ByteSource>> write() {
            if (!lgp_.has_tables_)
                return fail(codes::archive_change, "the archive's tables are cut off: it cannot be changed");
            for (const auto& [member, change] : plan_.changed)
                if (!change->bytes)
                    remove(member);
                else
                    replace(member, *change->bytes);
            if (std::ranges::any_of(plan_.changed, [](const auto& one) { return !one.second->bytes; }) ||
                !plan_.added.empty()) {
                if (auto done = rebuild(); !done) return std::unexpected(std::move(done.error()));
            }
            append();
            auto result = splice_.finish();
            if (result && (*result)->size() > 0xFFFFFFFF)
                return fail(codes::archive_change, "the archive would be longer than its format allows");
            return result;
        }

      private:
        struct Appended {
            std::size_t entry; ///< Of the table of contents as it will be.
            std::vector<std::byte> head;
            const std::vector<std::byte>* bytes;
        };

        void replace(std::size_t number, const std::vector<std::byte>& bytes) {
            const Member& member = lgp_.members_[number];
            if (shared_[number]) {
                std::vector<std::byte> head(name_size);
                static_cast<void>(lgp_.source_->read(member.offset - file_head, head));
                appended_.push_back({number, std::move(head), &bytes});
                return;
            }
            if (bytes.size() != member.size)
                splice_.put_u32(member.offset - 4, static_cast<std::uint32_t>(bytes.size()));
            splice_.replace(member.offset, member.size, bytes);
        }

        void remove(std::size_t number) {
            const Member& member = lgp_.members_[number];
            if (!shared_[number]) splice_.replace(member.offset - file_head, file_head + member.size, {});
        }

        /// A line of the table of contents as it will be.
        struct Row {
            std::size_t bucket;
            std::size_t old; ///< Or `none`.
            const Change* added = nullptr;
            std::string name;
            std::uint16_t conflict = 0;
            std::string folder = {};
        };
        using Group = std::vector<std::pair<std::string, std::uint16_t>>; ///< Folders and lines.

        /// Makes the three tables anew: members come and go.
        Result<void> rebuild() {
            auto rows = rows_to_be();
            if (!rows) return std::unexpected(std::move(rows.error()));
            const auto groups = join_namesakes(*rows);
            if (!groups) return std::unexpected(groups.error());
            std::vector<std::size_t> now(lgp_.members_.size(), none);
            std::vector<Group> joined(*groups);
            splice_.put_u32(creator.size(), static_cast<std::uint32_t>(rows->size()));
            contents(*rows, now, joined);
            splice_.replace(lgp_.lookup_at_, buckets * 4, lookup(*rows));
            std::uint64_t old_bytes = 2;
            for (const auto& group : lgp_.conflicts_) old_bytes += 2 + conflict_entry * group.size();
            splice_.replace(lgp_.lookup_at_ + buckets * 4, old_bytes, conflicts(now, joined));
            return {};
        }

        Result<std::vector<Row>> rows_to_be() const {
            std::vector<Row> rows;
            for (std::size_t i = 0; i < lgp_.members_.size(); ++i) {
                const auto change = plan_.changed.find(i);
                if (change != plan_.changed.end() && !change->second->bytes) continue;
                const std::string name = until_nul(lgp_.entry(i).first(name_size));
                rows.push_back({bucket_of(name), i, nullptr, name});
                if (rows.back().bucket == buckets)
                    return cannot_change(
                        name,
                        "the archive has a name that the game cannot find, so its tables are not rebuilt");
            }
            for (const Change* change : plan_.added) {
                auto row = added_row(*change);
                if (!row) return std::unexpected(std::move(row.error()));
                rows.push_back(std::move(*row));
            }
            if (rows.size() > 0xFFFF)
                return fail(codes::archive_change, "the archive would hold more than 65,535 files");
            std::ranges::sort(rows, {}, [](const Row& row) {
                return std::tuple(row.bucket, row.old, std::string_view(row.name),
                                  std::string_view(row.folder));
            });
            return rows;
        }

        /// Names that come in several folders and were in none get groups of their own, behind the others.
        /// Gives how many groups there are then.
        Result<std::size_t> join_namesakes(std::vector<Row>& rows) const {
            std::map<std::string, std::vector<Row*>> alike;
            for (Row& row : rows)
                if (row.added != nullptr && row.conflict == 0) alike[lower_case(row.name)].push_back(&row);
            std::size_t groups = lgp_.conflicts_.size();
            for (Row& row : rows) {
                if (row.added == nullptr || row.conflict != 0) continue;
                const std::vector<Row*>& namesakes = alike[lower_case(row.name)];
                if (namesakes.size() == 1 && row.folder.empty()) continue;
                if (namesakes.size() == 1)
                    return cannot_change(row.added->name,
                                         "in these archives only names that occur several times have folders",
                                         "leave the folder out: " + row.name);
                if (std::ranges::any_of(namesakes, [](const Row* one) { return one->folder.empty(); }))
                    return cannot_change(row.added->name, "a folder already has a file of that name",
                                         "give the folder of each");
                if (groups == 0xFFFF)
                    return cannot_change(row.added->name,
                                         "the archive would have more than 65,535 names in several folders");
                ++groups;
                for (Row* one : namesakes) one->conflict = static_cast<std::uint16_t>(groups);
            }
            return groups;
        }

        /// The table of contents; `now` gets the lines of the old members, `joined` what the groups get.
        void contents(const std::vector<Row>& rows, std::vector<std::size_t>& now,
                      std::vector<Group>& joined) {
            toc_.assign(rows.size() * entry_size, std::byte{});
            std::vector<Appended> fresh;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const Row& row = rows[i];
                std::byte* at = &toc_[i * entry_size];
                if (row.old != none) {
                    std::ranges::copy(lgp_.entry(row.old), at);
                    now[row.old] = i;
                    continue;
                }
                std::ranges::copy(as_bytes(row.name), at);
                at[24] = std::byte{check_of_new};
                store_u16(at + 25, row.conflict);
                std::vector<std::byte> head(name_size);
                std::ranges::copy(as_bytes(row.name), head.begin());
                fresh.push_back({i, std::move(head), &*row.added->bytes});
                if (row.conflict != 0)
                    joined[row.conflict - 1U].emplace_back(row.folder, static_cast<std::uint16_t>(i));
            }
            for (Appended& one : appended_) one.entry = now[one.entry];
            std::ranges::move(fresh, std::back_inserter(appended_));
        }

        /// Of each bucket the first line, counted from one, and how many there are.
        static std::vector<std::byte> lookup(const std::vector<Row>& rows) {
            std::vector<std::uint16_t> index(buckets), count(buckets);
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (count[rows[i].bucket]++ == 0) index[rows[i].bucket] = static_cast<std::uint16_t>(i + 1);
            std::vector<std::byte> table(buckets * 4);
            for (std::size_t i = 0; i < buckets; ++i) {
                store_u16(&table[i * 4], index[i]);
                store_u16(&table[i * 4 + 2], count[i]);
            }
            return table;
        }

        [[nodiscard]] std::vector<std::byte> conflicts(const std::vector<std::size_t>& now,
                                                       const std::vector<Group>& joined) const {
            ByteWriter table;
            table.u16(static_cast<std::uint16_t>(joined.size()));
            for (std::size_t i = 0; i < joined.size(); ++i) {
                Group group;
                if (i < lgp_.conflicts_.size())
                    for (const Conflict& one : lgp_.conflicts_[i]) {
                        const std::size_t where = one.member < now.size() ? now[one.member] : one.member;
                        if (where != none) group.emplace_back(one.folder, static_cast<std::uint16_t>(where));
                    }
                group.insert(group.end(), joined[i].begin(), joined[i].end());
                table.u16(static_cast<std::uint16_t>(group.size()));
                for (const auto& [folder, where] : group) {
                    std::vector<std::byte> text(folder_size);
                    std::ranges::copy(as_bytes(folder), text.begin());
                    table.bytes(text);
                    table.u16(where);
                }
            }
            return table.take();
        }

        [[nodiscard]] Result<Row> added_row(const Change& change) const {
            std::string path = change.name;
            std::ranges::replace(path, '\\', '/');
            const std::size_t slash = path.rfind('/');
            const std::string leaf = slash == std::string::npos ? path : path.substr(slash + 1);
            Row row{bucket_of(leaf),
                    none,
                    &change,
                    leaf,
                    0,
                    slash == std::string::npos ? std::string() : path.substr(0, slash)};
            if (row.bucket == buckets || row.name.size() > longest_name ||
                std::ranges::any_of(row.name, [](char c) { return value_of(c) == -2; }))
                return cannot_change(
                    change.name, "the game only finds names of 2 to 15 letters, digits, '_', '-' and '.'");
            for (std::size_t i = 0; i < lgp_.members_.size(); ++i) {
                const std::string name = until_nul(lgp_.entry(i).first(name_size));
                const auto planned = plan_.changed.find(i);
                const bool goes = planned != plan_.changed.end() && !planned->second->bytes;
                if (goes || !same_name(name, row.name)) continue;
                row.conflict = lgp_.conflict_number(i);
                if (row.conflict == 0 || row.conflict > lgp_.conflicts_.size() || row.folder.empty())
                    return cannot_change(change.name, "the archive has a file of that name without a folder");
                break;
            }
            if (row.folder.size() >= folder_size)
                return cannot_change(change.name, "the folder's name is too long");
            return row;
        }

        /// Puts what has no place of its own before the terminator, and all offsets right.
        void append() {
            const std::uint64_t size = lgp_.source_->size();
            std::uint64_t end = size;
            std::array<std::byte, terminator.size()> last{};
            if (size >= last.size() && lgp_.source_->read(size - last.size(), last) &&
                as_text(last) == terminator)
                end = size - last.size();
            const std::uint64_t old_toc = lgp_.toc_.size();
            if (toc_.empty()) toc_ = lgp_.toc_;
            std::vector<std::byte>& table = splice_.replace(head_size, old_toc, std::move(toc_));
            for (std::size_t at = name_size; at < table.size(); at += entry_size)
                store_u32(&table[at], static_cast<std::uint32_t>(splice_.moved(load_u32(&table[at]))));
            ByteWriter data;
            const std::uint64_t begin = splice_.moved(end);
            for (const Appended& one : appended_) {
                store_u32(&table[one.entry * entry_size + name_size],
                          static_cast<std::uint32_t>(begin + data.size()));
                data.bytes(one.head);
                data.u32(static_cast<std::uint32_t>(one.bytes->size()));
                data.bytes(*one.bytes);
            }
            splice_.replace(end, 0, data.take());
        }

        const Lgp& lgp_;
        const Plan& plan_;
        Splice splice_;
        std::vector<bool> shared_;
        std::vector<std::byte> toc_; ///< If it is made anew.
        std::vector<Appended> appended_;
    };

    std::vector<std::byte> toc_;
    std::uint64_t lookup_at_ = 0;
    std::vector<std::vector<Conflict>> conflicts_;
    bool has_tables_ = true;
};

bool is_lgp(const ByteSource&, std::span<const std::byte> first) {
    return as_text(first).starts_with(creator) || as_text(first).starts_with(patch_creator);
}

Result<std::unique_ptr<Archive>> open_lgp(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    std::array<std::byte, creator.size()> mark{};
    if (source->read(0, mark) && as_text(mark) == patch_creator)
        return fail(codes::archive_unknown,
                    "this is a patch made by LGP Tools, not an archive: it holds only changes");
    auto lgp = std::make_unique<Lgp>(std::move(source));
    if (auto done = lgp->load(limits); !done) return std::unexpected(std::move(done.error()));
    return lgp;
}

} // namespace

Result<std::vector<std::byte>> create_lgp(std::span<const Change> members) {
    // All are added to one that is empty.
    ByteWriter empty;
    empty.bytes(as_bytes(creator));
    empty.u32(0);
    for (std::size_t i = 0; i < buckets; ++i) empty.u32(0);
    empty.u16(0);
    empty.bytes(as_bytes(terminator));
    Lgp lgp(std::make_shared<MemorySource>(empty.take()));
    if (auto done = lgp.load({}); !done) return std::unexpected(std::move(done.error()));
    const auto full = lgp.change(members);
    if (!full) return std::unexpected(full.error());
    return read_range(**full, 0, (*full)->size());
}

constinit const Format lgp_format{"lgp", is_lgp, open_lgp, create_lgp};

} // namespace vellum::archives
