// What numbers mean. The API says it of its own parameters, results and properties; from there it spreads
// along what flows between places in memory. Nothing of it changes the code, and so nothing proves it: it
// spreads only where all that is known agrees.
#include <algorithm>
#include <bit>
#include <cmath>

#include "engines/ags/decompile/types.hpp"
#include "engines/ags/decompile/words.hpp"

namespace vellum::ags::decompile {

namespace {

/// True of the bits of a number like 2.5 or 0.001: nobody writes such a whole number.
bool looks_real(std::int32_t bits) {
    constexpr float least = 1e-4F, most = 1e6F;
    constexpr std::size_t longest = 8; // "-1000.25"
    const auto value = std::bit_cast<float>(bits);
    if (!(std::abs(value) >= least && std::abs(value) <= most)) return false;
    return real_text(static_cast<std::uint32_t>(bits)).size() <= longest;
}

} // namespace

TypeId Types::make_truth() {
    const TypeId made = make();
    types_[made].words = truth_;
    types_[made].declared = true;
    return made;
}

TypeId Types::words_root(TypeId type) noexcept {
    while (types_[type].words_of != type) {
        types_[type].words_of = types_[types_[type].words_of].words_of;
        type = types_[type].words_of;
    }
    return type;
}

/// Two turn out to be one place.
void Types::share_words(TypeId one, TypeId other) {
    const TypeId left = words_root(one);
    const TypeId right = words_root(other);
    if (left == right) return;
    const Type& gone = types_[right];
    Type& kept = types_[left];
    types_[right].words_of = left;
    kept.mixed |= gone.mixed || (kept.words != nullptr && gone.words != nullptr && kept.words != gone.words);
    kept.calculated |= gone.calculated;
    kept.declared |= gone.declared;
    if (kept.words == nullptr) kept.words = gone.words;
}

/// A number that goes to a variable says what the variable is not.
void Types::note(ExprId from, TypeId to) {
    if (from != no_expr && tree_.exprs[from].kind == ExprKind::number)
        note_number(to, tree_.exprs[from].value);
}

void Types::note_number(TypeId to, std::int32_t value) {
    if (to == 0 || value == 0 || value == 1) {
        if (to != 0 && value == 1) types_[kind_root(to)].whole = true;
        return;
    }
    types_[words_root(to)].calculated = true;
    Type& at = types_[kind_root(to)];
    (looks_real(value) ? at.fractions : at.whole) = true;
}

void Types::note_calculated(TypeId type) {
    if (type == 0) return;
    types_[words_root(type)].calculated = true;
    types_[kind_root(type)].whole = true;
}

/// What gets only numbers that are the bits of short decimal ones, and is never counted with, has a point.
void Types::find_fractions() {
    if (!types_too_) return;
    for (TypeId type = 1; type < types_.size(); ++type) {
        Type& at = types_[type];
        if (at.kind_of == type && at.kind == TypeKind::unknown && at.fractions && !at.whole)
            at.kind = TypeKind::real;
    }
}

const ApiEnum* Types::words(TypeId type) noexcept {
    if (type == 0 || kind(type) != TypeKind::unknown) return nullptr;
    const Type& at = types_[words_root(type)];
    return at.mixed ? nullptr : at.words;
}

/// What a place is given to says what it is, and what it is given says so where all of that agrees.
void Types::spread_words() {
    if (truth_ == nullptr) return; // nothing is believed
    struct Heard {
        const ApiEnum* words = nullptr;
        bool differs = false, silent = false; ///< Something says nothing.
        void hear(const ApiEnum* more) {
            silent |= more == nullptr;
            if (more == nullptr) return;
            differs |= words != nullptr && words != more;
            words = more;
        }
        [[nodiscard]] bool agrees() const { return words != nullptr && !differs && !silent; }
    };
    struct Neighbours {
        Heard from, to; ///< What comes to it, and where it goes.
        bool counted = false;
    };
    constexpr int most_rounds = 16; // a chain of variables that anybody would write
    std::vector<Neighbours> places(types_.size());
    bool again = true;
    for (int round = 0; again && round < most_rounds; ++round) {
        again = false;
        std::ranges::fill(places, Neighbours{});
        for (const Edge& each : edges_) {
            const TypeId from = words_root(each.from);
            const TypeId to = words_root(each.to);
            if (from == to || kind(each.from) != TypeKind::unknown) continue;
            const auto said = [&](TypeId type) { return types_[type].mixed ? nullptr : types_[type].words; };
            if (said(to) != nullptr) places[from].to.hear(said(to));
            if (each.weak) { // either side may be the one that is known
                if (said(from) != nullptr) places[to].to.hear(said(from));
                continue;
            }
            places[to].from.hear(said(from));
            places[to].counted |= types_[from].calculated && said(from) == nullptr;
        }
        for (TypeId type = 1; type < types_.size(); ++type) {
            Type& at = types_[type];
            const Neighbours& place = places[type];
            if (at.words_of != type || at.declared || at.mixed) continue;
            const bool disagree = place.to.differs || (place.to.words != nullptr && place.from.agrees() &&
                                                       place.to.words != place.from.words);
            const ApiEnum* const found = place.to.words != nullptr ? place.to.words
                                         : place.from.agrees()     ? place.from.words
                                                                   : nullptr;
            if (at.words != nullptr || disagree) {
                at.mixed = disagree || (found != nullptr && found != at.words);
                again |= at.mixed;
                continue;
            }
            if (found == nullptr || (found == truth_ && (at.calculated || place.counted))) continue;
            at.words = found;
            again = true;
        }
    }
}

} // namespace vellum::ags::decompile
