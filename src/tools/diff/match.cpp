// The surest pairs first: given names; code that is only there once; what matched functions call at the same
// places; what is most alike; made-up names; and in the end twins in their order. Each step looks only at
// what is left, and at few candidates for each function.
#include "tools/diff/match.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/edits.hpp"

namespace vellum::tools {

namespace {

constexpr unsigned least_likeness = 50;       ///< For functions of different names.
constexpr unsigned sure_likeness = 70;        ///< More than what a made-up name tells.
constexpr unsigned least_likeness_named = 20; ///< For those of the same.
constexpr std::size_t most_postings = 24;     ///< A line that more functions have tells nothing.
constexpr std::size_t most_candidates = 12;
constexpr std::uint64_t most_steps = 1'000'000; ///< For the calls of one pair.
constexpr std::uint64_t most_effort =
    100'000'000; ///< Lines looked at for likeness; real scripts need a hundredth.

class Matcher {
  public:
    Matcher(const FunctionList& before, const FunctionList& after,
            const std::vector<std::string>& before_names, const std::vector<std::string>& after_names)
        : a_(before.all()), b_(after.all()), a_names_(before_names), b_names_(after_names) {
        made_.after.assign(a_.size(), no_function);
        made_.before.assign(b_.size(), no_function);
    }

    Matching run(bool given) {
        const auto named = [this](const FunctionFacts& a, const FunctionFacts& b) {
            return a.own == b.own || like(a, b) >= least_likeness_named;
        };
        if (given) by_name(named);
        by_hash(&FunctionFacts::deep, true);
        callees();
        by_hash(&FunctionFacts::own, true);
        callees();
        by_likeness(sure_likeness);
        callees();
        by_name([](const FunctionFacts& a, const FunctionFacts& b) { return a.deep == b.deep; });
        callees();
        by_name(named);
        callees();
        by_hash(&FunctionFacts::deep, false);
        callees();
        by_hash(&FunctionFacts::own, false);
        callees();
        by_likeness(least_likeness);
        find_moved();
        return std::move(made_);
    }

  private:
    void pair(std::uint32_t a, std::uint32_t b) {
        made_.after[a] = b;
        made_.before[b] = a;
        fresh_.push_back(a);
    }
    [[nodiscard]] bool free(std::uint32_t a, std::uint32_t b) const {
        return made_.after[a] == no_function && made_.before[b] == no_function;
    }

    unsigned like(const FunctionFacts& a, const FunctionFacts& b) {
        effort_ += a.lines.size() + b.lines.size() + 1;
        return effort_ > most_effort ? 0 : likeness(a, b);
    }

    template <class Accept> void by_name(Accept&& accept) {
        std::unordered_multimap<std::string_view, std::uint32_t> names;
        for (std::uint32_t a = 0; a < a_.size(); ++a)
            if (made_.after[a] == no_function && !names.contains(a_names_[a])) names.emplace(a_names_[a], a);
        for (std::uint32_t b = 0; b < b_.size(); ++b) {
            if (made_.before[b] != no_function) continue;
            const auto found = names.find(b_names_[b]);
            if (found != names.end() && free(found->second, b) && accept(a_[found->second], b_[b]))
                pair(found->second, b);
        }
    }

    /// Those of the same number, in their order; `alone`: only where there is one on each side.
    void by_hash(std::uint64_t FunctionFacts::* hash, bool alone) {
        struct Waiting {
            std::vector<std::uint32_t> a, b;
        };
        std::unordered_map<std::uint64_t, Waiting> all;
        for (std::uint32_t a = 0; a < a_.size(); ++a)
            if (made_.after[a] == no_function) all[a_[a].*hash].a.push_back(a);
        for (std::uint32_t b = 0; b < b_.size(); ++b)
            if (made_.before[b] == no_function) all[b_[b].*hash].b.push_back(b);
        for (std::uint32_t b = 0; b < b_.size(); ++b) { // in an order that does not depend on the map
            if (made_.before[b] != no_function) continue;
            const Waiting& same = all[b_[b].*hash];
            if (alone && (same.a.size() != 1 || same.b.size() != 1)) continue;
            const auto place = static_cast<std::size_t>(std::ranges::lower_bound(same.b, b) - same.b.begin());
            if (place < same.a.size()) pair(same.a[place], b);
        }
    }

    /// Where two functions that are each other's call others at the same place, these are too, if they are
    /// the same or alike.
    void callees() {
        while (!fresh_.empty()) {
            const std::uint32_t number = fresh_.back();
            fresh_.pop_back();
            const FunctionFacts& a = a_[number];
            const FunctionFacts& b = b_[made_.after[number]];
            if (a.own == b.own) {
                for (std::size_t i = 0; i < a.callees.size() && i < b.callees.size(); ++i)
                    called(a.callees[i], b.callees[i]);
                continue;
            }
            if (a.callees.empty() || b.callees.empty()) continue;
            const Edits edits = find_edits(a.lines, b.lines, most_steps);
            effort_ += a.lines.size() + b.lines.size() + (edits.exact ? 0 : most_steps);
            if (effort_ > most_effort) return;
            std::size_t x = 0, y = 0, i = 0, k = 0; // lines, calls
            for (const Edit& edit : edits.pieces) {
                while (i < a.calls.size() && a.calls[i] < x) ++i;
                while (k < b.calls.size() && b.calls[k] < y) ++k;
                if (edit.same)
                    for (; i < a.calls.size() && k < b.calls.size() && a.calls[i] < x + edit.removed;
                         ++i, ++k)
                        called(a.callees[i], b.callees[k]);
                x += edit.removed;
                y += edit.added;
            }
        }
    }

    void called(std::uint32_t a, std::uint32_t b) {
        if (a == no_function || b == no_function || !free(a, b)) return;
        if (a_[a].own == b_[b].own || like(a_[a], b_[b]) >= least_likeness_named) pair(a, b);
    }

    /// Functions that have a twin on the other side wait: it is told by who calls it, or by name.
    void by_likeness(unsigned least) {
        std::unordered_set<std::uint64_t> mine, others;
        for (std::uint32_t a = 0; a < a_.size(); ++a)
            if (made_.after[a] == no_function) mine.insert(a_[a].own);
        for (std::uint32_t b = 0; b < b_.size(); ++b)
            if (made_.before[b] == no_function) others.insert(b_[b].own);
        std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> postings;
        for (std::uint32_t a = 0; a < a_.size(); ++a) {
            if (made_.after[a] != no_function || others.contains(a_[a].own)) continue;
            for (const std::uint32_t line : a_[a].lines)
                if (auto& list = postings[line];
                    list.size() <= most_postings && (list.empty() || list.back() != a))
                    list.push_back(a);
        }
        std::vector<std::tuple<unsigned, std::uint32_t, std::uint32_t>> candidates; // less like, a, b
        for (std::uint32_t b = 0; b < b_.size(); ++b) {
            if (made_.before[b] != no_function || mine.contains(b_[b].own)) continue;
            std::map<std::uint32_t, std::uint32_t> votes;
            for (const std::uint32_t line : b_[b].lines)
                if (const auto list = postings.find(line);
                    list != postings.end() && list->second.size() <= most_postings)
                    for (const std::uint32_t a : list->second) ++votes[a];
            std::vector<std::pair<std::uint32_t, std::uint32_t>> best;
            best.reserve(votes.size());
            for (const auto& [a, count] : votes) best.emplace_back(count, a);
            std::ranges::sort(best, std::greater{});
            if (best.size() > most_candidates) best.resize(most_candidates);
            for (const auto& [count, a] : best) {
                if (const unsigned percent = like(a_[a], b_[b]); percent >= least)
                    candidates.emplace_back(100 - percent, a, b);
            }
        }
        std::ranges::sort(candidates);
        for (const auto& [unlike, a, b] : candidates)
            if (free(a, b)) pair(a, b);
    }

    /// Functions that keep their order are the longest ascending run; the others moved.
    void find_moved() {
        made_.moved.assign(b_.size(), false);
        std::vector<std::uint32_t> ends,
            from(b_.size(), no_function); // by length: where such a run ends in b
        for (std::uint32_t b = 0; b < b_.size(); ++b) {
            const std::uint32_t a = made_.before[b];
            if (a == no_function) continue;
            made_.moved[b] = true;
            const auto place =
                std::ranges::lower_bound(ends, a, {}, [&](std::uint32_t end) { return made_.before[end]; });
            if (place != ends.begin()) from[b] = *std::prev(place);
            if (place == ends.end())
                ends.push_back(b);
            else
                *place = b;
        }
        for (std::uint32_t b = ends.empty() ? no_function : ends.back(); b != no_function; b = from[b])
            made_.moved[b] = false;
    }

    const std::vector<FunctionFacts>& a_;
    const std::vector<FunctionFacts>& b_;
    const std::vector<std::string>&a_names_, &b_names_;
    Matching made_;
    std::uint64_t effort_ = 0;
    std::vector<std::uint32_t> fresh_; ///< Of the first program, whose callees were not looked at.
};

} // namespace

Matching match_functions(const FunctionList& before, const FunctionList& after,
                         const std::vector<std::string>& before_names,
                         const std::vector<std::string>& after_names, bool given) {
    return Matcher(before, after, before_names, after_names).run(given);
}

bool same_function(const FunctionList& before, std::uint32_t a, const FunctionList& after, std::uint32_t b,
                   const Matching& matching) {
    const FunctionFacts& x = before.all()[a];
    const FunctionFacts& y = after.all()[b];
    if (x.own != y.own || x.callees.size() != y.callees.size()) return false;
    for (std::size_t i = 0; i < x.callees.size(); ++i) {
        const std::uint32_t wanted = x.callees[i] == no_function ? no_function : matching.after[x.callees[i]];
        if (x.callees[i] != no_function && wanted == no_function) return false;
        if (wanted != y.callees[i]) return false;
    }
    return true;
}

unsigned likeness(const FunctionFacts& a, const FunctionFacts& b) {
    const std::vector<std::uint32_t>&x = a.sorted, &y = b.sorted;
    if (x.empty() && y.empty()) return 100;
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
        if (x[i] == y[j]) {
            ++common;
            ++i;
            ++j;
        } else if (x[i] < y[j])
            ++i;
        else
            ++j;
    }
    return static_cast<unsigned>(200 * common / (x.size() + y.size()));
}

} // namespace vellum::tools
