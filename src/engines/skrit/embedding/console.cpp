// SkritConsole: the console of systems/ over the world of a SkritEngine.
#include "vellum/skrit_console.hpp"

#include "engines/skrit/systems/console.hpp"

namespace vellum {

struct SkritConsole::Parts {
    skrit::DevelopmentConsole console;
};

SkritConsole::SkritConsole(SkritEngine& engine, std::function<void(std::string_view text)> print)
    : parts_(new Parts{{engine.world(), std::move(print)}}) {}
SkritConsole::~SkritConsole() = default;

bool SkritConsole::enter(std::string_view line, bool more_at_hand) {
    return parts_->console.enter(line, more_at_hand);
}
void SkritConsole::end() { parts_->console.end(); }
void SkritConsole::cancel() { parts_->console.cancel(); }
std::vector<std::string> SkritConsole::names(std::string_view line) const {
    return parts_->console.names(line);
}
bool SkritConsole::done() const noexcept { return parts_->console.done(); }
bool SkritConsole::failed() const noexcept { return parts_->console.failed(); }
void SkritConsole::add_command(std::string name, std::string help,
                               std::function<void(std::string_view rest)> run) {
    parts_->console.add_command(std::move(name), std::move(help), std::move(run));
}
void SkritConsole::on_target(std::function<Result<Sink>(const std::string& target)> open) {
    parts_->console.open_target = std::move(open);
}

} // namespace vellum
