// A mod as a whole: `vellum check MOD/ --data BASE/` looks at its templates together with those of the game.
#include <algorithm>

#include "base/disk.hpp"
#include "base/ending.hpp"
#include "cli/engines/engines.hpp"
#include "cli/inputs.hpp"
#include "cli/session.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::cli {

std::vector<tools::CheckReport> check_skrit_mods(Session& session, std::span<const Node> inputs) {
    std::vector<std::string> roots;
    for (const Node& input : inputs) {
        if (input.named || input.root.empty() || std::ranges::find(roots, input.root) != roots.end())
            continue;
        if (has_ending(input.archive != nullptr ? input.inside : input.path, ".gas"))
            roots.push_back(input.root);
    }
    const std::vector<std::string>& data = session.arguments().list("--data");
    std::vector<tools::CheckReport> reports;
    for (const std::string& root : roots) {
        std::vector<std::string> all{root};
        all.insert(all.end(), data.begin(), data.end());
        Diagnostics diagnostics;
        check_skrit_templates(*session.workspace().mount({root}), *session.workspace().mount(all),
                              !data.empty(), diagnostics);
        if (diagnostics.all().empty()) continue;
        tools::CheckReport& report = reports.emplace_back();
        report.file = root;
        for (Diagnostic one : diagnostics.all()) {
            const bool lint = one.code->id.starts_with("skrit.lint-");
            if (lint && !session.arguments().has("--lint")) continue;
            const auto within = [](const std::string& folder, const std::string& file) {
                return folder + (folder.ends_with('/') ? "" : "/") + file;
            };
            one.place.file = within(root, one.place.file);
            for (Related& related : one.related) {
                std::string& file = related.place.file;
                const auto own = std::ranges::find_if(all, [&](const std::string& folder) {
                    return disk::kind_of(within(folder, file)) == FileKind::file;
                });
                if (!file.empty()) file = within(own == all.end() ? root : *own, file);
            }
            ++(one.severity == Severity::note    ? report.notes
               : one.severity == Severity::error ? report.errors
                                                 : report.warnings);
            if (one.severity != Severity::note || session.arguments().has("--notes"))
                report.found.push_back(std::move(one));
        }
    }
    return reports;
}

bool holds_only_data(std::string_view path) { return has_ending(path, ".gas") || has_ending(path, ".nnk"); }

} // namespace vellum::cli
