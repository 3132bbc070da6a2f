#include "tools/references.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <span>
#include <tuple>

#include "base/ascii.hpp"
#include "base/glob.hpp"
#include "base/json_writer.hpp"
#include "base/lines.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "base/text_writer.hpp"
#include "isa/functions.hpp"
#include "isa/table.hpp"
#include "program/lines.hpp"
#include "vellum/debug_info.hpp"

namespace vellum::tools {

namespace {

/// Slashes are ordinary characters in names, unlike in paths.
std::string without_slashes(std::string text) {
    std::ranges::replace(text, '/', '\x01');
    return text;
}

/// Operands that are what they say, over all engines; the others are slots, counts, ids.
constexpr std::array<std::string_view, 4> number_kinds{"int", "float", "number", "constant"};
constexpr std::array<std::string_view, 2> number_names{"value", "number"};

/// 12, -3, 0x1f, 1.5
std::optional<double> number_in(std::string_view text) {
    const bool minus = text.starts_with('-');
    std::string_view digits = text.substr(minus ? 1 : 0);
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (hexadecimal) digits.remove_prefix(2);
    std::uint64_t whole = 0;
    const char* const end = digits.data() + digits.size();
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is given.
    const auto read = std::from_chars(digits.data(), end, whole, hexadecimal ? 16 : 10);
    if (!digits.empty() && read.ec == std::errc() && read.ptr == end && whole <= 0xFFFFFFFF)
        return minus ? -static_cast<double>(whole) : static_cast<double>(whole);
    const std::size_t point = digits.find('.');
    if (hexadecimal || point == 0 || point == std::string_view::npos ||
        digits.find_first_not_of("0123456789") != point ||
        digits.find_first_not_of("0123456789", point + 1) != std::string_view::npos)
        return std::nullopt;
    return minus ? -read_double(digits) : read_double(digits);
}

/// What stands in the code as a number.
void add_numbers(const Program& program, const NamePattern& wanted, std::vector<Use>& uses) {
    const isa::Code* const code = program.code();
    if (code == nullptr) return;
    for (const isa::Instruction& instruction : code->instructions) {
        const auto values = std::span(code->values).subspan(instruction.first, instruction.count);
        isa::for_each_operand(
            code->row(instruction), values,
            [&](const isa::OperandSpec& operand, std::span<const std::uint32_t> fields) {
                if (fields.size() != 1 ||
                    std::ranges::find(number_kinds, operand.kind->name) == number_kinds.end() ||
                    std::ranges::find(number_names, operand.name) == number_names.end())
                    return;
                const isa::Field field = operand.kind->fields[0];
                TextWriter text;
                if (field == isa::Field::f32)
                    text.real_bits(fields[0]);
                else if (field == isa::Field::u16 || field == isa::Field::u8)
                    text.dec(fields[0]);
                else
                    text.dec(static_cast<std::int32_t>(fields[0]));
                if (wanted.accepts_number(fields[0], field == isa::Field::f32, text.view()))
                    uses.push_back({std::string(number_kind), text.take(), {}, instruction.address});
            });
    }
}

/// Script functions that are called by address. Where an engine has references for them, those are told.
void add_calls(const Program& program, const std::vector<Function>& functions, const NamePattern& wanted,
               ClosestName* closest, std::vector<Use>& uses) {
    const isa::Code* const code = program.code();
    const std::string_view kind = to_string(ReferenceKind::function);
    if (code == nullptr) return;
    std::unordered_set<std::uint32_t> told;
    for (const Use& use : uses)
        if (use.kind == kind) told.insert(use.address);
    for (std::size_t i = 0; i < code->instructions.size(); ++i) {
        const isa::Instruction& instruction = code->instructions[i];
        if (code->row(instruction).flow != isa::Flow::call || told.contains(instruction.address)) continue;
        const auto target = isa::target_of(*code, i);
        if (!target || *target < 0) continue;
        const auto address = static_cast<std::uint32_t>(*target);
        const Function* const callee = isa::function_at(functions, address);
        if (callee == nullptr || callee->address != address) continue;
        if (wanted.accepts(kind, callee->name) ||
            (wanted.accepts(kind, wanted.text()) && !wanted.is_pattern() && !wanted.text().empty() &&
             isa::is_called(*callee, wanted.text())))
            uses.push_back({std::string(kind), callee->name, {}, instruction.address});
        else if (closest != nullptr)
            closest->see(kind, callee->name);
    }
}

bool is_in(const Function& function, const NamePattern& wanted) {
    std::string colons = function.name; // "TMain::*" is a pattern of earlier days
    if (const std::size_t dot = colons.find('.'); dot != std::string::npos) colons.replace(dot, 1, "::");
    return wanted.accepts({}, function.name) || wanted.accepts({}, colons) ||
           (!wanted.is_pattern() && isa::is_called(function, wanted.text())) ||
           std::ranges::any_of(function.also,
                               [&](const std::string& name) { return wanted.accepts({}, name); });
}

} // namespace

bool NamePattern::accepts_number(std::uint32_t bits, bool is_float, std::string_view text) const {
    if (number_) {
        if (is_float) return static_cast<float>(*number_) == std::bit_cast<float>(bits);
        return *number_ == static_cast<double>(bits) ||
               *number_ == static_cast<double>(static_cast<std::int32_t>(bits));
    }
    return accepts(number_kind, text);
}

NamePattern::NamePattern(const NameQuery& query, NameTest test)
    : text_(query.ignore_case ? lower_case(query.name) : query.name),
      kind_(query.kind),
      test_(std::move(test)),
      number_(test_ == nullptr && (kind_.empty() || kind_ == number_kind) ? number_in(text_) : std::nullopt),
      ignore_case_(query.ignore_case),
      wild_(has_wildcard(query.name)) {
    if (wild_) text_ = without_slashes(std::move(text_));
}

bool NamePattern::accepts(std::string_view kind, std::string_view name) const {
    if (!kind_.empty() && kind != kind_) return false;
    if (test_ != nullptr) return test_(name);
    if (text_.empty()) return true;
    if (!wild_ && !ignore_case_) return name == text_;
    const std::string same = ignore_case_ ? lower_case(name) : std::string(name);
    return same == text_ || (wild_ && matches(text_, without_slashes(same)));
}

void ClosestName::see(std::string_view kind, const std::string& name) {
    const std::string& text = wanted_.text();
    const bool begins = text.size() >= 2 && name.starts_with(text);
    if (name.size() + 2 < text.size() || (text.size() + 2 < name.size() && !begins) ||
        (!wanted_.kind().empty() && kind != wanted_.kind()))
        return;
    if (!seen_.insert(name).second) return;
    const std::array<std::string_view, 2> both{name_, name};
    if (const std::string_view near = nearest(text, both); near == name) name_ = name;
}

namespace {

std::vector<Use> uses_among(const Program& program, const std::vector<Function>& functions,
                            const NamePattern& wanted, ClosestName* closest) {
    std::vector<Use> uses;
    for (Reference& reference : program.references()) {
        const std::string_view kind = to_string(reference.kind);
        if (!wanted.accepts(kind, reference.name)) {
            if (closest != nullptr) closest->see(kind, reference.name);
            continue;
        }
        uses.push_back({std::string(kind), std::move(reference.name), {}, reference.address});
    }
    add_calls(program, functions, wanted, closest, uses);
    if (wanted.wants_numbers()) add_numbers(program, wanted, uses);
    std::ranges::sort(uses, [](const Use& a, const Use& b) {
        return std::tie(a.address, a.kind, a.name) < std::tie(b.address, b.kind, b.name);
    });
    return uses;
}

} // namespace

/// A line without blanks at its ends. Of a long one what begins at the column: a line that many uses share is
/// not repeated whole for each.
static std::string_view around(std::string_view line, std::uint32_t column) {
    constexpr std::size_t longest = 400;
    const auto inside = [&](std::size_t at) { // a character
        return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
    };
    if (line.size() > longest) {
        std::size_t begin = std::min<std::size_t>(column == 0 ? 0 : column - 1, line.size());
        while (inside(begin)) ++begin;
        std::size_t end = std::min(begin + longest, line.size());
        while (inside(end)) --end;
        line = line.substr(begin, end - begin);
    }
    return trimmed(line);
}

std::vector<Use> all_uses(const Program& program, const std::vector<Function>& functions) {
    return uses_among(program, functions, NamePattern(NameQuery{}), nullptr);
}

std::vector<Use> find_uses(const Program& program, const NamePattern& wanted, ClosestName* closest,
                           const NamePattern* in, ClosestName* closest_in) {
    const std::vector<Function> functions = program.functions();
    std::vector<Use> uses = uses_among(program, functions, wanted, closest);
    std::erase_if(uses, [&](Use& use) {
        const Function* const function = isa::function_at(functions, use.address);
        if (function != nullptr) use.function = function->name;
        return in != nullptr && (function == nullptr || !is_in(*function, *in));
    });
    if (in != nullptr && closest_in != nullptr)
        for (const Function& function : functions) closest_in->see({}, function.name);
    return uses;
}

std::vector<Use> find_uses(const Program& program, const NameQuery& query) {
    return find_uses(program, NamePattern(query), nullptr);
}

void tell_source(std::vector<Use>& uses, const Sourced& source) {
    if (source.text.empty() || uses.empty()) return;
    const std::vector<Function> functions = source.program->functions();
    const LineTable lines(*source.program);
    const std::vector<std::size_t> begins = line_begins(source.text);
    for (Use& use : uses) {
        if (const Function* const function = isa::function_at(functions, use.address); function != nullptr)
            use.function = function->name;
        const DebugLine* const line = lines.at(use.address);
        // What an include says stands elsewhere.
        if (line == nullptr || line->file != 0 || line->line == 0 || line->line > begins.size()) continue;
        const std::size_t begin = begins[line->line - 1];
        const std::size_t end = line->line < begins.size() ? begins[line->line] : source.text.size();
        const std::string_view text =
            around(std::string_view(source.text).substr(begin, end - begin), line->column);
        use.line = line->line;
        // The head of what is kept as instructions says nothing of the use.
        if (!text.ends_with("asm {")) use.source = text;
    }
}

std::string to_json(const Use& use, std::string_view file) {
    return json_object([&](JsonWriter& json) {
        json.member("kind", use.kind);
        json.member("name", use.name);
        json.member("file", file);
        json.member("address", use.address);
        if (!use.function.empty()) json.member("function", use.function);
        if (use.line != 0) {
            json.member("line", use.line);
            if (!use.source.empty()) json.member("source", use.source);
        }
    });
}

} // namespace vellum::tools
