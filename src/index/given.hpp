// Many rows of a table with one statement: to start one for each costs more than the row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "index/database.hpp"

namespace vellum::index {

/// Values of a table, row by row. Texts are not copied: they must live until the rows are inserted.
class GivenRows {
  public:
    using Value = std::variant<std::nullptr_t, std::int64_t, std::string_view>;

    explicit GivenRows(std::size_t columns) : columns_(columns) {}

    /// As many values as there are columns.
    template <class... Values> void add(const Values&... values) { (put(values), ...); }
    void clear() { values_.clear(); }
    [[nodiscard]] std::size_t size() const noexcept { return values_.size() / columns_; }
    [[nodiscard]] const Value& at(std::size_t row, std::size_t column) const {
        return values_[row * columns_ + column];
    }

  private:
    template <class T> void put(const T& value) {
        if constexpr (requires { value.has_value(); }) {
            if (value)
                put(*value);
            else
                values_.emplace_back(nullptr);
        } else if constexpr (requires { std::string_view(value); }) {
            values_.emplace_back(std::string_view(value));
        } else {
            values_.emplace_back(static_cast<std::int64_t>(value));
        }
    }

    std::size_t columns_;
    std::vector<Value> values_;
};

/// Inserts rows into a table, of a database that knows given rows.
class Insert {
  public:
    /// At most 16 columns.
    Insert(Database& database, std::string_view table, std::size_t columns);
    template <class... Values> void add(const Values&... values) { rows_.add(values...); }
    /// Inserts what was added.
    void run();

  private:
    Database* database_;
    GivenRows rows_;
    Statement statement_;
};

} // namespace vellum::index
