// What a run consists of, for the files that put it together.
#pragma once

#include "debug/tape.hpp"
#include "vellum/hosts.hpp"
#include "vellum/run.hpp"
#include "workspace/run/fixed_answers.hpp"

namespace vellum {

/// Names objects as the host or else the world calls them. Answers nothing.
class ObjectNames final : public Host {
  public:
    ObjectNames(const Host& host, const Scheduler& world) : host_(host), world_(world) {}
    Native resolve(const NativeKey&) override { return {}; }
    std::string object_name(ObjectId object) const override {
        std::string name = host_.object_name(object);
        return name.empty() ? world_.object_name(object) : name;
    }

  private:
    const Host& host_;
    const Scheduler& world_;
};

struct Run::Parts {
    Parts(const Workspace& where, RunRequest what) : workspace(where), request(std::move(what)) {}

    using Said = std::vector<Diagnostic>;
    // --- programs.cpp ---
    [[nodiscard]] Result<void> load_programs(Said& said);
    // --- record.cpp ---
    /// A record among the names stands for its programs, which it names.
    [[nodiscard]] Result<void> find_record();
    /// Reads the record of `replay` and takes settings and budget from it. What the request says otherwise is
    /// refused: the run would be another one.
    [[nodiscard]] Result<void> read_record(Said& said);
    // --- run.cpp ---
    [[nodiscard]] Result<void> open(Said& said);
    [[nodiscard]] Result<void> check_request() const;
    [[nodiscard]] Result<void> read_settings();
    [[nodiscard]] Result<void> find_host();
    [[nodiscard]] Result<void> make_host(Said& said);
    [[nodiscard]] Result<void> settle_frames();

    const Workspace& workspace;
    RunRequest request;
    bool debugged = false;
    std::uint64_t before = 0; ///< Frames that the world had run when it was opened, see Scheduler::frames.
    std::uint64_t last = 0;   ///< The last frame to run.
    RunOptions options;
    std::vector<ProgramPtr> programs;
    std::vector<ProgramPtr>
        game_data; ///< What games have besides their scripts; behind these once all are loaded.
    /// Makes a program anew from what is there now.
    using Again = std::function<Result<ProgramPtr>(Diagnostics& diagnostics)>;
    std::vector<Again> again; ///< Of each program.
    std::vector<std::string> places;
    std::shared_ptr<const FileSystem> files; ///< Below the folders of all scripts and of the settings' data.
    std::unique_ptr<HostScript> script_host;
    std::unique_ptr<runs::FixedAnswers> answers;
    HostChain answering; ///< Whoever answers for the game.
    std::unique_ptr<StandInHost> stand_in;
    std::unique_ptr<RecordingHost> recorder;
    std::unique_ptr<ReplayHost> replay;
    HostLog log;
    std::unique_ptr<debug::Tape> tape;
    std::vector<std::byte> snapshot; ///< That it goes on from.
    std::optional<RunVerdict> verdict;
    Host* host = nullptr;
    std::unique_ptr<Scheduler> scheduler;
    std::unique_ptr<ObjectNames> names;
    std::uint64_t frames_run = 0;
    RunReporter* reporter = nullptr; ///< While it plays.
    std::function<void(std::string_view)> host_line;
    std::function<void(RunReporter&)> before_frame;
};

/// Why a request makes no run.
[[nodiscard]] inline std::unexpected<Diagnostic> refuse_request(std::string message) {
    return fail(codes::run_request, std::move(message));
}

} // namespace vellum
