// The tables of an index; docs/index-schema.md says what they mean.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/database.hpp"

namespace vellum::index {

/// Number of the schema. Another number means that the file has to be built again.
inline constexpr std::int64_t schema_version = 4;

/// How a transaction that was stopped is undone.
enum class Log : std::uint8_t {
    ahead,   ///< What is new is written beside the index first: others read it meanwhile.
    rollback ///< What was there is kept aside: a new index, to which all is added, is written once. Nobody
             ///< reads.
};

/// Opens an index to be written, and makes its tables if the file is new or empty. Fails with index.version
/// if the file is something else.
[[nodiscard]] Result<std::unique_ptr<Database>> open_to_write(const std::string& path, Log log);
/// Opens an index to be read. Fails with index.version or index.database.
[[nodiscard]] Result<std::unique_ptr<Database>> open_to_read(const std::string& path);

/// Makes the indexes of the tables, when a new one has its rows.
void make_indexes(Database& database);

/// The number of the schema of an older index; 0 for anything else, be it no file.
[[nodiscard]] std::int64_t older_version(const std::string& path);

/// Where a new index is written until it is finished: a file of its own name is a whole one.
[[nodiscard]] std::string unfinished_name(const std::string& path);
/// Removes an unfinished one, with the files that SQLite keeps beside it.
void remove_database(const std::string& path);
/// Gives it its name. Fails with index.database.
[[nodiscard]] Result<void> name_finished(const std::string& path);

/// True for a file that begins as databases of SQLite do.
[[nodiscard]] bool is_database(const std::string& path);

/// A value of the table `meta`; empty if it has none.
[[nodiscard]] std::string meta(Database& database, std::string_view key);
void set_meta(Database& database, std::string_view key, std::string_view value);

/// The places that the index is about, as they were given.
[[nodiscard]] std::vector<std::string> places_of(Database& database);
void set_places(Database& database, std::span<const std::string> places);

/// True if the run that built the index came to its end.
[[nodiscard]] bool is_complete(Database& database);

} // namespace vellum::index
