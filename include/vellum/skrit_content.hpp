// The files of a game around its skrits: .gas content, naming keys and skrits by name. Reads folders or
// texts, finds skrits for a SkritEngine, creates the components that templates attach and evaluates formulas.
// See docs/embedding-skrit.md.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/files.hpp"
#include "vellum/skrit.hpp"

namespace vellum {

/// A formula of the content.
struct SkritFormula {
    std::string address; ///< "spell_x:magic:cast_experience".
    std::string text;    ///< As written there.
};

/// A skrit that a template attaches.
struct SkritComponent {
    std::string name;                                        ///< Of the block: "camera_stomp".
    std::string path;                                        ///< Of the skrit.
    std::vector<std::pair<std::string, std::string>> fields; ///< Of the block, inherited values first.
};

/// The skrits that include a file, directly or indirectly, by its path in lower case. Those that are included
/// themselves are left out.
[[nodiscard]] VELLUM_API std::map<std::string, std::vector<std::string>> skrit_users(const FileSystem& files);

/// True for a diagnostic about a file named like an include (`k_...`, or below world/global/skrits) that
/// results from checking it alone: the including skrits may declare the name, the state or the owner.
[[nodiscard]] VELLUM_API bool skrit_users_may_declare(std::string_view file, const Diagnostic& diagnostic);

/// Problems that show only when all files of a mod are checked together: templates that are defined twice, or
/// that specialize a missing template or themselves; blocks, properties, jobs and chores that name no skrit
/// or do not match it; names in triggers, conversations, quests, maps and skrits that the mod does not have.
/// Codes that begin with `skrit.lint-` are those of `vellum check --lint`. `mod`: the files to check.
/// `mounted`: those and everything they override, as the game sees them; unless that is `complete`, missing
/// things are notes.
VELLUM_API void check_skrit_templates(const FileSystem& mod, const FileSystem& mounted, bool complete,
                                      Diagnostics& diagnostics);

/// A game's content: its files by path, the skrits in them, its templates and formulas.
class VELLUM_API SkritContent {
  public:
    SkritContent();
    SkritContent(const SkritContent&) = delete;
    SkritContent& operator=(const SkritContent&) = delete;
    ~SkritContent();

    // --- Files. All of them are added before `attach`. ---
    /// Adds a file by its resource path, slashes of either kind: .gas files join the block of their folder,
    /// .nnk files the naming key, all others are found by name.
    void add_file(std::string_view path, std::string text);
    /// Adds the text of one .gas file outside all folders; messages call it `name`. `database`: a database
    /// other than the main one; its addresses begin with `::database:`.
    void add_gas(std::string_view text, std::string_view name, std::string_view database = {});
    /// Adds every .skrit, .gas and .nnk file that the file system lists. Fails if it lists none at all.
    Result<void> add_files(const FileSystem& files);
    /// The same for a folder on disk and below.
    Result<void> add_folder(const std::string& folder);
    /// Takes skrits from these files only, each read when requested; naming keys are read now, .gas files are
    /// not. Fails if none are listed at all.
    Result<void> find_in(std::shared_ptr<const FileSystem> files);
    /// Files behind `prefix://`, such as "maps_query"; replaces earlier ones.
    void add_driver(std::string_view prefix, std::shared_ptr<const FileSystem> files);
    /// The text at a path or at `prefix://path`, whose slashes must be forward ones.
    [[nodiscard]] std::optional<std::string> read(std::string_view path) const;
    /// All paths below a folder, sorted: "maps_query://world/maps".
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const;
    /// Problems of the .gas files and naming keys, with file, line and column.
    [[nodiscard]] const Diagnostics& diagnostics() const noexcept;
    /// Text of the value at an address: "world:contentdb:templates:lamp:common:screen_name".
    [[nodiscard]] std::optional<std::string> value(std::string_view address) const;
    /// All formulas of the .gas files, in the order of the source.
    [[nodiscard]] std::vector<SkritFormula> formulas() const;

    // --- Templates, once all files are there ---
    /// The skrits that a template attaches, those of its base templates first.
    [[nodiscard]] Result<std::vector<SkritComponent>> components(std::string_view template_name) const;
    /// Every value of a template by its address below it, "aspect:life"; base templates come first and are
    /// overridden. Empty if there is no such template.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>>
    template_values(std::string_view template_name) const;

    // --- Together with an engine ---
    /// For SkritOptions::find: by path, below the usual folders, through the naming key.
    [[nodiscard]] std::function<bool(std::string_view name, SkritSource& source)> finder();
    /// The engine that objects are made in; must be the one that uses `finder`, and must outlive this.
    void attach(SkritEngine& engine);
    /// Compiles every component that any template attaches, each once. Returns their number.
    std::size_t compile_components(Diagnostics& diagnostics);
    /// Creates the skrit components of a template, with properties set from its fields.
    Result<std::vector<ObjectId>> make(std::string_view template_name, ObjectId owner = {});
    /// Creates the animation skrit that a chore of a template names.
    Result<ObjectId> make_chore(std::string_view template_name, std::string_view chore, ObjectId owner = {});
    /// Evaluates the formula at an address.
    Result<Value> formula(std::string_view address,
                          std::span<const std::pair<std::string, float>> macros = {});
    /// Calls a function of the skrit stored at an address.
    Result<Value> call(std::string_view address, std::string_view function,
                       std::span<const Value> arguments = {});

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace vellum
