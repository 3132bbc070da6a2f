// Memory to fill before it is known how much of it will be needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace vellum {

/// Elements without a value until one is written: unlike a vector's they need not be cleared first.
template <class T> class UninitializedBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit UninitializedBuffer(std::size_t size)
        : data_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}

    [[nodiscard]] T* data() const noexcept { return data_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Makes it larger; the first `used` elements stay. Pointers into it end.
    void grow(std::size_t used, std::size_t size) {
        UninitializedBuffer larger(size);
        std::copy_n(data(), used, larger.data());
        *this = std::move(larger);
    }

    /// A vector of the first `used` elements that has no room for more.
    [[nodiscard]] std::vector<T> take(std::size_t used) const { return {data(), data() + used}; }

  private:
    std::unique_ptr<T[]> data_;
    std::size_t size_;
};

} // namespace vellum
