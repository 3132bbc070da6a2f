#include "index/similar.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "index/minhash.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t unpaired = static_cast<std::size_t>(-1);
constexpr std::size_t most_in_band = 64; ///< A band of more functions tells nothing.
/// Percent of likeness above which functions of one name, or called at one place, are the same function that
/// was changed. Of short ones a change leaves nothing.
constexpr unsigned least_known = 20;

class Matcher {
  public:
    Matcher(const std::vector<Candidate>& before, const std::vector<Candidate>& after, unsigned least)
        : a_(before),
          b_(after),
          least_(least),
          after_(before.size(), unpaired),
          before_(after.size(), unpaired),
          likeness_(before.size(), 100) {
        for (const Candidate& one : a_) script_a_.push_back(one.script);
        for (const Candidate& one : b_) script_b_.push_back(one.script);
    }

    Pairing run() {
        pair_scripts();
        name_functions();
        by_keys(false, Which::alone);
        by_calls();
        by_keys(false, Which::in_order);
        by_calls();
        by_likeness(true);
        by_calls();
        by_name();
        by_keys(true, Which::in_order);
        by_likeness(false);
        by_calls();
        return result();
    }

  private:
    enum class Which : std::uint8_t { alone, in_order };
    using Named = std::map<std::pair<std::size_t, std::string_view>, std::size_t>; ///< By script and name.

    void pair(std::size_t a, std::size_t b, unsigned likeness) {
        after_[a] = b;
        before_[b] = a;
        likeness_[a] = likeness;
        news_.emplace_back(a, b);
    }
    [[nodiscard]] bool is_free(std::size_t a, std::size_t b) const {
        return after_[a] == unpaired && before_[b] == unpaired;
    }
    [[nodiscard]] bool is_short(std::size_t a, std::size_t b) const {
        return std::max(a_[a].instructions, b_[b].instructions) < least_instructions;
    }
    /// For functions of which something else says that they are the same.
    void pair_known(std::size_t a, std::size_t b) {
        if (!is_free(a, b)) return;
        const unsigned percent = likeness_of(a_[a].minhash, b_[b].minhash);
        if (percent >= least_known || is_short(a, b)) pair(a, b, percent);
    }

    /// Scripts that only one version has are pairs if they have half of the larger one's instructions in
    /// common: the largest part first.
    void pair_scripts() {
        const std::set<std::size_t> both_a(script_a_.begin(), script_a_.end()),
            both_b(script_b_.begin(), script_b_.end());
        std::map<std::size_t, std::size_t> sizes_a, sizes_b;
        std::unordered_map<std::uint64_t, std::set<std::size_t>> having; // scripts after with a shape
        for (const Candidate& one : b_) {
            if (both_a.contains(one.script)) continue;
            sizes_b[one.script] += one.instructions;
            having[one.shape].insert(one.script);
        }
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> common;
        std::set<std::pair<std::size_t, std::uint64_t>> counted;
        for (const Candidate& one : a_) {
            if (both_b.contains(one.script)) continue;
            sizes_a[one.script] += one.instructions;
            const auto found = having.find(one.shape);
            if (found == having.end() || found->second.size() > most_in_band) continue;
            if (!counted.emplace(one.script, one.shape).second) continue;
            for (const std::size_t after : found->second) common[{one.script, after}] += one.instructions;
        }
        std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> sorted;
        for (const auto& [scripts, size] : common)
            if (2 * size >= std::max(sizes_a[scripts.first], sizes_b[scripts.second]))
                sorted.emplace_back(size, scripts.first, scripts.second);
        std::ranges::sort(sorted, [](const auto& x, const auto& y) {
            return std::get<0>(x) != std::get<0>(y) ? std::get<0>(x) > std::get<0>(y) : x < y;
        });
        std::set<std::size_t> taken;
        std::map<std::size_t, std::size_t> was; // script after: the one before
        for (const auto& [size, before, after] : sorted) {
            if (taken.contains(before) || was.contains(after)) continue;
            taken.insert(before);
            was.emplace(after, before);
        }
        for (std::size_t& script : script_b_)
            if (const auto found = was.find(script); found != was.end()) script = found->second;
    }

    void name_functions() {
        for (std::size_t a = 0; a < a_.size(); ++a)
            names_a_.emplace(std::pair(script_a_[a], std::string_view(a_[a].name)), a);
        for (std::size_t b = 0; b < b_.size(); ++b)
            names_b_.emplace(std::pair(script_b_[b], std::string_view(b_[b].name)), b);
    }

    /// Pairs what new pairs call at the same places, where all of them agree, and so on.
    void by_calls() {
        while (!news_.empty()) {
            std::set<std::pair<std::size_t, std::size_t>> found;
            std::map<std::size_t, std::size_t> of_a, of_b; // how many others are called there, too
            for (const auto& [a, b] : std::exchange(news_, {})) {
                const std::vector<std::string>&calls_a = a_[a].calls, &calls_b = b_[b].calls;
                if (calls_a.size() != calls_b.size()) continue;
                for (std::size_t i = 0; i < calls_a.size(); ++i) {
                    const auto x = names_a_.find({script_a_[a], calls_a[i]});
                    const auto y = names_b_.find({script_b_[b], calls_b[i]});
                    if (x == names_a_.end() || y == names_b_.end() || !is_free(x->second, y->second))
                        continue;
                    if (!found.emplace(x->second, y->second).second) continue;
                    ++of_a[x->second];
                    ++of_b[y->second];
                }
            }
            for (const auto& [x, y] : found)
                if (of_a[x] == 1 && of_b[y] == 1) pair_known(x, y);
        }
    }

    void by_keys(bool moved, Which which) {
        const std::string any;
        const auto key = [&](std::uint64_t Candidate::* hash, bool named) {
            by_key(
                [&, hash](const Candidate& one, std::size_t script) {
                    return std::tuple(moved ? 0 : script, one.*hash, named ? one.name : any);
                },
                moved, which);
        };
        key(&Candidate::with_calls, true);
        key(&Candidate::shape, true);
        key(&Candidate::with_calls, false);
        key(&Candidate::shape, false);
    }

    /// Pairs what has one key, in its order; `moved`: across scripts, where short functions need to be the
    /// only ones.
    template <class KeyOf> void by_key(KeyOf&& key_of, bool moved, Which which) {
        struct Same {
            std::vector<std::size_t> a, b;
        };
        std::map<decltype(key_of(a_.front(), 0)), Same> all;
        for (std::size_t a = 0; a < a_.size(); ++a)
            if (after_[a] == unpaired) all[key_of(a_[a], script_a_[a])].a.push_back(a);
        for (std::size_t b = 0; b < b_.size(); ++b)
            if (before_[b] == unpaired)
                if (const auto found = all.find(key_of(b_[b], script_b_[b])); found != all.end())
                    found->second.b.push_back(b);
        for (const auto& [key, same] : all) {
            if (same.b.empty()) continue;
            const bool alone = same.a.size() == 1 && same.b.size() == 1;
            if (which == Which::alone && !alone) continue;
            if (moved && !alone && a_[same.a.front()].instructions < least_instructions) continue;
            for (std::size_t i = 0; i < std::min(same.a.size(), same.b.size()); ++i)
                pair(same.a[i], same.b[i], 100);
        }
    }

    /// The most alike first. `inside`: within scripts only.
    void by_likeness(bool inside) {
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> bands;
        const auto is_long = [](const Candidate& one) { return one.instructions >= least_instructions; };
        for (std::size_t a = 0; a < a_.size(); ++a)
            if (after_[a] == unpaired && is_long(a_[a]))
                for (const std::uint64_t band : bands_of(a_[a].minhash)) bands[band].push_back(a);
        std::vector<std::tuple<unsigned, bool, std::size_t, std::size_t>> found; // unlike, other name, a, b
        for (std::size_t b = 0; b < b_.size(); ++b) {
            if (before_[b] != unpaired || !is_long(b_[b])) continue;
            std::vector<std::size_t> near;
            for (const std::uint64_t band : bands_of(b_[b].minhash))
                if (const auto list = bands.find(band);
                    list != bands.end() && list->second.size() <= most_in_band)
                    near.insert(near.end(), list->second.begin(), list->second.end());
            std::ranges::sort(near);
            near.erase(std::ranges::unique(near).begin(), near.end());
            for (const std::size_t a : near) {
                if (inside && script_a_[a] != script_b_[b]) continue;
                if (const unsigned percent = likeness_of(a_[a].minhash, b_[b].minhash); percent >= least_)
                    found.emplace_back(100 - percent, a_[a].name != b_[b].name, a, b);
            }
        }
        std::ranges::sort(found);
        for (const auto& [unlike, other, a, b] : found)
            if (is_free(a, b)) pair(a, b, 100 - unlike);
    }

    void by_name() {
        for (const auto& [key, b] : names_b_)
            if (const auto found = names_a_.find(key); found != names_a_.end()) pair_known(found->second, b);
        by_calls();
    }

    [[nodiscard]] Pairing result() const {
        Pairing pairing;
        for (std::size_t a = 0; a < a_.size(); ++a) {
            if (after_[a] == unpaired)
                pairing.removed.push_back(a);
            else
                pairing.pairs.push_back({a, after_[a], likeness_[a]});
        }
        for (std::size_t b = 0; b < b_.size(); ++b)
            if (before_[b] == unpaired) pairing.added.push_back(b);
        return pairing;
    }

    const std::vector<Candidate>&a_, &b_;
    const unsigned least_;
    std::vector<std::size_t> after_, before_;
    std::vector<unsigned> likeness_;
    std::vector<std::size_t> script_a_,
        script_b_; ///< A script that was renamed has the number of the old one.
    Named names_a_, names_b_;
    std::vector<std::pair<std::size_t, std::size_t>> news_; ///< Whose calls are still to be compared.
};

} // namespace

unsigned likeness_of(const MinHash& a, const MinHash& b) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < minhash_size; ++i) same += a[i] == b[i] ? 1 : 0;
    return static_cast<unsigned>(same * 100 / minhash_size);
}

Pairing pair_functions(const std::vector<Candidate>& before, const std::vector<Candidate>& after,
                       unsigned least) {
    return Matcher(before, after, least).run();
}

} // namespace vellum::index
