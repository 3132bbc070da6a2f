// What files of the game say about a script's numbers, and that damaged ones do no more than warn.
#include <algorithm>

#include "base/bytes.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/format/text_codes.hpp"
#include "support.hpp"
#include "vellum/files.hpp"

namespace vellum::ff7::test {
namespace {

std::vector<std::byte> raw(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

/// As one literal after another.
std::vector<std::byte> packed(std::span<const std::byte> bytes) {
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(bytes.size() + (bytes.size() + 7) / 8));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i % 8 == 0) out.u8(0xFF);
        out.u8(std::to_integer<std::uint8_t>(bytes[i]));
    }
    return out.take();
}

struct Corner {
    int x, z;
};

/// A map of four blocks in which every mesh is the same: a triangle of this ground and script number.
std::vector<std::byte> map_of(int terrain, int script, int region, int blocks = 4) {
    ByteWriter mesh;
    mesh.u16(1);
    mesh.u16(3);
    for (const int corner : {0, 1, 2}) mesh.u8(static_cast<std::uint8_t>(corner));
    mesh.u8(static_cast<std::uint8_t>(terrain | script << 5));
    for (int i = 0; i < 6; ++i) mesh.u8(0);
    mesh.u16(static_cast<std::uint16_t>(region << 9));
    for (const Corner& corner : {Corner{0, 0}, Corner{8192, 0}, Corner{0, 8192}}) {
        mesh.u16(static_cast<std::uint16_t>(corner.x));
        mesh.u16(0);
        mesh.u16(static_cast<std::uint16_t>(corner.z));
        mesh.u16(0);
    }
    const std::vector<std::byte> stream = packed(mesh.view());
    ByteWriter out;
    for (int block = 0; block < blocks; ++block) {
        const std::size_t begin = out.size();
        for (int i = 0; i < 16; ++i) out.u32(64);
        out.bytes(stream);
        while (out.size() < begin + 0xB800) out.u8(0);
    }
    return out.take();
}

constexpr std::string_view source = R"(
mesh 3,2,1 {
    set_message(1);
    set_prompt(0, 0, 1);
    prompt(0, 0, 1);
    enter_field(2, 1);
    enter_field(9, 0);
    set_message(temp.byte(0));
}
)";

struct Folder : MemoryFileSystem {
    Folder() {
        ByteWriter messages;
        const auto first = *encode_text("Yes?\n{CLOUD}"), second = *encode_text(std::string(100, 'x') + " y");
        messages.u16(2);
        messages.u16(6);
        messages.u16(static_cast<std::uint16_t>(7 + first.size()));
        messages.bytes(first);
        messages.u8(0xFF);
        messages.bytes(second);
        messages.u8(0xFF);
        add("mes", messages.take());
        ByteWriter fields;
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 6; ++k) fields.u16(static_cast<std::uint16_t>(k == 3 ? i : 0));
        add("field.tbl", fields.take());
        std::string names("\4\0", 2);
        for (const std::string_view name : {"dummy", "a", "b", "md1stin"})
            names += std::string(name) + std::string(32 - name.size(), '\0');
        add("maplist", bytes_of(names));
        add("wm3.map", map_of(17, 4, 2));
    }
};

TEST(GameData, RemarksInSourcesAndListings) {
    const Folder folder;
    Diagnostics diagnostics;
    const auto program =
        engine().language()->compile(source, {.name = "folder/wm3.ev", .files = &folder}, diagnostics);
    ASSERT_TRUE(program.has_value());
    const std::string text = (*program)->decompile({})->text;
    EXPECT_NE(text.find("mesh 3,2,1 {  // beach; Junon Area\n"), std::string::npos) << text;
    EXPECT_NE(text.find("set_message(1);  // \"" + std::string(72, 'x') + "…\"\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("    set_prompt(0, 0, 1);  // \"Yes? / {CLOUD}\"\n"), std::string::npos) << text;
    EXPECT_NE(text.find("    prompt(0, 0, 1);  // \"Yes? / {CLOUD}\"\n"), std::string::npos) << text;
    EXPECT_NE(text.find("enter_field(2, 1);  // field 3 md1stin\n"), std::string::npos) << text;
    EXPECT_NE(text.find("enter_field(9, 0);\n"), std::string::npos) << text;
    const auto again = engine().language()->compile(text, {"wm3.ev", {}}, diagnostics);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(*(*again)->save(), *(*program)->save());

    const auto loaded =
        engine().format().load(*(*program)->save(), {.name = "wm3.ev", .files = &folder}, diagnostics);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ((*loaded)->decompile({})->text, text);

    const std::string listing = (*program)->disassemble({});
    EXPECT_NE(listing.find(".function mesh 3,2,1    ; beach; Junon Area"), std::string::npos) << listing;
    EXPECT_NE(listing.find("  \"Yes? / {CLOUD}\""), std::string::npos) << listing;
    EXPECT_NE(listing.find("  field 3 md1stin"), std::string::npos) << listing;
    EXPECT_TRUE(diagnostics.ok());
}

TEST(GameData, ThePictureShowsGroundRegionsAndDestinations) {
    const Folder folder;
    Diagnostics diagnostics;
    const auto program =
        engine().language()->compile(source, {.name = "a.lgp!wm3.wms", .files = &folder}, diagnostics);
    ASSERT_TRUE(program.has_value());
    const std::string picture = draw_map(**program, nullptr);
    for (const std::string_view part :
         {"<path class=\"sand\" d=\"M", "<path class=\"coast\" d=\"M", ">Junon Area</text>",
          "class=\"trigger\"", ">field entry 9, md1stin</text>", "prefers-color-scheme:dark"})
        EXPECT_NE(picture.find(part), std::string::npos) << part;
}

TEST(GameData, DamagedFilesAreToldAndLeftOut) {
    MemoryFileSystem folder;
    folder.add("mes", raw({1}));
    folder.add("field.tbl", raw({1, 2, 3}));
    folder.add("maplist", raw({9, 0}));
    folder.add("wm0.map", raw({1}));
    Diagnostics diagnostics;
    const auto program =
        engine().language()->compile(source, {.name = "wm0.ev", .files = &folder}, diagnostics);
    ASSERT_TRUE(program.has_value());
    std::string told;
    for (const Diagnostic& each : diagnostics.all())
        if (each.code->id == "ff7.data-file") {
            told += each.place.file + " ";
            EXPECT_EQ(each.severity, Severity::warning);
        }
    EXPECT_EQ(told, "mes field.tbl maplist wm0.map ");
    EXPECT_NE((*program)->decompile({})->text.find("set_message(1);\n"), std::string::npos);
}

TEST(Terrain, MeshesOfAMapAndOutside) {
    const auto terrain = Terrain::read(map_of(0, 3, 19));
    ASSERT_TRUE(terrain.has_value());
    EXPECT_EQ(terrain->area().columns, 8);
    EXPECT_EQ(terrain->area().rows, 8);
    const auto mesh = terrain->mesh(7, 7);
    ASSERT_TRUE(mesh.has_value());
    ASSERT_EQ(mesh->size(), 1U);
    EXPECT_EQ((*mesh)[0].x[1], 8192);
    EXPECT_EQ((*mesh)[0].z[2], 8192);
    EXPECT_EQ((*mesh)[0].script, 3);
    EXPECT_EQ(region_name((*mesh)[0].region), "Glacier");
    EXPECT_EQ(terrain->mesh(8, 0)->size(), 1U) << "it repeats";
    EXPECT_TRUE(terrain->mesh(36, 0)->empty());
    EXPECT_TRUE(terrain->mesh(0, 28)->empty());
    auto damaged = map_of(0, 3, 0);
    store_u32(damaged.data() + 4, 8);      // into the offsets
    store_u32(damaged.data() + 8, 0xB800); // behind the block
    damaged[64 + 5] = std::byte{200};      // more triangles than there are
    auto crowded = map_of(0, 3, 0);
    crowded[64 + 6] = std::byte{5};
    EXPECT_EQ(Terrain::read(crowded)->mesh(0, 0).error().message, "a mesh has more than 1024 triangles");
    const auto bad = Terrain::read(damaged);
    ASSERT_TRUE(bad.has_value());
    EXPECT_FALSE(bad->mesh(1, 0).has_value());
    EXPECT_FALSE(bad->mesh(2, 0).has_value());
    EXPECT_EQ(bad->mesh(0, 0).error().message, "a mesh is shorter than its length");
    EXPECT_FALSE(Terrain::read({}).has_value());
    auto cut = map_of(0, 3, 0);
    store_u32(cut.data() + 64, 2); // ends in a reference
    cut[68] = std::byte{0};
    EXPECT_EQ(Terrain::read(cut)->mesh(0, 0).error().message, "packed data is cut off");
    std::fill(cut.begin() + 68, cut.end(), std::byte{0});
    store_u32(cut.data() + 64, 0xB000); // references alone
    EXPECT_EQ(Terrain::read(cut)->mesh(0, 0).error().message, "packed data is longer than 32768 bytes");
}

TEST(Terrain, UnderWaterAndInTheSnowTheFilesBlocksRepeatFromTheirOwnPlace) {
    // The block of every mesh, told by the region of its triangle.
    const auto blocks = [](int count) {
        auto made = map_of(0, 3, 0, count);
        for (int block = 1; block < count; ++block) {
            const auto one = map_of(0, 3, static_cast<std::uint8_t>(block), 1);
            std::ranges::copy(one, made.begin() + block * 0xB800);
        }
        return Terrain::read(made);
    };
    const auto water = blocks(12), snow = blocks(4);
    ASSERT_TRUE(water && snow);
    const auto below = [](std::uint32_t number, std::uint32_t most, std::uint32_t behind) {
        const auto block = static_cast<std::int32_t>(number / 4);
        return block >= static_cast<std::int32_t>(most) ? block - static_cast<std::int32_t>(behind) : block;
    };
    for (std::uint32_t z = 0; z < 28; ++z)
        for (std::uint32_t x = 0; x < 36; ++x) {
            EXPECT_EQ(water->mesh(x, z)->at(0).region, 3 * ((z / 4 + 2) % 4) + x / 4 % 3) << x << "," << z;
            EXPECT_EQ(snow->mesh(x, z)->at(0).region, 2 * (below(z, 3, 7) & 1) + (below(x, 4, 9) & 1))
                << x << "," << z;
        }
    EXPECT_EQ(water->mesh(17, 11)->at(0).region, 1);
    EXPECT_EQ(water->area().column, 12);
    EXPECT_EQ(water->area().row, 8);
    EXPECT_EQ(water->area().columns, 12);
    EXPECT_EQ(water->area().rows, 16);
}

TEST(GameData, PicturesOfSmallMapsHaveTheirOwnSizeAndNumbers) {
    for (const auto& [name, width, first, last] :
         {std::tuple("wm0.wms", 1482, 0, 35), std::tuple("wm2.wms", 1098, 12, 23),
          std::tuple("wm3.wms", 842, 0, 7)}) {
        Diagnostics diagnostics;
        const auto program = engine().language()->compile("mesh 17,11,0 { }", {.name = name}, diagnostics);
        ASSERT_TRUE(program.has_value());
        const std::string picture = draw_map(**program, nullptr);
        EXPECT_NE(picture.find(" width=\"" + std::to_string(width)), std::string::npos)
            << picture.substr(0, 200);
        for (const int number : {first, last})
            EXPECT_NE(picture.find(">" + std::to_string(number) + "</text>"), std::string::npos) << name;
        for (const int number : {first - 1, last + 1})
            EXPECT_EQ(picture.find("text-anchor=\"middle\" font-size=\"9\" class=\"soft\">" +
                                   std::to_string(number) + "</text>"),
                      std::string::npos)
                << name;
        // 17,11 lies in the map, and in the snow at 5,3.
        const std::string_view place = name[2] == '0'   ? "x=\"584\" y=\"406\""
                                       : name[2] == '2' ? "x=\"360\" y=\"246\""
                                                        : "x=\"360\" y=\"246\"";
        EXPECT_NE(picture.find(place), std::string::npos) << name;
    }
}

} // namespace
} // namespace vellum::ff7::test
