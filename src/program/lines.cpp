#include "program/lines.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "vellum/engine.hpp"
#include "vellum/game_project.hpp"

namespace vellum {

std::string_view file_name_of(std::string_view path) noexcept {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string decompiled_text(const Program& program) {
    if (program.debug_info() == nullptr) return {};
    auto made = program.decompile({.compiled = true});
    if (!made || made->compiled == nullptr || made->compiled->debug_info() == nullptr) return {};
    const bool same = std::ranges::equal(program.debug_info()->lines, made->compiled->debug_info()->lines,
                                         [](const DebugLine& one, const DebugLine& other) {
                                             return one.address == other.address && one.line == other.line;
                                         });
    return same ? std::move(made->text) : std::string();
}

LineTable::LineTable(const Program& program) {
    find_lines(program);
    by_number_.resize(lines_.size());
    std::iota(by_number_.begin(), by_number_.end(), 0U);
    std::ranges::sort(by_number_, {}, [this](std::uint32_t one) { return std::pair(lines_[one].line, one); });
}

void LineTable::find_lines(const Program& program) {
    if (const DebugInfo* const debug = program.debug_info(); debug != nullptr && !debug->lines.empty()) {
        files_ = debug->files;
        lines_ = debug->lines;
        return;
    }
    const isa::Code* const code = program.code();
    if (code == nullptr) return;
    files_.push_back(program.name());
    if (!code->lines.empty()) { // it was made from that text
        for (const isa::TextLine& one : code->lines) lines_.push_back({one.address, 0, one.line, one.column});
        return;
    }
    const GameProjects* const projects = program.engine().projects();
    if (projects != nullptr && projects->is_file(program.name())) return;
    for (const isa::Instruction& one : code->instructions)
        if (same_name(code->row(one).mnemonic, "linenum") && one.count == 1)
            lines_.push_back({one.address, 0, code->operands(one)[0], 0});
}

const DebugLine* LineTable::at(std::uint32_t address) const noexcept {
    const auto behind = std::ranges::upper_bound(lines_, address, {}, &DebugLine::address);
    return behind == lines_.begin() ? nullptr : &*std::prev(behind);
}

bool LineTable::begins(std::uint32_t address) const noexcept {
    const DebugLine* const line = at(address);
    if (line == nullptr || line->address != address) return false;
    if (line == lines_.data()) return true;
    const DebugLine& before = *(line - 1);
    return before.line != line->line || before.file != line->file;
}

bool LineTable::is_of(const DebugLine& line, std::string_view file) const noexcept {
    return file.empty() ||
           (line.file < files_.size() && same_name(file_name_of(files_[line.file]), file_name_of(file)));
}

std::vector<std::uint32_t> LineTable::lines_with_code(std::string_view file, std::uint32_t first,
                                                      std::uint32_t last) const {
    std::vector<std::uint32_t> result;
    for (const DebugLine& one : lines_)
        if (one.line >= first && one.line <= last && is_of(one, file) && begins(one.address))
            result.push_back(one.line);
    std::ranges::sort(result);
    const auto again = std::ranges::unique(result);
    result.erase(again.begin(), again.end());
    return result;
}

std::vector<std::uint32_t> LineTable::beginning(std::string_view file, std::uint32_t line) const {
    std::vector<std::uint32_t> result;
    std::optional<std::uint32_t> best;
    const auto from = std::ranges::lower_bound(by_number_, line, {},
                                               [this](std::uint32_t one) { return lines_[one].line; });
    for (auto number = from; number != by_number_.end(); ++number) {
        const DebugLine& one = lines_[*number];
        if (best && one.line != *best) break;
        if (!is_of(one, file)) continue;
        best = one.line;
        if (begins(one.address)) result.push_back(one.address);
    }
    return result;
}

} // namespace vellum
