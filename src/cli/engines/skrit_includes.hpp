// Files that skrits include are judged with those skrits: names, states and the owner are theirs to declare.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "vellum/tools.hpp"

namespace vellum::cli {

/// Of one `vellum check`.
class SkritIncludes {
  public:
    /// Finds out which inputs are included, by other inputs or by what is beside them and below --data.
    SkritIncludes(Session& session, std::span<const Node> inputs, bool keep_notes);

    /// Takes out of a report what it says of included files that are inputs too. False if the input is such a
    /// file itself: then nothing of its own report counts.
    [[nodiscard]] bool take(const Node& input, tools::CheckReport& report);
    /// Of each included file what those that include it say, each message once.
    [[nodiscard]] std::vector<tools::CheckReport> reports();

  private:
    struct Message {
        Diagnostic diagnostic;
        std::vector<std::string> users; ///< Whose compilation gave it.
    };
    struct Included {
        Node input;
        std::vector<std::string> users;          ///< That are looked at.
        std::map<std::string, Message> messages; ///< By place and text.
    };

    [[nodiscard]] static std::string key_of(const Node& input);
    void add(Included& included, const std::string& user, const Diagnostic& one);
    void check_users(Included& included, std::span<const std::string> users);

    const Workspace& workspace_;
    bool keep_notes_;
    std::map<std::string, Included> included_; ///< By key_of.
};

} // namespace vellum::cli
