// Messages and recovery; see the header.
#include "source/cursor.hpp"

#include <utility>

namespace vellum::source {

void Cursor::add(const DiagnosticCode& code, std::uint32_t offset, std::string message, std::string hint) {
    diagnostics_.add(code, std::move(message), sources_.place(offset), std::move(hint));
}

void Cursor::syntax(std::string message, std::string hint) {
    if (recovering_) return;
    recovering_ = true;
    if (at_end()) message += "; the text ends";
    add(*dialect_.syntax, peek().offset, std::move(message), std::move(hint));
}

/// Always false.
bool Cursor::missing(std::string_view text) {
    if (!recovering_ && text == ";") {
        recovering_ = true;
        add(*dialect_.syntax, lexer_.behind(), "';' is missing");
        return false;
    }
    syntax("'" + std::string(text) + "' is missing before " + shown());
    return false;
}

std::string Cursor::shown() const {
    if (at_end()) return "the end";
    return "'" + std::string(peek().text.substr(0, 40)) + "'";
}

void Cursor::skip_statement() {
    std::uint32_t depth = 0;
    while (!at_end()) {
        if (depth == 0 && at("}")) break;
        if (at("{")) ++depth;
        if (at("}") && --depth == 0) {
            static_cast<void>(next());
            break;
        }
        const bool end = depth == 0 && at(";");
        static_cast<void>(next());
        if (end) break;
    }
    recovering_ = false;
}

} // namespace vellum::source
