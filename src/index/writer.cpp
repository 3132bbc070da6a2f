#include "index/writer.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/disk.hpp"
#include "base/relative_name.hpp"
#include "base/version.hpp"
#include "index/codes.hpp"
#include "index/fresh.hpp"
#include "index/given.hpp"
#include "index/looks.hpp"
#include "index/minhash.hpp"
#include "index/names_here.hpp"
#include "index/schema.hpp"
#include "vellum/engine.hpp"
#include "vellum/natives.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t transaction_bytes = std::size_t{16} << 20U;
constexpr std::size_t most_names = 200'000; ///< That are remembered.

/// What a use costs besides its texts, about.
constexpr std::size_t row_bytes = 64;

/// Kinds of names that natives may have.
bool is_called(std::string_view kind) {
    return kind == to_string(ReferenceKind::native) || kind == to_string(ReferenceKind::method) ||
           kind == to_string(ReferenceKind::import);
}

/// As `native` has it: "Character.Say" for "Character::Say^1", "Quat.GetY" for "Quat.GetY()". Of functions of
/// scripts the last part.
std::string plain_name(std::string_view kind, std::string_view name) {
    if (kind == to_string(ReferenceKind::function))
        return std::string(name.substr(name.find_last_of(".:") + 1));
    if (!is_called(kind)) return std::string(name);
    std::string plain(name.substr(0, name.find_first_of("(^")));
    if (const std::size_t colons = plain.find("::"); colons != std::string::npos)
        plain.replace(colons, 2, ".");
    return plain;
}

/// What parameters of natives are called that scripts use to speak to each other.
constexpr std::array<std::string_view, 5> word_parameters{"variable", "property", "message", "event",
                                                          "trigger"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// Natives that ask for a value begin so in all engines.
std::string_view direction_of(std::string_view native) {
    constexpr std::array<std::string_view, 5> asking{"Get", "Has", "Is", "Wait", "Remove"};
    return std::ranges::any_of(asking, [&](std::string_view begin) { return native.starts_with(begin); })
               ? "hears"
               : "sends";
}

std::optional<std::int64_t> offset_of(const Place& place) {
    if (place.offset == Place::unknown) return std::nullopt;
    return static_cast<std::int64_t>(place.offset);
}

} // namespace

/// A connection of its own: it sees whole transactions and never waits for the one that writes.
class Writer::Reader final : public Known {
  public:
    Reader(std::unique_ptr<Database> database, const FileSystem& files)
        : database_(std::move(database)),
          fresh_(*database_, files),
          file_(database_->prepare("SELECT id FROM file WHERE name = ? AND content = ?")),
          reads_(database_->prepare("SELECT name, sha256 FROM read WHERE file = ?")),
          script_(database_->prepare("SELECT 1 FROM script WHERE key = ?")) {}

    [[nodiscard]] bool has_file(const std::string& name, const std::string& content,
                                const std::function<std::string(const std::string&)>& now) const override {
        std::vector<ReadRecord> reads;
        {
            const std::scoped_lock lock(mutex_);
            const auto id = file_.number(name, content);
            if (!id) return false;
            reads_.start(*id);
            while (reads_.step()) reads.push_back({std::string(reads_.text(0)), std::string(reads_.text(1))});
            reads_.reset();
        }
        for (const ReadRecord& read : reads)
            if (now(read.name) != read.sha256) return false;
        return true;
    }
    [[nodiscard]] bool is_fresh(const std::string& name, std::uint64_t settings) const override {
        const std::scoped_lock lock(mutex_);
        return fresh_.file(name, settings).has_value();
    }
    [[nodiscard]] bool has_script(const std::string& key) const override {
        const std::scoped_lock lock(mutex_);
        return script_.number(key).has_value();
    }

  private:
    mutable std::mutex mutex_;
    std::unique_ptr<Database> database_;
    mutable Fresh fresh_;
    mutable Statement file_, reads_, script_;
};

/// What an index knows that was begun by this run: the scripts of this run.
class Writer::Scripts final : public Known {
  public:
    [[nodiscard]] bool has_file(const std::string&, const std::string&,
                                const std::function<std::string(const std::string&)>&) const override {
        return false;
    }
    [[nodiscard]] bool is_fresh(const std::string&, std::uint64_t) const override { return false; }
    [[nodiscard]] bool has_script(const std::string& key) const override {
        const std::scoped_lock lock(mutex_);
        return keys_.contains(key);
    }
    void add(const std::string& key) {
        const std::scoped_lock lock(mutex_);
        keys_.insert(key);
    }

  private:
    mutable std::mutex mutex_;
    std::unordered_set<std::string> keys_;
};

struct Writer::Statements {
    explicit Statements(Database& db)
        : find_file(db.prepare("SELECT id FROM file WHERE name = ?")),
          same_content(db.prepare("SELECT 1 FROM file WHERE id = ? AND content = ?")),
          insert_file(db.prepare("INSERT INTO file VALUES(?, ?, ?, ?, ?, ?, ?, ?)")),
          there(db.prepare("INSERT OR IGNORE INTO temp.there VALUES(?)")),
          look(db.prepare("INSERT INTO look VALUES(NULL, ?, ?, ?, ?)")),
          forget(db.prepare("DELETE FROM seen WHERE file = ?")),
          seen(db.prepare("INSERT OR IGNORE INTO seen VALUES(?, ?)")),
          place(db.prepare("INSERT INTO place VALUES(?, ?, ?, ?, ?, ?)")),
          member(db.prepare("INSERT INTO member VALUES(?, ?, ?, ?, ?, ?, ?)")),
          read(db.prepare("INSERT OR IGNORE INTO read VALUES(?, ?, ?)")),
          problem(db.prepare("INSERT INTO problem VALUES(?, ?, ?, ?, ?)")),
          find_script(db.prepare("SELECT id FROM script WHERE key = ?")),
          script(db.prepare(
              "INSERT INTO script VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
          source_words(db.prepare("INSERT INTO source_words(rowid, source) VALUES(?, ?)")),
          function(db, "function", 16),
          find_shape(db.prepare("SELECT 1 FROM shape WHERE hash = ?")),
          shape(db.prepare("INSERT INTO shape VALUES(?, ?, ?)")),
          band(db.prepare("INSERT OR IGNORE INTO band VALUES(?, ?)")),
          find_name(db.prepare("SELECT id FROM name WHERE kind = ? AND text = ?")),
          name(db.prepare("INSERT INTO name VALUES(NULL, ?, ?, ?)")),
          find_value(db.prepare("SELECT id FROM value WHERE kind = ? AND text = ?")),
          value(db.prepare("INSERT INTO value VALUES(NULL, ?, ?)")),
          name_words(db.prepare("INSERT INTO name_words(rowid, text) VALUES(?, ?)")),
          use(db, "use", 7),
          argument(db, "argument", 5),
          text(db.prepare("INSERT INTO player_text VALUES(?, ?, ?, ?, ?, ?, ?, ?)")),
          diagnostic(db.prepare("INSERT INTO diagnostic VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")),
          histogram(db, "histogram", 3) {
        for (const char* const table : {"place", "member", "read", "problem", "seen"})
            remove.push_back(db.prepare(concat("DELETE FROM ", table, " WHERE file = ?")));
        remove.push_back(db.prepare("DELETE FROM file WHERE id = ?"));
    }

    Statement find_file, same_content, insert_file, there, look, forget, seen, place, member, read, problem,
        find_script, script, source_words;
    Insert function;
    Statement find_shape, shape, band, find_name, name, find_value, value, name_words;
    Insert use, argument;
    Statement text, diagnostic;
    Insert histogram;
    std::vector<Statement> remove;
};

Result<std::unique_ptr<Writer>> Writer::open(const std::string& path, About about, const FileSystem& files,
                                             bool keep) {
    const std::int64_t older = older_version(path);
    const bool is_new = older != 0 || !disk::is_taken(path);
    const std::string written = is_new ? unfinished_name(path) : path;
    if (is_new && older_version(written) != 0) remove_database(written);
    const bool begins = is_new && !disk::is_taken(written);
    auto database = open_to_write(written, begins ? Log::rollback : Log::ahead);
    if (!database) return std::unexpected(std::move(database.error()));
    std::unique_ptr<Writer> writer(new Writer);
    writer->path_ = path;
    writer->files_ = &files;
    writer->new_ = is_new;
    writer->database_ = std::move(*database);
    writer->about_ = std::move(about);
    writer->older_ = older;
    writer->keep_ = keep;
    Database& db = *writer->database_;
    db.run("CREATE TEMP TABLE there(file INTEGER PRIMARY KEY)");
    if (meta(db, "complete").empty()) { // all of it, or nothing
        db.run("BEGIN IMMEDIATE");
        set_meta(db, "vellum", version_text);
        set_meta(db, "complete", "0");
        db.run("COMMIT");
    }
    const std::string from = home_of(db, path, files);
    writer->home_ = here_of(files);
    const auto is_relative = [](const std::string& place) { return !disk::is_absolute(place); };
    if (keep && !from.empty() && from != writer->home_ && std::ranges::any_of(places_of(db), is_relative))
        return fail(codes::index_conflict, "the names in the index begin in another folder", {.file = path},
                    concat("run 'vellum index --add' in ", without_slash(from)));
    writer->statements_ = std::make_unique<Statements>(db);
    if (begins) {
        auto scripts = std::make_unique<Scripts>();
        writer->scripts_ = scripts.get();
        writer->known_ = std::move(scripts);
    } else {
        auto reader = Database::open(written, Mode::read);
        if (!reader) return std::unexpected(std::move(reader.error()));
        writer->known_ = std::make_unique<Reader>(std::move(*reader), files);
    }
    if (db.problem()) return std::unexpected(*db.problem());
    return writer;
}

Writer::~Writer() = default;

const Known& Writer::known() const noexcept { return *known_; }

void Writer::begin() {
    if (std::exchange(writing_, true)) return;
    database_->run("BEGIN IMMEDIATE");
}

void Writer::change() {
    begin();
    if (!std::exchange(changed_, true)) set_meta(*database_, "complete", "0");
}

void Writer::commit() {
    if (std::exchange(writing_, false)) database_->run("COMMIT");
    pending_ = 0;
}

template <class Insert>
std::int64_t Writer::remembered(Ids& ids, std::string_view kind, std::string_view text, Statement& find,
                                const Insert& insert) {
    ((key_ = kind) += '\n') += text;
    if (const auto found = ids.find(key_); found != ids.end()) return found->second;
    auto id = find.number(kind, text);
    if (!id) id = insert();
    if (ids.size() >= most_names) ids.clear();
    ids.emplace(key_, *id);
    return *id;
}

std::int64_t Writer::name_id(std::string_view kind, std::string_view text) {
    Statements& to = *statements_;
    return remembered(names_, kind, text, to.find_name, [&] {
        to.name.run(kind, text, plain_name(kind, text));
        const std::int64_t id = database_->last_id();
        to.name_words.run(id, text);
        return id;
    });
}

std::int64_t Writer::value_id(std::string_view kind, std::string_view text) {
    Statements& to = *statements_;
    return remembered(values_, kind, text, to.find_value, [&] {
        to.value.run(kind, text);
        return database_->last_id();
    });
}

void Writer::add_functions(std::int64_t id, const ScriptRecord& script) {
    Statements& to = *statements_;
    for (std::size_t n = 0; n < script.functions.size(); ++n) {
        const FunctionRecord& one = script.functions[n];
        to.function.add(id, std::uint64_t{n}, one.name, one.kind, one.address, one.instructions, one.bytes,
                        one.blocks, one.complexity, one.parameters, one.shape, one.with_calls, one.identical,
                        one.reason, std::uint64_t{one.source_begin}, std::uint64_t{one.source_end});
        if (shapes_.size() >= most_names) shapes_.clear();
        if (!shapes_.insert(one.shape).second || to.find_shape.number(one.shape)) continue;
        const MinHash minhash = minhash_of(one.lines);
        to.shape.run(one.shape, one.instructions, as_bytes(std::span(minhash)));
        if (one.instructions < least_instructions) continue;
        for (const std::uint64_t band : bands_of(minhash)) to.band.run(band, one.shape);
    }
    to.function.run();
}

void Writer::add_uses(std::int64_t id, const ScriptRecord& script) {
    Statements& to = *statements_;
    // Rows in the order of their keys are only appended.
    std::vector<std::int64_t> names, values;
    for (const KindAndText& one : script.used) names.push_back(name_id(one.kind, one.text));
    for (const KindAndText& one : script.values) values.push_back(value_id(one.kind, one.text));
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    order.reserve(script.uses.size());
    for (std::size_t n = 0; n < script.uses.size(); ++n) order.emplace_back(names[script.uses[n].name], n);
    std::ranges::sort(order);
    const std::string_view source = script.source;
    for (const auto& [name, n] : order) {
        const UseRecord& one = script.uses[n];
        std::optional<std::string_view> arguments;
        if (one.arguments) arguments = source.substr(one.arguments->begin, one.arguments->size);
        to.use.add(id, name, std::uint64_t{n}, one.function, one.address, one.line, arguments);
        for (const ConstantRecord& constant :
             std::span(script.constants).subspan(one.constants.begin, one.constants.size))
            to.argument.add(id, name, std::uint64_t{n}, constant.position, values[constant.value]);
    }
    to.use.run();
    to.argument.run();
    pending_ += row_bytes * script.uses.size();
}

std::int64_t Writer::add_script(const ScriptRecord& script) {
    Statements& to = *statements_;
    if (const auto known = to.find_script.number(script.key)) return *known;
    to.script.run(script.key, script.sha256, script.engine, script.variant, script.form,
                  std::uint64_t{script.size}, script.verdict, script.reason,
                  std::uint64_t{script.instructions}, std::uint64_t{script.functions.size()},
                  std::uint64_t{script.kept}, std::uint64_t{script.errors}, std::uint64_t{script.warnings},
                  std::uint64_t{script.notes}, std::uint64_t{script.names},
                  std::uint64_t{script.names_made_up}, script.source);
    const std::int64_t id = database_->last_id();
    to.source_words.run(id, script.trigrams);
    add_functions(id, script);
    add_uses(id, script);
    for (std::size_t n = 0; n < script.texts.size(); ++n) {
        const TextRecord& one = script.texts[n];
        to.text.run(id, std::uint64_t{n}, name_id("text", one.text), one.key, one.context, one.function,
                    one.address, std::uint64_t{one.uses});
    }
    for (std::size_t n = 0; n < script.diagnostics.size(); ++n) {
        const Diagnostic& one = script.diagnostics[n];
        to.diagnostic.run(id, std::uint64_t{n}, to_string(one.severity), one.code->id, one.message, one.hint,
                          offset_of(one.place), one.place.line, one.place.column);
    }
    for (const auto& [mnemonic, count] : script.histogram)
        to.histogram.add(id, name_id("instruction", mnemonic), std::uint64_t{count});
    to.histogram.run();
    if (scripts_ != nullptr) scripts_->add(script.key);
    ++summary_.scripts;
    pending_ += script.source.size();
    return id;
}

std::int64_t Writer::look_id(const Seen& seen) {
    const std::string_view what = to_string(seen.what);
    std::optional<std::int64_t> size, written;
    if (seen.stamp) size = static_cast<std::int64_t>(seen.stamp->size), written = seen.stamp->written;
    const std::string key = concat(what, " ", size.value_or(-1), " ", written.value_or(0), " ", seen.name);
    const auto [at, is_new] = looks_.try_emplace(key);
    if (is_new) {
        statements_->look.run(what, seen.name, size, written);
        at->second = database_->last_id();
    }
    return at->second;
}

void Writer::add_looks(std::int64_t file, const FileRecord& record) {
    for (const Seen& seen : record.seen) statements_->seen.run(file, look_id(seen));
}

Result<void> Writer::add(const FileRecord& file) {
    Statements& to = *statements_;
    ++summary_.files;
    auto id = to.find_file.number(file.name);
    // What could not be opened before, for the same reasons.
    const bool unopened = id && file.places.empty() && to.same_content.number(*id, file.content).has_value();
    if ((file.unchanged || unopened) && id) {
        ++summary_.unchanged;
        to.there.run(*id);
        if (!file.seen.empty()) { // it looks different now
            begin();
            to.forget.run(*id);
            add_looks(*id, file);
        }
        return database_->result();
    }
    change();
    if (id)
        for (Statement& remove : to.remove) remove.run(*id);
    to.insert_file.run(id, file.name, file.container, file.root, file.engine, file.content, file.size,
                       file.settings);
    id = database_->last_id();
    to.there.run(*id);
    add_looks(*id, file);
    for (std::size_t n = 0; n < file.places.size(); ++n) {
        const PlaceRecord& place = file.places[n];
        const std::optional<std::int64_t> script =
            place.script ? std::optional(add_script(*place.script)) : to.find_script.number(place.key);
        if (!script) continue; // a database that has failed
        to.place.run(*id, std::uint64_t{n}, place.name, place.member, *script, place.offset);
    }
    for (std::size_t n = 0; n < file.members.size(); ++n) {
        const MemberRecord& one = file.members[n];
        to.member.run(*id, std::uint64_t{n}, one.name, one.kind, one.offset, one.size, one.cut_off);
    }
    for (const ReadRecord& one : file.reads) to.read.run(*id, one.name, one.sha256);
    for (std::size_t n = 0; n < file.problems.size(); ++n) {
        const Diagnostic& one = file.problems[n];
        to.problem.run(*id, std::uint64_t{n}, to_string(one.severity), one.code->id, one.message);
    }
    pending_ += row_bytes;
    if (pending_ > transaction_bytes) commit();
    return database_->result();
}

void Writer::remove_unseen() {
    const auto gone =
        database_->prepare("SELECT count(*) FROM file WHERE id NOT IN (SELECT file FROM temp.there)")
            .number()
            .value_or(0);
    if (gone == 0) return;
    change();
    summary_.removed = static_cast<std::size_t>(gone);
    for (const char* const table : {"place", "member", "read", "problem", "seen"})
        database_->prepare(concat("DELETE FROM ", table, " WHERE file NOT IN (SELECT file FROM temp.there)"))
            .run();
    database_->run("DELETE FROM file WHERE id NOT IN (SELECT file FROM temp.there)");
}

Result<Summary> Writer::finish() {
    if (!keep_) remove_unseen();
    std::vector<std::string> places = places_of(*database_);
    if (!keep_) places.clear();
    for (std::string& place : about_.places)
        if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
    if (places != places_of(*database_)) {
        begin();
        set_places(*database_, places);
    }
    if (about_.encoding != meta(*database_, "encoding")) {
        begin();
        set_meta(*database_, "encoding", about_.encoding);
    }
    if (home_of(*database_, path_, *files_) != home_) {
        begin();
        set_home(*database_, path_, *files_, home_);
    }
    if (!looks_.empty()) database_->run("DELETE FROM look WHERE id NOT IN (SELECT look FROM seen)");
    if (changed_ || !is_complete(*database_)) {
        change();
        make_indexes(*database_);
        remove_orphans(*database_);
        write_natives(*database_);
        write_totals(*database_);
        set_meta(*database_, "complete", "1");
    }
    if (writing_) {
        commit();
        if (auto done = database_->result(); !done) return std::unexpected(std::move(done.error()));
    }
    known_.reset();
    close_log(*database_);
    if (auto done = database_->result(); !done) return std::unexpected(std::move(done.error()));
    if (!new_) return summary_;
    statements_.reset();
    database_.reset();
    if (auto named = name_finished(path_); !named) return std::unexpected(std::move(named.error()));
    return summary_;
}

void remove_orphans(Database& database) {
    database.run("CREATE TEMP TABLE IF NOT EXISTS orphan(id INTEGER PRIMARY KEY); DELETE FROM temp.orphan;"
                 "INSERT INTO temp.orphan SELECT id FROM script WHERE id NOT IN (SELECT script FROM place)");
    if (database.prepare("SELECT count(*) FROM temp.orphan").number().value_or(0) == 0) return;
    database.run(
        "INSERT INTO source_words(source_words, rowid, source) "
        "SELECT 'delete', id, trigrams(source) FROM script WHERE id IN (SELECT id FROM temp.orphan)");
    for (const char* const table : {"function", "use", "argument", "player_text", "diagnostic", "histogram"})
        database.prepare(concat("DELETE FROM ", table, " WHERE script IN (SELECT id FROM temp.orphan)"))
            .run();
    database.run("DELETE FROM script WHERE id IN (SELECT id FROM temp.orphan);"
                 "DELETE FROM temp.orphan;"
                 "INSERT INTO temp.orphan SELECT id FROM name WHERE id NOT IN (SELECT name FROM use UNION "
                 "SELECT name FROM player_text UNION SELECT name FROM histogram);"
                 "INSERT INTO name_words(name_words, rowid, text) "
                 "SELECT 'delete', id, text FROM name WHERE id IN (SELECT id FROM temp.orphan);"
                 "DELETE FROM name WHERE id IN (SELECT id FROM temp.orphan);"
                 "DELETE FROM value WHERE id NOT IN (SELECT value FROM argument);"
                 "DELETE FROM shape WHERE hash NOT IN (SELECT shape FROM function);"
                 "DELETE FROM band WHERE shape NOT IN (SELECT hash FROM shape);"
                 "DELETE FROM temp.orphan");
}

void write_natives(Database& database) {
    database.run("DELETE FROM native; DELETE FROM native_word");
    Statement insert = database.prepare("INSERT OR IGNORE INTO native VALUES(?, ?, ?, ?, ?, ?, ?, 0)");
    Statement word = database.prepare("INSERT OR IGNORE INTO native_word VALUES(?, ?, ?, ?, ?)");
    Statement scripts = database.prepare("SELECT 1 FROM script WHERE engine = ? LIMIT 1");
    for (const Engine* const engine : engines()) {
        if (!scripts.number(engine->id())) continue;
        engine->runtime().each_native([&](const NativeRow& row) {
            std::string parameters;
            for (std::uint32_t i = 0; i < row.signature.parameters.size(); ++i) {
                const std::string& name = row.signature.parameters[i].name;
                (parameters += i == 0 ? "" : ",") += name;
                if (contains(word_parameters, name))
                    word.run(engine->id(), row.signature.name, i, name, direction_of(row.signature.name));
            }
            insert.run(engine->id(), full_name(row.signature), declaration(row), to_string(row.role),
                       row.implemented ? 1
                       : row.played    ? 2
                                       : 0,
                       row.signature.documentation, parameters);
        });
    }
}

void close_log(Database& database) {
    database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
}

} // namespace vellum::index
