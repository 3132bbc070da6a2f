#include "tools/grep.hpp"

#include <algorithm>
#include <memory>

#include "base/bytes.hpp"
#include "tools/texts/decode.hpp"

namespace vellum::tools {

namespace {

std::string_view without_blanks(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// The headers of a source, and the files that others come from.
class WithHeaders final : public FileSystem {
  public:
    WithHeaders(std::span<const SourceHeader> headers, const FileSystem* files) : files_(files) {
        for (const SourceHeader& header : headers) {
            const auto bytes = as_bytes(header.text);
            headers_.add(header.name, {bytes.begin(), bytes.end()});
        }
    }
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        auto found = headers_.read(name);
        return found || files_ == nullptr ? std::move(found) : files_->read(name);
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override {
        return files_ == nullptr ? headers_.list(folder) : files_->list(folder);
    }

  private:
    MemoryFileSystem headers_;
    const FileSystem* files_;
};

} // namespace

std::vector<LineFound> find_lines(const Engine& engine, std::string_view source, const LineTest& test) {
    std::vector<LineFound> found;
    std::vector<SourceFunction> functions;
    std::uint32_t number = 1;
    bool outlined = false;
    for (std::size_t begin = 0; begin < source.size(); ++number) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        std::string line = decoded(without_blanks(source.substr(begin, end - begin)));
        if (test(line)) {
            if (!outlined && engine.language() != nullptr)
                if (auto outline = engine.language()->outline(source)) functions = std::move(*outline);
            outlined = true;
            // They are in the order of the text.
            const auto after = std::ranges::lower_bound(functions, end, {}, &SourceFunction::begin);
            const bool inside = after != functions.begin() && begin < std::prev(after)->end;
            found.push_back(
                {number, inside ? decoded(std::prev(after)->name) : std::string(), std::move(line)});
        }
        begin = end + 1;
    }
    return found;
}

Result<ProgramPtr> compile_changed(const Program& program, std::string_view source,
                                   std::span<const SourceHeader> headers, const LoadOptions& options,
                                   Diagnostics& diagnostics) {
    const auto language = program.engine().require(program.engine().language());
    if (!language) return std::unexpected(language.error());
    const WithHeaders files(headers, options.files);
    LoadOptions how = options;
    how.files = &files;
    return (*language)->compile(source, how, diagnostics);
}

} // namespace vellum::tools
