// Writes records into an index, in transactions: a run that is killed leaves an index of whole files, and the
// next run does the rest. A new index gets its name when it is finished.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "index/database.hpp"
#include "index/examine.hpp"
#include "index/record.hpp"

namespace vellum::index {

/// What a run did.
struct Summary {
    std::size_t files = 0, unchanged = 0, removed = 0; ///< Files.
    std::size_t scripts = 0;                           ///< Written in this run.
};

/// What an index is about.
struct About {
    std::vector<std::string> places; ///< As they were given.
    std::string encoding;            ///< Of texts that are not UTF-8, by name; empty: the likely one.
};

/// One thread at a time, but for `known`.
class Writer {
  public:
    /// Opens or creates an index. `keep`: files that are not added again stay. One of an
    /// older version is made anew. Fails with index.version or index.database, or with index.conflict if
    /// names would begin in two folders. `files` is used until the end.
    [[nodiscard]] static Result<std::unique_ptr<Writer>> open(const std::string& path, About about,
                                                              const FileSystem& files, bool keep);
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer();

    /// The version of the schema of the index that is made anew; 0 for none.
    [[nodiscard]] std::int64_t older() const noexcept { return older_; }
    /// What the index holds, up to the last transaction. Safe to use from several threads.
    [[nodiscard]] const Known& known() const noexcept;
    /// Adds a file, or replaces what the index has of it.
    [[nodiscard]] Result<void> add(const FileRecord& file);
    /// Removes what is no longer there, and finishes the index.
    [[nodiscard]] Result<Summary> finish();

  private:
    class Reader;
    class Scripts;
    struct Statements;
    Writer() = default;

    using Ids = std::unordered_map<std::string, std::int64_t>; ///< By kind and text.

    void begin();
    void change(); ///< Begins; from now on the index is not finished.
    void commit();
    [[nodiscard]] std::int64_t look_id(const Seen& seen);
    void add_looks(std::int64_t file, const FileRecord& record);
    /// The number of what has a kind and a text; `insert` adds one that is new.
    template <class Insert>
    [[nodiscard]] std::int64_t remembered(Ids& ids, std::string_view kind, std::string_view text,
                                          Statement& find, const Insert& insert);
    [[nodiscard]] std::int64_t name_id(std::string_view kind, std::string_view text);
    [[nodiscard]] std::int64_t value_id(std::string_view kind, std::string_view text);
    [[nodiscard]] std::int64_t add_script(const ScriptRecord& script);
    void add_functions(std::int64_t id, const ScriptRecord& script);
    void add_uses(std::int64_t id, const ScriptRecord& script);
    void remove_unseen();

    std::string path_, home_; ///< Of the index; in which names begin.
    const FileSystem* files_ = nullptr;
    std::unique_ptr<Database> database_;
    std::unique_ptr<const Known> known_;
    Scripts* scripts_ = nullptr; ///< That, of an index that this run began.
    std::unique_ptr<Statements> statements_;
    Ids names_, values_;                                  ///< Those of late.
    std::unordered_set<std::uint64_t> shapes_;            ///< Those of late.
    std::string key_;                                     ///< Of the one that is looked for.
    std::unordered_map<std::string, std::int64_t> looks_; ///< All of this run.
    About about_;
    std::int64_t older_ = 0;
    Summary summary_;
    bool keep_ = false, new_ = false, writing_ = false, changed_ = false;
    std::size_t pending_ = 0; ///< Bytes of source since the last transaction, about.
};

/// Removes the scripts that no place has, with all that is theirs. For whoever changes an index.
void remove_orphans(Database& database);
/// The natives of all engines.
void write_natives(Database& database);
/// The tables of sums, when everything else is written.
void write_totals(Database& database);
/// Puts everything into the one file of the index.
void close_log(Database& database);

} // namespace vellum::index
