// Relies on all control characters of UTF-8 that matter to terminals and lines being single bytes below 0x20,
// or 0x7F.
#include "base/harmless.hpp"

#include "base/text_writer.hpp"

namespace vellum {

void write_harmless(TextWriter& out, std::string_view text) {
    for (const char character : text) {
        if (is_harmless(character)) {
            out.ch(character);
        } else {
            out.text("\\x");
            out.hex(static_cast<unsigned char>(character), 2);
        }
    }
}

std::string harmless(std::string_view text) {
    TextWriter out;
    write_harmless(out, text);
    return out.take();
}

} // namespace vellum
