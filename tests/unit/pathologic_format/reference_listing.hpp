// Prints a script as the public reference disassembler does, quirks included, so that whole listings can be
// compared as text. What that format loses (conditions of JumpB, receivers, addressing of arguments) is lost
// here, too.
#pragma once

#include <string>

#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic::test {

[[nodiscard]] std::string reference_listing(const Script& script);

} // namespace vellum::pathologic::test
