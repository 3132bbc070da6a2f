// Profiles for other programs: a flame graph as a picture, callgrind's and speedscope's files.
#include <algorithm>
#include <map>
#include <memory>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "base/text_writer.hpp"
#include "tools/markup.hpp"
#include "tools/profile.hpp"

namespace vellum::tools {

namespace {

/// A function as it was called from where it stands in the tree of stacks.
struct Flame {
    std::size_t function = 0;
    std::uint64_t instructions = 0; ///< With those of all above it.
    std::map<std::size_t, std::unique_ptr<Flame>> above;
};

struct Tree {
    Flame root;
    std::size_t depth = 0;
};

Tree tree_of(const Profile& profile) {
    Tree tree;
    for (const Profile::Stack& stack : profile.stacks) {
        Flame* at = &tree.root;
        at->instructions += stack.instructions;
        for (const std::size_t function : stack.functions) {
            std::unique_ptr<Flame>& next = at->above[function];
            if (next == nullptr) next = std::make_unique<Flame>(Flame{function, 0, {}});
            at = next.get();
            at->instructions += stack.instructions;
        }
        tree.depth = std::max(tree.depth, stack.functions.size());
    }
    return tree;
}

constexpr std::uint64_t width = 1200; ///< Of the picture, in pixels.
constexpr std::uint64_t height = 18;  ///< Of a row.
constexpr std::uint64_t margin = 10;
constexpr std::uint64_t head = 40;
constexpr std::uint64_t letter = 7;     ///< Width of a letter, about.
constexpr std::uint64_t in_pixel = 100; ///< Parts of a pixel that places are told in.

/// Hundredths of a pixel as a number.
void pixels(TextWriter& out, std::uint64_t parts) {
    out.dec(parts / in_pixel);
    if (parts % in_pixel != 0) out.put('.', parts % in_pixel / 10, parts % 10);
}

/// A warm colour that a name always has.
void colour(TextWriter& out, std::string_view name) {
    std::uint32_t hash = 2166136261U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    out.put("rgb(", 205 + hash % 50, ",", 80 + hash / 64 % 120, ",", 20 + hash / 8192 % 60, ")");
}

struct Painter {
    const Profile& profile;
    TextWriter& out;
    std::size_t depth;

    void paint(const Flame& flame, std::uint64_t before, std::size_t row) const {
        for (const auto& [number, one] : flame.above) {
            paint_one(*one, before, row);
            paint(*one, before, row + 1);
            before += one->instructions;
        }
    }
    [[nodiscard]] std::uint64_t place(std::uint64_t instructions) const {
        const double part = static_cast<double>(instructions) / static_cast<double>(profile.instructions);
        return static_cast<std::uint64_t>(part * static_cast<double>(width * in_pixel));
    }
    void paint_one(const Flame& flame, std::uint64_t before, std::size_t row) const {
        const Profile::Function& function = profile.functions[flame.function];
        const std::uint64_t left = place(before);
        const std::uint64_t wide = place(before + flame.instructions) - left;
        if (wide < in_pixel / 5) return; // nobody sees it
        const std::uint64_t top = head + (depth - 1 - row) * height;
        out.text("<g><title>");
        out.text(xml_text(function.name));
        out.put(": ", flame.instructions, " instructions, ",
                flame.instructions * 100 / std::max<std::uint64_t>(profile.instructions, 1), "%, ");
        out.text(xml_text(function.file));
        if (function.line != 0) out.put(":", function.line);
        out.text("</title><rect x=\"");
        pixels(out, left + margin * in_pixel);
        out.put("\" y=\"", top, "\" width=\"");
        pixels(out, wide);
        out.put("\" height=\"", height - 1, "\" fill=\"");
        colour(out, function.name);
        out.text("\"/>");
        const auto letters = static_cast<std::size_t>(wide / in_pixel / letter);
        if (letters >= 3) {
            out.text("<text x=\"");
            pixels(out, left + (margin + 3) * in_pixel);
            out.put("\" y=\"", top + height - 5, "\">");
            out.text(xml_text(std::string_view(function.name).substr(0, letters - 1)));
            out.text("</text>");
        }
        out.text("</g>\n");
    }
};

/// Names in callgrind's files end with the line.
std::string on_one_line(std::string_view name) { return escape_control(name); }

} // namespace

std::string flame_graph(const Profile& profile, std::string_view title) {
    const Tree tree = tree_of(profile);
    TextWriter out;
    const std::uint64_t tall = head + tree.depth * height + margin;
    out.put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width + 2 * margin, "\" height=\"", tall,
            "\" viewBox=\"0 0 ", width + 2 * margin, " ", tall,
            "\" font-family=\"monospace\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
            "fill=\"#fff8f0\"/>\n<text x=\"10\" y=\"24\" font-size=\"15\">");
    out.text(xml_text(title));
    out.put(": ", profile.instructions, " instructions</text>\n");
    if (profile.instructions != 0) Painter{profile, out, tree.depth}.paint(tree.root, 0, 0);
    out.text("</svg>\n");
    return out.take();
}

std::string to_callgrind(const Profile& profile) {
    // What a call cost with all that it called: from the stacks in which both are neighbours, once in each.
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> inclusive;
    for (const Profile::Stack& stack : profile.stacks) {
        std::vector<std::pair<std::size_t, std::size_t>> pairs;
        for (std::size_t i = 0; i + 1 < stack.functions.size(); ++i)
            pairs.emplace_back(stack.functions[i], stack.functions[i + 1]);
        std::ranges::sort(pairs);
        const auto twice = std::ranges::unique(pairs);
        pairs.erase(twice.begin(), twice.end());
        for (const auto& pair : pairs) inclusive[pair] += stack.instructions;
    }
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> times;
    for (const Profile::Call& call : profile.calls) times[{call.caller, call.callee}] += call.times;
    std::map<std::size_t, std::vector<const Profile::Call*>> calls;
    for (const Profile::Call& call : profile.calls) calls[call.caller].push_back(&call);
    TextWriter out;
    out.put(
        "# callgrind format\nversion: 1\ncreator: vellum\npositions: line\nevents: Instructions\nsummary: ",
        profile.instructions, "\n");
    for (std::size_t i = 0; i < profile.functions.size(); ++i) {
        const Profile::Function& one = profile.functions[i];
        out.put("\nob=", on_one_line(one.script), "\nfl=", on_one_line(one.file),
                "\nfn=", on_one_line(one.name), "\n");
        for (const Profile::Line& line : one.lines) out.put(line.line, " ", line.instructions, "\n");
        for (const Profile::Call* const call : calls[i]) {
            const Profile::Function& callee = profile.functions[call->callee];
            const std::pair pair{call->caller, call->callee};
            const auto cost = inclusive.find(pair);
            const double part = static_cast<double>(call->times) / static_cast<double>(times[pair]);
            out.put("cob=", on_one_line(callee.script), "\ncfi=", on_one_line(callee.file),
                    "\ncfn=", on_one_line(callee.name), "\ncalls=", call->times, " ", callee.line, "\n",
                    call->line, " ",
                    cost == inclusive.end()
                        ? std::uint64_t{0}
                        : static_cast<std::uint64_t>(static_cast<double>(cost->second) * part),
                    "\n");
        }
    }
    return out.take();
}

std::string to_speedscope(const Profile& profile, std::string_view title) {
    TextWriter out;
    JsonWriter json(out);
    json.begin_object();
    json.member("$schema", "https://www.speedscope.app/file-format-schema.json");
    json.member("exporter", "vellum");
    json.member("name", title);
    json.begin_object("shared");
    json.objects("frames", profile.functions, [&](const Profile::Function& one) {
        json.member("name", one.name);
        json.member("file", one.file);
        if (one.line != 0) json.member("line", one.line);
    });
    json.end_object();
    json.begin_array("profiles");
    json.begin_object();
    json.member("type", "sampled");
    json.member("name", title);
    json.member("unit", "none");
    json.member("startValue", 0);
    json.member("endValue", profile.instructions);
    json.begin_array("samples");
    for (const Profile::Stack& stack : profile.stacks) {
        json.begin_array();
        for (const std::size_t function : stack.functions) json.value(function);
        json.end_array();
    }
    json.end_array();
    json.list("weights", profile.stacks,
              [&](const Profile::Stack& stack) { json.value(stack.instructions); });
    json.end_object();
    json.end_array();
    json.end_object();
    out.newline();
    return out.take();
}

std::optional<ProfileFormat> profile_format(std::string_view name) noexcept {
    if (name == "text") return ProfileFormat::text;
    if (name == "svg") return ProfileFormat::svg;
    if (name == "callgrind") return ProfileFormat::callgrind;
    if (name == "speedscope") return ProfileFormat::speedscope;
    return std::nullopt;
}

std::string profile_text(const Profile& profile, ProfileFormat format, std::string_view title,
                         std::size_t rows) {
    switch (format) {
    case ProfileFormat::svg: return flame_graph(profile, title);
    case ProfileFormat::callgrind: return to_callgrind(profile);
    case ProfileFormat::speedscope: return to_speedscope(profile, title);
    case ProfileFormat::text: break;
    }
    return profile_table(profile, rows);
}

} // namespace vellum::tools
