// Functions that stay instructions in the source: what the compiler reads in "asm { ... }".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/decompile/block.hpp"

namespace vellum::ags::decompile {

class Assembly {
  public:
    explicit Assembly(const Block& block);

    /// The instruction of a step, with the label in front of it; texts are marks.
    [[nodiscard]] std::string instruction(std::uint32_t function, std::uint32_t index) const;
    /// "order 1, 0;" for a function whose fixups are not in the order of its code, or nothing.
    [[nodiscard]] const std::string& order(std::uint32_t function) const noexcept {
        return orders_[function];
    }

  private:
    [[nodiscard]] std::string literal(const Step& step) const;

    const Block& block_;
    std::vector<bool> targets_; ///< Steps that are jumped to within their function.
    std::vector<std::string> orders_;
    std::vector<std::uint32_t> functions_of_; ///< By step.
};

/// " imports { 2, 0 : 2 }" for 2, 0, 1.
[[nodiscard]] std::string number_table(std::string_view word, std::span<const std::uint32_t> numbers);
/// What says that the linker is told that in the place of `plain`: " fixups { 2, 0 : 2, data 17 }". Nothing
/// if they are equal, or if one of `plain` is not wanted.
[[nodiscard]] std::string fixup_table(std::span<const Fixup> plain, std::span<const Fixup> wanted);
/// Likewise of imports that no code uses: " imports { 3 }".
[[nodiscard]] std::string import_table(std::span<const std::string> plain,
                                       std::span<const std::string> wanted);
/// Likewise of sections, where one may be called otherwise: " sections { 0, 12 room1.asc }".
[[nodiscard]] std::string section_table(std::span<const Section> plain, std::span<const Section> wanted);
/// Likewise of exports, where there may be more data: " exported { 1, 0, data 8 gLamp }".
[[nodiscard]] std::string exported_table(std::span<const Export> plain, std::span<const Export> wanted,
                                         const Block& block);
/// All of an extension, and for which code it is: " extension { 120, 56, ... }"; `code_words`: of the block.
[[nodiscard]] std::string extension_table(const Extension& extension, std::size_t code_words);

} // namespace vellum::ags::decompile
