// Variables and scopes as texts.
#include "runtime/inspect.hpp"

#include "base/json_writer.hpp"
#include "base/text_writer.hpp"
#include "runtime/value_text.hpp"
#include "vellum/engine.hpp"

namespace vellum {

namespace {

std::string shortened(std::string_view text) {
    constexpr std::string_view more = "…";
    if (text.size() <= most_variable_text) return std::string(text);
    return std::string(told_part(text, most_variable_text - more.size())) += more;
}

} // namespace

Variable variable(std::string name, const Value& value, std::string_view type, std::string_view text) {
    return {std::move(name), std::string(type), value, shortened(text)};
}

Variable variable(std::string name, const Value& value, std::string_view type, const Host* host) {
    if (type.empty()) type = to_string(value.type());
    // A text may be long: what is cut off need not be written first.
    if (value.is(Type::string) && value.text().size() > most_variable_text) {
        const Value beginning(value.text().substr(0, most_variable_text));
        Variable made = variable(std::move(name), value, type, to_plain(beginning, host) + "…");
        return made;
    }
    return variable(std::move(name), value, type, to_plain(value, host));
}

void write_variables(JsonWriter& json, std::span<const Variable> variables) {
    json.begin_array();
    for (const Variable& one : variables) {
        json.begin_object();
        json.member("name", one.name);
        json.member("type", one.type);
        json.member("text", one.text);
        json.end_object();
    }
    json.end_array();
}

std::unexpected<Diagnostic> no_variable() {
    return fail(codes::engine_variable, "there is no such variable");
}

std::unexpected<Diagnostic> unchangeable(std::string_view why) {
    return fail(codes::engine_variable, "the variable cannot be changed: " + std::string(why));
}

std::unexpected<Diagnostic> wrong_type(std::string_view wanted, const Value& value) {
    return fail(codes::engine_variable, "the variable takes " + std::string(wanted) + ", not " +
                                            std::string(to_string(value.type())));
}

std::vector<std::byte> part_of(std::span<const std::byte> block, std::uint64_t first, std::size_t count) {
    const std::size_t begin = static_cast<std::size_t>(std::min<std::uint64_t>(first, block.size()));
    const auto part = block.subspan(begin, std::min(count, block.size() - begin));
    return {part.begin(), part.end()};
}

Result<void> write_part(std::span<std::byte> block, std::uint64_t first, std::span<const std::byte> bytes) {
    if (first > block.size() || bytes.size() > block.size() - first)
        return fail(codes::engine_variable, "the memory ends before that");
    std::ranges::copy(bytes, block.begin() + static_cast<std::ptrdiff_t>(first));
    return {};
}

std::string to_json(std::span<const Scope> scopes) {
    TextWriter out;
    JsonWriter json(out);
    json.begin_array();
    for (const Scope& scope : scopes) {
        json.begin_object();
        json.member("name", scope.name);
        json.member("count", scope.count);
        json.member("first", scope.first);
        json.key("variables");
        write_variables(json, scope.variables);
        json.end_object();
    }
    json.end_array();
    return out.take();
}

} // namespace vellum
