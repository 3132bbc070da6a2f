// The search behind `find_uses`, and the name that was meant if nothing is found.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "vellum/tools.hpp"

namespace vellum::tools {

/// The kind of uses that are numbers, which have no name.
inline constexpr std::string_view number_kind = "number";

/// Answers for each name whether it is meant.
using NameTest = std::function<bool(std::string_view)>;

/// What is looked for: a whole name or, with * and ?, a pattern, over one kind of names or all.
class NamePattern {
  public:
    /// `test` decides on names in the place of the query's name.
    explicit NamePattern(const NameQuery& query, NameTest test = {});
    [[nodiscard]] bool accepts(std::string_view kind, std::string_view name) const;
    [[nodiscard]] bool is_pattern() const noexcept { return wild_ || test_ != nullptr; }
    /// Numbers are looked for only by who means them: there are many.
    [[nodiscard]] bool wants_numbers() const noexcept { return number_ || kind_ == number_kind; }
    [[nodiscard]] bool accepts_number(std::uint32_t bits, bool is_float, std::string_view text) const;
    /// The name in small letters if case is ignored.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] const std::string& kind() const noexcept { return kind_; }

  private:
    std::string text_, kind_;
    NameTest test_;
    std::optional<double> number_; ///< What `text_` says, if it is a number.
    bool ignore_case_, wild_;
};

/// The name most like the wanted one among those that are seen. Names that differ much in length are not
/// looked at, so that this costs next to nothing.
class ClosestName {
  public:
    explicit ClosestName(const NamePattern& wanted) : wanted_(wanted) {}
    void see(std::string_view kind, const std::string& name);
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

  private:
    const NamePattern& wanted_;
    std::unordered_set<std::string> seen_;
    std::string name_;
};

/// In the order of the program: its references, script functions that are called by their address, and, if
/// they are wanted, the numbers in its code. `in`: only in functions with such names. What is not it is shown
/// to `closest`, and what is no such function to `closest_in`, if there are any.
[[nodiscard]] std::vector<Use> find_uses(const Program& program, const NamePattern& wanted,
                                         ClosestName* closest, const NamePattern* in = nullptr,
                                         ClosestName* closest_in = nullptr);

/// All uses of names in the order of the program, without the functions that they are in. `functions`: those
/// of the program.
[[nodiscard]] std::vector<Use> all_uses(const Program& program, const std::vector<Function>& functions);

/// Uses as the source tells of them: functions by its names, and its lines.
void tell_source(std::vector<Use>& uses, const Sourced& source);

/// {"kind", "name", "file", "address", "function", "line", "source"}; `file`: the script it stands in.
[[nodiscard]] std::string to_json(const Use& use, std::string_view file);

} // namespace vellum::tools
