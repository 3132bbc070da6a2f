// Fuzz target: message files of the world map, and packed terrain. What is read comes back, each text by
// itself too, and a changed text leaves the others as they were.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "engines/ff7/format/messages.hpp"
#include "engines/ff7/format/terrain.hpp"
#include "engines/ff7/format/text_codes.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum::ff7;
    const auto bytes = std::as_bytes(std::span(data, size));
    for (const Edition edition : {Edition::western, Edition::japanese}) {
        const std::size_t length = text_length(bytes);
        const std::string text = decode_text(bytes.first(std::min(length, size)), edition);
        if (length == std::string_view::npos) continue;
        const auto again = encode_text(text, edition);
        require(again.has_value() && std::ranges::equal(*again, bytes.first(length)));
    }
    std::vector<std::byte> map(std::size_t{4} * 0xB800);
    std::ranges::copy(bytes.first(std::min(bytes.size(), map.size())), map.begin());
    const auto terrain = Terrain::read(std::move(map));
    require(terrain.has_value());
    for (std::uint32_t mesh = 0; mesh < 16; ++mesh)
        if (const auto triangles = terrain->mesh(mesh % 4, mesh / 4)) require(triangles->size() <= 1024);
    const Edition edition = size % 2 == 0 ? Edition::western : Edition::japanese;
    auto messages = Messages::read({bytes.begin(), bytes.end()}, edition);
    if (!messages || messages->size() > 64) return 0;
    const std::size_t changed = size % messages->size();
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < messages->size(); ++i) {
        texts.push_back(messages->text(i));
        require(messages->set(i, texts.back()).has_value());
    }
    vellum::Diagnostics told;
    const auto same = messages->write(told);
    require(same.has_value() && std::ranges::equal(*same, bytes));
    texts[changed] = edition == Edition::western ? "another text" : "別の話";
    require(messages->set(changed, texts[changed]).has_value());
    const auto written = messages->write(told);
    if (!written) return 0;
    const auto again = Messages::read(*written, edition);
    require(again.has_value() && again->size() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) require(again->text(i) == texts[i]);
    return 0;
}
