/* Looking into a world and changing what it holds. */
#include <string.h>

#include "check.h"

static const char source[] = "int counter = 5;\n"
                             "export counter;\n"
                             "int get() { return counter; }\n";

/* The number of the scope with that name, or of all there are. */
static size_t scope_named(const vellum_scopes* scopes, const char* name) {
    const size_t count = vellum_scopes_count(scopes);
    for (size_t i = 0; i < count; ++i) {
        vellum_scope scope;
        CHECK(vellum_scopes_get(scopes, i, &scope) == VELLUM_OK);
        if (strcmp(scope.name, name) == 0) return i;
    }
    return count;
}

/* All that is told of a program, to its last function. */
static void whole_program(const vellum_program* program) {
    static const char expected[] =
        "{\"engine\":\"ags\",\"name\":\"counter.asc\",\"facts\":{\"format\":\"SCOM 90\",\"code "
        "words\":\"14\","
        "\"instructions\":\"7\",\"global data bytes\":\"4\",\"string "
        "bytes\":\"25\",\"fixups\":\"1\",\"imports\":\"0\","
        "\"imports used\":\"0\",\"exports\":\"2\",\"section\":\"counter from word 0\"},"
        "\"functions\":[{\"name\":\"get\",\"kind\":\"export\",\"address\":0}]}";
    vellum_buffer json = {NULL, 0};
    CHECK(vellum_program_json(program, &json) == VELLUM_OK);
    CHECK(json.size == strlen(expected) && memcmp(json.data, expected, json.size) == 0);
    vellum_buffer_free(&json);
}

/* The machine and the frame are two numbers: the second machine's variable is changed, and no other. */
static void second_machine(void) {
    static const char task[] = "main task T { int m_a; void init() { for (;;) { @Hold(); } } }";
    const vellum_load_options options = {sizeof options, "pathologic", "a.patho", NULL};
    const vellum_value seven = {VELLUM_INTEGER, 0, {.integer = 7}};
    vellum_program* program = NULL;
    vellum_world* world = NULL;
    vellum_scopes* scopes = NULL;
    vellum_variable variable;
    CHECK(vellum_compile(task, strlen(task), &options, &program, NULL, NULL) == VELLUM_OK);
    const vellum_program* programs[] = {program, program};
    vellum_host* host = vellum_host_create(1);
    CHECK(vellum_world_create(programs, 2, host, NULL, &world, NULL) == VELLUM_OK);
    vellum_world_start(world);
    CHECK(vellum_world_change_variable(world, 1, 0, "task", 0, &seven, NULL) == VELLUM_OK);
    for (size_t machine = 0; machine < 2; ++machine) {
        CHECK(vellum_world_scopes(world, machine, 0, 0, 10, &scopes, NULL) == VELLUM_OK);
        CHECK(vellum_scopes_variable(scopes, scope_named(scopes, "task"), 0, &variable) == VELLUM_OK);
        CHECK(variable.value.as.integer == (machine == 1 ? 7 : 0));
        vellum_scopes_free(scopes);
    }
    vellum_world_free(world);
    vellum_host_free(host);
    vellum_program_free(program);
}

/* The error by its address: which argument is evaluated first is nobody's promise. */
static int is_refused(vellum_status status, vellum_error** error) {
    vellum_diagnostic said;
    vellum_error_get(*error, &said);
    const int refused = status == VELLUM_ERROR && strcmp(said.code, "engine.variable") == 0;
    vellum_error_free(*error);
    return refused;
}

void inspecting(void) {
    const vellum_load_options options = {sizeof options, "ags", "counter.asc", NULL};
    vellum_program* program = NULL;
    CHECK(vellum_compile(source, strlen(source), &options, &program, NULL, NULL) == VELLUM_OK);
    vellum_host* host = vellum_host_create(1);
    vellum_world* world = NULL;
    const vellum_program* programs[] = {program};
    CHECK(vellum_world_create(programs, 1, host, NULL, &world, NULL) == VELLUM_OK);
    vellum_world_start(world);

    whole_program(program);
    second_machine();

    vellum_scopes* scopes = NULL;
    vellum_error* error = NULL;
    CHECK(vellum_world_scopes(world, 0, 0, 0, 10, &scopes, &error) == VELLUM_OK);
    const size_t globals = scope_named(scopes, "globals");
    vellum_scope scope;
    vellum_variable variable;
    CHECK(vellum_scopes_get(scopes, globals, &scope) == VELLUM_OK);
    CHECK(scope.count == 1 && scope.first == 0 && scope.variables == 1);
    CHECK(vellum_scopes_variable(scopes, globals, 0, &variable) == VELLUM_OK);
    CHECK(strcmp(variable.name, "counter") == 0 && strcmp(variable.type, "int") == 0);
    CHECK(strcmp(variable.text, "5") == 0);
    CHECK(variable.value.type == VELLUM_INTEGER && variable.value.as.integer == 5);
    CHECK(vellum_scopes_variable(scopes, globals, 1, &variable) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_scopes_get(scopes, vellum_scopes_count(scopes), &scope) == VELLUM_BAD_ARGUMENT);

    const vellum_value seven = {VELLUM_INTEGER, 0, {.integer = 7}};
    const vellum_value text = {VELLUM_STRING, 1, {.text = "x"}};
    vellum_value result;
    CHECK(vellum_world_change_variable(world, 0, 0, "globals", 0, &seven, &error) == VELLUM_OK);
    CHECK(vellum_world_call(world, "get", NULL, 0, &result, &error) == VELLUM_OK && result.as.integer == 7);
    CHECK(is_refused(vellum_world_change_variable(world, 0, 0, "globals", 1, &seven, &error), &error));
    CHECK(is_refused(vellum_world_change_variable(world, 0, 0, "globals", 0, &text, &error), &error));
    CHECK(is_refused(vellum_world_change_variable(world, 0, 0, "planets", 0, &seven, &error), &error));

    vellum_memory memory;
    vellum_buffer bytes = {NULL, 0};
    CHECK(vellum_world_memory_count(world) == 1);
    CHECK(vellum_world_memory(world, 0, &memory) == VELLUM_OK && memory.size == 4);
    CHECK(vellum_world_memory(world, 1, &memory) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_read_memory(world, memory.name, 0, 100, &bytes, &error) == VELLUM_OK);
    CHECK(bytes.size == 4 && bytes.data[0] == 7);
    vellum_buffer_free(&bytes);
    CHECK(is_refused(vellum_world_read_memory(world, "moon", 0, 1, &bytes, &error), &error));

    /* Scopes do not need the world. */
    vellum_world_free(world);
    CHECK(vellum_scopes_variable(scopes, globals, 0, &variable) == VELLUM_OK);
    CHECK(strcmp(variable.text, "5") == 0);
    vellum_scopes_free(scopes);
    vellum_host_free(host);
    vellum_program_free(program);

    CHECK(vellum_world_scopes(NULL, 0, 0, 0, 0, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_scopes_count(NULL) == 0 && vellum_world_memory_count(NULL) == 0);
    CHECK(vellum_scopes_variable(NULL, 0, 0, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_change_variable(NULL, 0, 0, NULL, 0, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_memory(NULL, 0, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_read_memory(NULL, NULL, 0, 0, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_scopes_free(NULL);
}
