// Words and managed objects as debuggers show them.
#include "engines/ags/inspect/words.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "runtime/inspect.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view kinds[] = {"int",     "float",   "stack",    "data",
                                      "literal", "pointer", "variable", "code"};

/// "entry 3 + 4", "data of room1 + 16", `"text"`, "Probe".
std::string words_for(const Environment& environment, Word word) {
    const std::uint32_t object = object_of(word);
    const auto behind = [&](std::string text) {
        return number_of(word) == 0 ? text : text + " + " + std::to_string(number_of(word));
    };
    switch (kind_of(word)) {
    case Tag::integer: return std::to_string(signed_of(word));
    case Tag::real: {
        TextWriter text;
        text.real(real_of(word));
        return text.take();
    }
    case Tag::stack: return behind("entry " + std::to_string(object));
    case Tag::data:
        return object < environment.instances().size()
                   ? behind("data of " + environment.instances()[object].script->name())
                   : std::string();
    case Tag::literal: {
        const std::span<const std::byte> bytes = environment.readable(word);
        std::string_view text = as_text(bytes.first(std::min(bytes.size(), most_variable_text)));
        TextWriter quoted;
        quoted.quoted(text.substr(0, text.find('\0')));
        return quoted.take();
    }
    case Tag::object: {
        const Pool& pool = environment.pool();
        if (!pool.exists(object)) return behind("handle " + std::to_string(object) + ", gone");
        if (pool[object].kind == ObjectKind::host)
            if (std::string name = environment.stand_in_name(pool[object].host_id); !name.empty())
                return behind(std::move(name));
        if (pool[object].kind != ObjectKind::string) return behind("handle " + std::to_string(object));
        TextWriter quoted;
        quoted.quoted(pool.text(object).substr(0, most_variable_text));
        return behind(quoted.take());
    }
    case Tag::variable:
        return object < environment.variables().size() ? behind(environment.variables()[object].name)
                                                       : std::string();
    case Tag::code:
        return object < environment.callees().size() ? environment.callees()[object].import : std::string();
    }
    return {};
}

} // namespace

Variable shown(const Environment& environment, std::string name, Word word) {
    const Tag kind = kind_of(word);
    const Value value = kind == Tag::integer ? Value(signed_of(word))
                        : kind == Tag::real  ? Value(canonical(real_of(word)))
                                             : Value();
    const auto index = static_cast<std::size_t>(kind);
    return variable(std::move(name), value, index < std::size(kinds) ? kinds[index] : kinds[0],
                    std::string_view(words_for(environment, word)));
}

Word as_pointer(const Environment& environment, Word word) {
    const std::uint32_t handle = number_of(word);
    return handle != 0 && environment.pool().exists(handle) ? address_word(Tag::object, handle) : word;
}

std::string_view kind_name(const Object& object) {
    constexpr std::string_view names[] = {"none",     "String",     "array", "struct", "host",
                                          "DateTime", "Dictionary", "Set",   "File"};
    const auto kind = static_cast<std::size_t>(object.kind);
    return kind < std::size(names) ? names[kind] : names[0];
}

std::string described(const Environment& environment, std::uint32_t handle) {
    const Pool& pool = environment.pool();
    const Object& object = pool[handle];
    TextWriter text;
    if (object.kind == ObjectKind::string) {
        text.quoted(pool.text(handle).substr(0, most_variable_text));
    } else {
        if (object.kind == ObjectKind::host)
            if (const std::string name = environment.stand_in_name(object.host_id); !name.empty())
                text.text(name + ", ");
        text.text(std::to_string(object.size) + " bytes");
        if (object.kind == ObjectKind::array) text.text(" in " + std::to_string(object.count) + " elements");
    }
    text.text(", " + std::to_string(object.references) +
              (object.references == 1 ? " reference" : " references"));
    return text.take();
}

std::string name_of(const PropertyKey& key) {
    return key.index == 0 ? key.name : key.name + "[" + std::to_string(key.index) + "]";
}

} // namespace vellum::ags
