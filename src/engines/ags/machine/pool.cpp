// Making, counting and disposing of managed objects. Disposal works through a list instead of recursion, so
// that a chain of arrays of any length cannot exhaust the native stack.
#include "engines/ags/machine/pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/moving.hpp"
#include "engines/ags/machine/word.hpp"

namespace vellum::ags {

namespace {

// What counts for the limit beside the bytes of an object.
constexpr std::uint64_t object_cost = 48; ///< What the system's allocator and a text's head take.
constexpr std::uint64_t extra_cost = 320; ///< A dictionary, set or file without content.
constexpr std::uint64_t largest_object = 0x7FFFFFFF;

std::uint32_t stored_handle(const std::byte* at) noexcept { return load_u32(at); }

} // namespace

bool KeyOrder::operator()(std::string_view a, std::string_view b) const noexcept {
    if (!fold_case) return a < b;
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char left, char right) {
        return static_cast<unsigned char>(lower_ascii(left)) < static_cast<unsigned char>(lower_ascii(right));
    });
}

Pool::~Pool() { clear(); }

void Pool::clear() noexcept {
    for (std::uint32_t handle = 1; handle < objects_.size(); ++handle) free_memory(objects_[handle]);
    for (Buffer* buffer : buffers_)
        if (buffer != nullptr) drop_buffer(buffer);
    objects_.assign(1, {});
    buffers_.assign(1, nullptr);
    free_.clear();
    extras_.clear();
    host_handles_.clear();
    disposed_.clear();
    live_ = 0;
    bytes_ = 0;
    made_since_sweep_ = 0;
}

std::uint32_t Pool::allocate(ObjectKind kind, std::uint64_t bytes) {
    const std::uint64_t place = free_.empty() ? place_cost : 0;
    const std::uint64_t own = object_cost + (kind >= ObjectKind::dictionary ? extra_cost : 0);
    if (bytes > largest_object || bytes + own + place > room()) return 0;
    if (free_.empty() && objects_.size() >= most_objects) return 0;
    std::byte* memory = nullptr;
    if (bytes != 0) {
        memory = static_cast<std::byte*>(std::calloc(static_cast<std::size_t>(bytes), 1));
        if (memory == nullptr) return 0;
    }
    std::uint32_t handle = 0;
    if (free_.empty()) {
        handle = static_cast<std::uint32_t>(objects_.size());
        before_push(objects_);
        objects_.emplace_back();
        ++changes_;
        before_push(buffers_);
        buffers_.push_back(nullptr);
    } else {
        handle = free_.back();
        free_.pop_back();
    }
    Object& object = objects_[handle];
    object = {};
    object.kind = kind;
    object.data = memory;
    object.size = static_cast<std::uint32_t>(bytes);
    bytes_ += bytes + own + place;
    ++live_;
    ++made_since_sweep_;
    return handle;
}

Pool::Buffer* Pool::make_buffer(std::uint64_t capacity) {
    if (capacity > largest_object || capacity > room()) return nullptr;
    void* memory = std::malloc(sizeof(Buffer) + static_cast<std::size_t>(capacity));
    if (memory == nullptr) return nullptr;
    auto* buffer = new (memory) Buffer;
    buffer->capacity = static_cast<std::uint32_t>(capacity);
    bytes_ += capacity;
    return buffer;
}

void Pool::drop_buffer(Buffer* buffer) noexcept {
    if (--buffer->references != 0) return;
    bytes_ -= buffer->capacity;
    std::free(buffer);
}

/// A string object whose text is the first `length` bytes of the buffer, which has a NUL behind them.
std::uint32_t Pool::adopt(Buffer* buffer, std::uint32_t length) {
    ++buffer->references;
    const std::uint32_t handle = allocate(ObjectKind::string, 0);
    if (handle == 0) {
        drop_buffer(buffer);
        return 0;
    }
    objects_[handle].data = buffer->bytes();
    objects_[handle].size = length + 1;
    buffers_[handle] = buffer;
    return handle;
}

std::uint32_t Pool::make_text(std::uint64_t length, char*& bytes) {
    Buffer* buffer = make_buffer(length + 1);
    if (buffer == nullptr) return 0;
    buffer->bytes()[length] = std::byte{0};
    buffer->used = static_cast<std::uint32_t>(length);
    const std::uint32_t handle = adopt(buffer, buffer->used);
    if (handle != 0) bytes = reinterpret_cast<char*>(buffer->bytes()); // char may alias everything
    return handle;
}

std::uint32_t Pool::make_string(std::string_view text) {
    char* bytes = nullptr;
    const std::uint32_t handle = make_text(text.size(), bytes);
    if (handle != 0 && !text.empty()) std::memcpy(bytes, text.data(), text.size());
    return handle;
}

std::uint32_t Pool::append_string(std::uint32_t left, std::string_view right) {
    const std::string_view start = text(left);
    Buffer* shared = buffers_[left];
    const std::uint64_t length = start.size() + right.size();
    // The byte behind `used` is the terminator of the texts that end there; reads of terminators answer 0 by
    // themselves.
    if (shared != nullptr && shared->used == start.size() && length < shared->capacity) {
        std::memcpy(shared->bytes() + start.size(), right.data(), right.size());
        shared->bytes()[length] = std::byte{0};
        shared->used = static_cast<std::uint32_t>(length);
        return adopt(shared, shared->used);
    }
    // Room to grow, or what there is of it: a buffer for this text alone would be copied at every next call.
    const std::uint64_t head = place_cost + object_cost;
    const std::uint64_t most = room() > head ? room() - head : 0;
    Buffer* buffer = make_buffer(std::max(length + 1, std::min(length + length / 2 + 16, most)));
    if (buffer == nullptr) return 0;
    if (!start.empty()) std::memcpy(buffer->bytes(), start.data(), start.size());
    if (!right.empty()) std::memcpy(buffer->bytes() + start.size(), right.data(), right.size());
    buffer->bytes()[length] = std::byte{0};
    buffer->used = static_cast<std::uint32_t>(length);
    return adopt(buffer, buffer->used);
}

std::uint32_t Pool::make_array(std::uint32_t count, std::uint32_t element_size, bool managed) {
    const std::uint64_t bytes = std::uint64_t{count} * (managed ? 4 : element_size);
    const std::uint32_t handle = allocate(ObjectKind::array, bytes);
    if (handle == 0) return 0;
    objects_[handle].count = count;
    objects_[handle].managed_elements = managed;
    return handle;
}

std::uint32_t Pool::make_user(std::uint32_t size, std::uint32_t type) {
    const std::uint32_t handle = allocate(ObjectKind::user, size);
    if (handle != 0) objects_[handle].count = type;
    return handle;
}

std::uint32_t Pool::make_time(std::uint64_t seconds) {
    const std::uint32_t handle = allocate(ObjectKind::time, sizeof seconds);
    if (handle != 0) store_u64(objects_[handle].data, seconds);
    return handle;
}

std::optional<std::uint64_t> Pool::time(std::uint32_t handle) const noexcept {
    if (!exists(handle) || objects_[handle].kind != ObjectKind::time ||
        objects_[handle].size != sizeof(std::uint64_t))
        return {};
    return load_u64(objects_[handle].data);
}

std::uint32_t Pool::make_extra(ObjectKind kind) {
    const std::uint32_t handle = allocate(kind, 0);
    if (handle != 0) extras_[handle] = std::make_unique<Extra>();
    return handle;
}

std::uint32_t Pool::host_object(std::uint64_t host_id) {
    if (host_id == 0) return 0;
    const auto found = host_handles_.find(host_id);
    if (found != host_handles_.end()) return found->second;
    const std::uint32_t handle = allocate(ObjectKind::host, 0);
    if (handle == 0) return 0;
    objects_[handle].host_id = host_id;
    host_handles_.emplace(host_id, handle);
    return handle;
}

Extra* Pool::extra(std::uint32_t handle) {
    const auto found = extras_.find(handle);
    return found == extras_.end() ? nullptr : found->second.get();
}

const Extra* Pool::extra(std::uint32_t handle) const {
    const auto found = extras_.find(handle);
    return found == extras_.end() ? nullptr : found->second.get();
}

bool Pool::make_room(std::string& text, std::uint64_t length) {
    if (length <= text.capacity()) return true;
    const std::uint64_t before = held_by(text);
    const std::uint64_t wanted = std::max<std::uint64_t>(length + length / 2, 64);
    if (!charge(wanted + 1)) return false;
    text.reserve(static_cast<std::size_t>(wanted));
    uncharge(before + wanted + 1);
    // The library may have rounded up; it has happened already, so it is counted whatever the limit says.
    charge_beyond(held_by(text));
    return true;
}

void Pool::set_element(std::uint32_t array, std::uint32_t index, std::uint32_t handle) noexcept {
    const Object& object = objects_[array];
    if (index < object.count && object.managed_elements)
        store_u32(object.data + std::size_t{index} * 4, handle);
}

void Pool::free_memory(Object& object) noexcept {
    ++freed_;
    ++changes_;
    if (object.kind != ObjectKind::string) std::free(object.data);
    object.data = nullptr;
}

void Pool::release_last(std::uint32_t handle, std::uint32_t keep) {
    Object& object = objects_[handle];
    object.references = 0;
    if (handle != keep && !object.owned_by_host) dispose(handle);
}

/// A text takes nothing with it.
void Pool::dispose_text(std::uint32_t handle) {
    objects_[handle] = {};
    bytes_ -= object_cost;
    drop_buffer(std::exchange(buffers_[handle], nullptr));
    free_.push_back(handle);
    --live_;
}

void Pool::dispose(std::uint32_t handle) {
    if (!disposing_ && objects_[handle].kind == ObjectKind::string) return dispose_text(handle);
    dying_.push_back(handle);
    if (disposing_) return; // the loop below is running further out
    disposing_ = true;
    while (!dying_.empty()) {
        const std::uint32_t next = dying_.back();
        dying_.pop_back();
        Object object = objects_[next];
        if (object.kind == ObjectKind::none) continue;
        if (object.kind == ObjectKind::string) {
            dispose_text(next);
            continue;
        }
        objects_[next] = {};
        if (object.managed_elements)
            for (std::uint32_t i = 0; i < object.count; ++i)
                release(stored_handle(object.data + std::size_t{i} * 4));
        if (object.kind == ObjectKind::user && object.count != 0 && types_ != nullptr)
            for (const std::uint32_t at : types_->handles(object.count))
                if (std::uint64_t{at} + 4 <= object.size) release(stored_handle(object.data + at));
        bytes_ -= object_cost + object.size + (object.kind >= ObjectKind::dictionary ? extra_cost : 0);
        free_memory(object);
        if (object.kind == ObjectKind::host) {
            host_handles_.erase(object.host_id);
            disposed_.push_back(object.host_id);
        }
        if (const auto extra = extras_.find(next); extra != extras_.end()) {
            for (const auto& [key, value] : extra->second->entries)
                uncharge(key.size() + value.size() + entry_cost);
            uncharge(held_by(extra->second->content));
            extras_.erase(extra);
        }
        free_.push_back(next);
        --live_;
    }
    disposing_ = false;
}

void Pool::sweep() {
    made_since_sweep_ = 0;
    for (std::uint32_t handle = 1; handle < objects_.size(); ++handle)
        if (objects_[handle].kind != ObjectKind::none && objects_[handle].references == 0 &&
            !objects_[handle].owned_by_host)
            dispose(handle);
}

} // namespace vellum::ags
