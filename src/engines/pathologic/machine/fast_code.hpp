// A verified script in the form the fast loop runs: one operation per instruction at the same index,
// specialised by the types that inference found, and where several instructions make one operation the first
// carries it while the others keep their own, so that every address stays a place to jump to, to stop at and
// to go on from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vellum/value.hpp"

namespace vellum::pathologic {

struct Prepared;
class TypeInference;

enum class Fast : std::uint16_t {
#define FAST(name) name,
#include "engines/pathologic/machine/fast_ops.def"
#undef FAST
};

/// One operation; see fast_ops.def for the meaning of the fields.
struct FastOp {
    Fast op = Fast::generic;
    std::uint8_t pop = 0;
    std::uint8_t flag = 0;
    std::int32_t a = 0, b = 0, c = 0;
};
static_assert(sizeof(FastOp) == 16);

struct FastCode {
    std::vector<FastOp> ops;
    std::vector<Value> constants; ///< No texts.
    std::uint32_t room = 0;       ///< Most values any frame can add to the stack, with a margin.

    /// What verification assumes about a function's entry.
    struct Entry {
        std::uint32_t address = 0;
        std::uint32_t task = 0; ///< TypeInference::unknown_task if any.
        std::vector<Type> parameters;
    };
    std::vector<Entry> entries; ///< Functions that can be reached, by address.

    /// Instructions that are not `generic`, for tests and reports.
    [[nodiscard]] std::size_t specialised() const noexcept;
};

/// Null if the script is not verified or its types cannot be settled.
[[nodiscard]] std::unique_ptr<const FastCode> make_fast_code(const Prepared& code);

} // namespace vellum::pathologic
