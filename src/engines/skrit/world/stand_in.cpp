// Nothing here knows the game's functions one by one: their names say what they do.
#include "engines/skrit/world/stand_in.hpp"

#include <utility>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

constexpr std::uint64_t entry = 128; // what a value takes besides its letters

/// "Max_Life" and "MaxLife" are one name.
std::string plain(std::string_view name) {
    std::string text = lower_case(name);
    std::erase(text, '_');
    return text;
}

/// Takes one of the words off the front, if a capital or digit follows it.
bool take(std::string_view& name, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words)
        if (name.size() > word.size() && same_name(name.substr(0, word.size()), word) &&
            !(name[word.size()] >= 'a' && name[word.size()] <= 'z')) {
            name.remove_prefix(word.size());
            return true;
        }
    return false;
}

/// "GoAspect" is the part "aspect"; the object itself and what all parts have in common have none.
std::string part_of(std::string_view owner) {
    if (same_name(owner, "Go") || same_name(owner, "GoComponent") || same_name(owner, "GoSkritComponent") ||
        same_name(owner, "Goid") || same_name(owner, "Scid"))
        return {};
    take(owner, {"Go"});
    return plain(owner);
}

bool is_object(TypeKind kind) {
    return kind == TypeKind::pointer || kind == TypeKind::managed || kind == TypeKind::value;
}

/// Parts are told apart above the 32 bits that identifiers have; the object itself has nothing there.
std::uint64_t number_of(std::string_view type) {
    const std::string part = part_of(type);
    return part.empty() ? 0 : ((hash64(part) & 0x7FFFU) + 1) << 32U;
}

/// Arguments that choose among values: GetScidBit( scid, 1 ).
std::string chosen_by(std::span<Value* const> arguments) {
    std::string text;
    for (const Value* each : arguments) text += (text.empty() ? "(" : ",") + value_text(*each);
    return text.empty() ? text : text + ")";
}

Value zero(TypeKind kind) {
    switch (kind) {
    case TypeKind::boolean: return Value(false);
    case TypeKind::real: return Value(0.0F);
    case TypeKind::string: return Value(String());
    case TypeKind::none: return {};
    default: return Value(std::int32_t{0});
    }
}

/// Texts of templates become what is asked for; what does not fit is as good as not there.
bool convert(const Value& value, const UnitType& type, const Exports& exports, Value& result) {
    if (!value.is(Type::string)) {
        if (is_object(type.kind) && !value.is(Type::object)) return false;
        result = type.kind == TypeKind::string ? Value(String(value_text(value))) : value;
        return true;
    }
    return parse_constant(value.text(), type, exports, result);
}

} // namespace

StandIn::Query StandIn::query(const Unit& unit, const Import& import) {
    Query asked;
    asked.part = part_of(import.owner);
    asked.result = unit.types[import.result];
    if (is_object(asked.result.kind)) {
        asked.given = number_of(asked.result.name);
        if (asked.given != 0) parts_.try_emplace(object | asked.given, asked.result.name);
    }
    std::string_view name = import.name;
    const auto first =
        import.parameters.empty() ? TypeKind::none : unit.types[import.parameters[0].type].kind;
    if (!import.parameters.empty() && take(name, {"Set", "SSet", "RSSet", "RCSet", "RSet"})) {
        asked.kind = Query::Kind::set;
    } else if (take(name, {"GetComponent"}) && import.parameters.size() >= 2) {
        asked.kind = Query::Kind::field;
    } else if (same_name(name, "HasComponent") ||
               (asked.result.kind == TypeKind::boolean && asked.part.empty() && import.parameters.empty() &&
                take(name, {"Has", "Is"}))) {
        asked.kind = same_name(name, "Valid") ? Query::Kind::valid : Query::Kind::has;
    } else if (asked.result.kind == TypeKind::identifier && import.owner.empty() &&
               import.parameters.size() == 1 && first == TypeKind::integer) {
        asked.kind = Query::Kind::make;
    } else if (same_name(name, "IsValid") && import.parameters.empty()) {
        asked.kind = Query::Kind::valid;
    } else {
        take(name, {"Get"});
    }
    asked.name = plain(name);
    return asked;
}

std::string StandIn::name_of(std::uint64_t id) const {
    if (id != 0 && id == object) return "owner";
    const auto found = parts_.find(id);
    return found == parts_.end() ? std::string() : found->second;
}

bool StandIn::has_part(std::string_view part) const {
    const std::string beginning = std::string(part) + ":";
    const auto found = values_.lower_bound(beginning);
    return found != values_.end() && found->first.starts_with(beginning);
}

bool StandIn::keep(std::string key, const Value& value, std::uint64_t most_bytes) {
    const std::uint64_t size = key.size() + entry + (value.is(Type::string) ? value.text().size() : 0);
    const auto found = values_.find(key);
    if (found == values_.end()) {
        if (held_ + size > most_bytes) return false;
        held_ += size;
        values_.emplace(std::move(key), value);
        return true;
    }
    const std::uint64_t was = found->second.is(Type::string) ? found->second.text().size() : 0;
    const std::uint64_t now = value.is(Type::string) ? value.text().size() : 0;
    if (held_ - was + now > most_bytes) return false;
    held_ += now - was;
    found->second = value;
    return true;
}

void StandIn::set(std::string_view address, Value value) {
    static_cast<void>(keep(plain(address), value, ~std::uint64_t{0}));
}

void StandIn::restore(Values values) {
    values_.clear();
    held_ = 0;
    for (auto& [key, value] : values) static_cast<void>(keep(key, value, ~std::uint64_t{0}));
}

bool StandIn::answer(const Query& query, Call& call, const Exports& exports, std::uint64_t most_bytes) {
    using enum Query::Kind;
    const TypeKind kind = query.result.kind;
    call.result = is_object(kind) ? Value(ObjectId{object | query.given})
                  : kind == TypeKind::identifier
                      ? Value(static_cast<std::int32_t>(static_cast<std::uint32_t>(object)))
                      : zero(kind);
    std::string key = query.part + ":" + query.name;
    switch (query.kind) {
    case set: {
        call.result = zero(kind);
        const std::span<Value* const> leading = call.arguments.first(call.size() - 1);
        return keep(key + chosen_by(leading), call[call.size() - 1], most_bytes);
    }
    case make: call.result = call[0]; return true;
    case valid: call.result = (call.receiver.id & 0xFFFF'FFFFU) == (object & 0xFFFF'FFFFU); return true;
    case has: call.result = has_part(call.size() == 1 ? plain(call[0].text()) : query.name); return true;
    case field:
        if (call.size() >= 3) call.result = call[2];
        key = plain(call[0].text()) + ":" + plain(call[1].text());
        break;
    case get:
        if (query.name.starts_with("invalid") || query.name.starts_with("none")) call.result = zero(kind);
        key += chosen_by(call.arguments);
        break;
    }
    Value found;
    auto known = values_.find(key);
    constexpr std::string_view current = "current"; // templates say "life" of what begins as it
    if (known == values_.end() && query.name.starts_with(current))
        known = values_.find(query.part + ":" + query.name.substr(current.size()));
    if (known != values_.end())
        if (convert(known->second, query.result, exports, found)) call.result = std::move(found);
    return true;
}

} // namespace vellum::skrit
