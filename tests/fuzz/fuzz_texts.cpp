// Fuzz target: texts for translators. What a file of texts says is written and read back; any bytes as a file
// of a game give their texts, the same bytes without a change, and with a change a file that has it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/bytes.hpp"
#include "tools/texts/text_file.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void file_of_texts(std::string_view text, vellum::tools::TextForm form) {
    using namespace vellum::tools;
    const auto read = read_text_file(text, form);
    if (!read) return;
    const std::string written = write_text_file(*read, form);
    const auto again = read_text_file(written, form);
    require(again.has_value());
    if (form == TextForm::trs || form == TextForm::tra) { // these have each text once
        require(write_text_file(*again, form) == written);
        return;
    }
    require(again->rows.size() == read->rows.size());
    for (std::size_t i = 0; i < read->rows.size(); ++i)
        require(again->rows[i].text.text == read->rows[i].text.text &&
                again->rows[i].translation == read->rows[i].translation);
}

void file_of_a_game(std::span<const std::byte> bytes, std::string_view engine_id, std::string name) {
    using namespace vellum;
    const Engine& engine = *find_engine(engine_id);
    const LoadOptions options{.name = std::move(name)};
    Diagnostics diagnostics;
    const auto texts = engine.texts()->texts(bytes, options, diagnostics);
    if (!texts) return;
    if (const auto same = engine.texts()->change_texts(bytes, options, {}, diagnostics))
        require(std::ranges::equal(*same, bytes));
    for (const GameText& text : *texts) {
        const TextChange change{text.id, text.text, "another"};
        const auto changed = engine.texts()->change_texts(bytes, options, std::span(&change, 1), diagnostics);
        if (!changed) continue;
        const auto now = engine.texts()->texts(*changed, options, diagnostics);
        require(now.has_value() && std::ranges::find(*now, "another", &GameText::text) != now->end());
        break;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    switch (data[0] % 11) {
    case 0: file_of_texts(vellum::as_text(bytes), vellum::tools::TextForm::po); break;
    case 1: file_of_texts(vellum::as_text(bytes), vellum::tools::TextForm::csv); break;
    case 2: file_of_a_game(bytes, "pathologic", "main.dat"); break;
    case 3: file_of_a_game(bytes, "pathologic", "a.bin"); break;
    case 4: file_of_a_game(bytes, "ags", "a.o"); break;
    case 5: file_of_a_game(bytes, "skrit", "a.skrit"); break;
    case 6: file_of_a_game(bytes, "ff7", "mes"); break;
    case 7: file_of_texts(vellum::as_text(bytes), vellum::tools::TextForm::trs); break;
    case 8: file_of_texts(vellum::as_text(bytes), vellum::tools::TextForm::tra); break;
    case 9: file_of_a_game(bytes, "ags", "game28.dta"); break;
    default: file_of_a_game(bytes, "ags", "room1.crm");
    }
    return 0;
}
