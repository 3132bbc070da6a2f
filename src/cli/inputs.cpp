// Gathering of inputs. Folders give only files with an ending that some engine knows, since a game's folders
// are full of other things; whatever is named one by one is taken as it is.
#include "cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/ending.hpp"
#include "base/file.hpp"
#include "base/glob.hpp"
#include "cli/codes.hpp"
#include "cli/glob.hpp"
#include "tools/open.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

namespace {

namespace fs = std::filesystem;

bool contains(std::span<const std::string_view> list, std::string_view item) {
    return std::ranges::find(list, item) != list.end();
}

bool may_be_script(const std::string& path, const Engine* wanted) {
    const std::string extension = extension_of(path);
    if (extension == tools::listing_extension) return true;
    const auto knows = [&](const Engine& engine) {
        return contains(engine.extensions(), extension) || contains(engine.source_extensions(), extension);
    };
    if (wanted != nullptr) return knows(*wanted);
    return std::ranges::any_of(engines(), [&](const Engine* engine) { return knows(*engine); });
}

/// A path without what would lead out of an output folder.
std::string inside(const std::string& path) {
    std::string result;
    for (const fs::path& part : fs::path(path).lexically_normal()) {
        const std::string text = part.generic_string();
        if (text == "/" || text == ".." || text == "." || text.empty() || part.has_root_name()) continue;
        if (!result.empty()) result += '/';
        result += text;
    }
    return result;
}

/// What stands in front of a file's name, or the current folder.
std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string file_name(const std::string& path) { return fs::path(path).filename().generic_string(); }

class Gatherer {
  public:
    Gatherer(Session& session, std::vector<Input>& inputs) : session_(session), inputs_(inputs) {}

    void add(const std::string& word) {
        std::error_code error;
        if (word == "-") {
            add({.path = word, .member = {}, .relative = "stdin", .root = {}});
        } else if (fs::is_directory(word, error)) {
            add_folder(word);
        } else if (fs::exists(word, error)) {
            add({.path = word, .member = {}, .relative = file_name(word), .root = folder_of(word)});
        } else if (const std::size_t mark = word.rfind('!');
                   mark != std::string::npos && mark != 0 &&
                   fs::is_regular_file(word.substr(0, mark), error)) {
            const std::string container = word.substr(0, mark);
            add({.path = container,
                 .member = word.substr(mark + 1),
                 .relative = file_name(container),
                 .root = folder_of(container)});
        } else if (has_wildcard(word)) {
            add_pattern(word);
        } else {
            problem(fail(codes::io_read, "there is no such file or folder", {.file = word},
                         "check the spelling; the path is taken from the current folder"));
        }
    }

  private:
    void add(Input input) {
        session_.outputs().protect(input.path);
        inputs_.push_back(std::move(input));
    }

    void problem(const std::unexpected<Diagnostic>& diagnostic) { problem(diagnostic.error()); }
    void problem(const Diagnostic& diagnostic) {
        Input input;
        input.path = diagnostic.place.file;
        input.problem = diagnostic;
        inputs_.push_back(std::move(input));
    }

    void add_folder(const std::string& folder) {
        Diagnostics diagnostics;
        const std::vector<std::string> files = collect_files(std::span(&folder, 1), diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) problem(diagnostic);
        const std::size_t before = inputs_.size();
        for (const std::string& file : files) {
            if (!may_be_script(file, session_.engine())) continue;
            add({.path = file,
                 .member = {},
                 .relative = file.substr(file.find_first_not_of('/', folder.size())),
                 .root = folder,
                 .named = false});
        }
        if (inputs_.size() == before && diagnostics.ok())
            problem(fail(codes::cli_pattern, "the folder holds no file with a script's ending",
                         {.file = folder}, "name the files themselves if they have unusual endings"));
    }

    void add_pattern(const std::string& pattern) {
        const std::vector<std::string> files = expand_pattern(pattern);
        const std::string root = folder_of(pattern.substr(0, pattern.find_first_of("*?[")));
        for (const std::string& file : files)
            add({.path = file, .member = {}, .relative = inside(file), .root = root, .named = false});
        if (files.empty())
            problem(fail(codes::io_read, "no file matches the pattern", {.file = pattern},
                         "* stands for anything within a folder, ** for any folders"));
    }

    Session& session_;
    std::vector<Input>& inputs_;
};

struct Shard {
    std::uint64_t part = 1, of = 1;
};

/// "2/8"; a part of 0 says that the text is wrong.
Shard parse_shard(std::string_view text) {
    Shard shard{0, 0};
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return shard;
    const auto number = [&](std::string_view digits, std::uint64_t& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size();
    };
    if (!number(text.substr(0, slash), shard.part) || !number(text.substr(slash + 1), shard.of))
        return {0, 0};
    return shard.part > shard.of ? Shard{0, 0} : shard;
}

} // namespace

std::string Input::display() const {
    const std::string base = path == "-" ? "<stdin>" : path;
    return member.empty() ? base : base + "!" + member;
}

ExitCode gather_inputs(Session& session, std::span<const std::string> words, std::vector<Input>& inputs) {
    Shard shard;
    if (session.arguments().declares("--shard") && session.arguments().has("--shard")) {
        shard = parse_shard(session.arguments().text("--shard"));
        if (shard.part == 0)
            return session.usage("--shard needs two numbers such as 1/4, the first not above the second.");
    }
    Gatherer gatherer(session, inputs);
    for (const std::string& word : words) gatherer.add(word);
    if (shard.of > 1) {
        std::vector<Input> mine;
        for (std::size_t i = shard.part - 1; i < inputs.size(); i += shard.of)
            mine.push_back(std::move(inputs[i]));
        inputs = std::move(mine);
    }
    return ExitCode::ok;
}

} // namespace vellum::cli
