// One conversion at a time goes to snprintf with a specification made here, never with the script's own text.
#include "engines/skrit/natives/printf.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

namespace {

struct Field {
    std::string flags;
    int width = -1;
    int precision = -1;
};

std::unexpected<Diagnostic> misfit(std::string message) {
    return fail(codes::run_format, std::move(message));
}

bool read_number(std::string_view format, std::size_t& at, int& number) {
    number = 0;
    while (at < format.size() && format[at] >= '0' && format[at] <= '9') {
        number = number * 10 + (format[at++] - '0');
        if (number > max_field) return false;
    }
    return true;
}

std::string specification(const Field& field, std::string_view conversion) {
    std::string text = "%" + field.flags;
    if (field.width >= 0) text += std::to_string(field.width);
    if (field.precision >= 0) text += "." + std::to_string(field.precision);
    return text + std::string(conversion);
}

template <class T> void print(std::string& out, const Field& field, std::string_view conversion, T value) {
    // a float needs up to 39 digits before the point, a field and a precision up to max_field each
    std::array<char, 2 * max_field + 64> buffer;
    const int size =
        std::snprintf(buffer.data(), buffer.size(), specification(field, conversion).c_str(), value);
    if (size > 0)
        out.append(buffer.data(), std::min<std::size_t>(static_cast<std::size_t>(size), buffer.size() - 1));
}

bool is_number(const Value& value) {
    return value.is(Type::integer) || value.is(Type::boolean) || value.is(Type::object);
}

std::int32_t number_of(const Value& value) {
    if (value.is(Type::object))
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(value.object().id));
    return value.is(Type::boolean) ? static_cast<std::int32_t>(value.boolean()) : value.integer();
}

} // namespace

Result<std::string> format_text(Call& call, std::string_view format, std::span<Value* const> arguments,
                                std::size_t at_most) {
    constexpr std::uint64_t a_number = 512; // digits are worked out one by one
    std::string out;
    std::size_t used = 0;
    for (std::size_t at = 0; at < format.size();) {
        if (out.size() > at_most) return fail(codes::run_text, "text too long");
        if (format[at] != '%') {
            const std::size_t next = std::min(format.find('%', at), format.size());
            out.append(format.substr(at, next - at));
            at = next;
            continue;
        }
        if (++at >= format.size()) return misfit("the format ends in the middle of a field");
        if (format[at] == '%') {
            out += '%';
            ++at;
            continue;
        }
        Field field;
        while (at < format.size() && std::string_view("-+ #0").find(format[at]) != std::string_view::npos) {
            if (field.flags.find(format[at]) == std::string::npos) field.flags += format[at];
            ++at;
        }
        if (at < format.size() && format[at] >= '0' && format[at] <= '9' &&
            !read_number(format, at, field.width))
            return misfit("a field is too wide");
        if (at < format.size() && format[at] == '.') {
            ++at;
            if (!read_number(format, at, field.precision)) return misfit("a field is too precise");
        }
        while (at < format.size() && (format[at] == 'l' || format[at] == 'h')) ++at;
        if (at >= format.size()) return misfit("the format ends in the middle of a field");
        const char conversion = format[at++];
        if (std::string_view("diuxXcsfgeEGp").find(conversion) == std::string_view::npos)
            return misfit(std::string("the format needs %") + conversion + ", which does not exist");
        if (used >= arguments.size())
            return misfit(std::string("the format needs %") + conversion + " and there is no argument left");
        const Value& value = *arguments[used++];
        const auto wrong = [&](std::string_view wanted) {
            return misfit("argument " + std::to_string(used) + " of the format should be " +
                          std::string(wanted) + " for %" + conversion);
        };
        call.charge(a_number + static_cast<std::uint64_t>(std::max(field.width, 0)) +
                    4 * static_cast<std::uint64_t>(std::max(field.precision, 0)));
        switch (conversion) {
        case 's': {
            if (!value.is(Type::string)) return wrong("a string");
            call.charge(value.text().size());
            std::string_view text = value.text();
            if (field.precision >= 0) text = text.substr(0, static_cast<std::size_t>(field.precision));
            const auto width = static_cast<std::size_t>(std::max(field.width, 0));
            const std::size_t fill = width > text.size() ? width - text.size() : 0;
            const bool left = field.flags.find('-') != std::string::npos;
            if (!left) out.append(fill, ' ');
            out += text;
            if (left) out.append(fill, ' ');
            break;
        }
        case 'f':
        case 'g':
        case 'e':
        case 'E':
        case 'G':
            if (!value.is(Type::real)) return wrong("a float");
            print(out, field, std::string_view(&conversion, 1), static_cast<double>(canonical(value.real())));
            break;
        case 'c':
            if (!is_number(value)) return wrong("an int");
            out += static_cast<char>(number_of(value));
            break;
        case 'p':
            if (!is_number(value)) return wrong("an object");
            print(out, {"0", std::max(field.width, 8), -1}, "X", static_cast<unsigned>(number_of(value)));
            break;
        default:
            if (!is_number(value)) return wrong("an int");
            if (conversion == 'd' || conversion == 'i')
                print(out, field, "d", number_of(value));
            else
                print(out, field, std::string_view(&conversion, 1), static_cast<unsigned>(number_of(value)));
            break;
        }
    }
    if (out.size() > at_most) return fail(codes::run_text, "text too long");
    return out;
}

} // namespace vellum::skrit
