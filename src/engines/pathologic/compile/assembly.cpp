// See the header.
#include "engines/pathologic/compile/assembly.hpp"

namespace vellum::pathologic::compile {

void assemble(const source::Function& function, source::Link& link, isa::Code& code, Diagnostics& diagnostics) {
    static_cast<void>(function); static_cast<void>(link); static_cast<void>(code); static_cast<void>(diagnostics);
}

} // namespace vellum::pathologic::compile
