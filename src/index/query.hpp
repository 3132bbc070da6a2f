// Questions to an index. Each is a row with a name and parameters; the answer is a table, row by row.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/database.hpp"

namespace vellum::index {

/// A value in an answer.
struct Cell {
    std::string text;
    bool number = false; ///< The text is a number.
    bool null = false;   ///< There is no value.
};
using Cells = std::vector<Cell>;

/// Takes an answer: its columns once, then its rows.
class Rows {
  public:
    virtual ~Rows() = default;
    virtual void columns(std::span<const std::string> names) = 0;
    virtual bool row(const Cells& cells) = 0; ///< False: no more are wanted.
};

/// How an argument of a question is understood.
enum class Takes : std::uint8_t {
    pattern, ///< a whole name, or a pattern with * and ?
    place,   ///< a file, or the beginning of names of files
    words,   ///< any text
    number   ///< a number
};

struct QueryParameter {
    std::string_view name;
    Takes takes = Takes::pattern;
    bool required = false;
};

/// A ready question.
struct ReadyQuery {
    std::string_view name;
    std::string_view summary; ///< One line without a full stop.
    std::span<const QueryParameter> parameters;
    const char* sql = nullptr; ///< With a `?` for each parameter: null where an argument is missing.
    /// Instead of `sql`.
    Result<void> (*run)(Database& database, std::span<const std::string> arguments, Rows& rows) = nullptr;
};

/// "BEFORE AFTER [PERCENT]".
[[nodiscard]] std::string arguments_of(const ReadyQuery& query);

/// All of them, in the order of the documentation.
[[nodiscard]] std::span<const ReadyQuery> ready_queries();

/// Limits of one answer.
struct QueryLimits {
    std::uint64_t rows = 0; ///< 0: any number.
};

/// Answers a ready question. Fails with index.query for an unknown one or wrong arguments, and as the
/// database does. True if there are more rows than the limit.
[[nodiscard]] Result<bool> ask(Database& database, std::string_view question,
                               std::span<const std::string> arguments, const QueryLimits& limits, Rows& rows);

/// Answers a question in SQL, which may only read. The arguments are its parameters.
[[nodiscard]] Result<bool> ask_sql(Database& database, std::string_view sql,
                                   std::span<const std::string> arguments, const QueryLimits& limits,
                                   Rows& rows);

/// A pattern with * and ? for GLOB, which knows brackets too.
[[nodiscard]] std::string glob_of(std::string_view pattern);

/// All rows of a prepared statement whose values are bound. True if there are more than the limit.
bool copy_rows(Statement& statement, const QueryLimits& limits, Rows& rows);

/// A function that is nearly the same as another.
struct Near {
    std::int64_t script = 0, function = 0;
    std::string name;
    unsigned likeness = 0; ///< In percent.
};
/// The shapes that are most like one, by one function each; `minhash` as the table `shape` has it.
[[nodiscard]] std::vector<Near> near_shapes(Database& database, std::string_view minhash, std::int64_t shape,
                                            std::size_t most);

// Questions that are more than a statement, each in its own file.
[[nodiscard]] Result<void> find_text(Database& database, std::span<const std::string> arguments, Rows& rows);
[[nodiscard]] Result<void> find_differences(Database& database, std::span<const std::string> arguments,
                                            Rows& rows);
[[nodiscard]] Result<void> find_near(Database& database, std::span<const std::string> arguments, Rows& rows);

} // namespace vellum::index
