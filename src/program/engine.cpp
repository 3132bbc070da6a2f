// What engines and programs have in common.
#include "vellum/engine.hpp"

#include <unordered_map>

#include "base/ending.hpp"
#include "isa/functions.hpp"
#include "program/own.hpp"
#include "program/texts.hpp"
#include "vellum/game_project.hpp"

namespace vellum {

namespace {

constexpr std::size_t most_places = 8;

bool is_called(ReferenceKind kind) {
    return kind == ReferenceKind::native || kind == ReferenceKind::method || kind == ReferenceKind::import;
}

} // namespace

std::vector<std::pair<std::string, std::string>> RunOptions::all_settings() const {
    auto all = settings;
    if (seed) all.insert(all.begin(), {"seed", std::to_string(*seed)});
    return all;
}

bool GameProjects::is_file(std::string_view path) const {
    return extension_of(path) == extension_of(file_name());
}

Result<std::shared_ptr<const archives::Archive>> Format::open_container(std::shared_ptr<const ByteSource>,
                                                                        std::string_view,
                                                                        const archives::OpenBeside&) const {
    return nullptr;
}

Result<std::vector<GameText>> texts_of(const Result<ProgramPtr>& program) {
    if (!program) return std::unexpected(program.error());
    const std::vector<Function> functions = (*program)->functions();
    const std::vector<Reference> references = (*program)->references();
    std::vector<GameText> texts;
    std::unordered_map<std::string_view, std::size_t> known;
    std::vector<std::size_t> waiting; // texts in front of the next call
    const Function* last = nullptr;
    for (const Reference& reference : references) {
        const Function* function = isa::function_at(functions, reference.address);
        if (function != last) waiting.clear();
        last = function;
        if (is_called(reference.kind)) {
            for (const std::size_t text : waiting)
                if (texts[text].context.empty()) texts[text].context = "before the call of " + reference.name;
            waiting.clear();
        }
        if (reference.kind != ReferenceKind::string || reference.name.empty()) continue;
        const auto [entry, added] = known.emplace(reference.name, texts.size());
        if (added) texts.emplace_back().text = reference.name;
        GameText& text = texts[entry->second];
        if (text.places.size() < most_places)
            text.places.push_back({function == nullptr ? std::string() : function->name, reference.address});
        if (added) waiting.push_back(entry->second);
    }
    return texts;
}

Result<Decompiled> Program::decompile(const SourceOptions& options) const {
    if (auto own = require_own(engine_, options.names); !own) return std::unexpected(std::move(own.error()));
    return to_source(options);
}

Result<Decompiled> Program::to_source(const SourceOptions&) const {
    return engine_.unsupported("decompile programs");
}

bool Program::same_code(const Program& other) const {
    if (&engine_ != &other.engine_) return false;
    const auto bytes = save(), others = other.save();
    return bytes && others && *bytes == *others;
}

Result<std::string> Program::picture(const Scheduler*) const { return engine_.unsupported("draw a picture"); }

std::unexpected<Diagnostic> Engine::unsupported(std::string_view what) const {
    std::string message(title());
    message += ": cannot ";
    message += what;
    return fail(codes::engine_unsupported, std::move(message));
}

} // namespace vellum
