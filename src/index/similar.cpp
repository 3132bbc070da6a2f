#include "index/similar.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "index/minhash.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t unpaired = static_cast<std::size_t>(-1);
constexpr std::size_t most_in_band = 64; ///< A band of more functions tells nothing.
/// Percent of likeness above which functions of one name are the same function that was changed.
constexpr unsigned least_named = 20;

class Matcher {
  public:
    Matcher(const std::vector<Candidate>& before, const std::vector<Candidate>& after, unsigned least)
        : a_(before),
          b_(after),
          least_(least),
          after_(before.size(), unpaired),
          before_(after.size(), unpaired),
          likeness_(before.size(), 100) {}

    Pairing run() {
        const std::string any;
        for (const bool moved : {false, true}) {
            const auto key = [&](std::uint64_t Candidate::* hash, bool named) {
                by_key(
                    [&, hash](const Candidate& one) {
                        return std::tuple(moved ? 0 : one.script, one.*hash, named ? one.name : any);
                    },
                    moved);
            };
            key(&Candidate::with_calls, true);
            key(&Candidate::shape, true);
            key(&Candidate::with_calls, false);
            key(&Candidate::shape, false);
        }
        by_likeness(true);
        by_likeness(false);
        by_name();
        return result();
    }

  private:
    void pair(std::size_t a, std::size_t b, unsigned likeness) {
        after_[a] = b;
        before_[b] = a;
        likeness_[a] = likeness;
    }
    [[nodiscard]] bool is_free(std::size_t a, std::size_t b) const {
        return after_[a] == unpaired && before_[b] == unpaired;
    }

    /// Pairs what has one key, in its order; `moved`: across scripts, where short functions need to be the
    /// only ones.
    template <class KeyOf> void by_key(KeyOf&& key_of, bool moved) {
        struct Same {
            std::vector<std::size_t> a, b;
        };
        std::map<decltype(key_of(a_.front())), Same> all;
        for (std::size_t a = 0; a < a_.size(); ++a)
            if (after_[a] == unpaired) all[key_of(a_[a])].a.push_back(a);
        for (std::size_t b = 0; b < b_.size(); ++b)
            if (before_[b] == unpaired)
                if (const auto found = all.find(key_of(b_[b])); found != all.end())
                    found->second.b.push_back(b);
        for (const auto& [key, same] : all) {
            if (same.b.empty()) continue;
            const bool alone = same.a.size() == 1 && same.b.size() == 1;
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
                if (inside && a_[a].script != b_[b].script) continue;
                if (const unsigned percent = likeness_of(a_[a].minhash, b_[b].minhash); percent >= least_)
                    found.emplace_back(100 - percent, a_[a].name != b_[b].name, a, b);
            }
        }
        std::ranges::sort(found);
        for (const auto& [unlike, other, a, b] : found)
            if (is_free(a, b)) pair(a, b, 100 - unlike);
    }

    /// What has a name in a script and a little in common.
    void by_name() {
        std::map<std::pair<std::size_t, std::string_view>, std::size_t> names;
        for (std::size_t a = 0; a < a_.size(); ++a)
            if (after_[a] == unpaired)
                names.emplace(std::pair(a_[a].script, std::string_view(a_[a].name)), a);
        for (std::size_t b = 0; b < b_.size(); ++b) {
            if (before_[b] != unpaired) continue;
            const auto found = names.find({b_[b].script, b_[b].name});
            if (found == names.end() || after_[found->second] != unpaired) continue;
            if (const unsigned percent = likeness_of(a_[found->second].minhash, b_[b].minhash);
                percent >= least_named)
                pair(found->second, b, percent);
        }
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
