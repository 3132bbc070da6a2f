#include "index/database.hpp"

#include <sqlite3.h>

#include <bit>
#include <cstring>
#include <utility>

#include "base/concat.hpp"
#include "index/codes.hpp"
#include "index/trigrams.hpp"

namespace vellum::index {

namespace {

constexpr int steps_at_a_time = 1000;

/// similarity(a, b): the share of equal pairs of bytes of two MinHashes, in percent.
void similarity(sqlite3_context* context, int, sqlite3_value** values) {
    const int size = sqlite3_value_bytes(values[0]);
    const void* const a = sqlite3_value_blob(values[0]);
    const void* const b = sqlite3_value_blob(values[1]);
    if (a == nullptr || b == nullptr || size < 2 || size != sqlite3_value_bytes(values[1])) {
        sqlite3_result_int(context, 0);
        return;
    }
    int same = 0;
    for (int i = 0; i + 2 <= size; i += 2)
        if (std::memcmp(static_cast<const char*>(a) + i, static_cast<const char*>(b) + i, 2) == 0) ++same;
    sqlite3_result_int(context, same * 200 / size);
}

/// trigrams(text): see with_trigrams_of.
void trigrams(sqlite3_context* context, int, sqlite3_value** values) {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
    const std::string shorter = with_trigrams_of(text == nullptr ? "" : std::string_view(text, size));
    sqlite3_result_text64(context, shorter.data(), shorter.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Nothing but reading: no other databases, no settings, no extensions.
int only_reading(void*, int action, const char* subject, const char* name, const char*, const char*) {
    switch (action) {
    case SQLITE_PRAGMA: // the index of words asks itself whether it has changed
        return subject != nullptr && sqlite3_stricmp(subject, "data_version") == 0 && name == nullptr
                   ? SQLITE_OK
                   : SQLITE_DENY;
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
        // Functions that reach out of the database, or into its index of words.
        for (const char* const refused :
             {"load_extension", "fts5", "fts3_tokenizer", "readfile", "writefile", "edit"})
            if (name != nullptr && sqlite3_stricmp(name, refused) == 0) return SQLITE_DENY;
        return SQLITE_OK;
    default: return SQLITE_DENY;
    }
}

} // namespace

// --- Statement ---

Statement::Statement(Statement&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)), handle_(std::exchange(other.handle_, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
    std::swap(database_, other.database_);
    std::swap(handle_, other.handle_);
    return *this;
}

Statement::~Statement() { sqlite3_finalize(handle_); }

bool Statement::failed() const { return database_ == nullptr || database_->problem_.has_value(); }

bool Statement::step() {
    if (handle_ == nullptr || failed()) return false;
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) database_->fail_with(sqlite3_sql(handle_));
    return false;
}

void Statement::reset() {
    if (handle_ != nullptr) sqlite3_reset(handle_);
}

void Statement::bind(int position, std::int64_t value) {
    if (handle_ != nullptr) sqlite3_bind_int64(handle_, position, value);
}
void Statement::bind(int position, double value) {
    if (handle_ != nullptr) sqlite3_bind_double(handle_, position, value);
}
void Statement::bind(int position, std::string_view value) {
    if (handle_ != nullptr)
        sqlite3_bind_text64(handle_, position, value.empty() ? "" : value.data(), value.size(),
                            copies_ ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8);
}
void Statement::bind(int position, std::span<const std::byte> value) {
    if (handle_ != nullptr)
        sqlite3_bind_blob64(handle_, position, value.empty() ? "" : static_cast<const void*>(value.data()),
                            value.size(), copies_ ? SQLITE_TRANSIENT : SQLITE_STATIC);
}
void Statement::bind(int position, std::nullptr_t) {
    if (handle_ != nullptr) sqlite3_bind_null(handle_, position);
}

int Statement::columns() const { return handle_ == nullptr ? 0 : sqlite3_column_count(handle_); }

std::string Statement::column_name(int column) const {
    const char* const name = handle_ == nullptr ? nullptr : sqlite3_column_name(handle_, column);
    return name == nullptr ? std::string() : name;
}

bool Statement::is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }

bool Statement::is_number(int column) const {
    const int type = sqlite3_column_type(handle_, column);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

bool Statement::is_blob(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_BLOB; }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }

std::string_view Statement::text(int column) const {
    const auto* const text = sqlite3_column_text(handle_, column);
    if (text == nullptr) return {};
    return {reinterpret_cast<const char*>(text),
            static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

bool Statement::only_reads() const { return handle_ != nullptr && sqlite3_stmt_readonly(handle_) != 0; }

int Statement::parameters() const { return handle_ == nullptr ? 0 : sqlite3_bind_parameter_count(handle_); }

// --- Database ---

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Mode mode) {
    std::unique_ptr<Database> database(new Database);
    database->path_ = path;
    const int flags = mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    // A name such as ":memory:" or "file:x" is a file here.
    const std::string name = mode == Mode::memory ? ":memory:" : path.starts_with(':') ? "./" + path : path;
    if (sqlite3_open_v2(name.c_str(), &database->handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr) !=
        SQLITE_OK) {
        const std::string reason =
            database->handle_ == nullptr ? "out of memory" : sqlite3_errmsg(database->handle_);
        return fail(codes::index_database, "the index cannot be opened: " + reason, {.file = path});
    }
    sqlite3* const handle = database->handle_;
    sqlite3_busy_timeout(handle, 10'000);
    // What a file says of itself is not believed: no functions in its schema, no damaged schema.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_create_function(handle, "similarity", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                            nullptr, similarity, nullptr, nullptr);
    sqlite3_create_function(handle, "trigrams", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                            nullptr, trigrams, nullptr, nullptr);
    return database;
}

Database::~Database() { sqlite3_close_v2(handle_); }

Result<void> Database::result() const {
    if (problem_) return std::unexpected(*problem_);
    return {};
}

void Database::fail_with(std::string_view sql) {
    if (problem_) return;
    if (over_limit_) {
        problem_ = make_diagnostic(codes::index_limit, "the query was stopped: it takes too long",
                                   {.file = path_}, "--steps 0 removes the limit");
        return;
    }
    problem_ = make_diagnostic(codes::index_database, sqlite3_errmsg(handle_), {.file = path_});
    static_cast<void>(sql);
}

bool Database::run(const char* sql) {
    if (problem_) return false;
    if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail_with(sql);
    return !problem_;
}

Statement Database::prepare(std::string_view sql) {
    if (problem_) return {};
    sqlite3_stmt* handle = nullptr;
    const char* rest = nullptr;
    if (sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                           &handle, &rest) != SQLITE_OK) {
        fail_with(sql);
        return {};
    }
    const std::string_view left = sql.substr(static_cast<std::size_t>(rest - sql.data()));
    if (handle == nullptr || left.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
        sqlite3_finalize(handle);
        problem_ = make_diagnostic(codes::index_query, "one SQL statement is expected", {.file = path_});
        return {};
    }
    return {*this, handle};
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_); }

void Database::restrict_to_reading(std::uint64_t most_steps) {
    most_steps_ = most_steps;
    // Tables of words declare their columns when they are used first, which is no reading.
    for (const char* const table : {"source_words", "name_words"})
        static_cast<void>(prepare(std::string("SELECT rowid FROM ") + table + " LIMIT 0"));
    sqlite3_set_authorizer(handle_, only_reading, nullptr);
    sqlite3_limit(handle_, SQLITE_LIMIT_SQL_LENGTH, 1'000'000);
    sqlite3_limit(handle_, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle_, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000);
    // What one value may become: replace() and printf() make long ones out of nothing.
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, 100'000'000);
    if (most_steps == 0) return;
    sqlite3_progress_handler(
        handle_, steps_at_a_time,
        [](void* self) {
            auto& database = *static_cast<Database*>(self);
            database.steps_ += steps_at_a_time;
            database.over_limit_ = database.steps_ > database.most_steps_;
            return database.over_limit_ ? 1 : 0;
        },
        this);
}

} // namespace vellum::index
