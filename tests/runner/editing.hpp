// What an editor is told about a case's texts: one session with a language server over all `edit` actions of
// a case. Lines and columns count from 1, columns in units of UTF-16.
//
//     edit problems                    what is wrong, with the ends of what is marked
//     edit outline | folds | tokens    the text as a whole
//     edit hover LINE:COLUMN           also: definition, declaration, references, uses, calls, actions
//     edit complete LINE:COLUMN [MORE] what may stand there; with MORE only names that begin so
//     edit signature LINE:COLUMN
//     edit rename LINE:COLUMN NAME     the lines that change
//     edit format                      the same
//     edit type LINE:COLUMN-LINE:COLUMN TEXT   changes the text, for the actions that follow; \n is a new
//     line edit send JSON                   any message, and what comes back edit raw METHOD [LINE:COLUMN]
//     [JSON]   a request, with these parameters, and the whole of its result edit messages the same of what
//     is told unasked
// A second text is meant by its name behind the action: "edit outline@lib.patho".
#pragma once

#include <memory>
#include <string_view>

#include "runner/case_file.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::cases {

class Editing {
  public:
    explicit Editing(const CaseFile& file);
    Editing(const Editing&) = delete;
    Editing& operator=(const Editing&) = delete;
    ~Editing();

    /// `action`: without "edit ".
    void perform(std::string_view action, TextWriter& out);

  private:
    struct Session;
    std::unique_ptr<Session> session_;
};

} // namespace vellum::cases
