// StringTool, MakeStringF and Debug.Format. Positions outside a text are cut to it.
#include <algorithm>
#include <charconv>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/search.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/natives/printf.hpp"

namespace vellum::skrit {

namespace {

std::string_view text(const Call& call, std::size_t index) { return call[index].text(); }
std::size_t size(const Call& call, std::size_t index) {
    return static_cast<std::size_t>(std::max(0, vellum::detail::to_integer(call[index])));
}
Value made(std::string_view value) { return Value(String(value)); }

std::string upper_case(std::string_view value) {
    std::string result(value);
    for (char& c : result) c = upper_ascii(c);
    return result;
}

/// The part between commas, or nothing if there are fewer.
std::string_view delimited(std::string_view value, std::int32_t index) {
    if (index < 0) return {};
    for (; index > 0; --index) {
        const std::size_t comma = value.find(',');
        if (comma == std::string_view::npos) return {};
        value.remove_prefix(comma + 1);
    }
    value = value.substr(0, value.find(','));
    while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
    return value;
}

/// The part that the call asks for, without a plus sign in front.
std::string_view delimited_number(const Call& call) {
    const std::string_view part = delimited(text(call, 0), vellum::detail::to_integer(call[1]));
    return part.starts_with('+') && !part.starts_with("+-") ? part.substr(1) : part;
}

/// The format stands at `index`, its arguments behind it.
bool formatted(World& world, Call& call, std::size_t index, std::string& out) {
    if (call.size() <= index) {
        refuse(world, call, codes::run_format, "the format is missing");
        return false;
    }
    Result<std::string> result =
        format_text(call, text(call, index), call.arguments.subspan(index + 1), world.bounds().text);
    if (!result) {
        refuse(world, call, *result.error().code, result.error().message);
        return false;
    }
    out = std::move(*result);
    return true;
}

constexpr BuiltInRow text_rows[] = {
    {"stringtool.isempty/1", [](World&, Call& call) { call.result = text(call, 0).empty(); }},
    {"stringtool.samenocase/2",
     [](World&, Call& call) { call.result = same_name(text(call, 0), text(call, 1)); }},
    {"stringtool.samewithcase/2", [](World&, Call& call) { call.result = text(call, 0) == text(call, 1); }},
    {"stringtool.left/2",
     [](World&, Call& call) { call.result = made(text(call, 0).substr(0, size(call, 1))); }},
    {"stringtool.right/2",
     [](World&, Call& call) {
         const std::string_view whole = text(call, 0);
         call.result = made(whole.substr(whole.size() - std::min(whole.size(), size(call, 1))));
     }},
    {"stringtool.mid/3",
     [](World&, Call& call) {
         const std::string_view whole = text(call, 0);
         call.result = made(whole.substr(std::min(whole.size(), size(call, 1)), size(call, 2)));
     }},
    {"stringtool.getlength/1",
     [](World&, Call& call) { call.result = static_cast<std::int32_t>(text(call, 0).size()); }},
    {"stringtool.toupper/1", [](World&, Call& call) { call.result = made(upper_case(text(call, 0))); }},
    {"stringtool.tolower/1", [](World&, Call& call) { call.result = made(lower_case(text(call, 0))); }},
    {"stringtool.containsnocase/2",
     [](World&, Call& call) {
         call.charge(text(call, 0).size() + 4 * text(call, 1).size()); // the pattern is read several times
         call.result = find_text(text(call, 0), text(call, 1), lower_ascii) != std::string_view::npos;
     }},
    {"stringtool.getnumdelimitedvalues/1",
     [](World&, Call& call) {
         const std::string_view whole = text(call, 0);
         call.result = whole.empty() ? 0 : static_cast<std::int32_t>(1 + std::ranges::count(whole, ','));
     }},
    {"stringtool.getdelimitedint/2",
     [](World&, Call& call) {
         const std::string_view part = delimited_number(call);
         std::int32_t number = 0;
         std::from_chars(part.data(), part.data() + part.size(), number);
         call.result = number;
     }},
    {"stringtool.getdelimitedfloat/2",
     [](World&, Call& call) {
         const std::string_view part = delimited_number(call);
         const std::size_t length = number_prefix(part);
         call.result = length == 0 ? 0.0F : read_float(part.substr(0, length));
     }},
    {"stringtool.getdelimitedstring/2",
     [](World&, Call& call) {
         call.result = made(delimited(text(call, 0), vellum::detail::to_integer(call[1])));
     }},
    {"stringtool.assign/2",
     [](World&, Call& call) {
         call[0] = call[1];
         call.result = call[1];
     }},
    {"stringtool.append/2",
     [](World& world, Call& call) {
         if (text(call, 0).size() + text(call, 1).size() > world.bounds().text)
             return refuse(world, call, codes::run_text, "text too long");
         call[0] = made(std::string(text(call, 0)) + std::string(text(call, 1)));
         call.result = call[0];
     }},
    {"stringtool.assignf/-1",
     [](World& world, Call& call) {
         std::string out;
         if (!formatted(world, call, 1, out)) return;
         call[0] = made(out);
         call.result = call[0];
     }},
    {"stringtool.appendf/-1",
     [](World& world, Call& call) {
         std::string out;
         if (!formatted(world, call, 1, out)) return;
         if (text(call, 0).size() + out.size() > world.bounds().text)
             return refuse(world, call, codes::run_text, "text too long");
         call[0] = made(std::string(text(call, 0)) + out);
         call.result = call[0];
     }},
    {".makestringf/-1",
     [](World& world, Call& call) {
         std::string out;
         if (formatted(world, call, 0, out)) call.result = made(out);
     }},
    {"debug.format/-1",
     [](World& world, Call& call) {
         std::string out;
         if (formatted(world, call, 0, out)) call.result = made(out);
     }},
    {"debug.assert/1",
     [](World& world, Call& call) {
         if (vellum::detail::to_boolean(call[0])) return;
         const std::vector<Frame> frames = running_frames(world);
         world.reports.write("assert", frames.empty()
                                           ? std::string("assertion failed\n")
                                           : "assertion failed in " + place_text(frames.front()) + "\n");
     }},
    {"debug.breakpoint/0", [](World& world, Call&) { world.reports.write("breakpoint", "breakpoint\n"); }},
};

} // namespace

std::span<const BuiltInRow> text_natives() { return text_rows; }

} // namespace vellum::skrit
