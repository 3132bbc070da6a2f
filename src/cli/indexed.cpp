#include "cli/indexed.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "cli/engines/engines.hpp"
#include "cli/no_index.hpp"
#include "workspace/questions/indexes.hpp"

namespace vellum::cli {

std::string options_given(Session& session) {
    const Arguments& arguments = session.arguments();
    bool any = false;
    std::string text = json_object([&](JsonWriter& json) {
        const auto add = [&](const Option& option) {
            if (!arguments.declares(option.name) || !arguments.has(option.name)) return;
            any = true;
            json.begin_array(option.name);
            for (const std::string& value : arguments.list(option.name)) {
                json.value(value);
                if (option.kind != ValueKind::file) continue;
                const auto bytes = read_file(value);
                json.value(bytes ? sha256_hex(*bytes) : std::string());
            }
            json.end_array();
        };
        for (const OptionGroup& group : {engine_options, ags_source_options, names_options})
            for (const Option& option : group) add(option);
        add({"--lint", 0, "", ""});
    });
    return any ? text : std::string();
}

#ifdef VELLUM_HAVE_INDEX

bool Indexed::open(Session& session, std::vector<std::string>& places) {
    std::string path(session.arguments().text("--index"));
    const bool named = !path.empty();
    const Workspace& workspace = session.workspace();
    if (!named) path = places.empty() ? std::string() : questions::index_of(workspace, places.front());
    if (path.empty()) return true;
    auto opened = index::KnownFiles::open(path, *workspace.tree(), options_given(session));
    if (!opened) {
        Diagnostic problem = std::move(opened.error());
        if (!named) problem.severity = Severity::warning; // nobody asked for it
        static_cast<void>(session.report(problem));
        return !named;
    }
    session.outputs().protect(path);
    known_ = std::move(*opened);
    if (places.empty()) places = known_->places();
    return true;
}

Indexed::Scripts Indexed::scripts(const Node& node) {
    return known_ == nullptr ? std::nullopt : known_->scripts(node);
}

Indexed::Scripts Indexed::good_scripts(const Node& node, bool with_notes) {
    return known_ == nullptr ? std::nullopt : known_->good_scripts(node, with_notes);
}

Indexed::Scripts Indexed::scripts_with_uses(const Node& node) {
    return known_ == nullptr ? std::nullopt : known_->scripts_with_uses(node);
}

Result<void> Indexed::find_uses(const tools::NamePattern& wanted, const tools::NamePattern* in) {
    return known_ == nullptr ? Result<void>() : known_->find_uses(wanted, in);
}

std::span<const tools::Use> Indexed::uses(const IndexedScript& script) const { return known_->uses(script); }

Result<void> Indexed::find_text(const std::string& text) {
    return known_ == nullptr ? Result<void>() : known_->find_text(text);
}

bool Indexed::may_have(const IndexedScript& script) const { return known_->may_have(script); }

std::string Indexed::source(const IndexedScript& script) const { return known_->source(script); }

std::string Indexed::code(const IndexedScript& script, std::string_view name) const {
    return known_->code(script, name);
}

void Indexed::look_again() {
    if (known_ != nullptr) known_->look_again();
}

bool Indexed::is_open() const noexcept { return known_ != nullptr; }

bool Indexed::tell(bool answered) {
    if (known_ != nullptr && !answered) ++others_;
    return answered;
}

#else

bool Indexed::tell(bool answered) { return answered; }
Result<void> Indexed::find_uses(const tools::NamePattern&, const tools::NamePattern*) { return {}; }
std::span<const tools::Use> Indexed::uses(const IndexedScript&) const { return {}; }
Result<void> Indexed::find_text(const std::string&) { return {}; }
bool Indexed::may_have(const IndexedScript&) const { return true; }
std::string Indexed::source(const IndexedScript&) const { return {}; }
std::string Indexed::code(const IndexedScript&, std::string_view) const { return {}; }
void Indexed::look_again() {}
bool Indexed::is_open() const noexcept { return false; }

bool Indexed::open(Session& session, std::vector<std::string>&) {
    if (!session.arguments().has("--index")) return true;
    static_cast<void>(report_no_index(session));
    return false;
}

Indexed::Scripts Indexed::scripts(const Node&) { return std::nullopt; }
Indexed::Scripts Indexed::good_scripts(const Node&, bool) { return std::nullopt; }
Indexed::Scripts Indexed::scripts_with_uses(const Node&) { return std::nullopt; }

#endif

std::string Indexed::told() const {
    return others_ == 0 ? std::string() : fmt::format("; {} read anew", counted(others_, "file"));
}

} // namespace vellum::cli
