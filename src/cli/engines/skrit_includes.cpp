#include "cli/engines/skrit_includes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "cli/console.hpp"
#include "cli/session.hpp"
#include "tools/quote.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::cli {

namespace {

constexpr std::size_t most_users = 100; // of a file that is named alone

std::string name_in_root(const Node& input) {
    if (input.archive != nullptr) return input.inside;
    const std::size_t root = input.root.size();
    const bool below = root != 0 && input.path.starts_with(input.root);
    return below ? input.path.substr(root + (input.path.substr(root).starts_with('/') ? 1 : 0)) : input.path;
}

} // namespace

std::string SkritIncludes::key_of(const Node& input) {
    return input.root + "\n" + lower_case(name_in_root(input));
}

SkritIncludes::SkritIncludes(Session& session, std::span<const Node> inputs, bool keep_notes)
    : workspace_(session.workspace()), keep_notes_(keep_notes) {
    std::map<std::string, std::vector<const Node*>> by_root;
    for (const Node& input : inputs)
        if (has_ending(input.archive != nullptr ? input.inside : input.path, ".skrit") && !input.problem)
            by_root[input.root].push_back(&input);
    for (const auto& [root, list] : by_root) {
        // what stands beside a file that is named alone is not looked at without need
        if (std::ranges::none_of(list, [](const Node* input) {
                return !input->named || lower_case(input->name()).find("k_") != std::string::npos;
            }))
            continue;
        const auto users = skrit_users(*workspace_.files_of(*list.front()));
        if (users.empty()) continue;
        std::set<std::string> keys;
        for (const Node* input : list) keys.insert(key_of(*input));
        for (const Node* input : list) {
            const auto found = users.find(lower_case(name_in_root(*input)));
            if (found == users.end()) continue;
            std::vector<std::string> others; // that are no inputs
            Included included{*input, {}, {}};
            for (const std::string& user : found->second) {
                const bool is_input = keys.contains(root + "\n" + lower_case(user));
                (is_input ? included.users : others).push_back(user);
            }
            if (included.users.empty()) check_users(included, others);
            included_.emplace(key_of(*input), std::move(included));
        }
    }
}

void SkritIncludes::check_users(Included& included, std::span<const std::string> users) {
    for (const std::string& user : users.first(std::min(users.size(), most_users))) {
        Node input;
        input.root = included.input.root;
        input.mounts = included.input.mounts;
        input.path = user;
        const auto files = workspace_.files_of(input);
        auto bytes = files->read(user);
        if (!bytes) continue;
        auto opened = workspace_.open_bytes(std::move(*bytes), input, files);
        if (!opened) continue;
        included.users.push_back(user);
        const std::string name = name_in_root(included.input);
        for (const tools::CheckReport& report : tools::check(*opened, keep_notes_))
            for (const Diagnostic& one : report.found)
                if (same_name(one.place.file, name) && !skrit_users_may_declare(user, one))
                    add(included, user, one);
    }
}

void SkritIncludes::add(Included& included, const std::string& user, const Diagnostic& one) {
    const std::string key =
        fmt::format("{:10}:{:10}:{}:{}", one.place.line, one.place.column, one.code->id, one.message);
    Message& message = included.messages.try_emplace(key, Message{one, {}}).first->second;
    if (message.users.empty() || message.users.back() != user) message.users.push_back(user);
}

bool SkritIncludes::take(const Node& input, tools::CheckReport& report) {
    if (included_.contains(key_of(input))) return false;
    if (!has_ending(report.file, ".skrit")) return true;
    std::erase_if(report.found, [&](const Diagnostic& one) {
        Node other = input;
        (input.archive != nullptr ? other.inside : other.path) = one.place.file;
        const auto found = one.place.file == report.file ? included_.end() : included_.find(key_of(other));
        const bool left_to_users = skrit_users_may_declare(report.file, one); // which it does not have
        if (found == included_.end() && !left_to_users) return false;
        if (!left_to_users) add(found->second, name_in_root(input), one);
        --(one.severity == Severity::error     ? report.errors
           : one.severity == Severity::warning ? report.warnings
                                               : report.notes);
        return true;
    });
    return true;
}

std::vector<tools::CheckReport> SkritIncludes::reports() {
    std::vector<tools::CheckReport> all;
    for (auto& [key, included] : included_) {
        tools::CheckReport& report = all.emplace_back();
        report.file = included.input.name();
        const auto bytes = workspace_.read(included.input);
        for (auto& [place, message] : included.messages) {
            Diagnostic one = std::move(message.diagnostic);
            one.place.file = report.file;
            const std::size_t users = message.users.size();
            if (users < included.users.size())
                one.message = fmt::format("in {} of {} users: {}", users, included.users.size(), one.message);
            std::string by = "included here";
            if (users > 1) by += fmt::format(" and by {} more", users - 1);
            const Node& of = included.input;
            const std::string root = of.archive != nullptr    ? of.path + "!"
                                     : of.root.ends_with('/') ? of.root
                                                              : of.root + "/";
            one.related.push_back({{root + message.users.front(), Place::unknown, 0, 0}, std::move(by)});
            if (bytes) tools::quote_line(one, report.file, as_text(*bytes), nullptr);
            ++(one.severity == Severity::error     ? report.errors
               : one.severity == Severity::warning ? report.warnings
                                                   : report.notes);
            report.found.push_back(std::move(one));
        }
    }
    return all;
}

} // namespace vellum::cli
