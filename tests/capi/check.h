/* What the parts of the C interface's test share. */
#ifndef VELLUM_TESTS_CAPI_CHECK_H
#define VELLUM_TESTS_CAPI_CHECK_H

#include <stdio.h>

#include "vellum/vellum.h"

extern int failures;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            ++failures;                                                                                      \
        }                                                                                                    \
    } while (0)

/* code.c: what the interface says of a program's code holds together */
void look_at_code(const vellum_program* program);
/* code.c: tables, operands, blocks, references and facts of a script that is known */
void known_code(void);
/* outcomes.c: events, calls and faults as data */
void outcomes(void);
/* inspect.c: scopes, variables and memory of a world */
void inspecting(void);
/* files.c: what the command line says of whole files */
void whole_files(void);

#endif
