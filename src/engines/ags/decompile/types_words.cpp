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

/// What an operator gives.
TypeId Types::make_calculated() {
    const TypeId made = make();
    types_[made].calculated = true;
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
    kept.counted |= gone.counted;
    kept.tested |= gone.tested;
    kept.compared |= gone.compared;
    kept.no |= gone.no;
    kept.yes |= gone.yes;
    if (gone.least != 0 && (kept.least == 0 || gone.least < kept.least)) kept.least = gone.least;
    if (gone.most != 0 && (kept.most == 0 || gone.most > kept.most)) kept.most = gone.most;
    if (kept.words == nullptr) kept.words = gone.words;
}

/// A number that goes to a variable says what the variable is not.
void Types::note(ExprId from, TypeId to) {
    if (from != no_expr && tree_.exprs[from].kind == ExprKind::number)
        note_number(to, tree_.exprs[from].value);
}

void Types::note_number(TypeId to, std::int32_t value) {
    if (to == 0) return;
    Type& means = types_[words_root(to)];
    if (value == 0 || value == 1) {
        (value == 0 ? means.no : means.yes) = true;
        if (value == 1) types_[kind_root(to)].whole = true;
        return;
    }
    means.calculated = true;
    if (means.least == 0 || value < means.least) means.least = value;
    if (means.most == 0 || value > means.most) means.most = value;
    Type& at = types_[kind_root(to)];
    (looks_real(value) ? at.fractions : at.whole) = true;
}

/// The cell of an array that is indexed by a number which is no usual one, or null.
Cell* Types::indexed(ExprId id) {
    const Expr& expr = tree_.exprs[id];
    if (expr.kind != ExprKind::access || expr.place.dynamic || expr.place.indices.size() != 1) return nullptr;
    const Expr& index = tree_.exprs[expr.place.indices.front().value];
    if (index.kind != ExprKind::number || index.value == 0) return nullptr;
    CellKey key;
    const RecordId in = place(expr.place, expr.width, key);
    const auto found = record(in).cells.find(key);
    if (found == record(in).cells.end()) return nullptr;
    if (found->second.index == 0) found->second.index = make();
    return &found->second;
}

/// "down[eMouseLeft] = IsButtonDown(eMouseLeft)", "old[eMouseLeft] = down[eMouseLeft]": a number that is the
/// index and goes to a function, or is that of another array, means the same in all of these.
void Types::note_index(const Stmt& assignment) {
    const Expr& value = tree_.exprs[assignment.value];
    if (value.kind != ExprKind::call && value.kind != ExprKind::access) return;
    const Cell* const target = indexed(assignment.target);
    if (target == nullptr) return;
    const auto index_in = [&](const Expr& expr) {
        return tree_.exprs[expr.place.indices.front().value].value;
    };
    const std::int32_t number = index_in(tree_.exprs[assignment.target]);
    const TypeId index = target->index; // the cell may move
    if (value.kind == ExprKind::access) {
        if (const Cell* const other = indexed(assignment.value);
            other != nullptr && index_in(value) == number)
            edges_.push_back({index, other->index, true});
        return;
    }
    const auto& parameters = imports_[static_cast<std::size_t>(value.value)].parameters;
    for (std::size_t i = 0; i < std::min(parameters.size(), value.arguments.size()); ++i) {
        const Expr& given = tree_.exprs[value.arguments[i]];
        if (given.kind == ExprKind::number && given.value == number)
            edges_.push_back({index, parameters[i], false});
    }
}

TypeId Types::index_of(RecordId in, const CellKey& key) {
    const auto& cells = record(in).cells;
    const auto found = cells.find(key);
    return found == cells.end() ? 0 : found->second.index;
}

void Types::note_calculated(TypeId type) {
    if (type == 0) return;
    types_[words_root(type)].calculated = types_[words_root(type)].counted = true;
    types_[kind_root(type)].whole = true;
}

void Types::note_tested(ExprId id) {
    if (id != no_expr && of_[id] != 0) types_[words_root(of_[id])].tested = true;
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

bool Types::compares_with_before(std::uint32_t function, std::uint32_t number) {
    if (compared_.empty())
        for (const Edge& each : edges_)
            if (each.weak) compared_.insert(std::minmax(each.from, each.to));
    return number > 0 &&
           compared_.contains(std::minmax(parameter(function, number - 1), parameter(function, number)));
}

void Types::find_words() {
    if (truth_ == nullptr) return; // nothing is believed
    for (const auto& [offset, words] : asked_variables_) {
        const auto& cells = records_[root(globals_)].cells;
        const auto found = cells.find(CellKey{.offset = offset});
        if (found != cells.end() && found->second.width == Width::whole && found->second.type != 0)
            asked_.emplace_back(found->second.type, words);
    }
    for (const auto& [type, words] : asked_) {
        Type& at = types_[words_root(type)];
        if (at.words == nullptr && !at.declared && !(words == truth_ && at.calculated)) at.words = words;
    }
    spread_words();
    guess_by_numbers();
    spread_words();
    guess_truths();
    spread_words();
}

/// The numbers of some enumerations are such that nothing else has them.
void Types::guess_by_numbers() {
    struct Range {
        const ApiEnum* words;
        std::int32_t least, most;
        bool several; ///< Two numbers have to be of it, and the greater in the range.
    };
    const Range ranges[] = {
        {api_->enumeration("BlockingStyle"), 919, 920, false},
        {api_->enumeration("Direction"), 1062, 1063, false},
        {api_->enumeration("WalkWhere"), 304, 305, false},
        {api_->enumeration("eKeyCode"), 359, 435, true},
    };
    const auto is_of = [](const Type& at, const Range& range) {
        if (range.words == nullptr || at.most < range.least || at.most > range.most) return false;
        if (!range.several) return at.least >= range.least && !at.no && !at.yes;
        return at.compared && at.least > 1 && at.least != at.most && !range.words->word(at.least).empty() &&
               !range.words->word(at.most).empty();
    };
    for (TypeId type = 1; type < types_.size(); ++type) {
        Type& at = types_[type];
        if (at.words_of != type || at.words != nullptr || at.declared || at.mixed || at.counted ||
            kind(type) != TypeKind::unknown)
            continue;
        for (const Range& range : ranges)
            if (is_of(at, range)) at.words = range.words;
    }
}

/// What gets no other numbers than 0 and 1, is neither counted nor compared with them, and is a condition
/// somewhere: places that flow into each other are judged together.
void Types::guess_truths() {
    std::vector<bool> may_be(types_.size());
    for (TypeId type = 1; type < types_.size(); ++type) {
        const Type& at = types_[type];
        may_be[type] = at.words_of == type && at.words == nullptr && !at.declared && !at.mixed &&
                       !at.calculated && !at.compared && kind(type) == TypeKind::unknown;
    }
    const auto is_truth_or_may = [&](TypeId type) { return may_be[type] || types_[type].words == truth_; };
    constexpr int most_rounds = 64; // a chain of variables that anybody would write
    bool again = true;
    for (int round = 0; again; ++round) {
        if (round == most_rounds) return;
        again = false;
        for (const Edge& each : edges_) {
            if (kind(each.from) != TypeKind::unknown) continue;
            const TypeId from = words_root(each.from);
            const TypeId to = words_root(each.to);
            const bool from_is = is_truth_or_may(from);
            if (from_is == is_truth_or_may(to)) continue;
            const TypeId loser = from_is ? from : to;
            again |= may_be[loser];
            may_be[loser] = false;
        }
    }
    std::vector<TypeId> group(types_.size());
    for (TypeId type = 0; type < group.size(); ++type) group[type] = type;
    const auto group_of = [&](TypeId type) {
        while (group[type] != type) type = group[type] = group[group[type]];
        return type;
    };
    struct Evidence {
        bool tested = false, no = false, yes = false, truth = false, result = false;
    };
    std::vector<Evidence> evidence(types_.size());
    for (const Edge& each : edges_) {
        const TypeId from = words_root(each.from);
        const TypeId to = words_root(each.to);
        if (may_be[from] && may_be[to]) group[group_of(from)] = group_of(to);
    }
    for (const Edge& each : edges_) {
        const TypeId from = words_root(each.from);
        const TypeId to = words_root(each.to);
        if (may_be[to] && types_[from].words == truth_) evidence[group_of(to)].truth = true;
    }
    for (const TypeId result : results_)
        if (may_be[words_root(result)]) evidence[group_of(words_root(result))].result = true;
    for (TypeId type = 1; type < types_.size(); ++type) {
        types_[type].number = !may_be[type];
        if (!may_be[type]) continue;
        Evidence& of = evidence[group_of(type)];
        of.tested |= types_[type].tested;
        of.no |= types_[type].no;
        of.yes |= types_[type].yes;
    }
    for (TypeId type = 1; type < types_.size(); ++type) {
        if (!may_be[type]) continue;
        const Evidence& of = evidence[group_of(type)];
        if ((of.yes && of.tested) || (of.truth && (of.yes || of.tested)) || (of.result && of.yes && of.no))
            types_[type].words = truth_;
    }
}

/// What a place is given to says what it is, and what it is given says so where all of that agrees.
void Types::spread_words() {
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
