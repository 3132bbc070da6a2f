// All scripts of a project one after the other. What several of them share, the headers, is compiled once:
// each script goes on from a copy of the compilation behind them.
#include "engines/ags/build.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/hash.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/game.hpp"
#include "engines/ags/format/game.hpp"
#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/script.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/project/main_data.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

namespace {

using compile::Compilation;
using compile::Mistake;
using compile::Source;

/// Headers that were compiled, the last list of them and the first header alone, which all lists begin with.
class SharedHeaders {
  public:
    explicit SharedHeaders(const compile::Settings& settings) : settings_(settings) {}

    /// The compilation behind these headers; null if there are mistakes in them.
    [[nodiscard]] const Compilation* after(const std::vector<Source>& headers,
                                           std::vector<Mistake>& mistakes) {
        std::size_t shared = 0;
        while (last_ && shared < headers.size() && shared < known_.size() &&
               known_[shared].data() == headers[shared].text.data())
            ++shared;
        if (!last_ || shared < known_.size()) {
            shared = 0;
            if (first_ && !headers.empty() && headers.front().text.data() == first_text_.data()) {
                last_.emplace(*first_);
                shared = 1;
            } else {
                last_.emplace(settings_);
            }
            known_.clear();
            for (std::size_t i = 0; i < shared; ++i) known_.push_back(headers[i].text);
        }
        for (std::size_t i = shared; i < headers.size(); ++i) {
            if (!last_->add(headers[i], i, settings_.first_mistake, mistakes)) {
                last_.reset();
                return nullptr;
            }
            known_.push_back(headers[i].text);
            if (i == 0) {
                first_.emplace(*last_);
                first_text_ = headers[i].text;
            }
        }
        return &*last_;
    }

  private:
    const compile::Settings& settings_;
    std::optional<Compilation> first_, last_;
    std::string_view first_text_;
    std::vector<std::string_view> known_;
};

class Build {
  public:
    Build(const Engine& engine, compile::GameSources& game, compile::Settings settings)
        : engine_(engine), game_(game), settings_(std::move(settings)), headers_(settings_) {}

    [[nodiscard]] BuiltScript run(const compile::GameScript& script) {
        BuiltScript built{
            .name = script.name, .source = script.file, .file = script.name + ".o", .home = script.room};
        Diagnostics found;
        compile(script, built, found);
        built.problems = found.all();
        return built;
    }

  private:
    void compile(const compile::GameScript& script, BuiltScript& built, Diagnostics& found) {
        const auto own = game_.text_of(script);
        if (!own) return found.add(own.error());
        if (script.file.empty() && !script.internal)
            for (const Diagnostic& each : game_.dialog_mistakes().all()) found.add(each);
        auto sources = game_.headers_of(script);
        if (!sources) return found.add(sources.error());
        std::vector<Mistake> mistakes;
        const Compilation* shared = headers_.after(*sources, mistakes);
        std::optional<Compilation> compilation;
        const std::size_t number = sources->size();
        sources->push_back(*own);
        bool done = shared != nullptr;
        if (done) {
            compilation.emplace(*shared);
            done = compilation->add(*own, number, settings_.first_mistake, mistakes);
        }
        compile::report(mistakes, *sources, settings_, &game_.project(), found);
        if (!done || !found.ok()) return;
        Variables variables;
        Scom scom = compilation->finish(variables);
        auto program = Script::make(engine_, own->lines.empty() ? own->file : own->file + "!" + script.name,
                                    std::move(scom), {}, 0, {}, std::move(variables));
        if (!program) return found.add(program.error());
        built.bytes = write_scom((*program)->scom());
        built.program = std::move(*program);
    }

    const Engine& engine_;
    compile::GameSources& game_;
    const compile::Settings settings_;
    SharedHeaders headers_;
};

/// Instructions equal but for the numbers of imports, whose names are compared.
bool same_code(const Scom& one, const Scom& other) {
    if (one.code.size() != other.code.size() || one.fixups.size() != other.fixups.size() ||
        one.exports != other.exports || one.sections != other.sections || one.data != other.data)
        return false;
    constexpr std::uint8_t none = 0xFF;
    std::vector<std::uint8_t> kinds(one.code.size() / 4, none);
    for (std::size_t i = 0; i < one.fixups.size(); ++i) {
        if (one.fixups[i] != other.fixups[i]) return false;
        const auto at = static_cast<std::size_t>(one.fixups[i].position);
        if (one.fixups[i].type != static_cast<std::uint8_t>(FixupType::pointer) && at < kinds.size())
            kinds[at] = one.fixups[i].type;
    }
    const auto word = [](const Scom& scom, std::size_t at) { return load_u32(scom.code.data() + at * 4); };
    const auto import = [](const Scom& scom, std::uint32_t number) {
        return number < scom.imports.size() ? std::string_view(scom.imports[number]) : std::string_view("?");
    };
    const auto text = [](const Scom& scom, std::uint32_t offset) {
        if (offset >= scom.strings.size()) return std::string_view("?");
        const std::string_view all = as_text(scom.strings);
        return all.substr(offset, all.find('\0', offset) - offset);
    };
    for (std::size_t at = 0; at < kinds.size(); ++at) {
        const std::uint32_t a = word(one, at), b = word(other, at);
        if (kinds[at] == static_cast<std::uint8_t>(FixupType::import)) {
            if (import(one, a) != import(other, b)) return false;
        } else if (kinds[at] == static_cast<std::uint8_t>(FixupType::string)) {
            if (text(one, a) != text(other, b)) return false;
        } else if (a != b) {
            return false;
        }
    }
    return true;
}

} // namespace

std::string_view AgsProjects::file_name() const { return project::project_file; }

std::span<const std::string_view> AgsProjects::homes() const {
    static constexpr std::string_view endings[] = {".crm", ".dta", ".ags", ".exe"};
    return endings;
}

Result<std::string> AgsProjects::build(const std::string& file, const FileSystem& files,
                                       const EngineSettings& said,
                                       const std::function<bool(BuiltScript script)>& done) const {
    auto game = compile::GameSources::read(file, files, said.ags.headers);
    if (!game) return std::unexpected(std::move(game.error()));
    compile::Settings settings = (*game)->settings();
    compile::apply(said.ags, settings);
    Build build(engine_, **game, std::move(settings));
    for (const compile::GameScript& script : (*game)->scripts())
        if (!done(build.run(script))) break;
    return (*game)->project().editor.text;
}

ProgramPtr AgsProjects::data(const std::string& file, const FileSystem& files, Diagnostics& said) const {
    const auto text = files.read(file);
    auto main = text ? project::read_main_data_of_project(as_text(*text))
                     : Result<MainData>(std::unexpected(text.error()));
    if (!main) {
        Diagnostic problem = std::move(main.error());
        problem.severity = Severity::warning;
        said.add(std::move(problem));
        return nullptr;
    }
    auto parts = std::make_shared<GameParts>();
    parts->hash = hash64(*text);
    parts->main = std::move(*main);
    const std::size_t slash = file.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : file.substr(0, slash + 1);
    for (const MainData::Room& room : parts->main.rooms)
        if (const auto bytes = files.read(concat(folder, "room", room.number, ".crm")))
            take_room(*parts, room.number, *bytes, said);
    return std::make_shared<const Game>(engine_, file, std::move(parts));
}

ProgramPtr AgsProjects::data_in(const archives::Archive& container, const std::string& name,
                                Diagnostics& said) const {
    auto parts = read_parts(container, said);
    return parts == nullptr ? nullptr : std::make_shared<const Game>(engine_, name, std::move(parts));
}

Likeness AgsProjects::compare(std::span<const std::byte> one, std::span<const std::byte> other) const {
    if (std::ranges::equal(one, other)) return Likeness::identical;
    std::size_t consumed = 0;
    const auto a = read_scom(one, consumed), b = read_scom(other, consumed);
    return a && b && same_code(*a, *b) ? Likeness::same_code : Likeness::different;
}

} // namespace vellum::ags
