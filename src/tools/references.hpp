// The search behind `find_uses`, and the name that was meant if nothing is found.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "vellum/tools.hpp"

namespace vellum::tools {

/// What is looked for: a whole name or, with * and ?, a pattern, over one kind of names or all.
class NamePattern {
  public:
    explicit NamePattern(const NameQuery& query);
    [[nodiscard]] bool accepts(std::string_view kind, std::string_view name) const;
    [[nodiscard]] bool is_pattern() const noexcept { return wild_; }
    /// The name in small letters if case is ignored.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] const std::string& kind() const noexcept { return kind_; }

  private:
    std::string text_, kind_;
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

/// In the order of the program. What is not it is shown to `closest` if there is one.
[[nodiscard]] std::vector<Use> find_uses(const Program& program, const NamePattern& wanted,
                                         ClosestName* closest);

} // namespace vellum::tools
