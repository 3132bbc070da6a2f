// Puts report text together to lines: texts come in pieces and hold any number of line ends. What does not
// end is given out in pieces, so that a script cannot make a line that grows for ever.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vellum::skrit {

class Lines {
  public:
    static constexpr std::size_t longest = 65536;

    /// Calls `give` with each line that is complete, without its end.
    template <class Give> void feed(std::string_view text, Give&& give) {
        while (!text.empty()) {
            const std::size_t end = text.substr(0, longest - begun_.size()).find('\n');
            const bool ends = end != std::string_view::npos;
            const std::string_view part = text.substr(0, ends ? end : longest - begun_.size());
            text.remove_prefix(ends ? end + 1 : part.size());
            begun_ += part;
            if (!ends && begun_.size() < longest) return;
            give(std::string_view(begun_));
            begun_.clear();
        }
    }

  private:
    std::string begun_;
};

} // namespace vellum::skrit
