#include "engines/ags/format/text_field.hpp"

#include "base/concat.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view hiding_key = "Avis Durgan";
constexpr std::uint64_t longest_text_length = 0x7FFFFFFF;
constexpr std::uint64_t text_length_size = 4;

std::string up_to_nul(std::string_view bytes) { return std::string(bytes.substr(0, bytes.find('\0'))); }

} // namespace

std::string hide_text(std::string_view text) {
    std::string hidden(text);
    for (std::size_t i = 0; i < hidden.size(); ++i)
        hidden[i] =
            static_cast<char>(static_cast<unsigned char>(hidden[i]) + hiding_key[i % hiding_key.size()]);
    return hidden;
}

std::string show_text(std::string_view text) {
    std::string shown(text);
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] =
            static_cast<char>(static_cast<unsigned char>(shown[i]) - hiding_key[i % hiding_key.size()]);
    return shown;
}

std::uint64_t TextField::longest() const noexcept {
    return form == TextForm::fixed ? size - 1 : longest_text_length - 1;
}

Result<std::vector<std::byte>> TextField::with(std::string_view other) const {
    if (other.find('\0') != std::string_view::npos)
        return fail(vellum::codes::text_change, "a text cannot have a NUL");
    if (other.size() > longest())
        return fail(vellum::codes::text_change,
                    concat("the text has ", other.size(), " bytes, and its place has ", longest()));
    ByteWriter out;
    const std::string ended = std::string(other) + '\0';
    switch (form) {
    case TextForm::fixed:
        out.bytes(as_bytes(ended));
        while (out.size() < size) out.u8(0);
        break;
    case TextForm::terminated: out.bytes(as_bytes(ended)); break;
    case TextForm::counted:
        out.u32(static_cast<std::uint32_t>(other.size()));
        out.bytes(as_bytes(other));
        break;
    case TextForm::counted_ended:
        out.u32(static_cast<std::uint32_t>(ended.size()));
        out.bytes(as_bytes(ended));
        break;
    case TextForm::hidden: {
        // Editors differ in whether the length counts a NUL: as it was.
        const bool counts_end = size > text_length_size + text.size();
        const std::string bytes = hide_text(counts_end ? std::string_view(ended) : other);
        out.u32(static_cast<std::uint32_t>(bytes.size()));
        out.bytes(as_bytes(bytes));
        break;
    }
    }
    return out.take();
}

TextField FieldReader::fixed(std::uint64_t length) {
    const std::uint64_t at = position();
    return {up_to_nul(as_text(bytes(length))), at, length, TextForm::fixed};
}

TextField FieldReader::terminated() {
    const std::uint64_t at = position();
    std::string text(cstring());
    return {std::move(text), at, position() - at, TextForm::terminated};
}

TextField FieldReader::counted() {
    const std::uint64_t at = position();
    std::string text(as_text(bytes(u32())));
    return {std::move(text), at, position() - at, TextForm::counted};
}

TextField FieldReader::counted_ended() {
    TextField field = counted();
    // Without the NUL it is a text like the others.
    if (field.text.ends_with('\0')) field.form = TextForm::counted_ended;
    field.text = up_to_nul(field.text);
    return field;
}

TextField FieldReader::hidden() {
    const std::uint64_t at = position();
    std::string text = up_to_nul(show_text(as_text(bytes(u32()))));
    return {std::move(text), at, position() - at, TextForm::hidden};
}

} // namespace vellum::ags
