// Decides how a listing names things so that the assembler finds the same numbers again: which texts can
// stand as quoted text, whether the pool and the imports must be written out, which names are unique.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic {

/// The names of one listing.
class ListingPlan : public isa::Symbols {
  public:
    explicit ListingPlan(const Script& script);

    /// The pool is not what placing the texts in code order gives.
    [[nodiscard]] bool explicit_pool() const noexcept { return explicit_pool_; }
    /// The imports are not the natives of the code in order of first use.
    [[nodiscard]] bool explicit_imports() const noexcept { return explicit_imports_; }

    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;
    [[nodiscard]] std::string_view label_prefix(std::uint32_t address) const override;
    /// Writes `.wide`, `.ascii` and `.bytes` lines that make up the pool.
    void write_pool(TextWriter& out) const;

  private:
    template <class Visit> void for_each_text(Visit&& visit) const;
    void plan_imports();
    void plan_globals();
    void plan_texts();
    [[nodiscard]] bool pool_is_compilers();
    void find_texts();
    [[nodiscard]] std::span<const std::byte> text(bool wide, std::uint32_t offset) const {
        return wide ? texts_.wide(offset) : texts_.name(offset);
    }
    static void write_text(TextWriter& out, bool wide, std::span<const std::byte> bytes);

    const Script& script_;
    PoolMap texts_;
    bool explicit_pool_ = false;
    bool explicit_imports_ = false;
    std::vector<bool> import_named_, global_named_;
    std::unordered_map<std::uint64_t, bool>
        quoted_; // offset and kind -> can stand as text; explicit pools only
};

} // namespace vellum::pathologic
