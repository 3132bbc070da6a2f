// The game that is not there: natives that nobody has remember what scripts set, and answer with what is
// usual in games until then. Everything is kept as properties of the world, so it is part of snapshots and
// counts for its memory. Facts: docs/engines/ags.md, "A game that is not there".
#include <unordered_map>

#include "base/ascii.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"
#include "engines/ags/machine/machine.hpp"
#include "engines/ags/natives/stand_in_rows.hpp"
#include "engines/ags/play/thing.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view number_name = "ID";
constexpr std::string_view numbers_name = "(numbers)";
constexpr std::string_view custom_prefix = "property ";
constexpr std::string_view quantity_name = "InventoryQuantity";
constexpr std::string_view items_name = "Items";
constexpr std::string_view item_count_name = "ItemCount";

Word no_memory(BuiltinCall& call) {
    return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
}

/// One call of a native of the stand-in game.
class Answering {
  public:
    Answering(BuiltinCall& call, const Callee& callee)
        : call_(call),
          callee_(callee),
          row_(callee.stand_in),
          object_(call.environment.host_id(call.self)),
          keeps_(object_ != 0 || is_null(call.self)) {}

    /// True if there is an answer.
    bool answer(Word& result);

  private:
    /// The name under which a property of the receiver, or of a class, is kept.
    [[nodiscard]] std::string key(std::string_view name) const {
        return object_ != 0 || callee_.owner.empty() ? std::string(name)
                                                     : callee_.owner + "." + std::string(name);
    }
    [[nodiscard]] std::string own_key() const {
        return key(row_ != nullptr && !row_->detail.empty() && row_->answer == Answer::value ? row_->detail
                                                                                             : callee_.name);
    }
    [[nodiscard]] Word argument(std::size_t index) const {
        return index < call_.arguments.size() ? call_.arguments[index] : 0;
    }
    /// The first argument as an index.
    [[nodiscard]] std::int32_t index() const {
        const Word word = argument(0);
        return is_number(word) ? signed_of(word) : 0;
    }
    [[nodiscard]] Word get(std::string_view name, std::int32_t at, Word otherwise = 0) {
        return call_.kept(object_, name, at, otherwise);
    }
    void set(std::string_view name, std::int32_t at, Word value) {
        call_.keep(object_, name, at, storable(value));
    }

    Word storable(Word word);
    Word object(std::string_view key, std::int32_t at);
    Word made(std::string_view name);
    Word number_of_object(std::uint64_t object);
    std::string described(std::int32_t at) const;
    void assign(std::string_view names, std::uint64_t object);
    bool custom_key(std::string& name);
    Word by_row();
    Word inventory(std::int32_t change);
    Word add_item();

    BuiltinCall& call_;
    const Callee& callee_;
    const StandInRow* row_;
    std::uint64_t object_; ///< The receiver; 0 without.
    bool keeps_;           ///< Nothing is kept of objects that scripts made themselves.
};

/// A number or an object as properties keep it; texts become objects.
Word Answering::storable(Word word) {
    if (is_number(word)) return word;
    Environment& environment = call_.environment;
    const Tag kind = kind_of(word);
    if (kind == Tag::variable || kind == Tag::object) {
        const std::uint32_t handle =
            kind == Tag::variable ? environment.variable_object(word) : object_of(word);
        return environment.pool().exists(handle) ? address_word(Tag::object, handle) : 0;
    }
    std::string_view text;
    if (kind == Tag::code || !call_.text(word, text)) return 0;
    return call_.string(text);
}

/// What the result is called: "gMain.Controls(2)".
std::string Answering::described(std::int32_t at) const {
    constexpr std::size_t longest = 80; // parts of parts of parts have names of their class
    std::string name = object_ != 0 ? call_.environment.stand_in_name(object_) : std::string();
    if (name.empty() || name.size() > longest) name = callee_.owner;
    if (!name.empty()) name += ".";
    name += callee_.name;
    if (at != 0 || (callee_.native_kind == NativeKind::getter && !call_.arguments.empty()))
        name += "(" + std::to_string(at) + ")";
    return name;
}

Word Answering::made(std::string_view name) {
    call_.charge(2 * BuiltinCall::object_work + name.size());
    const std::uint32_t handle = call_.environment.make_stand_in(name);
    return handle != 0 ? address_word(Tag::object, handle) : no_memory(call_);
}

/// The object that belongs there, made when it is asked for first.
Word Answering::object(std::string_view key, std::int32_t at) {
    if (const Word kept = get(key, at); kept != 0) return kept;
    const Word fresh = made(described(at));
    if (fresh == 0 || !call_.keep(object_, key, at, fresh)) return 0;
    const std::uint64_t id = call_.environment.host_id(fresh);
    if (callee_.native_kind == NativeKind::getter && !call_.arguments.empty())
        call_.keep(id, number_name, 0, integer_word(at));
    if (row_ != nullptr && !row_->detail.empty()) call_.keep(id, row_->detail, 0, storable(call_.self));
    return fresh;
}

Word Answering::number_of_object(std::uint64_t object) {
    const Word kept = call_.kept(object, number_name);
    if (kept != 0 || is_thing(object)) return kept;
    const Word next = integer_word(number_of(call_.kept(0, numbers_name)) + 1);
    call_.keep(0, numbers_name, 0, next);
    call_.keep(object, number_name, 0, next);
    return next;
}

/// The arguments become properties of these names, as far as both go.
void Answering::assign(std::string_view names, std::uint64_t object) {
    for (std::size_t i = 0; i < call_.arguments.size() && !names.empty() && call_.code == nullptr; ++i) {
        const std::string_view name = names.substr(0, names.find(','));
        names.remove_prefix(std::min(name.size() + 1, names.size()));
        call_.keep(object, object == object_ ? key(name) : std::string(name), 0,
                   storable(call_.arguments[i]));
    }
}

/// Custom properties are found without case.
bool Answering::custom_key(std::string& name) {
    constexpr std::size_t longest = 200; // no editor makes such a name
    std::string_view wanted;
    if (!call_.text(argument(0), wanted) || wanted.size() > longest) return false;
    name = key(custom_prefix) + lower_case(wanted);
    return true;
}

/// The quantity of the first argument's item, changed by so much but never below 0.
Word Answering::inventory(std::int32_t change) {
    const std::uint64_t item = call_.environment.host_id(argument(0));
    if (item == 0) return call_.fail(codes::null_pointer, "Null pointer referenced");
    const std::int32_t number = signed_of(number_of_object(item));
    const std::int32_t before = signed_of(get(quantity_name, number));
    if (change != 0 && before + change >= 0) set(quantity_name, number, integer_word(before + change));
    return integer_word(before > 0);
}

Word Answering::add_item() {
    const std::int32_t count = signed_of(get(item_count_name, 0));
    if (count < 0 || count == INT32_MAX) return 0;
    set(items_name, count, argument(0));
    set(item_count_name, 0, integer_word(count + 1));
    return integer_word(true);
}

Word Answering::by_row() {
    const std::int32_t at = callee_.native_kind == NativeKind::getter ? index() : 0;
    std::string custom;
    switch (row_->answer) {
    case Answer::value: return get(own_key(), at, integer_word(row_->number));
    case Answer::nothing: return get(own_key(), at);
    case Answer::text: {
        const Word kept = get(own_key(), at);
        return kept != 0 ? kept : call_.string(row_->detail);
    }
    case Answer::name: {
        const Word kept = get(own_key(), at);
        if (kept != 0) return kept;
        const std::string name = call_.environment.stand_in_name(object_);
        return call_.string(name.empty() ? call_.environment.host().object_name(ObjectId{object_}) : name);
    }
    case Answer::number: return number_of_object(object_);
    case Answer::part: return object(own_key(), at);
    case Answer::itself: return storable(call_.self);
    case Answer::made: {
        const Word fresh = made(callee_.owner);
        if (fresh != 0) assign(row_->detail, call_.environment.host_id(fresh));
        return fresh;
    }
    case Answer::assign: assign(row_->detail, object_); return 0;
    case Answer::put: set(row_->detail, 0, integer_word(row_->number)); return 0;
    case Answer::element: return get(row_->detail, index(), integer_word(row_->number));
    case Answer::assign_element: {
        const Word before = get(row_->detail, index());
        set(row_->detail, index(), argument(1));
        return before;
    }
    case Answer::get_custom: return custom_key(custom) ? get(custom, 0) : 0;
    case Answer::get_custom_text: {
        const Word kept = custom_key(custom) ? get(custom, 0) : 0;
        return kept != 0 || call_.code != nullptr ? kept : call_.string({});
    }
    case Answer::set_custom:
        if (custom_key(custom)) set(custom, 0, argument(1));
        return integer_word(true);
    case Answer::add_inventory: return inventory(1) & 0U;
    case Answer::lose_inventory: return inventory(-1) & 0U;
    case Answer::has_inventory: return inventory(0);
    case Answer::add_item: return add_item();
    case Answer::clear_items: clear_items(call_, object_); return 0;
    case Answer::text_width: {
        std::string_view text;
        if (!call_.text(argument(0), text)) return 0;
        constexpr std::size_t most = 100'000;
        return integer_word(static_cast<std::int32_t>(std::min(text.size(), most)) * row_->number);
    }
    }
    return 0;
}

bool Answering::answer(Word& result) {
    if (callee_.native_kind == NativeKind::setter) {
        const bool indexed = call_.arguments.size() > 1;
        if (keeps_ && !call_.arguments.empty()) set(own_key(), indexed ? index() : 0, call_.arguments.back());
    } else if (row_ != nullptr && keeps_)
        result = by_row();
    else if (callee_.gives_object)
        result = object(own_key(), index());
    else if (callee_.native_kind == NativeKind::getter && keeps_)
        result = get(own_key(), index());
    return result != 0 || call_.code != nullptr;
}

} // namespace

const StandInRow* find_stand_in(const Callee& callee) {
    static const auto table = [] {
        std::unordered_multimap<std::string_view, const StandInRow*> made;
        for (const StandInRow& row : stand_in_rows) made.emplace(row.name, &row);
        return made;
    }();
    const auto [first, last] = table.equal_range(callee.name);
    const StandInRow* any = nullptr;
    for (auto row = first; row != last; ++row) {
        if (row->second->owner == callee.owner) return row->second;
        if (row->second->owner == "*" && !callee.owner.empty()) any = row->second;
    }
    return any;
}

void clear_items(BuiltinCall& call, std::uint64_t list) {
    Environment& environment = call.environment;
    const std::int32_t count = std::max(signed_of(call.kept(list, item_count_name)), 0);
    call.charge(BuiltinCall::object_work * static_cast<std::uint64_t>(count));
    for (std::int32_t i = 0; i < count; ++i)
        environment.properties().erase(environment.pool(), list, items_name, i);
    call.keep(list, item_count_name, 0, 0);
}

bool answer_for_game(BuiltinCall& call, const Callee& callee, Word& result) {
    return Answering(call, callee).answer(result);
}

} // namespace vellum::ags
