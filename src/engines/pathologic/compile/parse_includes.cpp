// `#include "lib.patho"`: the declarations of another text, as if they stood here. Names are those of the
// file system that the compiler was given, from the folder of the including text or from the root; it sees to
// it that none leads out.
#include <algorithm>

#include "base/relative_name.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"

namespace vellum::pathologic::compile {

namespace {

constexpr std::size_t most_depth = 32;

/// Behind the last slash nothing is left.
std::string folder_of(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    return std::string(slash == std::string_view::npos ? std::string_view() : name.substr(0, slash + 1));
}

} // namespace

void Parser::include(std::uint32_t offset) {
    if (!lexer_.peek().is("include")) return syntax("expected 'include' after '#'");
    static_cast<void>(lexer_.next());
    if (lexer_.peek().kind != TokenKind::string)
        return syntax("the name of expected a text in quotes here", "#include \"lib.patho\"");
    static_cast<void>(lexer_.next());
    std::string wanted = lexer_.value();
    std::ranges::replace(wanted, '\\', '/');
    read_included(wanted, offset);
}

void Parser::read_included(const std::string& wanted, std::uint32_t offset) {
    if (!files_.available())
        return add(codes::source_include, offset, "'" + wanted + "' cannot be included here",
                   "there is no folder to read it from");
    if (!stays_inside(wanted))
        return add(codes::source_include, offset, "'" + wanted + "' is not below the folder of the source",
                   "included files must be below the folder of the source or of --data");
    std::string name = (open_.empty() ? std::string() : folder_of(open_.back())) + wanted;
    const vellum::source::IncludedFiles::File* included = &files_.read(name);
    if (included->text == nullptr && name != wanted) {
        name = wanted;
        included = &files_.read(name);
    }
    if (included->text == nullptr)
        return add(codes::source_include, offset, "'" + wanted + "' cannot be included: " + included->problem,
                   "included files must be below the folder of the source or of --data");
    // Folders may ignore the case of names.
    const std::string identity = vellum::source::plain_name(name);
    if (std::ranges::find(open_, identity, [](const std::string& one) {
            return vellum::source::plain_name(one);
        }) != open_.end())
        return add(codes::source_include, offset,
                   "'" + name + "' includes itself, directly or through others");
    if (taken_.contains(identity)) return; // each once
    if (open_.size() >= most_depth)
        return add(codes::source_include, offset, "includes are nested too deeply");
    const auto file = texts_.add(name, *included->text);
    if (!file) return add(codes::source_include, offset, "the included files are too many or too long");
    taken_.insert(identity);
    open_.push_back(name);
    Lexer inside(texts_, *file, dialect_, diagnostics_);
    std::swap(lexer_, inside);
    if (lexer_.peek().is("script"))
        syntax("an included file must not have a heading", "the including file sets the kind of script");
    declarations();
    std::swap(lexer_, inside);
    recovering_ = false;
    open_.pop_back();
}

} // namespace vellum::pathologic::compile
