// Profiles as tables and JSON.
#include "tools/profile.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "base/text_writer.hpp"

namespace vellum::tools {

namespace {

std::string fixed(double value, int digits) {
    char text[64];
    return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.*f", digits, value))};
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return fixed(whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole), 1);
}

void right(TextWriter& out, const std::string& text, std::size_t width) {
    out.fill(text.size() < width ? width - text.size() : 0, ' ');
    out.text(text);
}

std::string place(const Profile::Function& function, std::uint32_t line) {
    return escape_control(function.file) + (line != 0 ? ":" + std::to_string(line) : std::string());
}

/// A line of a function, to be sorted among those of all.
struct Hot {
    const Profile::Function* function;
    Profile::Line line;
};

std::size_t shown(std::size_t count, std::size_t rows) { return rows == 0 ? count : std::min(count, rows); }

void rest(TextWriter& out, std::size_t count, std::size_t rows) {
    if (shown(count, rows) < count) out.put("  and ", count - rows, " more\n");
}

} // namespace

std::string profile_table(const Profile& profile, std::size_t rows) {
    TextWriter out;
    out.put(profile.instructions, " instructions in ", fixed(profile.seconds * 1e3, 1), " ms");
    out.text(profile.counted ? "\n" : ", slowed down by counting each instruction\n");
    out.text("\nfunctions:\n  instructions      %       ms      calls  function\n");
    for (std::size_t i = 0; i < shown(profile.functions.size(), rows); ++i) {
        const Profile::Function& one = profile.functions[i];
        right(out, std::to_string(one.instructions), 14);
        right(out, percent(one.instructions, profile.instructions), 7);
        right(out, fixed(one.seconds * 1e3, 1), 9);
        right(out, std::to_string(one.calls), 11);
        out.put("  ", escape_control(one.name));
        if (!one.file.empty()) out.put(" (", place(one, one.line), ")");
        out.newline();
    }
    rest(out, profile.functions.size(), rows);
    std::vector<Hot> lines;
    for (const Profile::Function& function : profile.functions)
        for (const Profile::Line& line : function.lines)
            if (line.line != 0) lines.push_back({&function, line});
    std::ranges::sort(lines, [](const Hot& a, const Hot& b) {
        if (a.line.instructions != b.line.instructions) return a.line.instructions > b.line.instructions;
        return std::tie(a.function->file, a.line.line) < std::tie(b.function->file, b.line.line);
    });
    if (!lines.empty()) out.text("\nlines:\n  instructions      %  line\n");
    for (std::size_t i = 0; i < shown(lines.size(), rows); ++i) {
        right(out, std::to_string(lines[i].line.instructions), 14);
        right(out, percent(lines[i].line.instructions, profile.instructions), 7);
        out.put("  ", place(*lines[i].function, lines[i].line.line), " in ",
                escape_control(lines[i].function->name), "\n");
    }
    rest(out, lines.size(), rows);
    if (!profile.natives.empty()) out.text("\nnatives:\n         calls  name\n");
    for (std::size_t i = 0; i < shown(profile.natives.size(), rows); ++i) {
        right(out, std::to_string(profile.natives[i].calls), 14);
        out.put("  ", escape_control(profile.natives[i].name), "\n");
    }
    rest(out, profile.natives.size(), rows);
    return out.take();
}

void write_json(JsonWriter& json, const Profile& profile) {
    json.member("instructions", profile.instructions);
    json.member("seconds", profile.seconds);
    json.member("counted", profile.counted);
    json.objects("functions", profile.functions, [&](const Profile::Function& one) {
        json.member("script", one.script);
        json.member("name", one.name);
        json.member("file", one.file);
        json.member("line", one.line);
        json.member("instructions", one.instructions);
        json.member("seconds", one.seconds);
        json.member("calls", one.calls);
        json.objects("lines", one.lines, [&](const Profile::Line& line) {
            json.member("line", line.line);
            json.member("instructions", line.instructions);
        });
    });
    json.objects("natives", profile.natives, [&](const Profile::Native& one) {
        json.member("name", one.name);
        json.member("calls", one.calls);
    });
    json.objects("calls", profile.calls, [&](const Profile::Call& one) {
        json.member("caller", one.caller);
        json.member("callee", one.callee);
        json.member("line", one.line);
        json.member("times", one.times);
    });
    json.objects("stacks", profile.stacks, [&](const Profile::Stack& one) {
        json.list("functions", one.functions);
        json.member("instructions", one.instructions);
    });
}

} // namespace vellum::tools
