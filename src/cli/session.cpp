// Common questions of commands and the two forms of a diagnostic: text for people, JSON for tools.
#include "cli/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <thread>

#include "base/codes.hpp"
#include "base/escape.hpp"
#include "base/file.hpp"
#include "base/text_storage.hpp"
#include "cli/engines/engines.hpp"
#include "extras/extras.hpp"
#include "vellum/engine.hpp"
#include "workspace/run/rights.hpp"
#include "workspace/setting_words.hpp"

namespace vellum::cli {

namespace {

/// The disk, and standard input as "-".
class CommandFiles final : public DiskFileSystem {
  public:
    using DiskFileSystem::DiskFileSystem;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override {
        return name == "-" ? read_standard_input(most) : DiskFileSystem::read_at_most(name, most);
    }
    [[nodiscard]] FileKind kind(std::string_view name) const override {
        return name == "-" ? FileKind::other : DiskFileSystem::kind(name);
    }
};

Settings settings_of(Session& session) {
    const Arguments& arguments = session.arguments();
    Settings settings;
    add_extras(settings);
    if (arguments.declares("--lint")) settings.load.lint = arguments.has("--lint");
    if (arguments.declares("--no-project")) settings.projects = !arguments.has("--no-project");
    if (arguments.declares("--grant"))
        settings.granted = [folders = arguments.list("--grant")](const std::string& path) {
            return std::ranges::any_of(
                folders, [&](const std::string& one) { return runs::is_below(DiskFileSystem(), path, one); });
        };
    const CommandFiles files([&](const std::string& path) { session.outputs().protect(path); });
    for (const SettingWord& word : setting_words()) {
        const std::string option = "--" + std::string(word.name);
        if (!arguments.declares(option)) continue;
        std::vector<std::string> texts = arguments.list(option);
        if (word.flag()) texts.resize(arguments.has(option) ? 1 : 0);
        for (const std::string& text : texts)
            if (auto said = say_setting(settings, word, text, files); !said && !settings.problem)
                settings.problem = std::move(said.error());
    }
    return settings;
}

} // namespace

const Workspace& Session::workspace() {
    if (workspace_ == nullptr)
        workspace_ = std::make_unique<const Workspace>(
            std::make_shared<const CommandFiles>([this](const std::string& path) { outputs_.protect(path); }),
            settings_of(*this));
    return *workspace_;
}

Session::Session(Console& console, const Arguments& arguments)
    : console_(console),
      arguments_(arguments),
      outputs_(arguments.declares("--force") && arguments.has("--force")) {
    if (arguments.declares("--messages") && arguments.has("--messages"))
        console.set_most_messages(static_cast<std::size_t>(*arguments.count("--messages")));
}

Result<std::vector<std::byte>> Session::read(const std::string& path, std::uint64_t max) {
    outputs_.protect(path);
    return read_file(path, max);
}

Result<std::string> Session::read_text(const std::string& path) {
    const auto bytes = read(path);
    return bytes ? text_in(*bytes, path) : std::unexpected(bytes.error());
}

Format Session::format() const {
    const std::string_view format = arguments_.text("--format", "text");
    if (format == "json") return Format::json;
    return format == "jsonl" ? Format::jsonl : Format::text;
}

const Engine* Session::engine() const {
    return arguments_.has("--engine") ? find_engine(arguments_.text("--engine")) : nullptr;
}

SourceView Session::source_view(SourceView otherwise) const {
    if (!arguments_.declares("--source")) return SourceView::none;
    if (arguments_.has("--listing")) return SourceView::none;
    return arguments_.has("--source") ? SourceView::required : otherwise;
}

unsigned Session::jobs() const {
    constexpr std::uint64_t most = 256;
    const std::uint64_t wanted = arguments_.count("--jobs").value_or(0);
    if (wanted != 0) return static_cast<unsigned>(std::min(wanted, most));
    return std::max(1U, std::thread::hardware_concurrency());
}

bool Session::quiet() const { return arguments_.has("--quiet"); }

ExitCode Session::usage(std::string_view message) {
    const std::string_view name = arguments_.command().name;
    console_.err(fmt::format("{} {}\n  'vellum {} --help' shows its usage.\n",
                             console_.paint(Stream::err, Style::error, fmt::format("vellum {}:", name)),
                             message, name));
    return ExitCode::usage;
}

ExitCode Session::report(const Diagnostic& diagnostic) {
    console_.err(describe(console_, Stream::err, diagnostic));
    return exit_code_of(diagnostic);
}

ExitCode Session::report(std::span<const Diagnostic> all, bool notes) {
    ExitCode code = ExitCode::ok;
    std::map<std::string, std::size_t> told; // by file
    for (const Diagnostic& each : all) {
        if (!notes && each.severity == Severity::note) continue;
        code = worst(code, exit_code_of(each));
        if (console_.prints_message(told[each.place.file]++))
            console_.err(describe(console_, Stream::err, each));
    }
    for (const auto& [file, count] : told)
        console_.err(more_messages(console_, file, count, arguments_.declares("--messages")));
    return code;
}

std::string more_messages(const Console& console, std::string_view file, std::size_t all, bool asked) {
    if (all == 0 || console.prints_message(all - 1)) return {};
    const std::size_t more = all - console.most_messages();
    return fmt::format("{}: {} more {}{}\n", escape_control(file), grouped(more),
                       more == 1 ? "message" : "messages", asked ? "; --messages 0 prints all" : "");
}

std::string describe(const Console& console, Stream stream, const Diagnostic& diagnostic) {
    std::string text = format(diagnostic);
    if (text.empty() || text.back() != '\n') text += '\n';
    if (!console.colors(stream)) return text;
    // The severity is the first word with colons around it that follows the place.
    const std::string word(to_string(diagnostic.severity));
    const std::size_t place = diagnostic.place.file.size();
    const std::size_t at = text.find(word + ":", place < text.size() ? place : 0);
    if (at == std::string::npos) return text;
    const Style style = diagnostic.severity == Severity::error     ? Style::error
                        : diagnostic.severity == Severity::warning ? Style::warning
                                                                   : Style::name;
    return console.paint(stream, Style::strong, text.substr(0, at)) + console.paint(stream, style, word) +
           text.substr(at + word.size());
}

ExitCode exit_code_of(const Diagnostic& diagnostic) {
    if (diagnostic.severity != Severity::error) return ExitCode::ok;
    const bool about_files = diagnostic.code != nullptr && (diagnostic.code->id == codes::io_read.id ||
                                                            diagnostic.code->id == codes::io_write.id);
    return about_files ? ExitCode::io : ExitCode::findings;
}

} // namespace vellum::cli
