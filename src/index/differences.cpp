// What differs between two places of an index, and which functions are nearly the same.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>

#include "base/concat.hpp"
#include "index/codes.hpp"
#include "index/minhash.hpp"
#include "index/query.hpp"
#include "index/similar.hpp"

namespace vellum::index {

namespace {

unsigned percent_of(std::span<const std::string> arguments, std::size_t at) {
    unsigned percent = default_likeness;
    if (at < arguments.size())
        std::from_chars(arguments[at].data(), arguments[at].data() + arguments[at].size(), percent);
    return std::min(percent, 100U);
}

/// The numbers as the table `shape` has them.
MinHash minhash_in(std::string_view bytes) {
    MinHash minhash{};
    if (bytes.size() == sizeof minhash) std::memcpy(minhash.data(), bytes.data(), sizeof minhash);
    return minhash;
}

/// Scripts of a place by their names in it.
using Scripts = std::map<std::string, std::pair<std::int64_t, std::string>>; // script, full name

Scripts scripts_of(Database& database, const std::string& place) {
    Scripts scripts;
    std::string begin = place;
    while (begin.ends_with('/')) begin.pop_back();
    Statement statement = database.prepare("SELECT name, script FROM place WHERE name >= ?1 AND "
                                           "substr(name, 1, length(?1)) = ?1 ORDER BY name");
    statement.start(begin);
    while (statement.step()) {
        const std::string_view name = statement.text(0);
        const std::string_view rest = name.substr(begin.size());
        if (!rest.empty() && rest.front() != '/' && rest.front() != '!')
            continue; // "games/a" is not in "games/ab"
        scripts.emplace(rest, std::pair(statement.integer(1), std::string(name)));
    }
    return scripts;
}

struct Side {
    std::vector<Candidate> functions;
    std::vector<std::string> places; ///< Of the functions.
};

/// Reads the functions of scripts.
class Functions {
  public:
    explicit Functions(Database& database)
        : functions_(database.prepare(
              "SELECT f.name, f.shape, f.with_calls, f.instructions, s.minhash FROM "
              "function f JOIN shape s ON s.hash = f.shape WHERE f.script = ? ORDER BY f.n")),
          calls_(database.prepare(
              "SELECT u.function, w.text FROM use u JOIN name w ON w.id = u.name WHERE "
              "u.script = ? AND w.kind = 'function' AND u.function IS NOT NULL ORDER BY u.n")) {}

    void add(std::int64_t script, std::size_t number, const std::string& place, Side& side) {
        const std::size_t first = side.functions.size();
        functions_.start(script);
        while (functions_.step()) {
            side.functions.push_back({number,
                                      std::string(functions_.text(0)),
                                      static_cast<std::uint64_t>(functions_.integer(1)),
                                      static_cast<std::uint64_t>(functions_.integer(2)),
                                      static_cast<std::uint32_t>(functions_.integer(3)),
                                      minhash_in(functions_.text(4)),
                                      {}});
            side.places.push_back(place);
        }
        functions_.reset();
        calls_.start(script);
        while (calls_.step()) {
            const std::size_t caller = first + static_cast<std::size_t>(calls_.integer(0));
            if (caller < side.functions.size()) side.functions[caller].calls.emplace_back(calls_.text(1));
        }
        calls_.reset();
    }

  private:
    Statement functions_, calls_;
};

Cell text_cell(std::string text) {
    const bool empty = text.empty();
    return {std::move(text), false, empty};
}

} // namespace

Result<void> find_differences(Database& database, std::span<const std::string> arguments, Rows& rows) {
    const std::vector<std::string> names{"what",  "before",         "function_before",
                                         "after", "function_after", "likeness"};
    rows.columns(names);
    const Scripts before = scripts_of(database, arguments[0]), after = scripts_of(database, arguments[1]);
    for (const auto& [scripts, place] : {std::pair(&before, &arguments[0]), std::pair(&after, &arguments[1])})
        if (scripts->empty())
            return fail(codes::index_query, "the index has nothing at " + *place, {.file = database.path()});
    Functions functions(database);
    Side a, b;
    std::map<std::string_view, std::size_t> numbers;
    const auto number_of = [&](std::string_view name) {
        return numbers.emplace(name, numbers.size()).first->second;
    };
    bool more = true;
    const auto row = [&](std::string_view what, std::string in, std::string function, std::string in_after,
                         std::string function_after, unsigned likeness) {
        if (more)
            more = rows.row({{std::string(what)},
                             text_cell(std::move(in)),
                             text_cell(std::move(function)),
                             text_cell(std::move(in_after)),
                             text_cell(std::move(function_after)),
                             {std::to_string(likeness), true, false}});
    };
    for (const auto& [name, script] : before) {
        const auto same = after.find(name);
        if (same == after.end()) row("script removed", script.second, {}, {}, {}, 0);
        if (same != after.end() && same->second.first == script.first) continue; // the same content
        functions.add(script.first, number_of(name), script.second, a);
    }
    for (const auto& [name, script] : after) {
        const auto same = before.find(name);
        if (same == before.end()) row("script added", {}, {}, script.second, {}, 0);
        if (same != before.end() && same->second.first == script.first) continue;
        functions.add(script.first, number_of(name), script.second, b);
    }
    const Pairing pairing = pair_functions(a.functions, b.functions, percent_of(arguments, 2));
    for (const Pairing::Pair& pair : pairing.pairs) {
        const Candidate &x = a.functions[pair.before], &y = b.functions[pair.after];
        const bool renamed = x.name != y.name, moved = x.script != y.script, changed = x.shape != y.shape;
        if (!renamed && !moved && !changed) continue;
        std::string what;
        for (const auto& [is, word] : {std::pair(changed, "changed"), {moved, "moved"}, {renamed, "renamed"}})
            if (is) (what += what.empty() ? "" : ", ") += word;
        row(what, a.places[pair.before], x.name, b.places[pair.after], y.name, pair.likeness);
    }
    for (const std::size_t i : pairing.removed) row("removed", a.places[i], a.functions[i].name, {}, {}, 0);
    for (const std::size_t i : pairing.added) row("added", {}, {}, b.places[i], b.functions[i].name, 0);
    return {};
}

namespace {

/// Likeness and shape of what is near, the most alike first, without the shape itself.
std::vector<std::pair<unsigned, std::int64_t>> shapes_near(Statement& near, const MinHash& minhash,
                                                           std::int64_t shape, unsigned least) {
    std::map<std::int64_t, unsigned> shapes;
    for (const std::uint64_t band : bands_of(minhash)) {
        near.start(band);
        while (near.step())
            if (const unsigned percent = likeness_of(minhash, minhash_in(near.text(1))); percent >= least)
                shapes.emplace(near.integer(0), percent);
        near.reset();
    }
    shapes.erase(shape); // that is what `same` finds
    std::vector<std::pair<unsigned, std::int64_t>> sorted;
    for (const auto& [other, percent] : shapes) sorted.emplace_back(percent, other);
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    return sorted;
}

constexpr std::string_view in_band =
    "SELECT s.hash, s.minhash FROM band b JOIN shape s ON s.hash = b.shape WHERE b.hash = ?";

} // namespace

std::vector<Near> near_shapes(Database& database, std::string_view minhash, std::int64_t shape,
                              std::size_t most) {
    Statement near = database.prepare(in_band);
    Statement where =
        database.prepare("SELECT script, n, name FROM function WHERE shape = ? ORDER BY script, n LIMIT 1");
    std::vector<Near> found;
    for (const auto& [percent, other] : shapes_near(near, minhash_in(minhash), shape, default_likeness)) {
        if (found.size() == most) break;
        where.start(other);
        if (where.step())
            found.push_back({where.integer(0), where.integer(1), std::string(where.text(2)), percent});
        where.reset();
    }
    return found;
}

Result<void> find_near(Database& database, std::span<const std::string> arguments, Rows& rows) {
    const std::vector<std::string> names{"likeness", "place", "function", "instructions", "like"};
    rows.columns(names);
    const unsigned least = percent_of(arguments, 1);
    Statement wanted =
        database.prepare("SELECT DISTINCT f.shape, f.name, s.minhash FROM function f JOIN shape s ON "
                         "s.hash = f.shape WHERE f.name GLOB ? ORDER BY f.name, f.shape");
    Statement near = database.prepare(in_band);
    Statement where =
        database.prepare("SELECT p.name, f.name, f.instructions FROM function f JOIN place p ON "
                         "p.script = f.script WHERE f.shape = ? ORDER BY p.name, f.n");
    wanted.start(glob_of(arguments[0]));
    while (wanted.step()) {
        for (const auto& [percent, shape] :
             shapes_near(near, minhash_in(wanted.text(2)), wanted.integer(0), least)) {
            where.start(shape);
            while (where.step())
                if (!rows.row({{std::to_string(percent), true, false},
                               {std::string(where.text(0))},
                               {std::string(where.text(1))},
                               {std::string(where.text(2)), true, false},
                               {std::string(wanted.text(1))}}))
                    return {};
            where.reset();
        }
    }
    return {};
}

} // namespace vellum::index
