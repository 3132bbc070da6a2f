// Reads JSON from standard input with the project's own strict parser: one value, or with --lines one object
// a line; --member NAME prints the text of that member of the only element. Exit code 1 and a message if it
// is not that.
#include <cstdio>
#include <string>
#include <string_view>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "base/json.hpp"

namespace {

bool valid(std::string_view text, int line) {
    const auto json = vellum::parse_json(text);
    if (json) return true;
    std::fprintf(stderr, "line %d: %s\n", line, json.error().message.c_str());
    return false;
}

} // namespace

int main(int argc, char** argv) {
#ifdef _WIN32
    for (std::FILE* const stream : {stdin, stdout}) _setmode(_fileno(stream), _O_BINARY);
#endif
    std::string text;
    char buffer[65536];
    for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, stdin)) != 0;)
        text.append(buffer, got);
    if (argc == 3 && std::string_view(argv[1]) == "--member") {
        const auto json = vellum::parse_json(text);
        if (!json || json->size() != 1 || !json->at(0)[argv[2]].is_string()) return 1;
        const std::string_view member = json->at(0)[argv[2]].as_string();
        return std::fwrite(member.data(), 1, member.size(), stdout) == member.size() ? 0 : 1;
    }
    if (argc < 2 || std::string_view(argv[1]) != "--lines") return valid(text, 1) ? 0 : 1;
    if (text.empty() || text.back() != '\n') return 1;
    int line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        if (!valid(std::string_view(text).substr(at, end - at), ++line)) return 1;
        at = end + 1;
    }
    return 0;
}
