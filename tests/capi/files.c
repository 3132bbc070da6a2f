/* Files and sources through the C interface: SARIF, questions to workspaces, graphs. */
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
    vellum_program* program = NULL;
    vellum_diagnostics* found = NULL;
    vellum_diagnostic first;
    vellum_buffer log = {NULL, 0};
    CHECK(vellum_assemble(broken, strlen(broken), &options, &program, NULL, NULL) == VELLUM_OK);
    CHECK(vellum_check(program, &found) == VELLUM_OK && vellum_diagnostics_errors(found) > 0);
    CHECK(vellum_diagnostics_get(found, 0, &first) == VELLUM_OK);
    CHECK(vellum_diagnostics_sarif(found, &log) == VELLUM_OK);
    CHECK(strstr(log.data, "\"2.1.0\"") != NULL && strstr(log.data, first.code) != NULL);
    vellum_buffer_free(&log);
    vellum_diagnostics_free(found);
    vellum_program_free(program);
    CHECK(vellum_diagnostics_sarif(NULL, &log) == VELLUM_BAD_ARGUMENT);
}

static int32_t read_one(void* user, const char* name, vellum_buffer* bytes) {
    if (strcmp(name, "game/a.vasm") != 0) return 1;
    return vellum_buffer_set(bytes, user, strlen(user)) == VELLUM_OK ? 0 : 1;
}

static int32_t list_one(void* user, vellum_buffer* names) {
    (void)user;
    return vellum_buffer_set(names, "game/a.vasm\n", 12) == VELLUM_OK ? 0 : 1;
}

/* An archive that is only read in part: the head, a member's name, size and place; the rest is never asked
 * for. */
static int32_t refuse(void* user, const char* name, vellum_buffer* bytes) {
    (void)user, (void)name, (void)bytes;
    return 1;
}

static const char part[4096] = "LP1C\0\0\0\0\1\0\0\0\4a.it\1\0\0\0\x80";

static int32_t list_part(void* user, vellum_buffer* names) {
    (void)user;
    return vellum_buffer_set(names, "a.vfs\n", 6) == VELLUM_OK ? 0 : 1;
}

static int32_t size_of_part(void* user, const char* name, uint64_t* size) {
    (void)user;
    *size = sizeof part;
    return strcmp(name, "a.vfs") == 0 ? 0 : 1;
}

static int32_t read_part(void* user, const char* name, uint64_t offset, void* out, size_t size) {
    (void)user;
    if (strcmp(name, "a.vfs") != 0 || offset > sizeof part || size > sizeof part - offset) return 1;
    memcpy(out, part + offset, size);
    return 0;
}

/* The answer to a question about one file, in `answer`; 1 if the text is in it. */
static int answers(const vellum_files* files, const char* question, const char* parameters,
                   const char* text) {
    vellum_workspace* workspace = NULL;
    vellum_buffer answer = {NULL, 0};
    int found = 0;
    if (vellum_workspace_open(files, "{\"engine\": \"pathologic\"}", &workspace, NULL) == VELLUM_OK &&
        vellum_workspace_ask(workspace, question, parameters, strlen(parameters), &answer, NULL) == VELLUM_OK)
        found = strstr(answer.data, text) != NULL;
    vellum_buffer_free(&answer);
    vellum_workspace_free(workspace);
    return found;
}

static void questions(void) {
    vellum_files files = {sizeof files, (void*)(uintptr_t)sound, read_one, list_one, NULL, NULL};
    vellum_workspace* workspace = NULL;
    vellum_error* error = NULL;
    vellum_buffer rows = {NULL, 0};
    CHECK(answers(&files, "check", "{\"nodes\": \"game\"}", "\"ok\":true"));
    CHECK(answers(&files, "xref", "{\"nodes\": \"game\", \"name\": \"tr*\", \"ignore-case\": true}",
                  "{\"kind\":\"native\",\"name\":\"Trace\",\"file\":\"game/a.vasm\",\"address\":1,"
                  "\"function\":\"run\"}"));
    CHECK(!answers(&files, "xref", "{\"nodes\": \"game\", \"name\": \"tr*\"}", "Trace"));
    CHECK(answers(&files, "check", "{\"nodes\": \"nothing\"}", "\"code\":\"io.read\""));
    files.list = NULL;
    CHECK(answers(&files, "check", "{\"nodes\": \"game/a.vasm\"}", "\"ok\":true"));
    const vellum_files parts = {sizeof parts, NULL, refuse, list_part, size_of_part, read_part};
    CHECK(answers(&parts, "extract", "{\"nodes\": \"a.vfs\"}", "\"a.it\""));
    files.user = (void*)(uintptr_t)broken;
    CHECK(answers(&files, "check", "{\"nodes\": \"game/a.vasm\"}", "\"ok\":false"));

    CHECK(vellum_workspace_open(NULL, "{\"engin\": 1}", &workspace, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "settings.member") != NULL);
    vellum_error_free(error);
    CHECK(vellum_workspace_open(NULL, NULL, &workspace, NULL) == VELLUM_OK);
    CHECK(vellum_workspace_ask(workspace, "checq", NULL, 0, &rows, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "question.unknown") != NULL);
    vellum_error_free(error);
    CHECK(vellum_workspace_ask(workspace, "check", NULL, 1, &rows, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_workspace_ask(NULL, "check", NULL, 0, &rows, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_workspace_free(workspace);
    files.read = NULL;
    CHECK(vellum_workspace_open(&files, NULL, &workspace, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_buffer_set(&rows, NULL, 1) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_questions(&rows) == VELLUM_OK && strstr(rows.data, "\"name\":\"xref\"") != NULL);
    vellum_buffer_free(&rows);
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
    error = NULL;
    source.names = "// engine: ags\n";
    CHECK(vellum_decompile(program, &source, &text, NULL, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "another engine's") != NULL);
    vellum_error_free(error);
    error = NULL;
    CHECK(vellum_source_names(edited, strlen(edited), &load, "// engine: ags\n", &text, &error) ==
          VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "another engine's") != NULL);
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
    questions();
    graphs();
}
