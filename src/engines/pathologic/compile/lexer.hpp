// The tokens of Pathologic's source language: those that all languages share, with reals.
#pragma once

#include "engines/pathologic/compile/codes.hpp"
#include "source/lexer.hpp"

namespace vellum::pathologic::compile {

using vellum::source::Sources;
using vellum::source::Token;
using vellum::source::TokenKind;

class Lexer : public vellum::source::Lexer {
  public:
    /// Reads one of the texts.
    Lexer(const Sources& sources, std::uint32_t file, Diagnostics& diagnostics)
        : vellum::source::Lexer(sources, file, {.syntax = &codes::source_syntax, .reals = true},
                                diagnostics) {}
};

} // namespace vellum::pathologic::compile
