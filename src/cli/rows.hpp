// Answers of an index as tables, CSV, JSON and HTML.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "cli/session.hpp"
#include "index/query.hpp"

namespace vellum::cli {

class PrintedRows : public index::Rows {
  public:
    virtual void finish() = 0; ///< Prints what is left.
    [[nodiscard]] std::size_t count() const noexcept { return count_; }

  protected:
    std::size_t count_ = 0;
};

/// Prints on standard output. `format`: of `vellum query`; `title`: of a page.
[[nodiscard]] std::unique_ptr<PrintedRows> make_rows(Session& session, std::string_view format,
                                                     std::string_view title);

} // namespace vellum::cli
