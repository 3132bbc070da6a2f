#include "cli/file_list.hpp"

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/file.hpp"
#include "base/text_storage.hpp"

namespace vellum::cli {

Result<void> add_listed_words(Arguments& arguments) {
    if (!arguments.declares("--files-from")) return {};
    std::vector<std::string> words = arguments.words();
    for (const std::string& path : arguments.list("--files-from")) {
        const auto bytes = path == "-" ? read_standard_input(largest_stream) : read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        const std::string stored = stored_text(*bytes);
        std::string_view text = stored;
        const char end = text.find('\0') == std::string_view::npos ? '\n' : '\0';
        if (std::string plain(text); std::erase(plain, '\0'), is_binary(plain))
            return fail(codes::io_text, "this is not a list of files", {.file = path});
        while (!text.empty()) {
            const std::size_t length = text.find(end);
            std::string_view line = text.substr(0, length);
            if (end == '\n' && line.ends_with('\r')) line.remove_suffix(1);
            if (!line.empty()) words.push_back(disk::portable(std::string(line)));
            text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
        }
    }
    arguments.set_words(std::move(words));
    return {};
}

} // namespace vellum::cli
