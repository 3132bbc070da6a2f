// Managed objects: handles, reference counts, the sweep of what was never stored. The pool owns all memory
// that scripts can point to by handle and hands out no pointer that outlives a call. It never calls the host
// itself: a host object that dies is reported to whoever runs the machine. Facts: docs/engines/ags.md,
// "Machine".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/ags/machine/object_types.hpp"
#include "engines/ags/machine/word.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum {
class ArchiveReader;
class ArchiveWriter;
} // namespace vellum

namespace vellum::ags {

/// What stands behind `time` has an Extra.
enum class ObjectKind : std::uint8_t { none, string, array, user, host, time, dictionary, set, file };

/// Orders dictionary keys: bytes, or letters without case.
struct KeyOrder {
    using is_transparent = void;
    bool fold_case = true;
    bool operator()(std::string_view a, std::string_view b) const noexcept;
};

/// What a Dictionary, Set or File object is besides its handle.
struct Extra {
    bool sorted = false;
    std::map<std::string, std::string, KeyOrder> entries; ///< Sets use the keys only.
    std::string path;                                     ///< File: inside the sandbox.
    std::string content;                                  ///< File: everything, written back when closed.
    std::size_t position = 0;
    bool open = false;
    bool writing = false;
};

/// One entry. `data`/`size` are what addresses into the object may touch; null and 0 for kinds without
/// memory.
struct Object {
    std::byte* data = nullptr;
    std::uint32_t size = 0;
    std::uint32_t references = 0;
    std::uint32_t count = 0; ///< Elements of an array; of a user object the number of its type, or 0.
    ObjectKind kind = ObjectKind::none;
    bool managed_elements = false;
    bool owned_by_host = false; ///< Host object that the host keeps alive: never disposed.
    bool holds_nul = false;     ///< Text with a NUL before its end: longer than what is read of it.
    std::uint64_t host_id = 0;
};

class Pool {
  public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    Pool& operator=(Pool&& other) noexcept;
    ~Pool();

    /// 0 means that the memory limit forbids it (or that there are too many objects).
    [[nodiscard]] std::uint32_t make_string(std::string_view text);
    /// A text of that length whose bytes the caller writes through `bytes` before anything else happens.
    [[nodiscard]] std::uint32_t make_text(std::uint64_t length, char*& bytes);
    /// left + right, in the left one's buffer if that ends there and has room: building a text is linear.
    [[nodiscard]] std::uint32_t append_string(std::uint32_t left, std::string_view right);
    /// True if `append_string` would only write the new part.
    [[nodiscard]] bool grows_in_place(std::uint32_t left, std::uint64_t more) const noexcept {
        const Buffer* shared = buffers_[left];
        const std::uint64_t length = objects_[left].size - 1;
        return shared != nullptr && shared->used == length && length + more < shared->capacity;
    }
    [[nodiscard]] std::uint32_t make_array(std::uint32_t count, std::uint32_t element_size, bool managed);
    [[nodiscard]] std::uint32_t make_user(std::uint32_t size, std::uint32_t type = 0);
    /// Says where objects of a type keep handles, which they release when they die. It outlives the pool.
    void set_types(const ObjectTypes& types) noexcept { types_ = &types; }
    /// A DateTime: seconds since 1970.
    [[nodiscard]] std::uint32_t make_time(std::uint64_t seconds);
    /// Its seconds; nothing if the object is none.
    [[nodiscard]] std::optional<std::uint64_t> time(std::uint32_t handle) const noexcept;
    [[nodiscard]] std::uint32_t make_extra(ObjectKind kind);
    /// The handle of a host object; a new one if it has none yet.
    [[nodiscard]] std::uint32_t host_object(std::uint64_t host_id);

    [[nodiscard]] bool exists(std::uint32_t handle) const noexcept {
        return handle < objects_.size() && objects_[handle].kind != ObjectKind::none;
    }
    [[nodiscard]] const Object& operator[](std::uint32_t handle) const noexcept { return objects_[handle]; }
    [[nodiscard]] Object& operator[](std::uint32_t handle) noexcept { return objects_[handle]; }
    /// All of them by handle, until one is made; handle 0 is none.
    [[nodiscard]] Object* table() noexcept { return objects_.data(); }
    [[nodiscard]] const Object* table() const noexcept { return objects_.data(); }
    [[nodiscard]] std::uint32_t table_size() const noexcept {
        return static_cast<std::uint32_t>(objects_.size());
    }
    [[nodiscard]] Extra* extra(std::uint32_t handle);
    [[nodiscard]] const Extra* extra(std::uint32_t handle) const;
    /// Text of a String object, without the NUL.
    [[nodiscard]] std::string_view text(std::uint32_t handle) const noexcept {
        const Object& object = objects_[handle];
        return {reinterpret_cast<const char*>(object.data), object.size - 1}; // char may alias everything
    }

    /// The text a kept word means; empty if it means none: snapshots may say anything.
    [[nodiscard]] std::string_view text_of(Word word) const noexcept {
        const bool is_text = kind_of(word) == Tag::object && exists(object_of(word)) &&
                             objects_[object_of(word)].kind == ObjectKind::string;
        return is_text ? text(object_of(word)) : std::string_view();
    }

    /// Bytes the limit leaves.
    [[nodiscard]] std::uint64_t room() const noexcept { return limit_ - (bytes_ < limit_ ? bytes_ : limit_); }
    /// Counts bytes that an Extra or a call holds; false if the limit forbids them.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        if (bytes > room()) return false;
        bytes_ += bytes;
        return true;
    }
    /// Counts bytes that are held already, whatever the limit says.
    void charge_beyond(std::uint64_t bytes) noexcept { bytes_ += bytes; }
    /// What a text of the library's own counts: the memory it holds, which may be more than its length.
    [[nodiscard]] static std::uint64_t held_by(const std::string& content) noexcept {
        return content.capacity() > sizeof(std::string) ? content.capacity() : 0;
    }
    /// Makes room for a text of that length in one that counts so. What the old and the new place take is
    /// charged together, because both are there while it moves. False if the limit forbids it.
    [[nodiscard]] bool make_room(std::string& text, std::uint64_t length);
    void uncharge(std::uint64_t bytes) noexcept { bytes_ -= bytes < bytes_ ? bytes : bytes_; }
    /// Stores a handle into an array of managed elements; counts no reference.
    void set_element(std::uint32_t array, std::uint32_t index, std::uint32_t handle) noexcept;

    void add_reference(std::uint32_t handle) noexcept {
        if (exists(handle)) ++objects_[handle].references;
    }
    /// Drops a reference and disposes the object when none is left, except `keep`.
    void release(std::uint32_t handle, std::uint32_t keep = 0) {
        if (!exists(handle)) return;
        if (Object& object = objects_[handle]; object.references > 1) [[likely]]
            --object.references;
        else
            release_last(handle, keep);
    }
    /// True if more than `sweep_after` objects were made since the last sweep, which disposes everything
    /// without references.
    [[nodiscard]] bool sweep_is_due() const noexcept { return made_since_sweep_ > sweep_after; }
    void sweep();

    /// Host objects disposed since this was asked last; the machine tells the host.
    [[nodiscard]] bool has_disposed_host_objects() const noexcept { return !disposed_.empty(); }
    [[nodiscard]] std::vector<std::uint64_t> take_disposed() { return std::exchange(disposed_, {}); }

    /// How often an object's memory was given back; until the next time it stays where it is.
    [[nodiscard]] std::uint32_t freed() const noexcept { return freed_; }
    /// Another number there says that what machine code knows must be looked at again: an object's memory was
    /// given back, the table grew, or somebody said so.
    [[nodiscard]] const std::uint32_t& changes() const noexcept { return changes_; }
    void note_change() noexcept { ++changes_; }
    [[nodiscard]] std::size_t live() const noexcept { return live_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    void set_limit(std::uint64_t bytes) noexcept { limit_ = bytes; }

    void write(ArchiveWriter& archive) const;
    /// Into a new pool. If the archive is not ok afterwards, the pool is to be thrown away.
    void read(ArchiveReader& archive);

    static constexpr std::uint64_t default_limit = std::uint64_t{256} << 20U;
    static constexpr std::uint32_t sweep_after = 1024;
    /// What an entry of a dictionary or set counts beside its texts: the node of a tree and two strings.
    static constexpr std::uint64_t entry_cost = 160;

  private:
    /// Tables never shrink, so a place in them counts from its first use on, at what all tables together take
    /// for it when they have just doubled.
    static constexpr std::uint64_t place_cost = 128;

    /// Text storage shared by strings that grew out of each other: only what lies behind `used` may still be
    /// written.
    struct Buffer {
        std::uint32_t references = 0;
        std::uint32_t used = 0;
        std::uint32_t capacity = 0;
        [[nodiscard]] std::byte* bytes() noexcept { return reinterpret_cast<std::byte*>(this + 1); }
    };

    Pool(Pool&&) noexcept = default; // leaves nothing but what may be destroyed

    template <class Archive> static void fields(Archive& archive, auto& pool);
    [[nodiscard]] std::span<std::byte> content(std::uint32_t handle) const noexcept;
    void make_places(ArchiveReader& archive, std::uint32_t total);
    void make_again(ArchiveReader& archive, std::uint32_t handle, const Object& read);
    void count_again(ArchiveReader& archive, std::uint32_t handle);
    void demand_sound(ArchiveReader& archive) const;

    [[nodiscard]] std::uint32_t allocate(ObjectKind kind, std::uint64_t bytes);
    [[nodiscard]] std::uint32_t adopt(Buffer* buffer, std::uint32_t length);
    [[nodiscard]] Buffer* make_buffer(std::uint64_t capacity);
    void drop_buffer(Buffer* buffer) noexcept;
    void release_last(std::uint32_t handle, std::uint32_t keep);
    void dispose(std::uint32_t handle);
    void dispose_text(std::uint32_t handle);
    void free_memory(Object& object) noexcept;
    void clear() noexcept;

    const ObjectTypes* types_ = nullptr;
    std::vector<Object> objects_{1}; // handle 0 is null
    std::vector<Buffer*> buffers_{nullptr};
    std::vector<std::uint32_t> free_;
    std::unordered_map<std::uint32_t, std::unique_ptr<Extra>> extras_;
    std::unordered_map<std::uint64_t, std::uint32_t> host_handles_;
    std::vector<std::uint64_t> disposed_;
    std::vector<std::uint32_t> dying_;
    bool disposing_ = false;
    std::size_t live_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t limit_ = default_limit;
    std::uint32_t made_since_sweep_ = 0;
    std::uint32_t freed_ = 0;
    std::uint32_t changes_ = 0;
};

} // namespace vellum::ags
