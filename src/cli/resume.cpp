#include "cli/resume.hpp"

#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/version.hpp"
#include "cli/codes.hpp"
#include "cli/session.hpp"

namespace vellum::cli {

namespace {

/// Member of the first line that says what the file is, and its form.
constexpr std::string_view mark = "vellum_resume";
constexpr int form = 1;

/// Options that change nothing of what comes of an input.
constexpr std::array<std::string_view, 8> without_effect{"--resume", "--files-from", "--jobs",  "--shard",
                                                         "--quiet",  "--force",      "--color", "--help"};

/// What was asked for, but of which files.
std::string heading_of(const Arguments& arguments) {
    TextWriter out;
    JsonWriter json(out);
    json.begin_object();
    json.member(mark, form);
    json.member("version", version_text);
    json.member("command", arguments.command().name);
    for_each_option(arguments.command(), [&](const Option& option) {
        if (!arguments.has(option.name) ||
            std::ranges::find(without_effect, option.name) != without_effect.end())
            return;
        json.begin_array(option.name);
        for (const std::string& value : arguments.list(option.name)) {
            json.value(value);
            if (option.kind != ValueKind::file || option.name == "--output") continue;
            const auto bytes = read_file(value); // names, declarations: every input depends on them
            json.value(bytes ? sha256_hex(*bytes) : std::string());
        }
        json.end_array();
    });
    json.end_object();
    out.newline();
    return out.take();
}

} // namespace

Result<std::vector<std::byte>> WatchedFiles::read(std::string_view name) const {
    auto bytes = files_->read(name);
    reads_.insert_or_assign(std::string(name), bytes ? sha256_hex(*bytes) : std::string());
    return bytes;
}

std::vector<std::string> WatchedFiles::list(std::string_view folder) const {
    std::vector<std::string> names = files_->list(folder);
    TextWriter all;
    for (const std::string& name : names) {
        all.text(name);
        all.newline();
    }
    reads_.insert_or_assign(std::string(folder) + "/", sha256_hex(as_bytes(all.view())));
    return names;
}

std::vector<FileRead> WatchedFiles::reads() const {
    std::vector<FileRead> all;
    all.reserve(reads_.size());
    for (const auto& [name, sha256] : reads_) all.push_back({name, sha256});
    return all;
}

Result<std::unique_ptr<Resume>> Resume::of(Session& session) {
    const Arguments& arguments = session.arguments();
    if (!arguments.declares("--resume") || !arguments.has("--resume")) return nullptr;
    const std::string path(arguments.text("--resume"));
    std::unique_ptr<Resume> resume(new Resume(session, path, heading_of(arguments)));
    if (disk::kind_of(path) == FileKind::none) return resume;
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    std::string_view text = as_text(*bytes);
    if (text.empty()) return resume;
    const auto first = parse_json(text.substr(0, text.find('\n')));
    if (!first || !first->contains(mark))
        return fail(codes::cli_output, "the file is not a record of --resume", {.file = path},
                    "name a separate file; it is created if it does not exist");
    if (!text.starts_with(resume->heading_)) {
        session.console().err(path + ": belongs to another command line or version; starting over\n");
        return resume;
    }
    text.remove_prefix(resume->heading_.size());
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const auto line = parse_json(text.substr(0, end));
        if (!line || end == std::string_view::npos) break; // cut off: what is left is done again
        Done& done = resume->done_before_[std::string((*line)["file"].as_string())];
        done = {std::string((*line)["sha256"].as_string()), {}};
        for (const Json& read : (*line)["read"].elements())
            done.reads.push_back(
                {std::string(read["file"].as_string()), std::string(read["sha256"].as_string())});
        text.remove_prefix(end + 1);
    }
    resume->done_now_ = resume->done_before_;
    return resume;
}

bool Resume::knows(const std::string& input, std::string_view sha256, const FileSystem* files) const {
    const auto found = done_before_.find(input);
    if (found == done_before_.end() || found->second.sha256 != sha256) return false;
    if (found->second.reads.empty()) return true;
    if (files == nullptr) return false;
    const WatchedFiles now(std::shared_ptr<const FileSystem>(std::shared_ptr<const FileSystem>(), files));
    for (const FileRead& before : found->second.reads) {
        if (before.name.ends_with('/'))
            static_cast<void>(now.list(before.name.substr(0, before.name.size() - 1)));
        else
            static_cast<void>(now.read(before.name));
    }
    return now.reads() == found->second.reads;
}

void Resume::add(const std::string& input, std::string sha256, std::vector<FileRead> reads) {
    done_now_.insert_or_assign(input, Done{std::move(sha256), std::move(reads)});
}

Result<void> Resume::save(bool at_the_end) {
    constexpr std::chrono::seconds pause(5);
    const auto now = std::chrono::steady_clock::now();
    if (!at_the_end && now - saved_ < pause) return {};
    saved_ = now;
    TextWriter out;
    out.text(heading_);
    for (const auto& [file, done] : done_now_) {
        JsonWriter json(out);
        json.begin_object();
        json.member("file", file);
        json.member("sha256", done.sha256);
        if (!done.reads.empty()) {
            json.objects("read", done.reads, [&](const FileRead& read) {
                json.member("file", read.name);
                json.member("sha256", read.sha256);
            });
        }
        json.end_object();
        out.newline();
    }
    return session_.outputs().write(path_, as_bytes(out.view()), Old::replace);
}

} // namespace vellum::cli
