#include "host/place_values.hpp"

#include <algorithm>
#include <cstring>

#include "base/concat.hpp"
#include "base/counted.hpp"
#include "vellum/host_binding.hpp"

namespace vellum {

namespace {

bool is_out(const Parameter& parameter) { return parameter.direction != Direction::in; }

/// Could the argument have been meant? Numbers go to numbers, everything else to its own type.
bool matches(const Value& argument, const Value& value) {
    if (argument.is(Type::memory)) return value.is(Type::string);
    return !value.is(Type::none) && convert(value, argument.type()).has_value();
}

} // namespace

std::optional<Value> convert(const Value& value, Type wanted) {
    const auto is_number = [](Type type) { return type == Type::integer || type == Type::real; };
    if (wanted == Type::none || value.type() == wanted) return value;
    if (is_number(wanted) && is_number(value.type()))
        return wanted == Type::integer ? Value(detail::to_integer(value)) : Value(detail::to_real(value));
    if (wanted == Type::object && value.is(Type::none)) return Value(ObjectId{});
    return std::nullopt;
}

std::optional<std::string> write_argument(Call& call, std::size_t index, const Value& value, Type wanted) {
    if (index >= call.size())
        return concat("the answer is for argument ", index + 1, ", but the call has ", call.size());
    Value& argument = call[index];
    if (argument.is(Type::memory)) {
        const MemoryView memory = argument.memory();
        const std::string_view text = value.text();
        if (!value.is(Type::string)) return "script memory takes a string";
        const std::size_t size = std::min<std::size_t>(text.size(), memory.size);
        if (size != 0) std::memcpy(memory.data, text.data(), size);
        if (size < memory.size) memory.data[size] = std::byte{0};
        return std::nullopt;
    }
    auto converted = convert(value, wanted != Type::none ? wanted : argument.type());
    if (!converted) return concat("argument ", index + 1, " cannot be of type ", to_string(value.type()));
    argument = std::move(*converted);
    return std::nullopt;
}

bool writes_variables(const Host* known) {
    bool found = known == nullptr;
    if (known != nullptr)
        known->each_signature([&found](const Signature& signature) {
            for (const Parameter& parameter : signature.parameters)
                found = found || (is_out(parameter) && parameter.type != Type::memory);
        });
    return found;
}

std::optional<std::string> place_values(std::span<const Value> values, const Signature* signature,
                                        bool variables, Call& call, bool arguments_only) {
    const bool has_result = signature != nullptr && signature->result != Type::none;
    std::size_t next = 0;
    if (has_result && !arguments_only && !values.empty()) {
        auto converted = convert(values[0], signature->result);
        if (!converted)
            return concat("the result of ", signature->name, " is of type ", to_string(signature->result),
                          ", not ", to_string(values[0].type()));
        call.result = std::move(*converted);
        next = 1;
    }
    if (signature != nullptr && std::ranges::any_of(signature->parameters, is_out)) {
        for (std::size_t i = 0; i < signature->parameters.size() && next < values.size(); ++i)
            if (is_out(signature->parameters[i]))
                if (auto error = write_argument(call, i, values[next++], signature->parameters[i].type))
                    return error;
        if (next < values.size())
            return concat("the answer has ", counted(values.size(), "value"), ", but ", signature->name,
                          " has room for ", next);
        return std::nullopt;
    }
    if (has_result) return std::nullopt;
    if (!arguments_only && !values.empty()) call.result = values[0];
    const auto may_take = [&](const Value& place) { // memory is always handed over to be written to
        return variables || arguments_only || place.is(Type::memory);
    };
    std::size_t argument = 0;
    for (const Value& value : values) {
        while (argument < call.size() && !(matches(call[argument], value) && may_take(call[argument])))
            ++argument;
        if (argument == call.size()) break;
        if (auto error = write_argument(call, argument++, value)) return error;
    }
    return std::nullopt;
}

} // namespace vellum
