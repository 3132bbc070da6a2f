// Pages of a report. Nothing in them comes from elsewhere, and every text of a script is escaped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::index {

/// A page of HTML.
class Page {
  public:
    /// `depth`: folders between the page and the report's; `title` is a text.
    Page(std::string_view title, unsigned depth);

    /// A text, escaped.
    Page& text(std::string_view text);
    /// Markup of our own.
    Page& markup(std::string_view markup) {
        html_ += markup;
        return *this;
    }
    Page& number(std::uint64_t number); ///< With commas.
    /// A link to a page of the report, such as "scripts/12.html#f3".
    Page& link(std::string_view href, std::string_view text);
    /// A table begins; its heads are texts, those that begin with '#' are of numbers.
    Page& table(std::initializer_list<std::string_view> heads);
    /// Cells: each ends the one before.
    Page& row();
    Page& cell();
    Page& number_cell(std::uint64_t number);
    Page& end_table();

    /// "../" as often as needed.
    [[nodiscard]] const std::string& up() const noexcept { return up_; }
    [[nodiscard]] std::string finish();

  private:
    std::string html_, up_;
    bool in_row_ = false;
};

/// The files that all pages use.
[[nodiscard]] std::string_view style_sheet();
[[nodiscard]] std::string_view search_script();

} // namespace vellum::index
