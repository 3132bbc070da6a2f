// Drives Pathologic scripts as tests need it: loads them, runs worlds with the stand-in host, sends every
// event a script can handle with values of the right types, and describes states and traces so that two runs
// can be compared. Used by unit, property and fuzz tests alike; holds no expectations of its own.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/script.hpp"
#include "vellum/hosts.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::test {

/// The corpus folder of Pathologic, or empty.
inline std::string pathologic_corpus() {
    const char* root = std::getenv("VELLUM_CORPUS");
    return root == nullptr ? std::string() : std::string(root) + "/pathologic";
}

/// All .bin files below the folder, sorted; without the decode tests, which are not made to be run.
inline std::vector<std::string> pathologic_files(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string path = entry->path().string();
        if (path.ends_with(".bin") && path.find("synthetic") == std::string::npos) files.push_back(path);
    }
    std::ranges::sort(files);
    return files;
}

inline ProgramPtr load_pathologic(std::span<const std::byte> bytes, std::string name = "test.bin") {
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = std::move(name);
    Result<ProgramPtr> program = pathologic::engine().format().load(bytes, options, diagnostics);
    return program ? *program : nullptr;
}

inline ProgramPtr load_pathologic_file(const std::string& path) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    return bytes ? load_pathologic(*bytes, path) : nullptr;
}

/// A program from assembly text; the first error goes to `error` if there is no program.
inline ProgramPtr assemble_pathologic(std::string_view text, std::string* error = nullptr,
                                      std::optional<pathologic::Numbering> numbering = {}) {
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = "test.vasm";
    options.engines.pathologic.numbering = numbering;
    Result<ProgramPtr> program = pathologic::engine().format().assemble(text, options, diagnostics);
    if (program) return *program;
    if (error != nullptr) *error = format(program.error());
    return nullptr;
}

/// How a world's machines execute: with every check, in the fast form, or as machine code from the first time
/// on.
enum class Form : std::uint8_t { checked, fast, native };
inline constexpr Form all_forms[] = {Form::checked, Form::fast, Form::native};

inline pathologic::WorldOptions options_of(Form form) {
    pathologic::WorldOptions options;
    options.checked = form == Form::checked;
    options.native = form == Form::native;
    options.native_after = 1;
    return options;
}

/// A world of one script with a stand-in host around an optional host of the test's own.
struct PathologicRun {
    explicit PathologicRun(const ProgramPtr& script, const pathologic::WorldOptions& options = {},
                           Host* inner = nullptr)
        : program(script),
          host(inner, &pathologic::known_natives()),
          world(pathologic::make_world(host, options)) {
        if (program != nullptr) static_cast<void>(world->add(program, {}));
    }
    ProgramPtr program;
    StandInHost host;
    std::unique_ptr<pathologic::World> world;
};

/// Every event some task of the script or the script itself handles, each signature once, with values that
/// fit: numbers from `seed`, objects that are no known ones, short texts.
inline std::vector<Event> all_events(const ProgramPtr& program, std::uint32_t seed) {
    const auto& script = static_cast<const pathologic::Script&>(*program);
    std::vector<Event> events;
    std::vector<std::pair<std::uint32_t, std::vector<pathologic::VariableType>>> seen;
    const auto add = [&](const std::vector<pathologic::EventHandler>& handlers) {
        for (const pathologic::EventHandler& handler : handlers) {
            std::pair<std::uint32_t, std::vector<pathologic::VariableType>> key{handler.id,
                                                                                handler.variables};
            if (std::ranges::find(seen, key) != seen.end()) continue;
            seen.push_back(key);
            Event event;
            event.name = std::to_string(handler.id);
            for (const pathologic::VariableType type : handler.variables) {
                seed = seed * 1664525U + 1013904223U;
                const auto number = static_cast<std::int32_t>(seed >> 24U);
                switch (pathologic::value_type(type)) {
                case Type::boolean: event.values.emplace_back((number & 1) != 0); break;
                case Type::integer: event.values.emplace_back(number); break;
                case Type::real: event.values.emplace_back(static_cast<float>(number) / 8.0F); break;
                case Type::string: event.values.emplace_back(std::string_view("text")); break;
                case Type::vector:
                    event.values.emplace_back(Vector3{1.0F, 2.0F, static_cast<float>(number)});
                    break;
                default: event.values.emplace_back(ObjectId{static_cast<std::uint64_t>(number) + 1}); break;
                }
            }
            events.push_back(std::move(event));
        }
    };
    for (const pathologic::Task& task : script.tasks) add(task.events);
    add(script.events);
    return events;
}

/// Runs frames, sending one event before each, in turn.
inline void drive(Scheduler& world, const std::vector<Event>& events, int frames, float seconds = 0.05F) {
    for (int i = 0; i < frames; ++i) {
        if (!events.empty())
            static_cast<void>(world.send(events[static_cast<std::size_t>(i) % events.size()]));
        world.frame(seconds);
    }
}

/// Everything a script did, as a hash: each step, native, event, note and fault.
class HashingObserver : public Observer {
  public:
    explicit HashingObserver(bool steps) : steps_(steps) {}
    bool wants_steps() const override { return steps_; }
    void step(const Step& step) override {
        hash_.u32(step.machine);
        hash_.u32(step.address);
        hash_.u32(step.depth);
    }
    void native(const NativeStep& step) override {
        hash_.update(step.key.name);
        hash_.u32(static_cast<std::uint32_t>(step.call.outcome));
        for (const Value* value : step.call.arguments) update(*value);
        ++natives;
    }
    void event(const Scheduler&, std::uint32_t machine, std::string_view name, std::span<const Value>,
               std::string_view outcome) override {
        hash_.u32(machine);
        hash_.update(name);
        hash_.update(outcome);
    }
    void note(const Scheduler&, std::uint32_t machine, std::string_view text) override {
        hash_.u32(machine);
        hash_.update(text);
    }
    void fault(const Scheduler&, const Fault& fault) override {
        hash_.update(fault.message);
        for (const Frame& frame : fault.frames) hash_.u32(frame.address);
    }
    [[nodiscard]] std::uint64_t digest() const { return hash_.digest(); }
    std::uint64_t natives = 0;

  private:
    void number(float value) {
        hash_.u32(value != value ? 0x7FC00000U : std::bit_cast<std::uint32_t>(value));
    }
    void update(const Value& value) {
        hash_.u8(static_cast<std::uint8_t>(value.type()));
        switch (value.type()) {
        case Type::string: hash_.update(value.text()); break;
        case Type::object: hash_.u64(value.object().id); break;
        case Type::real: number(value.real()); break;
        case Type::vector:
            number(value.vector().x);
            number(value.vector().y);
            number(value.vector().z);
            break;
        default: hash_.u32(static_cast<std::uint32_t>(value.integer())); break;
        }
    }
    StateHash hash_;
    bool steps_;
};

} // namespace vellum::test
