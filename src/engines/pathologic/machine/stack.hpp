// The one stack of a run: typed variables in a contiguous array, addressed from the top or from a task's
// base. Slots above the top never hold a text, so pushing a number is a plain write. Grows amortised up to a
// limit. Natives hold pointers to slots while they run; should an event grow the stack meanwhile, the old
// array lives on until they return.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/moving.hpp"
#include "engines/pathologic/format/script.hpp"
#include "vellum/value.hpp"

namespace vellum::pathologic {

class Stack {
  public:
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] std::uint32_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] Value* data() noexcept { return slots_.get(); }
    [[nodiscard]] const Value* data() const noexcept { return slots_.get(); }
    [[nodiscard]] Value& operator[](std::size_t index) noexcept { return slots_[index]; }
    [[nodiscard]] const Value& operator[](std::size_t index) const noexcept { return slots_[index]; }
    /// `distance` 1 is the top.
    [[nodiscard]] Value& from_top(std::uint32_t distance) noexcept { return slots_[size_ - distance]; }
    /// For loops that keep the top in a register.
    void set_size(std::uint32_t size) noexcept { size_ = size; }

    [[nodiscard]] bool has_room(std::uint32_t count) const noexcept { return count <= capacity_ - size_; }
    /// Makes room for `count` more slots; false if that is past `limit` slots.
    [[nodiscard]] bool reserve(std::uint32_t count, std::uint32_t limit) {
        if (has_room(count)) {
            if constexpr (move_stacks) move_to(capacity_);
            return true;
        }
        const std::uint32_t capacity = next_capacity(count, limit, 1);
        if (capacity != 0) move_to(capacity);
        return capacity != 0;
    }
    /// Capacity to grow to for `count` more slots: what there is and its `1 / part`, or what is needed if
    /// that is more; 0 if more than `limit` is needed.
    [[nodiscard]] std::uint32_t next_capacity(std::uint32_t count, std::uint32_t limit,
                                              std::uint32_t part) const noexcept;
    /// Bytes that `move_to` asks for; the old array is only freed afterwards.
    [[nodiscard]] std::uint64_t cost_of(std::uint32_t capacity) const noexcept {
        return (std::uint64_t{capacity} + (natives_ != 0 ? size_ : 0)) * sizeof(Value);
    }
    /// A larger array.
    void move_to(std::uint32_t capacity);
    /// Bytes of all arrays.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return capacity_ * std::uint64_t{sizeof(Value)} + retired_bytes_;
    }
    /// The caller has made room.
    void push(Value value) noexcept { slots_[size_++] = std::move(value); }
    /// Inserts default values of those types under the last `offset` slots. The caller has made room.
    void insert(std::span<const Type> types, std::uint32_t offset);
    /// Removes `count` slots under the last `offset` ones; both fit (the caller has checked).
    void erase(std::uint32_t count, std::uint32_t offset);
    /// Removes everything.
    void clear() { erase(size_, 0); }

    /// Between `enter_native` and `leave_native` growing keeps the old array.
    void enter_native() noexcept {
        ++natives_;
        known_outside_ = true;
    }
    void leave_native() noexcept {
        if (--natives_ != 0 || retired_.empty()) return;
        retired_.clear();
        retired_bytes_ = 0;
    }
    /// Number of times the array moved while a native ran; a native's pointers are good as long as it is
    /// unchanged.
    [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }
    /// Brings what was written into the array at `old` since it was retired to its present place.
    void carry_over(const Value* old);

  private:
    struct Retired {
        std::unique_ptr<Value[]> slots;    ///< Natives may still write here.
        std::unique_ptr<Value[]> original; ///< What stood there when the array was retired.
        std::uint32_t size = 0;
    };

    std::unique_ptr<Value[]> slots_;
    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 0;
    std::uint32_t natives_ = 0;
    bool known_outside_ = false; ///< A native that runs may hold pointers into this very array.
    std::uint64_t moves_ = 0;
    std::vector<Retired> retired_;
    std::uint64_t retired_bytes_ = 0;
};

} // namespace vellum::pathologic
