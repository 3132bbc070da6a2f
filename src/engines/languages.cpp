// The languages of this build: one include and one line for each source language, as for engines; listings
// come with their engines.
#include "engines/languages.hpp"

#include <vector>

#include "engines/ags/language.hpp"
#include "engines/ff7/language.hpp"
#include "engines/host_scripts.hpp"
#include "engines/listings.hpp"
#include "engines/pathologic/language.hpp"
#include "engines/skrit/language.hpp"

namespace vellum {

std::span<const language::Language* const> languages() {
    static const std::vector<const language::Language*> all = [] {
        std::vector<const language::Language*> made{
            &pathologic::source_language(), &ags::source_language(), &ags::project_language(),
            &skrit::source_language(),      &ff7::source_language(),
        };
        for (const auto& listing : listing_languages()) made.push_back(listing.get());
        made.push_back(&host_script_language());
        return made;
    }();
    return all;
}

} // namespace vellum
