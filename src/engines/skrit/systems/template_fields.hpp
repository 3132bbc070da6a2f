// What blocks of templates and placed objects say of skrits: components and their properties, jobs and chores
// with parameters. The skrits are read, not compiled.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "engines/skrit/fuel/document.hpp"
#include "engines/skrit/systems/content_names.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::skrit {

/// A slip of the hand between names of the same shape, in lower case. What one name adds to another, and
/// digits, are no slips: mods call what they make of something so.
[[nodiscard]] bool is_slip(std::string_view wanted, std::string_view name);

class FieldChecker {
  public:
    /// `mounted`: where skrits are found; must outlive this. Unless it is `complete`, what is not in it may
    /// be the game's: a name counts as wrong if it is near to one that is there.
    /// `templates`: the names of all, in lower case. `names`: of maps. Both must outlive this.
    FieldChecker(const FileSystem& mounted, const std::set<std::string>& templates, const ContentNames& names,
                 bool complete, Diagnostics& diagnostics);
    FieldChecker(const FieldChecker&) = delete;
    FieldChecker& operator=(const FieldChecker&) = delete;
    ~FieldChecker();

    /// All templates and placed objects of a file, at any depth.
    void check(const FuelBlock& root, const std::string& file);
    /// The component that a skrit component cannot do without, in lower case; empty if there is none. `file`:
    /// where it is attached.
    [[nodiscard]] std::string required_by(const std::string& component, const std::string& file);

  private:
    class Checker;
    std::unique_ptr<Checker> checker_;
};

} // namespace vellum::skrit
