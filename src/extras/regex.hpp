// Regular expressions in the syntax of RE2, on letters where the text is UTF-8, else on bytes. A pattern that
// somebody else wrote cannot take more than its share: time is linear in the text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"

namespace vellum {

class Regex {
  public:
    /// Fails with cli.value, and says what is wrong with the pattern.
    [[nodiscard]] static Result<Regex> compile(std::string_view pattern, bool ignore_case);

    /// True if a part of the text is what the pattern says. Safe to ask from several threads.
    [[nodiscard]] bool finds(std::string_view text) const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

} // namespace vellum
