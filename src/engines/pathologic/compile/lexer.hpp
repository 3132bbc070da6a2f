// What the tokens of Pathologic's source language have beyond those that all languages share.
#pragma once

#include "engines/pathologic/compile/codes.hpp"
#include "source/lexer.hpp"

namespace vellum::pathologic::compile {

using vellum::source::Lexer;
using vellum::source::Sources;
using vellum::source::Token;
using vellum::source::TokenKind;

inline constexpr vellum::source::Dialect dialect{
    .syntax = &codes::source_syntax, .reals = true, .single_quotes = true};

} // namespace vellum::pathologic::compile
