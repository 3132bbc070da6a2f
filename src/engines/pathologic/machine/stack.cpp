// Growing, inserting and removing slots; see the header.
#include "engines/pathologic/machine/stack.hpp"

#include <algorithm>
#include <functional>

namespace vellum::pathologic {

std::uint32_t Stack::next_capacity(std::uint32_t count, std::uint32_t limit,
                                   std::uint32_t part) const noexcept {
    if (size_ > limit || count > limit - size_) return 0;
    const std::uint64_t wanted = std::max<std::uint64_t>(
        {64, std::uint64_t{size_} + count, std::uint64_t{capacity_} + capacity_ / part});
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, limit));
}

void Stack::move_to(std::uint32_t capacity) {
    auto slots = std::make_unique<Value[]>(capacity);
    if (natives_ == 0 || !known_outside_) {
        for (std::uint32_t i = 0; i < size_; ++i) slots[i] = std::move(slots_[i]);
    } else {
        auto original = std::make_unique<Value[]>(size_);
        for (std::uint32_t i = 0; i < size_; ++i) slots[i] = original[i] = slots_[i];
        retired_bytes_ += (std::uint64_t{capacity_} + size_) * sizeof(Value);
        retired_.push_back({std::move(slots_), std::move(original), size_});
        ++moves_;
        known_outside_ = false;
    }
    slots_ = std::move(slots);
    capacity_ = capacity;
}

void Stack::carry_over(const Value* old) {
    for (Retired& retired : retired_) {
        const Value* begin = retired.slots.get();
        if (std::less<>{}(old, begin) || !std::less<>{}(old, begin + retired.size)) continue;
        const auto index = static_cast<std::uint32_t>(old - begin);
        if (index < size_ && !(*old == retired.original[index])) {
            slots_[index] = *old;
            retired.original[index] = *old;
        }
        return;
    }
}

void Stack::insert(std::span<const Type> types, std::uint32_t offset) {
    const auto count = static_cast<std::uint32_t>(types.size());
    Value* place = slots_.get() + (size_ - offset);
    if (offset != 0) {
        std::move_backward(place, place + offset, place + offset + count);
    }
    for (std::uint32_t i = 0; i < count; ++i) place[i] = Value::default_of(types[i]);
    size_ += count;
}

void Stack::erase(std::uint32_t count, std::uint32_t offset) {
    Value* place = slots_.get() + (size_ - offset - count);
    if (offset != 0) std::move(place + count, place + count + offset, place);
    for (Value* slot = place + offset; slot != place + offset + count; ++slot)
        if (slot->is(Type::string)) *slot = Value();
    size_ -= count;
}

} // namespace vellum::pathologic
