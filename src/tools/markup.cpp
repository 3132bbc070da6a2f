#include "tools/markup.hpp"

#include "base/escape.hpp"

namespace vellum::tools {

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : escape_control(text)) {
        switch (c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

} // namespace vellum::tools
