#include "engines/ff7/format/lzss.hpp"

#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "engines/ff7/codes.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::size_t ring_size = 4096, first_place = 0xFEE, shortest = 3;

} // namespace

Result<std::vector<std::byte>> unpack_lzss(std::span<const std::byte> bytes, std::size_t most) {
    if (bytes.size() < 4) return fail(codes::data_file, "compressed data has no length", Place::at_offset(0));
    const std::span<const std::byte> data =
        bytes.subspan(4, std::min<std::size_t>(load_u32(bytes.data()), bytes.size() - 4));
    std::array<std::byte, ring_size> ring{};
    std::size_t place = first_place, at = 0;
    std::vector<std::byte> out;
    const auto put = [&](std::byte byte) {
        out.push_back(byte);
        ring[place] = byte;
        place = (place + 1) % ring_size;
    };
    while (at < data.size()) {
        const unsigned flags = load_u8(&data[at++]);
        for (unsigned item = 0; item < 8 && at < data.size(); ++item) {
            if ((flags >> item & 1U) != 0) {
                put(data[at++]);
            } else {
                if (data.size() - at < 2)
                    return fail(codes::data_file, "compressed data is cut off", Place::at_offset(4 + at));
                const unsigned low = load_u8(&data[at]), high = load_u8(&data[at + 1]);
                at += 2;
                std::size_t from = low | (high & 0xF0U) << 4U;
                for (std::size_t left = (high & 0xFU) + shortest; left != 0; --left)
                    put(ring[from++ % ring_size]);
            }
            if (out.size() > most)
                return fail(codes::data_file,
                            "compressed data is longer than " + std::to_string(most) + " bytes");
        }
    }
    return out;
}

} // namespace vellum::ff7
