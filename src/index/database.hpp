// The only door to SQLite. A database remembers the first thing that went wrong: statements do nothing from
// then on, so whoever runs many of them asks once, at the end. Values reach SQL as bound parameters only.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace vellum::index {

class Database;
class GivenRows;

/// A prepared statement. It must not outlive its database.
class Statement {
  public:
    Statement() = default;
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;
    ~Statement();

    /// Binds the values in order and runs the statement to its end. True if nothing went wrong.
    template <class... Values> bool run(const Values&... values) {
        start_without_copies(values...);
        while (step()) {
        }
        const bool ok = !failed();
        reset();
        return ok;
    }
    /// Binds the values in order; rows come from `step`.
    template <class... Values> void start(const Values&... values) {
        reset();
        int position = 0;
        (bind(++position, values), ...);
    }
    /// The first column of the first row as a number; nothing if there is no row.
    template <class... Values> std::optional<std::int64_t> number(const Values&... values) {
        start_without_copies(values...);
        std::optional<std::int64_t> found;
        if (step()) found = integer(0);
        reset();
        return found;
    }
    /// Moves to the next row; false past the last one and after a failure.
    bool step();
    void reset();

    void bind(int position, std::int64_t value);
    void bind(int position, std::uint64_t value) { bind(position, static_cast<std::int64_t>(value)); }
    void bind(int position, std::uint32_t value) { bind(position, std::int64_t{value}); }
    void bind(int position, int value) { bind(position, std::int64_t{value}); }
    void bind(int position, bool value) { bind(position, std::int64_t{value}); }
    void bind(int position, double value);
    /// Text is UTF-8. Texts and bytes are copied, but by `run` and `number`.
    void bind(int position, std::string_view value);
    void bind(int position, const std::string& value) { bind(position, std::string_view(value)); }
    void bind(int position, const char* value) { bind(position, std::string_view(value)); }
    void bind(int position, std::span<const std::byte> value);
    void bind(int position, std::nullptr_t);
    template <class T> void bind(int position, const std::optional<T>& value) {
        if (value)
            bind(position, *value);
        else
            bind(position, nullptr);
    }

    [[nodiscard]] int columns() const;
    [[nodiscard]] std::string column_name(int column) const;
    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] bool is_number(int column) const; ///< An integer or a real number.
    [[nodiscard]] bool is_blob(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    /// Valid until the next step; numbers are converted.
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] bool only_reads() const; ///< It changes nothing in the database.
    [[nodiscard]] int parameters() const;  ///< How many values it takes.
    [[nodiscard]] bool exists() const noexcept { return handle_ != nullptr; }

  private:
    friend class Database;
    Statement(Database& database, sqlite3_stmt* handle) : database_(&database), handle_(handle) {}
    [[nodiscard]] bool failed() const;
    /// Of values that outlive the steps.
    template <class... Values> void start_without_copies(const Values&... values) {
        copies_ = false;
        start(values...);
        copies_ = true;
    }

    Database* database_ = nullptr;
    sqlite3_stmt* handle_ = nullptr;
    bool copies_ = true;
};

/// How a database is opened.
enum class Mode : std::uint8_t {
    read,  ///< It must exist; nothing in it can be changed.
    write, ///< Created if it does not exist.
    memory ///< A new one without a file; its name is ignored.
};

class Database {
  public:
    /// Fails with index.database. `read` also attaches nothing and allows no functions with effects.
    [[nodiscard]] static Result<std::unique_ptr<Database>> open(const std::string& path, Mode mode);
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database();

    /// Runs any number of statements. True if nothing went wrong, before or now.
    bool run(const char* sql);
    /// One statement; of a database that has failed, or for wrong SQL, one that gives no rows.
    [[nodiscard]] Statement prepare(std::string_view sql);
    /// What went wrong first; nothing if all is well.
    [[nodiscard]] const std::optional<Diagnostic>& problem() const noexcept { return problem_; }
    [[nodiscard]] Result<void> result() const;
    void forget_problem() { problem_.reset(); }
    [[nodiscard]] std::int64_t last_id() const; ///< Of the row that was inserted last.
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Statements may read the rows that are given as the table `given(a, b, ...)` (given.hpp).
    void know_given_rows();
    void give(const GivenRows* rows) noexcept { given_ = rows; }

    /// From now on statements may only read, and a query ends with index.limit after about that many steps of
    /// SQLite's machine. 0: no limit.
    void restrict_to_reading(std::uint64_t most_steps);
    void start_counting() { steps_ = 0; }

  private:
    friend class Statement;
    Database() = default;
    void fail_with(std::string_view sql);

    sqlite3* handle_ = nullptr;
    std::string path_;
    std::optional<Diagnostic> problem_;
    std::uint64_t steps_ = 0, most_steps_ = 0;
    const GivenRows* given_ = nullptr;
    bool over_limit_ = false;
};

} // namespace vellum::index
