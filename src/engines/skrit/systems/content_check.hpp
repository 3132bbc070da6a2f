// What a mod's templates, maps and skrits say of each other by name: fields, triggers, conversations, quests,
// moods, objects. A name counts as wrong where everything of its kind is at hand, or where it is nearly one
// that is there.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engines/skrit/fuel/document.hpp"
#include "engines/skrit/systems/content_names.hpp"
#include "engines/skrit/systems/content_rules.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::skrit {

class ContentChecker {
  public:
    struct Input {
        const ContentNames& names;              ///< Of all mounted files.
        const std::set<std::string>& templates; ///< The same, in lower case.
        const FileSystem& files;                ///< Where includes are found.
        bool complete = false;                  ///< The game's own content is among them.
    };
    ContentChecker(const Input& input, Diagnostics& diagnostics) : in_(input), diagnostics_(diagnostics) {}

    /// Everything in a .gas file but what templates say of conversations.
    void check(const FuelBlock& root, const std::string& file);
    /// Conversations that an object or a template lists, which exist in these maps.
    void conversations(const FuelBlock& listing, const std::string& file, const std::set<std::string>& maps);
    /// The words of a skrit.
    void skrit(std::string_view text, const std::string& file);
    /// What shows when everything was read.
    void finish();

  private:
    void blocks(const FuelBlock& block, int depth);
    /// `kind`: whose fields they are, if that is not the block's name.
    void fields(const FuelBlock& block, std::string_view kind = {});
    void field_value(const FuelAttribute& field, const FuelBlock& block, TypeKind type);
    void constant(const FuelAttribute& field, std::string_view enumeration);
    void inner_blocks(const FuelBlock& component, const std::set<std::string, std::less<>>& known);
    void component(const FuelBlock& block);
    void repeated(const FuelBlock& block);
    void trigger(const FuelAttribute& field, bool action);
    void named(std::string_view text, Named sort, const FuelAttribute& field);
    void is_template(const FuelAttribute& field);
    void conversation(const FuelBlock& block);
    void quest(std::string_view text, const FuelAttribute& field);
    void quest_block(const FuelBlock& root);
    void award(const FuelBlock& quest);
    void objects(const FuelBlock& root);
    void formula(const FuelAttribute& field);
    void warn(std::string message, const Place& place, std::string hint = {});
    void lint(std::string message, const Place& place, std::string hint = {});
    [[nodiscard]] Place at(const FuelAttribute& field) const {
        return {file_, Place::unknown, field.line, field.column};
    }
    [[nodiscard]] std::string meant(std::string_view wanted, const std::set<std::string>& names);
    [[nodiscard]] bool is_one_of(std::string_view name, const std::set<std::string>& names);

    Input in_;
    Diagnostics& diagnostics_;
    std::string file_;
    ContentFile what_;
    const MapNames* map_ = nullptr;                     ///< Of the file.
    std::map<std::string, Place> read_keys_, set_keys_; ///< Of the auditor, in lower case.
    std::set<std::string> told_;
    std::size_t searched_ = 0;
};

} // namespace vellum::skrit
