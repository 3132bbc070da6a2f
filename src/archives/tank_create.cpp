// A new tank: what a mod puts beside the game's own. The order of everything is that of the makers' builder.
#include <algorithm>
#include <map>
#include <tuple>

#include "archives/codes.hpp"
#include "archives/create.hpp"
#include "archives/deflate.hpp"
#include "archives/names.hpp"
#include "archives/tank.hpp"
#include "base/ascii.hpp"

namespace vellum::archives {

namespace {

constexpr std::uint32_t version = 0x00010002;
constexpr std::uint32_t user_priority = 0x4000;        // above the game's own
constexpr std::uint64_t no_time = 0x01C00000'00000000; // of 2000: a tank is the same whenever it is made
constexpr std::size_t index_padding = 16;

struct Folder {
    std::string name;
    std::uint32_t parent = 0;
    std::uint32_t offset = 0;
    // Files and folders in one order, without regard to case.
    std::map<std::string, std::size_t> children = {}; ///< Folder number, or `is_file` and the member's.
};

constexpr std::size_t is_file = ~(~std::size_t{0} >> 1U);

class Builder {
  public:
    explicit Builder(std::span<const Change> members) : members_(members) { folders_.emplace_back(); }

    Result<std::vector<std::byte>> build() {
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (auto done = insert(i); !done) return std::unexpected(std::move(done.error()));
        number(0);
        ByteWriter data;
        std::vector<tank::FileEntry> entries;
        std::uint32_t crc = 0;
        for (const auto& [member, folder] : files_) {
            const std::string& path = paths_[member];
            tank::FileEntry entry;
            entry.name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
            entry.parent = folders_[folder].offset;
            entry.time = no_time;
            entry.format = 1;
            entry.offset = static_cast<std::uint32_t>(data.size());
            auto packed = tank::pack(*members_[member].bytes, entry);
            if (!packed) return std::unexpected(std::move(packed.error()));
            crc = crc32(*members_[member].bytes, crc);
            data.bytes(*packed);
            pad(data, tank::alignment, 0);
            entries.push_back(std::move(entry));
        }
        for (std::size_t i = 0; i < index_padding; ++i) data.u8(0);
        pad(data, tank::alignment, tank::header_size);

        const auto [files, offsets] = file_set(entries);
        const std::vector<std::byte> directories = directory_set(offsets);
        const std::uint64_t directories_at = tank::header_size + data.size();
        const std::uint64_t size = directories_at + directories.size() + files.size();
        if (size > 0xFFFFFFFF)
            return fail(codes::archive_change, "the tank would be longer than its format can say");
        std::vector<std::byte> tank(tank::header_size);
        std::ranges::copy(as_bytes(tank::first_game), tank.begin());
        const auto put = [&](std::uint64_t at, std::uint64_t value) {
            store_u32(&tank[static_cast<std::size_t>(at)], static_cast<std::uint32_t>(value));
        };
        put(tank::at::version, version);
        put(tank::at::directories, directories_at);
        put(tank::at::files, directories_at + directories.size());
        put(tank::at::index_size, directories.size() + files.size());
        put(tank::at::data, tank::header_size);
        put(tank::at::priority, user_priority);
        std::ranges::copy(as_bytes("USER"), &tank[tank::at::creator]);
        put(tank::at::index_crc, crc32(files, crc32(directories)));
        put(tank::at::data_crc, crc);
        const std::vector<std::byte> contents = data.take();
        for (const auto* part : {&contents, &directories, &files})
            tank.insert(tank.end(), part->begin(), part->end());
        return tank;
    }

  private:
    static void pad(ByteWriter& writer, std::uint64_t to, std::uint64_t before) {
        while ((before + writer.size()) % to != 0) writer.u8(0);
    }

    Result<void> insert(std::size_t member) {
        std::string path = members_[member].name;
        std::ranges::replace(path, '\\', '/');
        std::size_t folder = 0;
        for (std::size_t begin = 0;;) {
            const std::size_t end = path.find('/', begin);
            const std::string part = path.substr(begin, end == std::string::npos ? end : end - begin);
            if (part.empty() || part == "." || part == ".." || part.size() > SourceReader::longest_text)
                return cannot_change(path, "this is no name of a file in a tank");
            const auto found = folders_[folder].children.find(lower_case(part));
            const bool there = found != folders_[folder].children.end();
            if (end == std::string::npos) {
                if (there) return cannot_change(path, "it is to be there twice");
                folders_[folder].children.emplace(lower_case(part), is_file | member);
                break;
            }
            if (there && (found->second & is_file) != 0)
                return cannot_change(path, "a file has the name of one of its folders");
            if (!there) {
                folders_[folder].children.emplace(lower_case(part), folders_.size());
                folders_.push_back({part, static_cast<std::uint32_t>(folder)});
                folder = folders_.size() - 1;
            } else {
                folder = found->second;
            }
            begin = end + 1;
        }
        paths_.resize(members_.size());
        paths_[member] = path;
        return {};
    }

    /// Depth first, as entries stand in both sets. Folders are as deep as names are long at most.
    void number(std::size_t root) {
        std::vector<std::tuple<std::size_t, bool>> open{{root, false}};
        order_.clear();
        while (!open.empty()) {
            const auto [at, file] = open.back();
            open.pop_back();
            if (file) {
                files_.emplace_back(at, parent_of_[at]);
                continue;
            }
            order_.push_back(at);
            const auto& children = folders_[at].children;
            for (auto child = children.rbegin(); child != children.rend(); ++child) {
                const bool is_member = (child->second & is_file) != 0;
                const std::size_t number = child->second & ~is_file;
                if (is_member) parent_of_[number] = at;
                open.emplace_back(number, is_member);
            }
        }
        std::uint32_t offset = static_cast<std::uint32_t>(4 + 4 * order_.size());
        for (const std::size_t at : order_) {
            folders_[at].offset = offset;
            offset += static_cast<std::uint32_t>(16 + ((folders_[at].name.size() + 6) & ~std::size_t{3}) +
                                                 4 * folders_[at].children.size());
        }
        directories_size_ = offset + index_padding;
    }

    [[nodiscard]] std::pair<std::vector<std::byte>, std::map<std::size_t, std::uint32_t>>
    file_set(const std::vector<tank::FileEntry>& entries) const {
        ByteWriter body, table;
        std::map<std::size_t, std::uint32_t> offsets;
        table.u32(static_cast<std::uint32_t>(entries.size()));
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const auto at = static_cast<std::uint32_t>(4 + 4 * entries.size() + body.size());
            offsets[files_[i].first] = at;
            table.u32(at);
            tank::write_entry(body, entries[i]);
        }
        table.bytes(body.take());
        return {table.take(), std::move(offsets)};
    }

    [[nodiscard]] std::vector<std::byte>
    directory_set(const std::map<std::size_t, std::uint32_t>& files) const {
        ByteWriter out;
        out.u32(static_cast<std::uint32_t>(order_.size()));
        for (const std::size_t at : order_) out.u32(folders_[at].offset);
        for (const std::size_t at : order_) {
            const Folder& folder = folders_[at];
            out.u32(at == 0 ? 0 : folders_[folder.parent].offset);
            out.u32(static_cast<std::uint32_t>(folder.children.size()));
            out.u64(no_time);
            tank::write_name(out, folder.name);
            for (const auto& [name, child] : folder.children)
                out.u32((child & is_file) != 0 ? directories_size_ + files.at(child & ~is_file)
                                               : folders_[child].offset);
        }
        for (std::size_t i = 0; i < index_padding; ++i) out.u8(0);
        return out.take();
    }

    std::span<const Change> members_;
    std::vector<std::string> paths_;
    std::vector<Folder> folders_;
    std::vector<std::size_t> order_;                         ///< Folders, as they stand.
    std::vector<std::pair<std::size_t, std::size_t>> files_; ///< Member and folder, as they stand.
    std::map<std::size_t, std::size_t> parent_of_;
    std::uint32_t directories_size_ = 0;
};

} // namespace

Result<std::vector<std::byte>> create_tank(std::span<const Change> members) {
    return Builder(members).build();
}

} // namespace vellum::archives
