// Numbers by which a client calls what it saw while the world stood still. They hold until it runs again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vellum/inspect.hpp"

namespace vellum::protocol::dap {

/// A frame of a machine.
struct FrameHandle {
    std::size_t machine = 0, frame = 0;
    friend bool operator==(const FrameHandle&, const FrameHandle&) = default;
};

/// Variables that can be asked for: a scope, the blocks of memory, or the parts of a vector.
struct VariablesHandle {
    FrameHandle frame;
    std::string scope;                ///< Empty: of no scope.
    std::optional<std::size_t> index; ///< The vector in it.
    std::optional<Value> value;       ///< A vector that is nowhere: the result of an expression.
    friend bool operator==(const VariablesHandle&, const VariablesHandle&) = default;
};

/// Counts from 1.
template <class T> class Handles {
  public:
    static constexpr std::size_t most = 100'000;

    /// The number of one that is equal, or a new one; 0 if there are too many.
    [[nodiscard]] std::uint32_t number(const T& one) {
        // Clients ask for the same few again and again, the latest first.
        for (std::size_t i = list_.size(), looked = 0; i-- > 0 && looked < 256; ++looked)
            if (list_[i] == one) return static_cast<std::uint32_t>(i + 1);
        if (list_.size() == most) return 0;
        list_.push_back(one);
        return static_cast<std::uint32_t>(list_.size());
    }
    [[nodiscard]] const T* find(std::size_t number) const {
        return number == 0 || number > list_.size() ? nullptr : &list_[number - 1];
    }
    void clear() { list_.clear(); }

  private:
    std::vector<T> list_;
};

} // namespace vellum::protocol::dap
