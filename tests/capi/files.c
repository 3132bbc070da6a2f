/* Whole files through the C interface: checking, SARIF, uses of names, graphs. */
#include <string.h>

#include "check.h"

static const char sound[] = ".numbering hd\n"
                            ".run t, start\n"
                            ".task t, 0\n"
                            "start:\n"
                            "    PushS   \"hello\"\n"
                            "    Func    Trace/1, S[1]\n"
                            "    Return  1\n";
static const char broken[] = ".numbering hd\n.run t, start\n.task t, 0\nstart:\n    Pop 3\n    Return 0\n";

static void checks(void) {
    const vellum_load_options options = {sizeof options, "pathologic", "a.vasm", NULL};
    vellum_diagnostics* found = NULL;
    vellum_error* error = NULL;
    vellum_buffer log = {NULL, 0};
    CHECK(vellum_file_check(sound, strlen(sound), &options, 0, &found, &error) == VELLUM_OK);
    CHECK(vellum_diagnostics_errors(found) == 0);
    vellum_diagnostics_free(found);
    CHECK(vellum_file_check(broken, strlen(broken), &options, 0, &found, &error) == VELLUM_OK);
    CHECK(vellum_diagnostics_errors(found) > 0);
    vellum_diagnostic first;
    CHECK(vellum_diagnostics_get(found, 0, &first) == VELLUM_OK);
    CHECK(strcmp(first.file, "a.vasm") == 0 && first.code[0] != '\0');
    CHECK(vellum_diagnostics_sarif(found, &log) == VELLUM_OK);
    CHECK(strstr(log.data, "\"2.1.0\"") != NULL && strstr(log.data, first.code) != NULL);
    vellum_buffer_free(&log);
    vellum_diagnostics_free(found);
    found = NULL;
    CHECK(vellum_file_check("?", 1, NULL, 0, &found, &error) == VELLUM_ERROR && found == NULL);
    vellum_error_get(error, &first);
    CHECK(strcmp(first.code, "engine.unknown") == 0);
    vellum_error_free(error);
    CHECK(vellum_file_check(NULL, 1, NULL, 0, &found, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_file_check(sound, 1, NULL, 0, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_diagnostics_sarif(NULL, &log) == VELLUM_BAD_ARGUMENT);
}

static void uses(void) {
    const vellum_load_options options = {sizeof options, "pathologic", "a.vasm", NULL};
    vellum_name_query query = {sizeof query, "tr*", "native", 1};
    vellum_uses* found = NULL;
    vellum_use use;
    CHECK(vellum_file_uses(sound, strlen(sound), &options, &query, &found, NULL, NULL) == VELLUM_OK);
    CHECK(vellum_uses_count(found) == 1 && vellum_uses_get(found, 0, &use) == VELLUM_OK);
    CHECK(strcmp(use.kind, "native") == 0 && strcmp(use.name, "Trace") == 0);
    CHECK(strcmp(use.script, "a.vasm") == 0 && strcmp(use.function, "run") == 0 && use.address == 1);
    CHECK(vellum_uses_get(found, 1, &use) == VELLUM_BAD_ARGUMENT);
    vellum_uses_free(found);
    query.ignore_case = 0;
    CHECK(vellum_file_uses(sound, strlen(sound), &options, &query, &found, NULL, NULL) == VELLUM_OK);
    CHECK(vellum_uses_count(found) == 0);
    vellum_uses_free(found);
    vellum_diagnostics* problems = NULL;
    CHECK(vellum_file_uses("Pop", 3, &options, NULL, &found, &problems, NULL) == VELLUM_OK);
    CHECK(vellum_uses_count(found) == 0 && vellum_diagnostics_errors(problems) > 0);
    vellum_uses_free(found);
    vellum_diagnostics_free(problems);
    query.struct_size = 1;
    CHECK(vellum_file_uses(sound, 1, NULL, &query, &found, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_uses_count(NULL) == 0 && vellum_uses_get(NULL, 0, &use) == VELLUM_BAD_ARGUMENT);
    vellum_uses_free(NULL);
}

static void graphs(void) {
    const vellum_load_options load = {sizeof load, "pathologic", "a.vasm", NULL};
    vellum_program* program = NULL;
    vellum_buffer text = {NULL, 0};
    vellum_error* error = NULL;
    CHECK(vellum_assemble(sound, strlen(sound), &load, &program, NULL, NULL) == VELLUM_OK);
    CHECK(vellum_program_graph(program, NULL, &text, NULL) == VELLUM_OK);
    CHECK(strncmp(text.data, "<svg", 4) == 0);
    vellum_buffer_free(&text);
    vellum_graph_options options = {sizeof options, VELLUM_GRAPH_JSON, "run", 0, 2};
    CHECK(vellum_program_graph(program, &options, &text, NULL) == VELLUM_OK);
    CHECK(text.data[0] == '{' && strstr(text.data, "... 1 more") != NULL);
    vellum_buffer_free(&text);
    options.format = VELLUM_GRAPH_DOT;
    options.function = NULL;
    options.natives = 1;
    CHECK(vellum_program_graph(program, &options, &text, NULL) == VELLUM_OK);
    CHECK(strstr(text.data, "digraph") != NULL && strstr(text.data, "Trace") != NULL);
    vellum_buffer_free(&text);
    options.function = "nowhere";
    CHECK(vellum_program_graph(program, &options, &text, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "there is no function 'nowhere'") != NULL);
    vellum_error_free(error);
    options.format = 3;
    CHECK(vellum_program_graph(program, &options, &text, NULL) == VELLUM_BAD_ARGUMENT);
    options.struct_size = 1;
    CHECK(vellum_program_graph(program, &options, &text, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_program_graph(NULL, NULL, &text, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_program_free(program);
}

static const char before[] = "main task TMain {\n"
                             "    int m_n;\n"
                             "    void init() {\n"
                             "        @Hold();\n"
                             "    }\n"
                             "    event OnUse(object user) {\n"
                             "        m_n += 2;\n"
                             "    }\n"
                             "}\n";

static void sources(void) {
    const vellum_load_options load = {sizeof load, "pathologic", "a.patho", NULL};
    vellum_program *program = NULL, *patched = NULL, *other = NULL;
    vellum_diagnostics* problems = NULL;
    vellum_buffer text = {NULL, 0}, verdicts = {NULL, 0}, names = {NULL, 0};
    vellum_error* error = NULL;
    int32_t equal = -1;
    CHECK(vellum_compile(before, strlen(before), &load, &program, NULL, NULL) == VELLUM_OK);
    CHECK(vellum_decompile(program, NULL, &text, &verdicts, NULL) == VELLUM_OK);
    CHECK(strstr(text.data, "    event OnUse(object user) {\n        m_n += 2;\n") != NULL);
    CHECK(strstr(verdicts.data, "{\"verdict\":\"identical\",\"functions\":[{\"name\":\"TMain.init\","
                                "\"address\":0,\"verdict\":\"identical\"}") != NULL);
    vellum_buffer_free(&text);
    vellum_buffer_free(&verdicts);

    static const char edited[] = "main task TMain {\n"
                                 "    int m_uses;\n"
                                 "    void init() {\n"
                                 "        @Hold();\n"
                                 "    }\n"
                                 "    event OnUse(object user) {\n"
                                 "        m_uses += 2; // two\n"
                                 "    }\n"
                                 "}\n";
    CHECK(vellum_source_names(edited, strlen(edited), &load, NULL, &names, NULL) == VELLUM_OK);
    CHECK(strstr(names.data, "variable 0 m_uses\n") != NULL);
    vellum_source_options source = {sizeof source, 0, names.data};
    CHECK(vellum_decompile(program, &source, &text, NULL, NULL) == VELLUM_OK);
    CHECK(strstr(text.data, "        m_uses += 2; // two\n") != NULL);
    vellum_buffer_free(&text);
    source.names = "nothing";
    CHECK(vellum_decompile(program, &source, &text, NULL, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "pathologic.names") != NULL);
    vellum_error_free(error);
    source.struct_size = 1;
    CHECK(vellum_decompile(program, &source, &text, NULL, NULL) == VELLUM_BAD_ARGUMENT);

    static const char part[] = "event OnUse(object user) {\n    m_uses += 3;\n}\n";
    const char* const functions[] = {"TMain.OnUse", NULL};
    vellum_patch_options patch = {sizeof patch, functions, "part.patho", names.data};
    CHECK(vellum_program_patch(program, part, strlen(part), &patch, &patched, &problems, NULL) == VELLUM_OK);
    CHECK(vellum_diagnostics_count(problems) == 0);
    vellum_diagnostics_free(problems);
    patch.names = NULL;
    CHECK(vellum_program_patch(program, part, strlen(part), &patch, &other, NULL, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "part.patho:2:5: error: ") != NULL);
    vellum_error_free(error);

    CHECK(vellum_program_diff(program, patched, NULL, &equal, &text, NULL) == VELLUM_OK);
    CHECK(equal == 0 && strstr(text.data, "-        m_n += 2;\n+        m_n += 3;\n") != NULL);
    vellum_buffer_free(&text);
    CHECK(vellum_program_diff(program, program, NULL, &equal, &text, NULL) == VELLUM_OK);
    CHECK(equal == 1 && text.size == 0);
    vellum_buffer_free(&text);
    vellum_diff_options diff = {sizeof diff, VELLUM_DIFF_JSON, 1, 0, NULL};
    CHECK(vellum_program_diff(program, patched, &diff, NULL, &text, NULL) == VELLUM_OK);
    CHECK(strstr(text.data, "\"form\":\"listing\"") != NULL);
    vellum_buffer_free(&text);
    diff.format = VELLUM_DIFF_HTML;
    CHECK(vellum_program_diff(program, patched, &diff, NULL, &text, NULL) == VELLUM_OK);
    CHECK(strncmp(text.data, "<!doctype html>", 15) == 0);
    vellum_buffer_free(&text);
    diff.format = 3;
    CHECK(vellum_program_diff(program, patched, &diff, NULL, &text, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_buffer_free(&names);
    vellum_program_free(program);
    vellum_program_free(patched);
}

void whole_files(void) {
    sources();
    checks();
    uses();
    graphs();
}
