// Variables by the names of their source. Where they lie is the compiler's word; what is read is checked
// against what is there, for code may do with its stack what it likes.
#include "engines/ags/inspect/named.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/inspect/words.hpp"
#include "runtime/inspect.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t word_size = 4;

std::uint32_t number_in(std::span<const std::byte> bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = std::min(bytes.size(), word_size); i-- > 0;)
        number = number << 8U | std::to_integer<std::uint32_t>(bytes[i]);
    return number;
}

void store_number(std::span<std::byte> bytes, std::uint32_t number) {
    for (std::size_t i = 0; i < std::min(bytes.size(), word_size); ++i)
        bytes[i] = static_cast<std::byte>(number >> (8 * i));
}

/// The entry of the stack that has a byte.
std::optional<std::uint32_t> entry_at(const Stack& stack, std::int64_t position) {
    const auto begin = stack.offsets.begin();
    const auto after = std::upper_bound(begin, begin + static_cast<std::ptrdiff_t>(stack.count), position);
    if (after == begin) return std::nullopt;
    const auto entry = static_cast<std::uint32_t>(after - begin - 1);
    return position < stack.offsets[entry] + std::int64_t{stack.sizes[entry]} ? std::optional(entry)
                                                                              : std::nullopt;
}

/// What is there of a part in some bytes that begin at `first`.
template <class Byte>
std::span<Byte> bytes_of(const Variables::Part& part, std::span<Byte> all, std::int64_t first) {
    if (first < 0 || first > static_cast<std::int64_t>(all.size())) return {};
    const std::span<Byte> rest = all.subspan(static_cast<std::size_t>(first));
    return rest.size() < part.size ? std::span<Byte>() : rest.first(part.size);
}

} // namespace

std::uint32_t NamedRows::rows(const Item& one) const {
    if (one.handle == 0) return known_.rows(*one.variable);
    // Of an element there are as many as the array has, of a field those that the object has room for.
    constexpr std::uint32_t most_elements = 4096;
    const Object& object = environment_.pool()[one.handle];
    if (one.variable->name.empty())
        return std::min(object.count, most_elements) * std::min(known_.rows(*one.variable), most_elements);
    const std::uint64_t end = std::uint64_t{one.variable->size} * std::max(one.variable->count, 1U) +
                              static_cast<std::uint32_t>(one.variable->offset);
    return end <= object.size ? known_.rows(*one.variable) : 0;
}

void NamedRows::add(Item one) {
    const std::uint32_t more = rows(one);
    items_.push_back(std::move(one));
    ends_.push_back(std::min<std::size_t>(count() + more, Variables::most_rows));
}

void NamedRows::add(const SourceVariable& variable) {
    add(Item{&variable, 0, {}});
    const SourceType& type = known_.types[variable.type];
    if (type.held != Held::pointer || variable.count != 0 || type.fields.empty()) return;
    const std::uint32_t handle = handle_in(variable);
    const Pool& pool = environment_.pool();
    if (handle == 0 || !pool.exists(handle)) return;
    const bool elements = type.fields.front().name.empty();
    if (pool[handle].kind != (elements ? ObjectKind::array : ObjectKind::user)) return;
    for (const SourceVariable& field : type.fields) add(Item{&field, handle, variable.name});
}

std::uint32_t NamedRows::handle_in(const SourceVariable& variable) const {
    if (home_.stack == nullptr)
        return number_in(bytes_of({{}, 0, 0, word_size}, home_.data, variable.offset));
    const auto entry = entry_at(*home_.stack, std::int64_t{home_.base} + variable.offset);
    if (!entry || home_.stack->raw[*entry]) return 0;
    const Word word = home_.stack->values[*entry];
    return kind_of(word) == Tag::object ? object_of(word) : is_number(word) ? number_of(word) : 0;
}

const NamedRows::Item& NamedRows::item(std::size_t row, std::uint32_t& inside) const {
    const auto index = static_cast<std::size_t>(std::ranges::upper_bound(ends_, row) - ends_.begin());
    inside = static_cast<std::uint32_t>(row - (index == 0 ? 0 : ends_[index - 1]));
    return items_[index];
}

NamedRows::Row NamedRows::part_of(std::size_t row) const {
    std::uint32_t inside = 0;
    const Item& one = item(row, inside);
    if (one.handle == 0) return {known_.part(*one.variable, inside), 0};
    const std::uint32_t rows_of_one = std::max(known_.rows(*one.variable), 1U);
    Variables::Part part =
        known_.part(*one.variable, one.variable->name.empty() ? inside % rows_of_one : inside);
    if (one.variable->name.empty()) {
        const std::uint32_t element = inside / rows_of_one;
        part.offset = moved(part.offset, element * one.variable->size);
        part.name = one.name + "[" + std::to_string(element) + "]" + part.name;
    } else {
        part.name = one.name + "." + part.name;
    }
    return {std::move(part), one.handle};
}

Variable NamedRows::at(std::size_t row) const {
    auto [part, handle] = part_of(row);
    if (handle == 0 && home_.stack != nullptr) return on_stack(std::move(part));
    std::span<const std::byte> data = home_.data;
    if (handle != 0) {
        const Object& object = environment_.pool()[handle];
        data = {object.data, object.size};
    }
    const std::span<const std::byte> bytes = bytes_of(part, data, part.offset);
    return show(std::move(part), bytes);
}

Variable NamedRows::show(Variables::Part&& part, Word word) const {
    Variable made = shown(environment_, std::move(part.name), word);
    made.type = known_.types[part.type].name;
    return made;
}

Variable NamedRows::show(Variables::Part&& part, std::span<const std::byte> bytes) const {
    const std::string_view type = known_.types[part.type].name;
    if (bytes.empty()) return variable(std::move(part.name), Value(), type, std::string_view("not there"));
    switch (held(part)) {
    case Held::pointer:
        return show(std::move(part), as_pointer(environment_, integer_word(number_in(bytes))));
    case Held::real: return show(std::move(part), real_word(real_of(integer_word(number_in(bytes)))));
    case Held::number: {
        const std::uint32_t number = number_in(bytes);
        constexpr std::size_t short_size = 2;
        if (bytes.size() != short_size) return show(std::move(part), integer_word(number));
        return show(std::move(part), integer_word(std::int32_t{
                                         static_cast<std::int16_t>(static_cast<std::uint16_t>(number))}));
    }
    case Held::structure:
    case Held::bytes: break;
    }
    TextWriter text;
    for (const std::byte one : bytes.first(std::min<std::size_t>(bytes.size(), most_variable_text)))
        text.hex(std::to_integer<unsigned>(one), 2);
    return variable(std::move(part.name), Value(), type, text.view());
}

Variable NamedRows::on_stack(Variables::Part&& part) const {
    Variables::Part one = std::move(part);
    const std::int64_t position = std::int64_t{home_.base} + one.offset;
    const auto entry = entry_at(*home_.stack, position);
    if (!entry) return show(std::move(one), std::span<const std::byte>());
    if (home_.stack->raw[*entry]) {
        const std::span<const std::byte> bytes =
            bytes_of(one,
                     std::span<const std::byte>(home_.stack->bytes)
                         .subspan(home_.stack->offsets[*entry], home_.stack->sizes[*entry]),
                     position - home_.stack->offsets[*entry]);
        return show(std::move(one), bytes);
    }
    if (position != home_.stack->offsets[*entry]) return show(std::move(one), std::span<const std::byte>());
    const Word word = home_.stack->values[*entry];
    if (kind_of(word) != Tag::integer) return show(std::move(one), word);
    // Literals and handles are numbers until somebody takes them for what they are.
    std::array<std::byte, word_size> bytes{};
    store_number(bytes, number_of(word));
    const std::size_t size = std::min<std::size_t>(one.size, bytes.size());
    return show(std::move(one), std::span<const std::byte>(bytes).first(size));
}

Result<Word> NamedRows::word_for(const Variables::Part& part, const Value& value) const {
    const std::string& type = known_.types[part.type].name;
    switch (held(part)) {
    case Held::pointer: return unchangeable("it holds a pointer");
    case Held::structure:
    case Held::bytes: return unchangeable("it holds raw bytes");
    case Held::real:
        if (value.is(Type::real)) return real_word(canonical(value.real()));
        if (value.is(Type::integer)) return real_word(static_cast<float>(value.integer()));
        return wrong_type(type, value);
    case Held::number:
        if (value.is(Type::integer)) return integer_word(value.integer());
        if (value.is(Type::boolean)) return integer_word(value.boolean());
        return wrong_type(type, value);
    }
    return no_variable();
}

Result<void> NamedRows::set(std::size_t row, const Changeable& target, const Value& value) const {
    const auto [part, handle] = part_of(row);
    const auto word = word_for(part, value);
    if (!word) return std::unexpected(word.error());
    std::span<std::byte> data = target.data;
    if (handle != 0) {
        Object& object = target.pool[handle];
        data = {object.data, object.size};
    } else if (target.stack != nullptr)
        return set_on_stack(part, *target.stack, *word);
    const std::span<std::byte> bytes = bytes_of(part, data, part.offset);
    if (bytes.empty()) return no_variable();
    store_number(bytes, number_of(*word));
    return {};
}

Result<void> NamedRows::set_on_stack(const Variables::Part& one, Stack& stack, Word word) const {
    const std::int64_t position = std::int64_t{home_.base} + one.offset;
    const auto entry = entry_at(stack, position);
    if (!entry) return no_variable();
    if (stack.raw[*entry]) {
        const std::span<std::byte> bytes =
            bytes_of(one, std::span(stack.bytes).subspan(stack.offsets[*entry], stack.sizes[*entry]),
                     position - stack.offsets[*entry]);
        if (bytes.empty()) return no_variable();
        store_number(bytes, number_of(word));
        return {};
    }
    if (position != stack.offsets[*entry]) return no_variable();
    if (!is_number(stack.values[*entry])) return unchangeable("it holds an address");
    // As a write of that width leaves it.
    constexpr std::uint32_t byte = 1, half = 2;
    const std::uint32_t size = stack.sizes[*entry];
    stack.values[*entry] = size == byte   ? integer_word(number_of(word) & 0xFFU)
                           : size == half ? integer_word(number_of(word) & 0xFFFFU)
                                          : word;
    return {};
}

std::string_view name_of(LocalKind kind) noexcept {
    return kind == LocalKind::parameters ? "parameters" : "locals";
}

NamedRows local_rows(const Environment& environment, const Machine& machine, const Machine::OpenFrame& frame,
                     LocalKind kind) {
    const Script& script = *environment.instances()[frame.instance].script;
    static const Variables none;
    const Variables* const known = script.variables();
    NamedRows rows(environment, known == nullptr ? none : *known,
                   Home{{}, &machine.stack, frame.base.value_or(0)});
    if (known == nullptr || !frame.base) return rows;
    const auto function = script.entries().upper_bound(frame.word);
    const std::uint32_t begin = function == script.entries().begin() ? 0 : std::prev(function)->first;
    const auto after = std::ranges::upper_bound(known->locals, frame.word, {}, &SourceLocal::begin);
    auto first = after;
    while (first != known->locals.begin() && std::prev(first)->begin >= begin) --first;
    for (; first != after; ++first)
        if (frame.word < first->end && first->parameter == (kind == LocalKind::parameters))
            rows.add(first->variable);
    return rows;
}

} // namespace vellum::ags
