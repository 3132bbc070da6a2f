// Makes the main data of a small game as the editor of each version writes it, and rooms. Written from
// docs/engines/ags.md, "Texts of games", and the sources that it names; shares no code with the reader.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

namespace vellum::test {

/// What the game has. Two characters, two items (and slot 0), a GUI with one control of each kind, a dialog.
struct MadeGame {
    std::uint32_t version = 3060114;
    std::string editor = "3.6.1.10";
    std::uint32_t gui_version = 119;
    bool utf8 = true;
    bool custom_resolution = false;
    bool extension_offset = true; ///< As since 3.6.1.
    std::string name = "Lighthouse";
    std::vector<std::string> characters{"Keeper", "Gull"};
    std::vector<std::string> character_scripts{"cCharacter0", "cCharacter1"}; ///< Their names in scripts.
    std::vector<std::string> items{"lamp oil", "key"};
    std::vector<std::string> item_scripts{"iItem1", "iItem2"};
    std::vector<std::string> options{"Hello?", "Goodbye."};
    std::vector<std::string> views{"VWALK"};
    std::string label = "Score: @SCORE@", button = "Quit", text_box = "name", list_item = "First slot";
    std::string message = "You cannot do that.", word = "lamp";
    std::string property_default = "nothing", property_value = "old";
    std::vector<std::vector<std::byte>> scripts; ///< Global, dialogs, modules; empty: none.
};

/// Versions of data with those of the editor and of its GUIs.
struct MadeVersion {
    std::uint32_t version;
    const char* editor;
    std::uint32_t gui_version;
    bool extension_offset;
};
inline constexpr MadeVersion made_versions[] = {
    {40, "3.1.2.82", 115, false},     {42, "3.2.1.111", 115, false},   {43, "3.3.0.1148", 115, false},
    {47, "3.4.0.12", 118, false},     {48, "3.4.1.2", 118, false},     {49, "3.4.3.1", 118, false},
    {50, "3.5.0.24", 119, false},     {50, "3.5.1.11", 119, false},    {3060021, "3.6.0.43", 119, false},
    {3060114, "3.6.1.10", 119, true}, {3060212, "3.6.2.4", 119, true}, {3060314, "3.6.3.14", 119, true},
};
inline MadeGame made_game(const MadeVersion& version) {
    MadeGame game;
    game.version = version.version;
    game.editor = version.editor;
    game.gui_version = version.gui_version;
    game.extension_offset = version.extension_offset;
    return game;
}

class MainDataMaker {
  public:
    explicit MainDataMaker(const MadeGame& game) : game_(game) {}

    std::vector<std::byte> make() {
        text("Adventure Creator Game File v2");
        out_.u32(v());
        counted(game_.editor);
        if (v() >= 48) {
            out_.u32(1);
            counted("a capability");
        }
        settings();
        things();
        for (std::size_t i = 0; i < game_.characters.size(); ++i)
            events({"", "c_Interact", "", "", "", "", "", ""});
        for (std::size_t i = 0; i < game_.items.size(); ++i) events({"i_Look", "", "", "", ""});
        out_.u32(1); // words
        hidden(game_.word, true);
        out_.u16(7);
        if (!game_.scripts.empty()) {
            out_.bytes(game_.scripts[0]);
            out_.bytes(game_.scripts[1]);
            out_.u32(static_cast<std::uint32_t>(game_.scripts.size() - 2));
            for (std::size_t i = 2; i < game_.scripts.size(); ++i) out_.bytes(game_.scripts[i]);
        }
        for (std::size_t i = 0; i < game_.views.size(); ++i) {
            out_.u16(1); // loop, of two frames
            out_.u16(2);
            out_.u32(0);
            zeros(2 * 28);
        }
        people();
        zeros(20 * 50);
        hidden(game_.message, false);
        dialog();
        guis();
        out_.u32(1); // plugins
        out_.u32(1);
        out_.cstring("agsblend");
        out_.u32(3);
        text("abc");
        properties();
        for (const std::string& view : game_.views) out_.cstring(view);
        out_.cstring("");
        for (const std::string& item : game_.item_scripts) out_.cstring(item);
        out_.cstring("dTalk");
        audio();
        out_.u32(1); // rooms of a game that can be debugged
        out_.u32(4);
        out_.cstring("The cliff");
        std::vector<std::byte> data = with_extensions();
        if (game_.extension_offset)
            store_u32(data.data() + offset_at_, static_cast<std::uint32_t>(standard_end_));
        return data;
    }

  private:
    [[nodiscard]] std::uint32_t v() const { return game_.version; }
    [[nodiscard]] std::uint32_t w() const { return game_.gui_version; }
    void text(std::string_view value) { out_.bytes(as_bytes(value)); }
    void zeros(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) out_.u8(0);
    }
    void fixed(std::string value, std::size_t size) {
        value.resize(size - 1);
        text(value);
        out_.u8(0);
    }
    void counted(std::string_view value) {
        out_.u32(static_cast<std::uint32_t>(value.size()));
        text(value);
    }
    void hidden(std::string value, bool ended) {
        if (ended) value += '\0';
        constexpr std::string_view key = "Avis Durgan";
        out_.u32(static_cast<std::uint32_t>(value.size()));
        for (std::size_t i = 0; i < value.size(); ++i)
            out_.u8(static_cast<std::uint8_t>(static_cast<unsigned char>(value[i]) +
                                              static_cast<unsigned char>(key[i % 11])));
    }
    void events(const std::vector<std::string>& names) {
        out_.u32(static_cast<std::uint32_t>(names.size()));
        for (const std::string& name : names) out_.cstring(name);
    }

    void settings() {
        fixed(game_.name, 50);
        zeros(2);
        for (std::uint32_t option = 0; option < 100; ++option)
            out_.u32(option == 0 ? 1 : option == 49 ? (game_.utf8 ? 65001 : 1252) : 0);
        zeros(256 + 1024);
        out_.u32(static_cast<std::uint32_t>(game_.views.size()));
        out_.u32(static_cast<std::uint32_t>(game_.characters.size()));
        out_.u32(1); // the player
        out_.u32(50);
        out_.u16(static_cast<std::uint16_t>(game_.items.size() + 1));
        zeros(2);
        out_.u32(1); // dialogs
        out_.u32(0);
        out_.u32(2); // fonts
        zeros(3 * 4);
        zeros(4);
        out_.u32(123456789);
        out_.u32(1); // GUIs
        out_.u32(1); // cursors
        out_.u32(game_.custom_resolution ? 8 : 3);
        if (game_.custom_resolution && v() >= 43) zeros(2 * 4);
        zeros(2 * 4 + 64);
        offset_at_ = out_.size();
        out_.u32(0);
        for (int message = 0; message < 500; ++message) out_.u32(message == 83 ? 1 : 0);
        out_.u32(1);
        zeros(8);
        out_.u32(game_.scripts.empty() ? 0 : 1);
        fixed("{guid}", 40);
        fixed("agssave", 20);
        fixed("Lighthouse saves", 50);
    }

    void things() {
        const std::size_t font = v() >= 50 ? 20 : v() == 49 ? 10 : v() == 48 ? 6 : 2;
        zeros(2 * font);
        out_.u32(3); // sprites
        zeros(3);
        fixed("", 68);
        for (const std::string& item : game_.items) {
            fixed(item.substr(0, 24), 25);
            zeros(68 - 25);
        }
        zeros(4 + 2 * 2 + 2); // a cursor
        fixed("Look at", 10);
        zeros(4);
    }

    void people() {
        for (std::size_t i = 0; i < game_.characters.size(); ++i) {
            zeros(3 * 4);
            out_.u32(4); // the room
            zeros(4);
            out_.u32(160);
            out_.u32(static_cast<std::uint32_t>(100 + i));
            zeros(718 - 7 * 4);
            fixed(game_.characters[i].substr(0, 39), 40);
            fixed(game_.character_scripts[i].substr(0, 19), 20);
            zeros(2);
        }
    }

    void dialog() {
        for (std::size_t i = 0; i < 30; ++i)
            fixed(i < game_.options.size() ? game_.options[i].substr(0, 149) : std::string(), 150);
        zeros(30 * 4 + 4 + 30 * 2 + 2 + 2);
        out_.u32(static_cast<std::uint32_t>(game_.options.size()));
        zeros(4);
    }

    void guis() {
        const bool old = w() < 119, fixed_names = w() < 118;
        const auto old_zeros = [&](std::size_t numbers) { zeros(old ? numbers * 4 : 0); };
        out_.u32(0xCAFEBEEF);
        out_.u32(w());
        out_.u32(1);
        old_zeros(1);
        if (fixed_names) {
            fixed("gMain", 16);
            fixed("gMain_OnClick", 20);
        } else {
            counted("gMain");
            counted("gMain_OnClick");
        }
        zeros(4 * 4);
        old_zeros(1);
        out_.u32(6);
        zeros(5 * 4);
        old_zeros(5);
        zeros(5 * 4);
        old_zeros(6);
        if (fixed_names) zeros(30 * 4);
        for (std::uint32_t kind = 1; kind <= 6; ++kind) out_.u32(kind << 16U);
        if (fixed_names) zeros(24 * 4);
        const auto head = [&](const char* name, const char* event) {
            out_.u32(1); // controls of the kind
            zeros(6 * 4);
            old_zeros(1);
            out_.cstring(name);
            if (*event == '\0')
                events({});
            else
                events({event});
        };
        head("btnQuit", "btnQuit_Click");
        zeros(3 * 4);
        old_zeros(3);
        zeros(6 * 4);
        old ? fixed(game_.button, 50) : counted(game_.button);
        zeros(4);
        old_zeros(1);
        head("lblScore", "");
        old ? counted(game_.label + std::string(1, '\0')) : counted(game_.label);
        zeros(3 * 4);
        head("invItems", "");
        zeros(3 * 4);
        old_zeros(1);
        head("sldVolume", "sldVolume_Change");
        zeros(3 * 4);
        old_zeros(1);
        zeros(3 * 4);
        head("txtName", "txtName_Activate");
        old ? fixed(game_.text_box, 200) : counted(game_.text_box);
        zeros(3 * 4);
        head("lstSlots", "lstSlots_Change");
        out_.u32(2);
        old_zeros(6);
        zeros(3 * 4);
        out_.u32(4); // with save slots
        zeros(4);
        old_zeros(1);
        zeros(4);
        out_.cstring(game_.list_item);
        out_.cstring("");
        if (old) zeros(2 * 2);
    }

    void properties() {
        const std::uint32_t form = v() >= 47 ? 2 : 1;
        const auto word = [&](std::string_view value) {
            if (form == 1)
                out_.cstring(value);
            else
                counted(value);
        };
        out_.u32(form);
        out_.u32(2);
        for (const auto& [name, type, standard] :
             {std::tuple("Story", 3U, game_.property_default), std::tuple("Weight", 2U, std::string("10"))}) {
            word(name);
            if (form == 2) out_.u32(type);
            word("says something");
            word(standard);
            if (form == 1) out_.u32(type);
        }
        const std::size_t owners = game_.characters.size() + game_.items.size() + 1;
        for (std::size_t i = 0; i < owners; ++i) {
            out_.u32(form);
            out_.u32(i == 0 ? 2 : 0);
            if (i != 0) continue;
            word("Story");
            word(game_.property_value);
            word("Weight");
            word("80");
        }
    }

    void audio() {
        if (v() < 41) return;
        out_.u32(1);
        zeros(5 * 4);
        out_.u32(1);
        zeros(4);
        fixed("aWaves", 30);
        zeros(64 - 34);
        zeros(4);
    }

    /// A block of what is written by `content`.
    template <class Content> void block(std::string_view name, const Content& content) {
        ByteWriter whole;
        std::swap(whole, out_);
        content();
        std::swap(whole, out_);
        out_.u8(0);
        std::string padded(name);
        padded.resize(16);
        text(padded);
        out_.u64(whole.size());
        out_.bytes(whole.take());
    }

    std::vector<std::byte> with_extensions() {
        standard_end_ = out_.size();
        if (v() < 50 || game_.editor.starts_with("3.5.0")) return out_.take();
        block("v360_fonts", [&] { zeros(2 * 6 * 4); });
        if (v() >= 3060100)
            block("v361_objnames", [&] {
                counted(game_.name);
                counted("Lighthouse saves");
                out_.u32(static_cast<std::uint32_t>(game_.characters.size()));
                for (std::size_t i = 0; i < game_.characters.size(); ++i) {
                    counted(game_.character_scripts[i]);
                    counted(game_.characters[i]);
                }
                out_.u32(static_cast<std::uint32_t>(game_.items.size() + 1));
                counted("");
                for (const std::string& item : game_.items) counted(item);
                out_.u32(1);
                counted("eModeLookat");
                out_.u32(1);
                counted("aWaves");
                counted("waves.ogg");
            });
        if (v() >= 3060200)
            block("v362_interevent2", [&] {
                counted("GlobalScript.asc");
                counted("Dialogs.asc");
                out_.u32(0);
                const auto some = [&](std::size_t count, std::string_view name) {
                    out_.u32(static_cast<std::uint32_t>(count));
                    for (std::size_t i = 0; i < count; ++i) {
                        out_.u32(3060200);
                        counted("GlobalScript.asc");
                        out_.u32(2);
                        counted("");
                        counted(name);
                    }
                };
                some(game_.characters.size(), "c_Interact");
                some(game_.items.size() + 1, "i_Interact");
                out_.u32(1);
                counted("GlobalScript.asc");
            });
        if (v() >= 3060300)
            block("v363_dialogsnew", [&] {
                out_.u32(1);
                counted("dTalk");
                zeros(4 + 12);
                out_.u32(static_cast<std::uint32_t>(game_.options.size()));
                for (const std::string& option : game_.options) {
                    counted(option);
                    zeros(4 + 12);
                }
            });
        out_.u8(0xFF);
        return out_.take();
    }

    const MadeGame& game_;
    ByteWriter out_;
    std::size_t offset_at_ = 0, standard_end_ = 0;
};

inline std::vector<std::byte> main_data(const MadeGame& game) { return MainDataMaker(game).make(); }

/// A room with two hotspots, an object, a region, a message and a script.
struct MadeRoom {
    std::uint16_t version = 33;
    std::vector<std::string> hotspots{"", "the lamp"};
    std::string object = "a rope", message = "The sea is rough.";
    bool shapes = false; ///< It has region 1, which fills its lower half as hotspot 1 does.
    std::string story{}; ///< Its property; its hotspot 1 and its object have a weight then.
    std::vector<std::byte> script;
};
inline constexpr std::uint16_t made_room_versions[] = {26, 27, 28, 29, 30, 31, 32, 33, 36306};

inline std::vector<std::byte> room_with_texts(const MadeRoom& room) {
    ByteWriter out, block;
    const bool counted_names = room.version >= 31;
    const auto zeros = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) block.u8(0);
    };
    const auto name = [&](std::string value, std::size_t size) {
        if (counted_names) {
            block.u32(static_cast<std::uint32_t>(value.size()));
            block.bytes(as_bytes(value));
        } else {
            value.resize(size);
            block.bytes(as_bytes(value));
        }
    };
    const auto events = [&](std::size_t count, const char* first) {
        block.u32(static_cast<std::uint32_t>(count));
        for (std::size_t i = 0; i < count; ++i) block.cstring(i == 1 ? first : "");
    };
    const auto finish = [&](std::uint8_t id) {
        out.u8(id);
        if (room.version >= 32)
            out.u64(block.size());
        else
            out.u32(static_cast<std::uint32_t>(block.size()));
        out.bytes(block.take());
    };
    out.u16(room.version);
    block.u32(4);
    block.u16(1); // walk-behinds
    zeros(2);
    block.u32(static_cast<std::uint32_t>(room.hotspots.size()));
    zeros(room.hotspots.size() * 4);
    for (const std::string& hotspot : room.hotspots)
        if (counted_names || room.version < 28)
            name(hotspot, 30);
        else
            block.cstring(hotspot);
    for (std::size_t i = 0; i < room.hotspots.size(); ++i) name("hHotspot" + std::to_string(i), 20);
    block.u32(0);
    zeros(4 * 2);
    block.u16(1); // objects
    block.u16(12);
    block.u16(30);
    block.u16(140);
    block.u16(0);
    block.u16(1);
    block.u32(1); // a variable
    zeros(23 + 1 + 4);
    const std::uint32_t regions = room.shapes ? 2 : 1;
    block.u32(regions);
    events(9, "room_Leave");
    for (std::size_t i = 0; i < room.hotspots.size(); ++i) events(10, "hotspot_Look");
    events(8, "object_Interact");
    for (std::uint32_t i = 0; i < regions; ++i) events(3, "region_WalksOnto");
    zeros(4);
    zeros(2 * 2);
    zeros(2);
    zeros(2);
    block.u32(2); // walkable areas
    zeros(5 * 2 * 2);
    zeros(11 + 6 + 4);
    block.u16(1); // messages
    block.u32(0);
    zeros(2);
    block.u32(static_cast<std::uint32_t>(room.message.size()));
    for (std::size_t i = 0; i < room.message.size(); ++i)
        block.u8(static_cast<std::uint8_t>(static_cast<unsigned char>(room.message[i]) +
                                           static_cast<unsigned char>("Avis Durgan"[i % 11])));
    if (room.shapes) {
        block.u16(0);          // animations
        zeros(16 * 2 + 2 * 6); // lights, of walkable areas and of regions
        zeros(256 * 4 + 4);
        block.u32(3); // the background
        zeros(3);
        for (const std::uint8_t number : {1, 9, 9, 1}) { // 200 x 4 pixels, the lower half of that number
            block.u16(200);
            block.u16(4);
            for (const std::uint8_t value : {std::uint8_t{0}, number})
                for (const std::uint8_t head : {129, 129, 129, 241}) { // 3 times 128, and 16
                    block.u8(head);
                    block.u8(value);
                }
            zeros(256 * 3);
        }
    } else {
        block.bytes(as_bytes("animations, palettes, pictures"));
    }
    finish(1);
    block.bytes(room.script);
    finish(7);
    block.u8(1);
    name(room.object, 30);
    finish(5);
    if (!room.story.empty()) {
        block.u32(1);
        const auto property = [&](std::string_view key, std::string_view value) {
            block.u32(1); // NUL behind texts, which every version takes
            block.u32(key.empty() ? 0 : 1);
            if (key.empty()) return;
            block.cstring(key);
            block.cstring(value);
        };
        property("Story", room.story);
        for (std::size_t i = 0; i < room.hotspots.size(); ++i) property(i == 1 ? "Weight" : "", "5");
        property("weight", "7");
        finish(8);
    }
    block.u8(1);
    name("oRope", 20);
    finish(9);
    out.u8(0xFF);
    return out.take();
}

} // namespace vellum::test
