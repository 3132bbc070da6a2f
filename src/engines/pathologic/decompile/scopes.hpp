// Finds out where the locals of a function were declared. Code keeps two traces of that: the order of the
// slots, and the null that an object gets at the end of its block. Rules: docs/languages/pathologic.md, "What
// becomes of it".
#pragma once

#include <memory>

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// Works on the functions of a tree, one behind the other.
class Declarations {
  public:
    explicit Declarations(source::Tree& tree);
    Declarations(const Declarations&) = delete;
    Declarations& operator=(const Declarations&) = delete;
    ~Declarations();

    /// Takes the ends of scopes out of a body that the reader made, and puts declarations in. False if no
    /// placement fits.
    [[nodiscard]] bool place(source::Function& function);

  private:
    class Scopes;
    std::unique_ptr<Scopes> scopes_; ///< Keeps its room from function to function.
};

} // namespace vellum::pathologic::decompile
