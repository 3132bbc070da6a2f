// Questions to a workspace as data. A question has one name, which is the command's that prints the same, and
// one form of its parameters and of its answer, whoever asks: a command, C, Python, JavaScript, an editor, a
// page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "vellum/workspace.hpp"

namespace vellum::questions {

/// What a parameter holds, in JSON.
enum class Holds : std::uint8_t {
    text,    ///< a string
    texts,   ///< a string or an array of strings
    count,   ///< an integer from 0
    number,  ///< a number
    flag,    ///< true or false
    choice,  ///< one of the strings in `choices`
    files,   ///< an object of texts by name
    changes, ///< an array of {"member"} with "source", "bytes" (Base64), or neither: it is removed
};

struct Parameter {
    std::string_view name;
    Holds holds = Holds::text;
    std::string_view meaning; ///< One sentence.
    bool required = false;
    std::string_view choices = {}; ///< "svg|dot|json"
};

struct Question;

/// The parameters of one question, known to fit its row.
class Request {
  public:
    /// Fails with question.parameter.
    [[nodiscard]] static Result<Request> read(const Question& question, std::string_view json);
    [[nodiscard]] static Result<Request> of(const Question& question, Json values); ///< The same, parsed.

    /// The question and all that it asks for, but for the files it is asked of.
    [[nodiscard]] std::string key(const Question& question) const;
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const { return values_[name].as_bool(); }
    [[nodiscard]] const Json& value(std::string_view name) const { return values_[name]; }

  private:
    Json values_ = Json::object();
};

/// What a question has to say of one file: values that become elements of the answer, and what is wrong.
struct Answer {
    std::vector<std::string> values; ///< JSON.
    std::vector<Diagnostic> problems;

    /// Takes out that a text found, not named, is only for others to include.
    void allow_library(const Node& node);
    /// What went wrong with a script that otherwise gives nothing.
    void refuse(const Diagnostics& said, const Diagnostic& last);
};

/// A row.
struct Question {
    std::string_view name;
    std::string_view summary; ///< One line without a full stop.
    std::span<const Parameter> parameters;
    std::string_view schema; ///< File in docs/schemas without its endings: of an element, or of the answer.
    /// Of each file that "nodes" means; the answer is an array. Null: `whole` answers.
    void (*each)(const Workspace& workspace, const Request& request, const Node& node,
                 const tools::OpenedFile& opened, Answer& answer) = nullptr;
    /// The answer at once, as JSON.
    Result<std::string> (*whole)(const Workspace& workspace, const Request& request,
                                 const Workspace::Progress& progress) = nullptr;
    bool functions = false; ///< A node may be a function.
};

/// All of them, by name.
[[nodiscard]] std::span<const Question* const> all();
/// The question of that name, or null.
[[nodiscard]] const Question* find(std::string_view name);

extern const Question build, check, code, compile, decompile, diff, disasm, extract, game, graph,
    import_texts, index, info, isa, keep_names, natives, pack, patch, profile, query, run, test, texts,
    translate, xref;

/// What most rows begin with.
inline constexpr Parameter nodes_parameter{
    "nodes", Holds::texts,
    "Files, folders, archives, patterns, members such as 'a.zip!quest.bin', or an installed game.", true};

/// The member "diagnostics".
void write_problems(JsonWriter& json, std::span<const Diagnostic> problems);
/// {"file", "ok": false, "diagnostics"}: what an answer has of a file that gave nothing else.
[[nodiscard]] std::string problems_json(std::string_view name, std::span<const Diagnostic> problems);

/// Values as one JSON array.
[[nodiscard]] std::string array_of(std::span<const std::string> values);

/// The only node that "node" means; fails where it means several, or none.
[[nodiscard]] Result<Node> one_node(const Workspace& workspace, std::string_view name);
/// The only script of a file; fails if it has several.
[[nodiscard]] Result<const tools::Script*> one_script(const tools::OpenedFile& opened);
/// Loads it; what it says besides is in `problems`.
[[nodiscard]] Result<ProgramPtr> load(const Workspace& workspace, const Node& node,
                                      const tools::OpenedFile& opened, const tools::Script& script,
                                      SourceView view, std::vector<Diagnostic>& problems);

/// A script that a question is about alone, loaded. To be moved, not copied: `script` looks into `opened`.
struct Single {
    Node node;
    tools::OpenedFile opened;
    const tools::Script* script = nullptr;
    ProgramPtr program;
};
struct HowToOpen {
    SourceView view = SourceView::none;
    bool functions = true; ///< It may be named by a function.
    bool whole = false;    ///< With all bytes of what it lies in.
};
[[nodiscard]] Result<Single> single_script(const Workspace& workspace, std::string_view name,
                                           const HowToOpen& how);

} // namespace vellum::questions

namespace vellum::codes {

inline constexpr DiagnosticCode question_unknown{"question.unknown", Severity::error,
                                                 "There is no question of that name."};
inline constexpr DiagnosticCode question_parameter{"question.parameter", Severity::error,
                                                   "A question's parameter is missing, unknown or invalid."};
inline constexpr DiagnosticCode question_cancelled{"question.cancelled", Severity::error,
                                                   "The question was cancelled."};

} // namespace vellum::codes
