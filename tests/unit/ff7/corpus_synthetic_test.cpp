// The ten synthetic programs of the corpus: traces row by row, final states field by field, host calls in
// order.
#include <map>

#include "base/json.hpp"
#include "golden.hpp"
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

/// Opcodes that the reference interpreter handles itself: all others from 0x300 on are its host calls.
bool is_host_call(std::uint16_t opcode) {
    static const std::uint16_t own[] = {0x300, 0x302, 0x303, 0x304, 0x305, 0x306, 0x308, 0x309, 0x30A, 0x30B,
                                        0x30D, 0x30E, 0x310, 0x311, 0x312, 0x321, 0x327, 0x328, 0x32D, 0x32E,
                                        0x330, 0x333, 0x334, 0x335, 0x336, 0x338, 0x339, 0x33A, 0x341, 0x342,
                                        0x343, 0x344, 0x345, 0x346, 0x347, 0x34F, 0x354, 0x31A};
    if (opcode < 0x300) return false;
    for (const std::uint16_t code : own)
        if (code == opcode) return false;
    const isa::Row* row = table().find(opcode);
    return !row->mnemonic.starts_with("NOP_3") || opcode == 0x31B;
}

struct SyntheticTracer final : TraceText {
    struct HostCall {
        std::uint32_t frame;
        std::string name;
        std::vector<std::int32_t> arguments;
    };
    std::vector<HostCall> calls;
    void step_values(const StepValues& values) override {
        TraceText::step_values(values);
        if (!is_host_call(opcode)) return;
        std::vector<std::int32_t> arguments;
        for (const Value& value : values.taken) arguments.push_back(value.integer());
        calls.push_back({static_cast<std::uint32_t>(values.scheduler.frames()),
                         std::string(table().find(opcode)->mnemonic), std::move(arguments)});
    }
};

void expect_entity(const WorldState& state, const Entity& entity, const Json& wanted,
                   const std::string& what) {
    SCOPED_TRACE(what);
    EXPECT_EQ(entity.model, wanted["model"].as_int());
    EXPECT_EQ(entity.position.x, wanted["x"].as_int());
    EXPECT_EQ(entity.position.y, wanted["y"].as_int());
    EXPECT_EQ(entity.position.z, wanted["z"].as_int());
    EXPECT_EQ(entity.facing, wanted["facing"].as_int());
    EXPECT_EQ(entity.move_direction, wanted["move_dir"].as_int());
    EXPECT_EQ(entity.speed, wanted["speed"].as_int());
    EXPECT_EQ(entity.walk, wanted["walk"].as_bool());
    EXPECT_EQ(entity.animation, wanted["anim"].as_int());
    EXPECT_EQ(entity.once, wanted["once"].as_bool());
    EXPECT_EQ(entity.y_offset, wanted["y_offset"].as_int());
    EXPECT_EQ(entity.rise1, wanted["rise1"].as_int());
    EXPECT_EQ(entity.rise2, wanted["rise2"].as_int());
    EXPECT_EQ(entity.flying, wanted["fly"].as_bool());
    EXPECT_EQ(entity.hidden, wanted["hidden"].as_bool());
    EXPECT_EQ(entity.scripts_off, wanted["scripts_off"].as_bool());
    char ip[8];
    std::snprintf(ip, sizeof ip, "%04x", entity.ip);
    EXPECT_EQ(ip, wanted["pc"].as_string());
    EXPECT_EQ(entity.wait, wanted["wait"].as_int());
    EXPECT_EQ(entity.priority, wanted["priority"].as_int());
    EXPECT_EQ(entity.frame_count, wanted["frames"].as_int());
    EXPECT_EQ(entity.called, wanted["called"].as_int());
    EXPECT_EQ(entity.rider == no_entity, wanted["rider"].is_null());
    if (!wanted["rider"].is_null()) EXPECT_EQ(state.entity(entity.rider).model, wanted["rider"].as_int());
    if (wanted["shown"].is_null()) return; // the older states end here
    EXPECT_EQ(entity.shown_facing, wanted["shown"].as_int());
    EXPECT_EQ(entity.slide, wanted["extra"].as_int());
    EXPECT_EQ(entity.moved, wanted["moved"].as_bool());
    EXPECT_EQ(entity.height_set, wanted["height_set"].as_bool());
    EXPECT_EQ(entity.terrain, wanted["terrain"].as_int() | wanted["script_number"].as_int() << 5);
    EXPECT_EQ(entity.previous, (Position{static_cast<std::int32_t>(wanted["prev"].at(0).as_int()),
                                         static_cast<std::int32_t>(wanted["prev"].at(1).as_int()),
                                         static_cast<std::int32_t>(wanted["prev"].at(2).as_int())}));
    EXPECT_EQ(entity.touched == no_entity, wanted["touch"].is_null());
    if (!wanted["touch"].is_null()) EXPECT_EQ(state.entity(entity.touched).model, wanted["touch"].as_int());
}

class Synthetic : public testing::TestWithParam<int> {};

TEST_P(Synthetic, TraceAndFinalStateEqualTheReference) {
    VELLUM_NEEDS_CORPUS();
    char number[16];
    std::snprintf(number, sizeof number, "syn%03d", GetParam());
    const std::string base = corpus() + "synthetic/" + number;
    const ProgramPtr program = load_file(base + ".ev");
    Game game;
    RunOptions options;
    options.settings = {{"entry_field", "1"},
                        {"strict", "1"},
                        {"window_frames", "3"},
                        {"plan", read_text(base + ".plan.json")}};
    Diagnostics diagnostics;
    auto world = make_world(program, game, options, diagnostics);
    ASSERT_TRUE(world.has_value()) << world.error().message;
    SyntheticTracer tracer;
    (*world)->add_observer(tracer);
    std::string frames = "frame,mode,view,angle,wanted,tilt,distance,steering,shown\n";
    const auto add_frame = [&] {
        const WorldState& now = (*world)->state();
        const Camera& camera = now.camera;
        frames += joined({now.frame, camera.mode, now.view(), camera.angle, camera.wanted_angle,
                          camera.shown_tilt, camera.shown_distance, camera.steering},
                         ',') +
                  "," + shown_of(now) + "\n";
    };
    (*world)->start();
    add_frame();
    for (int i = 1; i < 60; ++i) {
        (*world)->frame(1.0F / 30);
        add_frame();
    }

    std::string wanted = read_text(base + ".trace.csv");
    wanted.erase(0, wanted.find('\n') + 1);
    while (!wanted.empty() && wanted.back() == '\n') wanted.pop_back();
    std::erase(wanted, '\r');
    if (wanted != tracer.text) {
        const auto a = split(wanted, '\n'), b = split(tracer.text, '\n');
        std::size_t i = 0;
        while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
        FAIL() << "row " << i << " of " << a.size() << "/" << b.size() << "\n wanted "
               << (i < a.size() ? a[i] : "-") << "\n got    " << (i < b.size() ? b[i] : "-") << "\n after  "
               << (i > 0 ? a[i - 1] : "-");
    }

    const WorldState& state = (*world)->state();
    const std::string newer =
        golden_folder().empty() ? std::string() : golden_folder() + "synthetic/" + number;
    if (!newer.empty()) {
        std::string told = read_text(newer + ".frames.csv");
        std::erase(told, '\r');
        EXPECT_EQ(frames, told);
    }
    const Result<Json> final_state = parse_json(read_text((newer.empty() ? base : newer) + ".state.json"));
    ASSERT_TRUE(final_state.has_value());
    const Json& json = *final_state;
    EntityId id = state.head;
    std::size_t index = 0;
    for (const Json& entity : json["entities_newest_first"].elements()) {
        ASSERT_NE(id, no_entity);
        expect_entity(state, state.entity(id), entity, "entity " + std::to_string(index++));
        id = state.entity(id).next;
    }
    EXPECT_EQ(id, no_entity);
    expect_entity(state, state.entity(system_entity), json["system"], "system");
    EXPECT_EQ(state.entity(state.player).model, json["player"].as_int());
    EXPECT_EQ(state.depth, json["stack_pointer"].as_uint());
    for (std::size_t i = 0; i < json["slots"].size(); ++i) {
        char tag[8];
        std::snprintf(tag, sizeof tag, "%04x", state.stack[i].tag);
        EXPECT_EQ(tag, json["slots"].at(i).at(0).as_string()) << i;
        EXPECT_EQ(state.stack[i].value, json["slots"].at(i).at(1).as_int()) << i;
    }
    std::string temporary;
    for (const std::uint8_t byte : state.temporary) {
        char hex[4];
        std::snprintf(hex, sizeof hex, "%02x", byte);
        temporary += hex;
    }
    EXPECT_EQ(temporary, json["temp"].as_string());
    std::map<std::string, std::int64_t> save;
    for (std::size_t i = 0; i < save_size; ++i)
        if (state.save[i] != 0) {
            char hex[8];
            std::snprintf(hex, sizeof hex, "%x", static_cast<unsigned>(save_base + i));
            save[hex] = state.save[i];
        }
    std::map<std::string, std::int64_t> wanted_save;
    for (const JsonMember& member : json["save_nonzero"].members())
        wanted_save[member.key] = member.value.as_int();
    EXPECT_EQ(save, wanted_save);
    for (std::size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(state.points[i].position.x, json["points"].at(i).at(0).as_int());
        EXPECT_EQ(state.points[i].position.y, json["points"].at(i).at(1).as_int());
        EXPECT_EQ(state.points[i].position.z, json["points"].at(i).at(2).as_int());
        EXPECT_EQ(state.points[i].type, json["point_types"].at(i).as_int());
    }
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(state.stored[i].x, json["stored"].at(i).at(0).as_int());
        EXPECT_EQ(state.stored[i].z, json["stored"].at(i).at(2).as_int());
    }
    const auto calls = json["host_calls"].elements();
    ASSERT_EQ(calls.size(), tracer.calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        EXPECT_EQ(calls[i].at(0).as_uint(), tracer.calls[i].frame);
        EXPECT_EQ(calls[i].at(1).as_string(), tracer.calls[i].name);
        ASSERT_EQ(calls[i].size(), tracer.calls[i].arguments.size() + 2);
        for (std::size_t k = 0; k < tracer.calls[i].arguments.size(); ++k)
            EXPECT_EQ(calls[i].at(k + 2).as_int(), tracer.calls[i].arguments[k]);
    }
    EXPECT_TRUE((*world)->faults().empty());
}

INSTANTIATE_TEST_SUITE_P(Corpus, Synthetic, testing::Range(1, 11));

} // namespace
} // namespace vellum::ff7::test
