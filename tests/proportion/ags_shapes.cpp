// AGS listings and scripts with much of one thing; rooms, main data and packages whose parts overlap or
// repeat.
#include "proportion/shapes.hpp"
#include "support/ags_main_data.hpp"
#include "support/ags_packages.hpp"
#include "tools/texts/text_file.hpp"

namespace vellum::proportion {

namespace {

std::string number(std::size_t i) { return std::to_string(i); }

std::string text_of(std::span<const std::byte> bytes) { return std::string(as_text(bytes)); }

std::string listing(const std::string& head, const std::string& body) {
    return "; engine: ags\n.version 90\n.section \"s\", 0\n" + head + body;
}

std::string script_of(const std::string& text) {
    Diagnostics diagnostics;
    const Engine& engine = *find_engine("ags");
    const auto program = engine.format().assemble(text, {}, diagnostics);
    if (!program) return text;
    return text_of(*(*program)->save());
}

std::string small_script() {
    return script_of(listing(".export func \"main$0\", main$0\n", "main$0:\n    THISBASE 0\n    RET\n"));
}

/// Takes the texts of a file and puts others in for all of them.
void change_all_texts(std::string_view bytes, std::string_view name) {
    const Engine& engine = *find_engine("ags");
    Diagnostics diagnostics;
    const LoadOptions options{.name = std::string(name)};
    const auto texts = engine.texts()->texts(as_bytes(bytes), options, diagnostics);
    if (!texts) return;
    std::vector<TextChange> changes;
    for (const GameText& text : *texts) changes.push_back({text.id, text.text, text.text + "x"});
    static_cast<void>(engine.texts()->change_texts(as_bytes(bytes), options, changes, diagnostics));
}

/// Texts of main data, rooms and scripts.
std::vector<Shape> data_shapes() {
    const auto data = [](std::string_view bytes) { change_all_texts(bytes, "game28.dta"); };
    const auto room = [](std::string_view bytes) { change_all_texts(bytes, "room1.crm"); };
    const auto script = [](std::string_view bytes) { change_all_texts(bytes, "a.o"); };
    const auto things = [](std::size_t size, const test::MadeVersion& version) {
        test::MadeGame game = test::made_game(version);
        while (game.items.size() * 150 < size) {
            game.items.push_back("item " + number(game.items.size()));
            game.item_scripts.push_back("i" + number(game.items.size()));
        }
        return text_of(test::main_data(game));
    };
    return {
        {"AgsMainDataItems", [=](std::size_t size) { return things(size, test::made_versions[3]); }, data,
         250, 100},
        {"AgsMainDataLongNames", [=](std::size_t size) { return things(size, test::made_versions[10]); },
         data, 250, 100},
        {"AgsMainDataPeople",
         [](std::size_t size) {
             test::MadeGame game;
             while (game.characters.size() * 900 < size) {
                 game.characters.push_back("person " + number(game.characters.size()));
                 game.character_scripts.push_back("c" + number(game.characters.size()));
             }
             return text_of(test::main_data(game));
         },
         data, 250, 60},
        {"AgsMainDataClaims",
         [](std::size_t size) { // a count of as much as could follow, and nothing of it
             std::string made = text_of(test::main_data({})).substr(0, 4000);
             return made + repeated(size, "\xFF\xFF\x1F\x01");
         },
         data, 250, 60},
        {"AgsRoomHotspots",
         [](std::size_t size) {
             test::MadeRoom room;
             while (room.hotspots.size() * 70 < size)
                 room.hotspots.push_back("spot " + number(room.hotspots.size()));
             return text_of(test::room_with_texts(room));
         },
         room, 100, 60},
        {"AgsScriptTexts",
         [](std::size_t size) {
             return script_of(listing(".export func \"f$0\", f$0\n",
                                      "f$0:\n    THISBASE 0\n" + repeated(size / 2, [](std::size_t i) {
                                          return "    LITTOREG AX, string \"text " + number(i) +
                                                 "\"\n    PUSHREAL AX\n";
                                      }) + "    RET\n"));
         },
         script, 250, 60},
        {"AgsScriptSameTexts",
         [](std::size_t size) {
             return script_of(
                 listing(".export func \"f$0\", f$0\n" + repeated(size / 2, ".string \"text\"\n"),
                         "f$0:\n    THISBASE 0\n" + repeated(size / 4, "    LITTOREG AX, string \"text\"\n") +
                             "    RET\n"));
         },
         script, 100, 60},
        {"Trs",
         [](std::size_t size) {
             return repeated(size, [](std::size_t i) { return "text " + number(i) + "\r\n\r\n"; });
         },
         [](std::string_view text) {
             if (const auto file = tools::read_text_file(text, tools::TextForm::trs))
                 static_cast<void>(tools::write_text_file(*file, tools::TextForm::tra));
         },
         250, 60},
    };
}

} // namespace

std::vector<Shape> ags_shapes() {
    using namespace vellum::test;
    const auto straight = [](std::size_t size) {
        return listing("", "f:\n" + repeated(size, "    LITTOREG AX, 5\n    PUSHREG AX\n    POPREG BX\n") +
                               "    RET\n");
    };
    const auto functions = [](std::size_t size) {
        std::string head;
        const std::string body = repeated(size, [&](std::size_t i) {
            head += ".export func \"f" + number(i) + "$0\", f" + number(i) + "\n";
            return "f" + number(i) + ":\n    THISBASE 0\n    RET\n";
        });
        return listing(head, body);
    };
    const auto jumps = [](std::size_t size) {
        return listing("", "f:\n" + repeated(size, [](std::size_t i) {
                               return "l" + number(i) + ":\n    JZ l" + number(i / 2) + "\n";
                           }) + "    RET\n");
    };
    const auto imports = [](std::size_t size) {
        return listing(repeated(size, [](std::size_t i) { return ".import \"Import" + number(i) + "\"\n"; }),
                       "f:\n    RET\n");
    };
    const auto strings = [](std::size_t size) {
        return listing(repeated(size, [](std::size_t i) { return ".string \"text " + number(i) + "\"\n"; }),
                       "f:\n    RET\n");
    };
    const auto sections = [](std::size_t size) {
        return listing(repeated(size, [](std::size_t i) { return ".section \"s" + number(i) + "\", 0\n"; }),
                       "f:\n    RET\n");
    };
    const auto nonsense = [](std::size_t size) { return listing("", repeated(size, "LITTORG AX, \"x\n")); };
    const auto list = [](std::string_view text) { assemble_and_list("ags", text); };
    const auto load = [](std::string_view bytes) { load_and_list("ags", bytes, "x.o"); };
    const auto open = [](std::string_view bytes) {
        const Engine& engine = *find_engine("ags");
        for (const std::string_view name : {"game.ags", "game28.dta", "room7.crm", "game.exe"}) {
            static_cast<void>(engine.format().detect(as_bytes(bytes), name));
            static_cast<void>(
                engine.format().open_container(std::make_shared<SpanSource>(as_bytes(bytes)), name, {}));
        }
    };
    const auto many = [](std::size_t size, std::string_view content) {
        std::vector<PackedFile> files;
        for (std::size_t i = 0; i * (content.size() + 30) < size; ++i)
            files.push_back({"room" + number(i % 7) + ".crm",
                             std::vector(as_bytes(content).begin(), as_bytes(content).end())});
        return files;
    };
    std::vector<Shape> shapes{
        {"AgsListingStraight", straight, list, 250, 60},
        {"AgsListingFunctions", functions, list, 250, 60},
        {"AgsListingJumps", jumps, list, 250, 60},
        {"AgsListingImports", imports, list, 250, 60},
        {"AgsListingStrings", strings, list, 250, 60},
        {"AgsListingSections", sections, list, 250, 60},
        {"AgsListingNonsense", nonsense, list, 250, 60},
        {"AgsScriptStraight", [=](std::size_t size) { return script_of(straight(size)); }, load, 350, 60},
        {"AgsScriptFunctions", [=](std::size_t size) { return script_of(functions(size)); }, load, 350, 60},
        {"AgsScriptJumps", [=](std::size_t size) { return script_of(jumps(size)); }, load, 350, 60},
        {"AgsScriptImports", [=](std::size_t size) { return script_of(imports(size)); }, load, 250, 130},
        {"AgsRoomBlocks",
         [](std::size_t size) {
             ByteWriter out;
             out.u16(33);
             while (out.size() < size) {
                 out.u8(1);
                 out.u64(0);
             }
             return text_of(out.take());
         },
         open, 250, 60},
        {"AgsMainDataMarks",
         [](std::size_t size) { return "Adventure Creator Game File v2" + repeated(size, "SCOM"); }, open,
         250, 60},
        {"AgsMainDataAlmostScripts",
         [](std::size_t size) {
             // Each head promises two kilobytes of data and as much code.
             return "Adventure Creator Game File v2" +
                    repeated(size, std::string_view("SCOM\x5a\0\0\0\0\x08\0\0\0\x02\0\0\0\0\0\0", 20));
         },
         open, 1000, 60},
        {"AgsMainDataScripts",
         [](std::size_t size) { return "Adventure Creator Game File v2" + repeated(size, small_script()); },
         open, 250, 60},
        {"AgsPackageScripts",
         [=](std::size_t size) {
             const std::string script = small_script();
             return text_of(package(30, many(size, text_of(room_file(33, as_bytes(script))))));
         },
         open, 250, 60},
        {"AgsMainDataGreedyScripts",
         [](std::size_t size) {
             // Each head promises half of the file.
             ByteWriter head;
             put(head, "SCOM");
             head.u32(90);
             head.u32(static_cast<std::uint32_t>(size / 2));
             head.u32(0);
             head.u32(0);
             return "Adventure Creator Game File v2" + repeated(size, text_of(head.take()));
         },
         open, 1000, 60},
        {"AgsPackageEmptyMembers", [=](std::size_t size) { return text_of(package(21, many(size, ""))); },
         open, 250, 60},
        {"AgsPackageOldMembers", [=](std::size_t size) { return text_of(package(11, many(size, "x"))); },
         open, 250, 60},
    };
    // One file with the parts behind each other, as long as the first says.
    shapes.push_back({"AgsPackageParts",
                      [=](std::size_t size) {
                          std::vector<PackedFile> files =
                              many(size, text_of(room_file(33, as_bytes(small_script()))));
                          for (std::size_t i = 0; i < files.size(); ++i)
                              files[i].part = static_cast<std::uint8_t>(i % 20);
                          std::string all;
                          for (const auto& part : package_parts(30, files)) all += text_of(part);
                          return all;
                      },
                      [](std::string_view bytes) {
                          const Engine& engine = *find_engine("ags");
                          // The last file is the last part, and so on.
                          std::vector<std::string_view> parts;
                          for (std::string_view rest = bytes; !rest.empty();) {
                              const std::size_t at = rest.rfind("CLIB\x1A");
                              parts.insert(parts.begin(), rest.substr(at));
                              rest = rest.substr(0, at);
                          }
                          const auto opened = engine.format().open_container(
                              std::make_shared<SpanSource>(as_bytes(parts.front())), "game.ags",
                              [&](const std::string& name) -> Result<std::shared_ptr<const ByteSource>> {
                                  for (std::size_t i = 1; i < parts.size(); ++i)
                                      if (name == part_name(i))
                                          return std::make_shared<SpanSource>(as_bytes(parts[i]));
                                  return std::shared_ptr<const ByteSource>();
                              });
                          if (!opened || *opened == nullptr || (*opened)->members().empty()) return;
                          const archives::Change change{(*opened)->members().front().name, {}};
                          static_cast<void>((*opened)->put_back(std::span(&change, 1)));
                      },
                      400, 60});
    // All members are the same bytes: the whole rest of the file.
    shapes.push_back({"AgsPackageOverlapping",
                      [=](std::size_t size) {
                          const std::string content =
                              "Adventure Creator Game File v2" + repeated(size / 2, small_script());
                          std::vector<PackedFile> files;
                          std::vector<std::uint32_t> offsets;
                          const std::size_t count = size / 2 / 40;
                          for (std::size_t i = 0; i < count; ++i) {
                              files.push_back({"game" + number(i) + ".dta", {}});
                              files.back().claimed = static_cast<std::uint32_t>(content.size());
                              offsets.push_back(0);
                          }
                          const auto start =
                              static_cast<std::uint32_t>(package_table(30, files, offsets).size());
                          for (std::uint32_t& offset : offsets) offset = start;
                          return text_of(package_table(30, files, offsets)) + content;
                      },
                      open, 250, 60});
    shapes.push_back({"AgsPackageOverlappingRooms",
                      [=](std::size_t size) {
                          const std::string content =
                              text_of(room_file(33, as_bytes(small_script() + repeated(size / 2, "x"))));
                          std::vector<PackedFile> files;
                          std::vector<std::uint32_t> offsets;
                          for (std::size_t i = 0; i < size / 80; ++i) {
                              files.push_back({"room" + number(i) + ".crm", {}});
                              files.back().claimed = static_cast<std::uint32_t>(content.size());
                              offsets.push_back(0);
                          }
                          const auto start =
                              static_cast<std::uint32_t>(package_table(30, files, offsets).size());
                          for (std::uint32_t& offset : offsets) offset = start;
                          return text_of(package_table(30, files, offsets)) + content;
                      },
                      open, 250, 60});
    for (Shape& shape : data_shapes()) shapes.push_back(std::move(shape));
    return shapes;
}

} // namespace vellum::proportion
