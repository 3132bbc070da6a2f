// The tokens of Pathologic's source language: those that all languages share, with reals.
#pragma once

#include <string_view>

#include "engines/pathologic/compile/codes.hpp"
#include "source/lexer.hpp"

namespace vellum::pathologic::compile {

using vellum::source::Lines;
using vellum::source::Token;
using vellum::source::TokenKind;

class Lexer : public vellum::source::Lexer {
  public:
    Lexer(std::string_view text, const Lines& lines, Diagnostics& diagnostics)
        : vellum::source::Lexer(text, lines, {.syntax = &codes::source_syntax, .reals = true}, diagnostics) {}
};

} // namespace vellum::pathologic::compile
