// A script's code as the decompiler walks over it: decoded words with their fixups, the functions they belong
// to, and the names of imports taken apart. Everything is looked up once.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/format/script.hpp"
#include "engines/ags/isa/isa.hpp"

namespace vellum::ags::decompile {

inline constexpr std::uint32_t nowhere = ~0U;

/// One instruction with its operands in the order of the code; LOADSPOFFS also stands for the two by which
/// compilers of 2.x did the same.
struct Step {
    Op op = Op::null;
    std::int32_t a = 0, b = 0, c = 0;
    std::uint32_t at = 0; ///< Its word.
    std::uint8_t fixup = Script::no_fixup;
    bool apart = false; ///< Of LOADSPOFFS: it is REGTOREG SP,MAR; SUB MAR,a.

    [[nodiscard]] bool is(Op wanted, Register first) const noexcept {
        return op == wanted && a == static_cast<std::int32_t>(first);
    }
    [[nodiscard]] bool is(Op wanted, Register first, Register second) const noexcept {
        return is(wanted, first) && b == static_cast<std::int32_t>(second);
    }
    /// LITTOREG AX,0: what stands before the jump of a break and at the end of functions.
    [[nodiscard]] bool clears_ax() const noexcept {
        return is(Op::littoreg, reg_ax) && b == 0 && fixup == Script::no_fixup;
    }
};

/// "Button::get_Text" or "Display^101" taken apart.
struct ImportName {
    enum class Form : std::uint8_t { none, plain, function, get, set, indexed_get, indexed_set };
    Form form = Form::none;
    std::string_view type{};     ///< In front of "::"; may be empty.
    std::string_view name{};     ///< Without "get_" and the like.
    std::int32_t arguments = -1; ///< Behind '^'; unknown if it is not there.
    [[nodiscard]] bool accessor() const noexcept { return form >= Form::get; }
};
[[nodiscard]] ImportName take_apart(std::string_view import);

/// A word that sources know without declaring it.
[[nodiscard]] bool is_language_word(std::string_view text) noexcept;
/// A source can declare that.
[[nodiscard]] bool is_declarable(std::string_view name) noexcept;

/// A function of the block.
struct Extent {
    std::uint32_t first = 0, end = 0; ///< Steps.
    std::string_view
        exported{};          ///< With its "$N"; empty if it is not exported, or under a name no source gives.
    std::string name{};      ///< In source: "f", or what a function without a name is called.
    std::string_view type{}; ///< In front of "::"; may be empty.
    std::int32_t parameters = 0;
    bool variadic = false;
};

class Block {
  public:
    /// `said`: functions have the names that a script of AGS 4 gives them without exporting them.
    explicit Block(const Script& script, bool said = true);

    [[nodiscard]] const Script& script() const noexcept { return script_; }
    [[nodiscard]] const std::vector<Step>& steps() const noexcept { return steps_; }
    [[nodiscard]] const Step& operator[](std::size_t index) const noexcept {
        return index < steps_.size() ? steps_[index] : end_;
    }
    /// The step that begins at a word, or nowhere.
    [[nodiscard]] std::uint32_t at(std::int64_t word) const noexcept {
        return word >= 0 && word < static_cast<std::int64_t>(index_.size())
                   ? index_[static_cast<std::size_t>(word)]
                   : nowhere;
    }
    /// Where a jump leads, or nowhere.
    [[nodiscard]] std::uint32_t target(std::size_t index) const noexcept {
        return at(std::int64_t{steps_[index].at} + 2 + steps_[index].a);
    }
    [[nodiscard]] const std::vector<Extent>& functions() const noexcept { return functions_; }
    /// The function that begins at a word, or nowhere.
    /// One of the script's exports has a name that the source can give it; others are in a table.
    [[nodiscard]] bool is_exported_by_name(const Export& one) const {
        return exports_by_name_[static_cast<std::size_t>(&one - script_.scom().exports.data())];
    }
    [[nodiscard]] std::uint32_t function_at(std::int32_t word) const noexcept;
    [[nodiscard]] const std::vector<ImportName>& imports() const noexcept { return imports_; }
    /// True if called imports say how many parameters they have: those of their own, and members of structs.
    [[nodiscard]] bool counts_imports() const noexcept { return counts_imports_; }
    [[nodiscard]] bool counts_members() const noexcept { return counts_members_; }
    /// True if exported functions say how many parameters they have.
    [[nodiscard]] bool counts_exports() const noexcept { return counts_exports_; }
    /// True if calls of imports say how many arguments they have.
    [[nodiscard]] bool counts_arguments() const noexcept { return counts_arguments_; }
    /// True if locals are found by LOADSPOFFS.
    [[nodiscard]] bool has_stack_offsets() const noexcept { return stack_offsets_; }
    /// True if the words of two runs of steps are the same.
    [[nodiscard]] bool same(std::uint32_t first, std::uint32_t other, std::uint32_t count) const noexcept;

  private:
    void find_functions(bool said);
    [[nodiscard]] bool is_method(const Extent& function) const;
    [[nodiscard]] bool gives_name(std::string_view name, std::set<std::string_view>& taken) const;
    void find_counts();
    void find_idiom();
    [[nodiscard]] std::int32_t parameters_read(const Extent& function) const;

    const Script& script_;
    std::vector<Step> steps_;
    std::vector<std::uint32_t> index_;
    std::vector<Extent> functions_;
    std::vector<ImportName> imports_;
    std::vector<bool> exports_by_name_;
    bool counts_imports_ = true, counts_members_ = true, counts_exports_ = true;
    bool counts_arguments_ = true, stack_offsets_ = true;
    Step end_;
};

} // namespace vellum::ags::decompile
