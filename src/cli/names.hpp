// Files of names for decompiled sources, which several commands take.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "cli/session.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

class Names {
  public:
    /// Reads the file of the option --names, if it is there. Says what is wrong with it.
    [[nodiscard]] ExitCode read_option(Session& session);
    /// What that file has.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Reads a text for each engine that keeps names. `path` is for messages.
    [[nodiscard]] ExitCode read(Session& session, const std::string& path, std::string_view text);
    /// Else those that the file's project names; with what the game's data in the file calls things. Null if
    /// there are none.
    [[nodiscard]] std::shared_ptr<const SourceNames> of(const Workspace& workspace,
                                                        const tools::OpenedFile& opened) const;

  private:
    std::string text_;
    std::map<const Engine*, std::shared_ptr<const SourceNames>> names_;
};

} // namespace vellum::cli
