#include "tools/markup.hpp"

#include "base/encoding.hpp"

namespace vellum::tools {

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : replace_invalid_utf8(text)) {
        switch (c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        default:
            if (static_cast<unsigned char>(c) < 32)
                out += "\xEF\xBF\xBD";
            else
                out += c;
        }
    }
    return out;
}

} // namespace vellum::tools
