// What holds for every row of every instruction table: programs with its instruction do the same in the
// precise form, in the fast form, and cut into pieces that are saved and restored into fresh worlds. An
// engine says how a program with a row's instruction is written and how its world is driven; a new
// instruction is tried without a word, and one that no program gets to is named.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/random.hpp"
#include "vellum/code.hpp"
#include "vellum/engine.hpp"
#include "vellum/host.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::test {

/// A row whose instruction cannot be seen executed, and why.
struct NeverSeen {
    std::string_view mnemonic;
    std::string_view reason;
};

class RowSubject {
  public:
    using Settings = std::vector<std::pair<std::string, std::string>>;
    explicit RowSubject(const Engine& engine, const isa::Table& table) : engine_(engine), table_(table) {}
    virtual ~RowSubject() = default;
    RowSubject(const RowSubject&) = delete;
    RowSubject& operator=(const RowSubject&) = delete;

    /// A listing with that row's instruction in it, with operands and neighbours by chance. Empty: nothing
    /// can be written, and `never_seen` says why.
    [[nodiscard]] virtual std::string program(const isa::Row& row, Random& random) = 0;
    [[nodiscard]] virtual std::span<const NeverSeen> never_seen() const { return {}; }

    /// A world of its own; it stops after `piece` instructions if that is not 0.
    [[nodiscard]] virtual std::unique_ptr<Scheduler> world(const ProgramPtr& program, Host& host,
                                                           std::uint64_t piece);
    /// Lets the program run, until it ends or a piece does.
    virtual void start(Scheduler& world, std::uint64_t piece) = 0;
    /// A piece has ended, but not the program.
    [[nodiscard]] virtual bool stopped(Scheduler& world) = 0;
    virtual void go_on(Scheduler& world, std::uint64_t piece) = 0;
    /// True if the program has a fast form.
    [[nodiscard]] virtual bool is_fast(Scheduler& world) const = 0;
    /// What is left behind. By default everything that a snapshot keeps.
    [[nodiscard]] virtual std::string end(Scheduler& world) const;
    /// Settings of further forms that do the same.
    [[nodiscard]] virtual std::vector<Settings> other_forms() const { return {}; }
    /// Worlds are made with these from now on.
    void set_form(Settings form) { form_ = std::move(form); }
    [[nodiscard]] const Settings& form() const noexcept { return form_; }
    /// A native that the programs call besides "see" and "change".
    [[nodiscard]] virtual Value answer(std::string_view native) const;

    [[nodiscard]] const Engine& engine() const noexcept { return engine_; }
    [[nodiscard]] const isa::Table& table() const noexcept { return table_; }

  private:
    const Engine& engine_;
    const isa::Table& table_;
    Settings form_;
};

/// Tries every row of the subject's table that often.
void hold_rows(RowSubject& subject, std::uint64_t tries);

} // namespace vellum::test
