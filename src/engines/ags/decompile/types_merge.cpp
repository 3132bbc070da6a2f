// Merging of types and records, and at the end who is derived from whom.
#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "engines/ags/decompile/types.hpp"

namespace vellum::ags::decompile {

namespace {
constexpr std::uint32_t deepest = 64; ///< Of what derives from each other.
}

TypeId Types::make(TypeKind kind) {
    types_.push_back({});
    const auto made = static_cast<TypeId>(types_.size() - 1);
    types_[made].kind_of = types_[made].words_of = made;
    types_[made].kind = kind;
    return made;
}

RecordId Types::make_record() {
    records_.push_back({});
    const auto made = static_cast<RecordId>(records_.size() - 1);
    records_[made].same = made;
    return made;
}

TypeId Types::kind_root(TypeId type) noexcept {
    while (types_[type].kind_of != type) {
        types_[type].kind_of = types_[types_[type].kind_of].kind_of;
        type = types_[type].kind_of;
    }
    return type;
}

RecordId Types::root(RecordId record) noexcept {
    while (records_[record].same != record) {
        records_[record].same = records_[records_[record].same].same;
        record = records_[record].same;
    }
    return record;
}

TypeKind Types::kind(TypeId type) noexcept { return types_[kind_root(type)].kind; }
TypeId Types::element(TypeId type) noexcept { return types_[kind_root(type)].element; }
std::int32_t Types::element_size(TypeId type) noexcept { return types_[kind_root(type)].element_size; }
RecordId Types::record_of(TypeId type) noexcept {
    return types_[type].record == 0 ? 0 : root(types_[type].record);
}

/// A handle may turn out to be a String or an array; everything else stays what it was first.
void Types::set_kind(TypeId type, TypeKind kind) {
    if (type == 0 || kind == TypeKind::unknown) return;
    Type& at = types_[kind_root(type)];
    if (at.kind == TypeKind::unknown || (at.kind == TypeKind::handle && kind != TypeKind::real))
        at.kind = kind;
}

void Types::set_element(TypeId array, TypeId element) {
    Type& at = types_[kind_root(array)];
    if (at.element == 0)
        at.element = element;
    else
        waiting_types_.emplace_back(at.element, element);
    merge_waiting();
}

void Types::share_kind(TypeId one, TypeId other) {
    const TypeId left = kind_root(one);
    const TypeId right = kind_root(other);
    if (left == right) return;
    const Type gone = types_[right];
    types_[right].kind_of = left;
    set_kind(left, gone.kind);
    Type& kept = types_[left];
    kept.whole |= gone.whole;
    kept.fractions |= gone.fractions;
    if (kept.element_size == 0) kept.element_size = gone.element_size;
    if (gone.element == 0) return;
    if (kept.element == 0)
        kept.element = gone.element;
    else
        waiting_types_.emplace_back(kept.element, gone.element);
}

RecordId Types::need_record(TypeId type) {
    if (types_[type].record == 0) {
        const RecordId made = make_record();
        types_[type].record = made;
    }
    return types_[type].record;
}

void Types::merge(RecordId one, RecordId other) {
    waiting_.emplace_back(one, other);
    merge_waiting();
}

void Types::note_cells(Cell& kept, const Cell& gone) {
    if (gone.width == Width::handle) kept.width = gone.width;
    kept.in_struct |= gone.in_struct;
    if (kept.record == 0)
        kept.record = gone.record;
    else if (gone.record != 0)
        waiting_.emplace_back(kept.record, gone.record);
    for (TypeId Cell::* const part : {&Cell::type, &Cell::index}) {
        if (kept.*part == 0)
            kept.*part = gone.*part;
        else
            waiting_types_.emplace_back(kept.*part, gone.*part);
    }
}

void Types::insert_base(RecordId derived, std::int32_t size) {
    const RecordId made = make_record();
    Record& of = records_[root(derived)];
    records_[made].base = std::exchange(of.base, made);
    records_[made].size = size;
    records_[made].pointed = of.pointed;
}

void Types::merge_cells(Cell& kept, const Cell& gone) {
    note_cells(kept, gone);
    merge_waiting();
}

void Types::merge_waiting() {
    while (!waiting_.empty() || !waiting_types_.empty()) {
        if (!waiting_types_.empty()) {
            const auto [one, other] = waiting_types_.back();
            waiting_types_.pop_back();
            if (one == 0 || other == 0 || one == other) continue;
            share_kind(one, other);
            share_words(one, other);
            const TypeKind shared = kind(one);
            if (shared != TypeKind::handle && shared != TypeKind::unknown) continue;
            if (types_[one].record == 0)
                types_[one].record = need_record(other); // theirs, even if nothing is known of it yet
            else if (types_[other].record == 0)
                types_[other].record = types_[one].record;
            else
                waiting_.emplace_back(types_[one].record, types_[other].record);
            continue;
        }
        RecordId one = root(waiting_.back().first);
        RecordId other = root(waiting_.back().second);
        waiting_.pop_back();
        if (one == other) continue;
        if (records_[one].cells.size() < records_[other].cells.size()) std::swap(one, other);
        join_bases(one, other);
        Record& kept = records_[one];
        Record& gone = records_[other];
        gone.same = one;
        if (kept.name.empty()) kept.name = gone.name;
        kept.order = std::min(kept.order, gone.order);
        kept.size = std::max(kept.size, gone.size);
        kept.made |= gone.made;
        kept.pointed |= gone.pointed;
        for (const auto& [key, cell] : gone.cells) {
            const auto [found, is_new] = kept.cells.try_emplace(key, cell);
            if (!is_new) note_cells(found->second, cell);
        }
        gone.cells.clear();
    }
}

/// What `kept` derives from when it is `gone` as well: none derives from itself, so that what stands between
/// the two is the same, too.
void Types::join_bases(RecordId kept, RecordId gone) {
    const auto base_of = [&](RecordId id) { return records_[id].base == 0 ? 0 : root(records_[id].base); };
    for (const auto& [derived, base] : {std::pair(kept, gone), std::pair(gone, kept)}) {
        if (!derives(derived, base)) continue;
        for (RecordId at = base_of(derived); at != base; at = base_of(at)) waiting_.emplace_back(at, kept);
        records_[kept].base = base_of(base);
        return;
    }
    if (records_[kept].base == 0) records_[kept].base = base_of(gone);
}

void Types::flow(TypeId from, TypeId to, bool weak) {
    if (from == 0 || to == 0 || from == to) return;
    share_kind(from, to);
    merge_waiting();
    edges_.push_back({from, to, weak});
}

bool Types::derives(RecordId derived, RecordId base) {
    base = root(base);
    std::uint32_t depth = 0;
    for (RecordId each = root(derived); each != 0 && depth < deepest; ++depth) {
        if (each == base) return true;
        each = records_[each].base == 0 ? 0 : root(records_[each].base);
    }
    return false;
}

/// True if something that would inherit from `base` then has a member of the same name.
bool Types::clashes(RecordId derived, RecordId base) {
    constexpr std::size_t most_clash_work = 1U << 21U; // in a script that anybody would write: some thousands
    clash_work_ += block_.imports().size();
    if (clash_work_ > most_clash_work) return false;
    std::set<std::string_view> names;
    for (const ImportName& each : block_.imports()) {
        const auto of = each.type.empty() ? classes_.end() : classes_.find(each.type);
        if (of != classes_.end() && derives(base, of->second)) names.insert(each.name);
    }
    return std::ranges::any_of(block_.imports(), [&](const ImportName& each) {
        const auto of = each.type.empty() ? classes_.end() : classes_.find(each.type);
        return of != classes_.end() && names.contains(each.name) && derives(of->second, derived) &&
               !derives(base, of->second);
    });
}

void Types::link(RecordId derived, RecordId base) {
    for (std::uint32_t depth = 0; depth < deepest; ++depth) {
        derived = root(derived);
        base = root(base);
        if (derives(derived, base) || derives(base, derived)) return;
        if (records_[derived].order < records_[base].order && records_[base].order != nowhere)
            std::swap(derived, base); // what comes first cannot derive from what comes later
        if (derives(derived, base) || derives(base, derived)) return;
        const RecordId above = records_[derived].base == 0 ? 0 : root(records_[derived].base);
        if (above == 0) {
            records_[derived].base = base;
            return;
        }
        if (derives(base, above)) {
            records_[derived].base = base;
            return;
        }
        // Both are bases of it: the one with less in it is that of the other.
        const auto end = [&](RecordId id) {
            return records_[id].cells.empty() ? 0 : records_[id].cells.rbegin()->first.offset + 1;
        };
        // What has no name is what several have in common, and so above all that have one.
        const bool with_name = !records_[above].name.empty();
        const bool named_apart = with_name == records_[base].name.empty();
        const bool ordered = records_[above].order != records_[base].order &&
                             records_[above].order != nowhere && records_[base].order != nowhere;
        const bool deeper = named_apart ? !with_name
                            : ordered   ? records_[base].order > records_[above].order
                                        : end(above) < end(base);
        if (deeper && (records_[base].base == 0 || named_apart)) {
            records_[derived].base = base;
            derived = base;
            base = above;
        } else {
            derived = above;
        }
    }
}

void Types::relate() {
    find_fractions();
    for (const Edge& each : edges_) {
        const TypeKind shared = kind(each.from);
        if (shared == TypeKind::handle) {
            const RecordId from = need_record(each.from);
            const RecordId to = need_record(each.to);
            record_edges_.push_back({from, to, each.weak});
        }
    }
    for (TypeId type = 1; type < types_.size(); ++type)
        if (kind(type) == TypeKind::handle && !types_[type].self) {
            const RecordId id = root(need_record(type));
            records_[id].pointed = true;
        }
    const auto named = [&](RecordId id) { return !records_[id].name.empty(); };
    // What is made has its size: nothing with members behind its end is the same.
    const auto has_room = [&](RecordId made, RecordId other) {
        return !records_[made].made || records_[other].cells.empty() ||
               records_[other].cells.rbegin()->first.offset < records_[made].size;
    };
    const auto may_merge = [&](RecordId one, RecordId other) {
        if (!has_room(one, other) || !has_room(other, one)) return false;
        return records_[one].size < 0 || records_[other].size < 0 ||
               records_[one].size == records_[other].size;
    };
    // What is asked for members of one sort is of that sort. Of several: it derives from them, and is not
    // what it is given to.
    std::map<RecordId, std::set<RecordId>> asked;
    for (const RecordEdge& each : record_edges_)
        if (!each.weak && !named(root(each.from)) && named(root(each.to)))
            asked[root(each.from)].insert(root(each.to));
    const auto of_several = [&](RecordId id) {
        const auto found = asked.find(id);
        return found != asked.end() && found->second.size() > 1;
    };
    // What something is given to is asked of it, too: of the sorts that the API has, the one that derives
    // from all others.
    std::map<RecordId, std::set<RecordId>> passed_on;
    if (api_ != nullptr && types_too_) passed_on = asked;
    constexpr int most_rounds = 16; // a chain of variables that anybody would write
    bool again = !passed_on.empty();
    for (int round = 0; again && round < most_rounds; ++round) {
        again = false;
        for (const RecordEdge& each : record_edges_) {
            const RecordId from = root(each.from);
            const auto found = each.weak || named(from) ? passed_on.end() : passed_on.find(root(each.to));
            if (found == passed_on.end() || root(each.to) == from) continue;
            std::set<RecordId>& known = passed_on[from];
            const std::size_t before = known.size();
            known.insert(found->second.begin(), found->second.end());
            again |= known.size() > before;
        }
    }
    const auto most_derived = [&](const std::set<RecordId>& sorts) -> RecordId {
        const auto found = std::ranges::find_if(sorts, [&](RecordId one) {
            return std::ranges::all_of(sorts, [&](RecordId other) {
                return other == one || api_->extends(records_[one].name, records_[other].name);
            });
        });
        return found == sorts.end() ? 0 : *found;
    };
    for (const auto& [id, sorts] : passed_on) {
        const RecordId with = sorts.size() < 2 || !asked.contains(id) ? 0 : most_derived(sorts);
        if (with != 0 && !named(root(id)) && may_merge(root(id), root(with)) && !records_[root(id)].made)
            merge(root(with), root(id));
    }
    for (const auto& [id, sorts] : asked) {
        const RecordId at = root(id);
        const RecordId with = root(*sorts.begin());
        if (sorts.size() == 1 && !named(at) && may_merge(at, with) &&
            !(records_[at].made && records_[with].size != records_[at].size))
            merge(with, at);
    }
    // What takes one of the sorts that it is asked for is that one, which derives from the others.
    for (const RecordEdge& each : record_edges_) {
        const RecordId from = root(each.from);
        const RecordId to = root(each.to);
        if (each.weak || from == to || !named(from) || named(to) || !of_several(to) || !may_merge(from, to))
            continue;
        const auto& sorts = asked.find(to)->second;
        if (std::ranges::any_of(sorts, [&](RecordId sort) { return root(sort) == from; })) merge(from, to);
    }
    // What takes something that is made is no larger. Of several that are made and given to the same, at most
    // the smallest is that; the others derive from it.
    std::map<RecordId, std::int32_t> largest;
    const auto largest_of = [&](RecordId id) {
        const auto found = largest.find(id);
        return found == largest.end() ? std::numeric_limits<std::int32_t>::max() : found->second;
    };
    for (RecordId id = 1; id < records_.size(); ++id)
        if (root(id) == id && records_[id].made) largest[id] = records_[id].size;
    again = true;
    for (int round = 0; again && round < most_rounds; ++round) {
        again = false;
        for (const RecordEdge& each : record_edges_) {
            const std::int32_t size = largest_of(root(each.from));
            if (each.weak || size >= largest_of(root(each.to))) continue;
            largest[root(each.to)] = size;
            again = true;
        }
    }
    const auto fits = [&](RecordId made, RecordId with) {
        return !records_[made].made || records_[made].size <= largest_of(with);
    };
    const auto join = [&](RecordId one, RecordId other) {
        const std::int32_t size = std::min(largest_of(one), largest_of(other));
        merge(one, other);
        largest[root(one)] = size;
    };
    // Nameless ones are one, then what they are follows from whom they meet.
    for (const RecordEdge& each : record_edges_) {
        const RecordId from = root(each.from);
        const RecordId to = root(each.to);
        if (from != to && !named(from) && !named(to) && !of_several(from) && !of_several(to) &&
            may_merge(from, to) && (each.weak || fits(from, to)))
            join(from, to);
    }
    struct Neighbours {
        std::vector<RecordId> sources, targets, compared;
    };
    std::map<RecordId, Neighbours> nameless;
    for (const RecordEdge& each : record_edges_) {
        const RecordId from = root(each.from);
        const RecordId to = root(each.to);
        if (from == to) continue;
        if (!named(from)) (each.weak ? nameless[from].compared : nameless[from].targets).push_back(to);
        if (!named(to)) (each.weak ? nameless[to].compared : nameless[to].sources).push_back(from);
    }
    std::vector<RecordId> smallest_first;
    for (const auto& [id, met] : nameless) smallest_first.push_back(id);
    std::ranges::sort(smallest_first, {}, [&](RecordId id) { return std::pair(records_[id].size, id); });
    for (const RecordId id : smallest_first) {
        Neighbours& met = nameless[id];
        for (std::vector<RecordId>* list : {&met.sources, &met.targets, &met.compared}) {
            for (RecordId& each : *list) each = root(each);
            std::ranges::sort(*list);
            list->erase(std::ranges::unique(*list).begin(), list->end());
        }
        const RecordId at = root(id);
        if (named(at)) continue;
        RecordId with = 0;
        // What takes one sort and is compared with another is what both derive from.
        const bool shared = met.targets.empty() && !met.compared.empty() && met.compared != met.sources;
        if (met.sources.size() == 1 && !shared)
            with = met.sources.front();
        else if (met.targets.size() == 1)
            with = met.targets.front();
        else if (met.sources.empty() && met.targets.empty() && met.compared.size() == 1)
            with = met.compared.front();
        if (with != 0 && may_merge(at, root(with)) && fits(at, root(with)) &&
            !(records_[at].made && records_[root(with)].size != records_[at].size && !met.targets.empty() &&
              met.sources.empty()))
            join(root(with), at);
        else if (with != 0 && met.sources.empty())
            continue; // made by new, and given to what has another size: derived
    }
    std::vector<RecordEdge> rest;
    for (const RecordEdge& each : record_edges_) {
        const RecordEdge at{root(each.from), root(each.to), each.weak};
        if (at.from != at.to) rest.push_back(at);
    }
    std::ranges::sort(rest, {}, [&](const RecordEdge& each) {
        const bool asks = !named(each.from) && named(each.to); // its members
        const bool said = named(each.from) && named(each.to);  // of both that they are related
        return std::tuple(each.weak, !said, !asks, each.from, each.to);
    });
    rest.erase(std::ranges::unique(rest).begin(), rest.end());
    for (const RecordEdge& each : rest) {
        // Either of two that are compared may be the base of the other.
        const bool turned =
            each.weak && (clashes(each.from, each.to) || (!named(root(each.from)) && named(root(each.to))));
        link(turned ? each.to : each.from, turned ? each.from : each.to);
    }
    // What adds nothing to what it derives from is that.
    for (RecordId id = 1; id < records_.size(); ++id) {
        const Record& of = records_[id];
        if (root(id) != id || named(id) || of.base == 0 || of.made || of.size >= 0 || !of.cells.empty() ||
            !named(root(of.base)))
            continue;
        const RecordId above = root(of.base);
        const RecordId next = records_[above].base;
        merge(above, id);
        records_[root(above)].base = next;
    }
    find_defaults();
    place_prototypes();
    find_words();
}

/// A negative float is a literal with a minus, which takes code; only a default value is there at once.
void Types::find_defaults() {
    own_defaults_.resize(tree_.functions.size());
    std::vector<TypeId> own;
    for (const Expr& expr : tree_.exprs) {
        if (expr.kind != ExprKind::call && expr.kind != ExprKind::own_call) continue;
        const auto number = static_cast<std::uint32_t>(expr.value);
        const bool imported = expr.kind == ExprKind::call;
        if (imported ? imports_[number].variadic : block_.functions()[number].variadic) continue;
        if (!imported) {
            own.clear();
            for (std::uint32_t i = 0; i < tree_.functions[number].locals &&
                                      i < static_cast<std::uint32_t>(block_.functions()[number].parameters);
                 ++i)
                own.push_back(parameter(number, i));
        }
        const std::vector<TypeId>& parameters = imported ? imports_[number].parameters : own;
        const std::size_t fixed = imported ? imports_[number].fixed : own.size();
        if (fixed != expr.arguments.size()) continue;
        auto& defaults = imported ? imports_[number].defaults : own_defaults_[number];
        bool needed = false;
        for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
            const Expr& given = tree_.exprs[expr.arguments[i]];
            needed |= given.kind == ExprKind::number && given.value < 0 && i < parameters.size() &&
                      kind(parameters[i]) == TypeKind::real;
            if (!needed) continue;
            defaults.resize(fixed);
            if (given.kind == ExprKind::number && !defaults[i]) defaults[i] = given.value;
        }
    }
}

/// The prototype of a method whose struct has properties stands with these: before them no struct has the
/// name.
void Types::place_prototypes() {
    for (std::size_t i = 0; i < own_defaults_.size(); ++i) {
        const std::string_view type = block_.functions()[i].type;
        if (own_defaults_[i].empty() || type.empty() || all_.is_struct(type)) continue;
        const auto& imports = block_.imports();
        const auto first = std::ranges::find(imports, type, &ImportName::type);
        if (first == imports.begin() || first == imports.end() ||
            std::prev(first)->form != ImportName::Form::none)
            continue; // no room in front
        if (std::any_of(first, imports.end(),
                        [&](const ImportName& each) { return each.type == type && each.accessor(); }))
            namesakes_[i] = true;
    }
}

std::size_t Types::written_arguments(const Expr& call) {
    const auto number = static_cast<std::size_t>(call.value);
    const auto& defaults = call.kind == ExprKind::call ? imports_[number].defaults : own_defaults_[number];
    std::size_t count = call.arguments.size();
    if (defaults.size() != count) return count;
    for (; count > 0; --count) {
        const Expr& given = tree_.exprs[call.arguments[count - 1]];
        const auto& standard = defaults[count - 1];
        if (given.kind != ExprKind::number || !standard || *standard != given.value) break;
    }
    const ApiEntry* const known = call.kind == ExprKind::call ? imports_[number].known : nullptr;
    if (count > 0 && known != nullptr && imports_[number].said_behind > count) {
        const Expr& last = tree_.exprs[call.arguments[count - 1]];
        const auto& standard = known->parameters[count - 1].standard;
        if (standard && !(last.kind == ExprKind::number && last.value == standard))
            return imports_[number].said_behind;
    }
    if (known != nullptr && known->paired && count > 0 && count + 1 == call.arguments.size()) {
        const Expr& last = tree_.exprs[call.arguments[count - 1]];
        count +=
            last.kind == ExprKind::number && known->parameters[count - 1].standard == last.value ? 1U : 0U;
    }
    return count;
}

} // namespace vellum::ags::decompile
