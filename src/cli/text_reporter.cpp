// Keeps one frame in memory at a time, of which at most a few megabytes are kept as text; the rest only
// counts.
#include "cli/text_reporter.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"

namespace vellum::cli {

namespace {

constexpr std::string_view stood_in = "[stood in]";

/// The frame's number in "frame 12", or the label itself.
std::string_view number_of(std::string_view label) {
    return label.starts_with("frame ") ? label.substr(6) : label;
}

std::string colored(const Console& console, std::string_view line) {
    if (!console.colors(Stream::out)) return std::string(line);
    std::string out;
    if (line.starts_with("FAULT")) return console.paint(Stream::out, Style::error, line);
    if (line.starts_with("> ") || line.starts_with("= "))
        return console.paint(Stream::out, Style::name, line);
    if (const std::size_t colon = line.find(": ");
        colon != std::string_view::npos && line.find_first_of("(\"") > colon) {
        out = console.paint(Stream::out, Style::faint, line.substr(0, colon + 1));
        line.remove_prefix(colon + 1);
    }
    if (const std::size_t mark = line.find(stood_in); mark != std::string_view::npos) {
        out += line.substr(0, mark);
        out += console.paint(Stream::out, Style::faint, stood_in);
        out += line.substr(mark + stood_in.size());
    } else {
        out += line;
    }
    return out;
}

} // namespace

void TextReporter::add(std::string line) {
    hash_.update(line);
    hash_.u8('\n');
    ++frame_lines_;
    if (text_.size() > most_kept) {
        ++frame_left_out_;
        return;
    }
    text_ += "  " + colored(console_, escape_control(line)) + "\n";
}

void TextReporter::lines(std::string_view text) {
    const bool alone = options_.world != nullptr && options_.world->machine_count() == 1;
    const std::string prefix = alone ? options_.world->machine(0).name + ": " : std::string();
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (alone && line.starts_with(prefix)) line.remove_prefix(prefix.size());
        add(std::string(line));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
}

void TextReporter::begin(std::string_view label, std::uint64_t) {
    in_frame_ = true;
    label_ = label;
    text_.clear();
    frame_lines_ = frame_left_out_ = 0;
    hash_ = StateHash();
}

void TextReporter::announce(const RunAction& action) {
    if (report_ != nullptr) report_->flush();                     // what happened on the way comes first
    constexpr std::string_view words[] = {"event ", "call ", ""}; // a step needs none
    add(fmt::format("> {}{}", words[static_cast<std::size_t>(action.kind)], action.text));
}

void TextReporter::action(const RunAction&, std::string_view outcome) {
    if (report_ != nullptr) report_->flush();
    add(fmt::format("= {}", outcome));
}

void TextReporter::remark(std::string_view text) {
    if (report_ != nullptr) report_->flush();
    if (in_frame_) return add(fmt::format("({})", text));
    tell_repeats();
    if (!options_.silent) console_.out(fmt::format("({})\n", escape_control(text)));
}

void TextReporter::host_says(std::string_view text) {
    if (report_ != nullptr) report_->flush();
    add(fmt::format("host: {}", text));
}

void TextReporter::problem(const Diagnostic& diagnostic) {
    tell_repeats();
    console_.err(describe(console_, Stream::err, diagnostic));
}

void TextReporter::end() {
    if (report_ != nullptr) report_->flush();
    in_frame_ = false;
    if (options_.silent) return;
    const std::uint64_t hash = hash_.digest();
    if (have_last_ && hash == last_hash_) {
        if (same_++ == 0) same_from_ = number_of(label_);
        same_to_ = number_of(label_);
        return;
    }
    tell_repeats();
    have_last_ = true;
    last_hash_ = hash;
    last_silent_ = frame_lines_ == 0;
    if (last_silent_) { // silence is told like a repetition that begins here
        same_ = 1;
        same_from_ = same_to_ = number_of(label_);
        return;
    }
    if (options_.most_lines != 0 && told_ >= options_.most_lines) {
        left_out_ += frame_lines_;
        return;
    }
    told_ += frame_lines_;
    console_.out(console_.paint(Stream::out, Style::strong, label_) + "\n" + text_);
    if (frame_left_out_ != 0)
        console_.out(fmt::format("  ... and {} more lines\n", grouped(frame_left_out_)));
    left_out_ += frame_left_out_;
    if (console_.out_is_terminal()) static_cast<void>(console_.flush());
}

void TextReporter::tell_repeats() {
    if (same_ == 0 || options_.silent) return;
    const bool limit = options_.most_lines != 0 && told_ >= options_.most_lines;
    if (!limit) {
        const bool from_start = same_from_ == "start" || same_from_ == "restored";
        std::string frames =
            from_start ? same_from_ : fmt::format("frame{} {}", same_ == 1 ? "" : "s", same_from_);
        if (same_ != 1) frames += fmt::format(" to {}{}", from_start ? "frame " : "", same_to_);
        const std::string_view what = last_silent_ ? ": nothing happens" : ": the same";
        console_.out(console_.paint(Stream::out, Style::faint, frames + std::string(what)) + "\n");
    }
    same_ = 0;
}

void TextReporter::finish() {
    tell_repeats();
    static_cast<void>(console_.flush());
}

} // namespace vellum::cli
