#include "index/given.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>

#include "base/concat.hpp"

namespace vellum::index {

namespace {

/// The table `given` of a connection, as SQLite asks for it: it has the rows that are being inserted.
struct Table : sqlite3_vtab {
    const GivenRows* const* rows = nullptr;
};
struct Cursor : sqlite3_vtab_cursor {
    std::size_t row = 0;
};

const GivenRows& rows_of(const sqlite3_vtab_cursor* cursor) {
    return **static_cast<const Table*>(cursor->pVtab)->rows;
}

int connect(sqlite3* database, void* rows, int, const char* const*, sqlite3_vtab** table, char**) {
    auto made = std::make_unique<Table>();
    made->rows = static_cast<const GivenRows* const*>(rows);
    *table = made.release();
    return sqlite3_declare_vtab(database,
                                "CREATE TABLE given(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)");
}
int disconnect(sqlite3_vtab* table) {
    delete static_cast<Table*>(table);
    return SQLITE_OK;
}
int plan(sqlite3_vtab*, sqlite3_index_info*) { return SQLITE_OK; }
int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
    *cursor = std::make_unique<Cursor>().release();
    return SQLITE_OK;
}
int close(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
}
int first(sqlite3_vtab_cursor* cursor, int, const char*, int, sqlite3_value**) {
    static_cast<Cursor*>(cursor)->row = 0;
    return SQLITE_OK;
}
int next(sqlite3_vtab_cursor* cursor) {
    ++static_cast<Cursor*>(cursor)->row;
    return SQLITE_OK;
}
int is_past_end(sqlite3_vtab_cursor* cursor) {
    return static_cast<Cursor*>(cursor)->row >= rows_of(cursor).size() ? 1 : 0;
}
int column(sqlite3_vtab_cursor* cursor, sqlite3_context* result, int number) {
    const GivenRows::Value& value =
        rows_of(cursor).at(static_cast<Cursor*>(cursor)->row, static_cast<std::size_t>(number));
    if (const auto* const integer = std::get_if<std::int64_t>(&value))
        sqlite3_result_int64(result, *integer);
    else if (const auto* const text = std::get_if<std::string_view>(&value))
        sqlite3_result_text64(result, text->empty() ? "" : text->data(), text->size(), SQLITE_STATIC,
                              SQLITE_UTF8);
    else
        sqlite3_result_null(result);
    return SQLITE_OK;
}
int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
    *id = static_cast<sqlite3_int64>(static_cast<Cursor*>(cursor)->row);
    return SQLITE_OK;
}

constexpr sqlite3_module module = [] {
    sqlite3_module made{};
    made.xConnect = connect;
    made.xBestIndex = plan;
    made.xDisconnect = disconnect;
    made.xOpen = open;
    made.xClose = close;
    made.xFilter = first;
    made.xNext = next;
    made.xEof = is_past_end;
    made.xColumn = column;
    made.xRowid = row_id;
    return made;
}();

} // namespace

void Database::know_given_rows() { sqlite3_create_module(handle_, "given", &module, &given_); }

Insert::Insert(Database& database, std::string_view table, std::size_t columns)
    : database_(&database), rows_(columns) {
    // To take back half a statement, SQLite would set a mark first, at which the index of words writes all
    // that it has gathered. A failure ends the whole run, so nothing is ever taken back.
    std::string sql = concat("INSERT OR FAIL INTO ", table, " SELECT a");
    for (std::size_t i = 1; i < columns; ++i) (sql += ',') += static_cast<char>('a' + i);
    statement_ = database.prepare(sql + " FROM given");
}

void Insert::run() {
    if (rows_.size() == 0) return;
    database_->give(&rows_);
    statement_.run();
    database_->give(nullptr);
    rows_.clear();
}

} // namespace vellum::index
