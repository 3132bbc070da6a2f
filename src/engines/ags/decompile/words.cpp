// See the header.
#include "engines/ags/decompile/words.hpp"

#include <bit>
#include <charconv>
#include <cmath>

#include "base/number.hpp"

namespace vellum::ags::decompile {

OperatorText operator_text(Op op) noexcept {
    struct Row {
        Op op;
        OperatorText text;
    };
    static constexpr Row rows[] = {
        {Op::mulreg, {"*", 2}},         {Op::fmulreg, {"*", 2}},     {Op::divreg, {"/", 3}},
        {Op::fdivreg, {"/", 3}},        {Op::modreg, {"%", 4}},      {Op::addreg, {"+", 5}},
        {Op::faddreg, {"+", 5}},        {Op::subreg, {"-", 5}},      {Op::fsubreg, {"-", 5}},
        {Op::shiftleft, {"<<", 7}},     {Op::shiftright, {">>", 8}}, {Op::bitand_, {"&", 9}},
        {Op::bitor_, {"|", 10}},        {Op::xorreg, {"^", 11}},     {Op::isequal, {"==", 12}},
        {Op::stringsequal, {"==", 12}}, {Op::notequal, {"!=", 13}},  {Op::stringsnoteq, {"!=", 13}},
        {Op::greater, {">", 14}},       {Op::fgreater, {">", 14}},   {Op::lessthan, {"<", 15}},
        {Op::flessthan, {"<", 15}},     {Op::gte, {">=", 16}},       {Op::fgte, {">=", 16}},
        {Op::lte, {"<=", 17}},          {Op::flte, {"<=", 17}},      {Op::and_, {"&&", 18}},
        {Op::or_, {"||", 19}},          {Op::add, {"++", 0}},        {Op::fadd, {"++", 0}},
        {Op::sub, {"--", 0}},           {Op::fsub, {"--", 0}},
    };
    for (const Row& row : rows)
        if (row.op == op) return row.text;
    return {};
}

std::string real_text(std::uint32_t bits) {
    const float value = std::fabs(std::bit_cast<float>(bits));
    if (!std::isfinite(value)) return "1" + std::string(60, '0') + ".0"; // too large for a float
    char buffer[512];
    const auto written = [&](auto number) {
        std::string text(buffer,
                         std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed).ptr);
        if (!text.contains('.')) text += ".0";
        return text;
    };
    std::string text = written(value);
    return static_cast<float>(read_double(text)) == value ? text : written(static_cast<double>(value));
}

} // namespace vellum::ags::decompile
