/* The C interface used as a C program uses it: every sample that ships is loaded, checked, listed, assembled
 * again, run, saved and restored; natives written in C answer, suspend and fail; wrong use is refused and
 * never crashes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

int failures = 0;

static char* read_file(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    const long end = ftell(file);
    fseek(file, 0, SEEK_SET);
    char* data = malloc((size_t)end + 1);
    *size = fread(data, 1, (size_t)end, file);
    fclose(file);
    return data;
}

static void count_notice(void* user, const char* kind, const char* text) {
    CHECK(kind != NULL && text != NULL);
    ++*(int*)user;
}

/* Pauses in the next frame, unless nothing runs any more, and looks at every frame of every machine. */
static void look_at(vellum_world* world) {
    vellum_error* error = NULL;
    const size_t machines = vellum_world_machine_count(world);
    CHECK(machines > 0);
    const uint64_t before = vellum_world_instructions(world);
    vellum_world_pause_after(world, 1);
    vellum_world_frame(world, 0.1F);
    if (vellum_world_paused(world)) CHECK(vellum_world_instructions(world) == before + 1);
    for (size_t i = 0; i < machines; ++i) {
        vellum_machine machine;
        vellum_frame frame;
        CHECK(vellum_world_machine(world, i, &machine) == VELLUM_OK);
        CHECK(machine.name != NULL && machine.state <= VELLUM_MACHINE_FAULTED);
        const size_t frames = machine.frames;
        for (size_t f = 0; f < frames; ++f)
            CHECK(vellum_world_machine_frame(world, i, f, &frame) == VELLUM_OK && frame.function != NULL);
        CHECK(vellum_world_machine_frame(world, i, frames, &frame) == VELLUM_BAD_ARGUMENT);
        vellum_buffer told = {NULL, 0};
        CHECK(vellum_world_scopes_json(world, i, 0, 0, 2, &told, &error) == VELLUM_OK);
        CHECK(told.size == strlen(told.data) && strncmp(told.data, "[{\"name\":", 9) == 0);
        vellum_buffer_free(&told);
        CHECK(vellum_world_scopes_json(world, i, frames + 1, 0, 2, &told, &error) == VELLUM_UNSUPPORTED);
        CHECK(error != NULL);
        vellum_error_free(error);
        error = NULL;
    }
    vellum_machine none;
    CHECK(vellum_world_machine(world, machines, &none) == VELLUM_BAD_ARGUMENT);
    vellum_world_pause_after(world, UINT64_MAX);
    vellum_world_resume(world);
    CHECK(!vellum_world_paused(world));
}

static void round_trip(const char* path) {
    size_t size = 0;
    char* data = read_file(path, &size);
    if (data == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        ++failures;
        return;
    }
    vellum_load_options options = {sizeof options, NULL, path, NULL};
    vellum_program* program = NULL;
    vellum_diagnostics* diagnostics = NULL;
    vellum_error* error = NULL;
    vellum_status status = vellum_load(data, size, &options, &program, &diagnostics, &error);
    if (status != VELLUM_OK) {
        fprintf(stderr, "%s: %s\n", path, error != NULL ? vellum_error_text(error) : "refused");
        ++failures;
        vellum_error_free(error);
        vellum_diagnostics_free(diagnostics);
        free(data);
        return;
    }
    vellum_diagnostics_free(diagnostics);

    vellum_buffer saved = {NULL, 0};
    CHECK(vellum_save(program, &saved, NULL) == VELLUM_OK);
    /* a source is saved as what it compiles to, and that is what is loaded, listed and run from here on */
    const int source = strlen(path) > 6 && strcmp(path + strlen(path) - 6, ".skrit") == 0;
    if (source) {
        vellum_program* compiled = NULL;
        CHECK(vellum_load(saved.data, saved.size, &options, &compiled, NULL, NULL) == VELLUM_OK);
        vellum_program_free(program);
        program = compiled;
        free(data);
        size = saved.size;
        data = malloc(size);
        memcpy(data, saved.data, size);
    }
    CHECK(saved.size == size && memcmp(saved.data, data, size) == 0);
    vellum_buffer_free(&saved);

    CHECK(vellum_check(program, &diagnostics) == VELLUM_OK);
    CHECK(vellum_diagnostics_errors(diagnostics) == 0);
    vellum_diagnostics_free(diagnostics);

    look_at_code(program);
    vellum_buffer facts = {NULL, 0};
    CHECK(vellum_program_json(program, &facts) == VELLUM_OK && facts.size > 2 && facts.data[0] == '{');
    vellum_buffer_free(&facts);

    vellum_buffer listing = {NULL, 0};
    CHECK(vellum_disassemble(program, &listing, NULL) == VELLUM_OK && listing.size > 0);
    vellum_load_options engine = {sizeof engine, vellum_program_engine(program), path, NULL};
    vellum_program* again = NULL;
    CHECK(vellum_assemble(listing.data, listing.size, &engine, &again, NULL, &error) == VELLUM_OK);
    vellum_buffer_free(&listing);
    if (again != NULL) {
        CHECK(vellum_save(again, &saved, NULL) == VELLUM_OK);
        CHECK(saved.size == size && memcmp(saved.data, data, size) == 0);
        vellum_buffer_free(&saved);
    }
    vellum_program_free(again);

    vellum_host* host = vellum_host_create(1);
    vellum_world* world = NULL;
    vellum_world_options limits = {sizeof limits, 1000000, 0, 0, NULL};
    const vellum_program* programs[1] = {program};
    CHECK(vellum_world_create(programs, 1, host, &limits, &world, &error) == VELLUM_OK);
    if (world != NULL) {
        int notices = 0;
        vellum_world_watch(world, count_notice, &notices);
        vellum_world_start(world);
        for (int i = 0; i < 10; ++i) vellum_world_frame(world, 0.1F);
        vellum_buffer told = {NULL, 0};
        const int world_map = strcmp(vellum_program_engine(program), "ff7") == 0;
        CHECK(vellum_world_state_json(world, &told, &error) == (world_map ? VELLUM_OK : VELLUM_UNSUPPORTED));
        if (world_map) {
            CHECK(told.size == strlen(told.data) && told.data[0] == '{');
            CHECK(strstr(told.data, "\"entities\":[{\"model\":") != NULL);
            CHECK(strstr(told.data, "\"name\":\"buggy\"") != NULL);
        } else {
            CHECK(error != NULL);
            vellum_error_free(error);
            error = NULL;
        }
        vellum_buffer_free(&told);
        CHECK(vellum_world_state_json(NULL, &told, NULL) == VELLUM_BAD_ARGUMENT);
        vellum_buffer state = {NULL, 0};
        CHECK(vellum_world_snapshot(world, &state, NULL) == VELLUM_OK);
        const uint64_t instructions = vellum_world_instructions(world);
        vellum_world_frame(world, 0.1F);
        CHECK(vellum_world_restore(world, state.data, state.size, NULL) == VELLUM_OK);
        CHECK(vellum_world_instructions(world) == instructions);
        /* cut off: refused, and the world is as it was */
        CHECK(vellum_world_restore(world, state.data, state.size - 1, &error) == VELLUM_ERROR);
        CHECK(error != NULL && vellum_error_text(error)[0] != '\0');
        vellum_error_free(error);
        CHECK(vellum_world_instructions(world) == instructions);
        /* a flipped byte: the same, wherever it stands */
        for (size_t at = 0; at < state.size; at += 1 + state.size / 64) {
            char* damaged = malloc(state.size);
            memcpy(damaged, state.data, state.size);
            damaged[at] ^= 0x20;
            error = NULL;
            CHECK(vellum_world_restore(world, damaged, state.size, &error) == VELLUM_ERROR);
            vellum_error_free(error);
            free(damaged);
        }
        CHECK(vellum_world_instructions(world) == instructions);
        vellum_buffer_free(&state);
        CHECK(!vellum_world_interrupted(world));
        vellum_world_interrupt(world);
        CHECK(vellum_world_interrupted(world));
        vellum_world_resume(world);
        CHECK(!vellum_world_interrupted(world));
        look_at(world);
    }
    vellum_world_free(world);
    vellum_host_free(host);
    vellum_program_free(program);
    free(data);
}

struct counter {
    int calls;
    int polls;
    float waited;
};

static void trace(void* user, vellum_call* call) {
    struct counter* counter = user;
    const vellum_value text = vellum_call_argument(call, 0);
    CHECK(text.type == VELLUM_STRING && text.size == 5 && memcmp(text.as.text, "hello", 5) == 0);
    CHECK(vellum_call_count(call) == 1 && vellum_call_argument(call, 1).type == VELLUM_NONE);
    ++counter->calls;
}

/* Waits for the seconds it is given; what is left is kept in the call's state. */
static void sleep_native(void* user, vellum_call* call) {
    struct counter* counter = user;
    vellum_value left = vellum_call_state(call);
    if (!vellum_call_resumed(call))
        left = vellum_call_argument(call, 0);
    else {
        ++counter->polls;
        counter->waited += vellum_call_delta_time(call);
        left.as.real -= vellum_call_delta_time(call);
        if (left.as.real <= 0.0F) return;
    }
    left.type = VELLUM_REAL;
    vellum_call_set_state(call, &left);
    vellum_call_suspend(call);
}

static void natives_in_c(void) {
    static const char source[] = ".numbering hd\n"
                                 ".run task0, run\n"
                                 ".task task0, 0\n"
                                 "run:\n"
                                 "    PushS \"hello\"\n"
                                 "    Func  Trace/1, S[1]\n"
                                 "    Pop   1\n"
                                 "    PushF 0.25\n"
                                 "    Func  Sleep/1, S[1]\n"
                                 "    Pop   1\n"
                                 "    Return 0\n";
    vellum_load_options options = {sizeof options, "pathologic", "hello", NULL};
    vellum_program* program = NULL;
    vellum_error* error = NULL;
    CHECK(vellum_assemble(source, strlen(source), &options, &program, NULL, &error) == VELLUM_OK);
    if (program == NULL) {
        fprintf(stderr, "%s\n", error != NULL ? vellum_error_text(error) : "");
        vellum_error_free(error);
        return;
    }
    struct counter counter = {0, 0, 0.0F};
    vellum_host* host = vellum_host_create(0);
    CHECK(vellum_host_function(host, "Trace", 1, trace, &counter) == VELLUM_OK);
    CHECK(vellum_host_function(host, "Sleep", 1, sleep_native, &counter) == VELLUM_OK);
    CHECK(vellum_host_function(host, "Trace", 2, trace, &counter) == VELLUM_OK);
    vellum_world* world = NULL;
    const vellum_program* programs[1] = {program};
    CHECK(vellum_world_create(programs, 1, host, NULL, &world, &error) == VELLUM_OK);
    vellum_program_free(program); /* the world keeps it */
    vellum_world_start(world);
    for (int i = 0; i < 8 && !vellum_world_finished(world); ++i) vellum_world_frame(world, 0.1F);
    CHECK(vellum_world_finished(world));
    CHECK(vellum_world_fault_count(world) == 0 && vellum_world_take_fault(world) == NULL);
    CHECK(counter.calls == 1 && counter.polls == 3);
    vellum_diagnostics* unheard = NULL;
    vellum_diagnostic message;
    CHECK(vellum_host_check(NULL, &unheard) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_host_check(host, &unheard) == VELLUM_OK);
    CHECK(vellum_diagnostics_count(unheard) == 1);
    CHECK(vellum_diagnostics_get(unheard, 0, &message) == VELLUM_OK);
    CHECK(strcmp(message.code, "host.unused") == 0 && message.severity == 0);
    CHECK(strcmp(message.message, "no script uses Trace with 2 arguments") == 0);
    vellum_diagnostics_free(unheard);
    vellum_world_free(world);
    vellum_host_free(host);
}

/* what a native answers arrives; what it writes past its arguments does not */
static void answer(void* user, vellum_call* call) {
    vellum_value value = {VELLUM_STRING, 5, {0}};
    value.as.text = "yours";
    (void)user;
    vellum_call_set_argument(call, vellum_call_count(call), &value);
    vellum_call_set_argument(call, 1000, &value);
    vellum_call_set_argument(call, 0, NULL);
    vellum_call_set_result(call, NULL);
    value.type = VELLUM_INTEGER;
    value.as.integer = 42;
    vellum_call_set_result(call, &value);
    CHECK(vellum_call_argument(call, vellum_call_count(call)).type == VELLUM_NONE);
}

static void results_in_c(void) {
    static const char source[] = "int answer$() { return MyNumber() + 1; }\n";
    vellum_load_options options = {sizeof options, "skrit", "answer.skrit", NULL};
    vellum_program* program = NULL;
    vellum_error* error = NULL;
    CHECK(vellum_compile(source, strlen(source), &options, &program, NULL, &error) == VELLUM_OK);
    if (program == NULL) {
        fprintf(stderr, "%s\n", error != NULL ? vellum_error_text(error) : "");
        vellum_error_free(error);
        return;
    }
    vellum_host* host = vellum_host_create(0);
    CHECK(vellum_host_function(host, "MyNumber", -1, answer, NULL) == VELLUM_OK);
    const vellum_program* programs[1] = {program};
    vellum_world* world = NULL;
    CHECK(vellum_world_create(programs, 1, host, NULL, &world, &error) == VELLUM_OK);
    vellum_world_start(world);
    vellum_value result = {0, 0, {0}};
    CHECK(vellum_world_call(world, "answer$", NULL, 0, &result, &error) == VELLUM_OK);
    CHECK(result.type == VELLUM_INTEGER && result.as.integer == 43);
    CHECK(vellum_world_call(NULL, "answer$", NULL, 0, &result, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_call(world, NULL, NULL, 0, &result, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_call(world, "answer$", NULL, 1, &result, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_send(world, NULL, NULL, 0, NULL, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_send(world, "OnUse", NULL, 1, NULL, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_send(NULL, "OnUse", NULL, 0, NULL, &error) == VELLUM_BAD_ARGUMENT);
    vellum_world_free(world);
    vellum_program_free(program);
    vellum_host_free(host);
}

static void wrong_use(void) {
    vellum_program* program = NULL;
    vellum_diagnostics* diagnostics = NULL;
    vellum_error* error = NULL;
    vellum_load_options wrong_size = {3, NULL, NULL, NULL};
    CHECK(vellum_load("x", 1, &wrong_size, &program, NULL, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_load(NULL, 5, NULL, &program, NULL, &error) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_load("x", 1, NULL, NULL, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_load_options unknown = {sizeof unknown, "zork", NULL, NULL};
    CHECK(vellum_load("x", 1, &unknown, &program, NULL, &error) == VELLUM_ERROR && error != NULL);
    vellum_diagnostic shown;
    vellum_error_get(error, &shown);
    CHECK(strcmp(shown.code, "engine.unknown") == 0 && shown.severity == 2);
    vellum_error_free(error);
    error = NULL;
    vellum_load_options pathologic = {sizeof pathologic, "pathologic", "bad.vasm", NULL};
    CHECK(vellum_assemble("Fly 1\n", 6, &pathologic, &program, &diagnostics, &error) == VELLUM_ERROR);
    CHECK(vellum_diagnostics_count(diagnostics) >= 1);
    CHECK(vellum_diagnostics_get(diagnostics, 0, &shown) == VELLUM_OK && shown.line == 1);
    CHECK(strcmp(shown.file, "bad.vasm") == 0);
    const size_t count = vellum_diagnostics_count(diagnostics);
    CHECK(vellum_diagnostics_get(diagnostics, count - 1, &shown) == VELLUM_OK);
    CHECK(vellum_diagnostics_get(diagnostics, count, &shown) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_diagnostics_get(diagnostics, 1000, &shown) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_diagnostics_get(diagnostics, 0, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_diagnostics_get(NULL, 0, &shown) == VELLUM_BAD_ARGUMENT);
    vellum_diagnostics_free(diagnostics);
    vellum_error_free(error);
    vellum_load_options map = {sizeof map, "ff7", "bad.ev", NULL};
    CHECK(vellum_compile("x", 1, &map, &program, NULL, NULL) == VELLUM_ERROR);
    CHECK(vellum_host_function(NULL, "x", 0, trace, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_host* named = vellum_host_create(0);
    CHECK(vellum_host_function(named, "x", 255, trace, NULL) == VELLUM_OK);
    CHECK(vellum_host_function(named, "x", 256, trace, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_host_function(named, "x", -2, trace, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_host_free(named);
    CHECK(vellum_world_create(NULL, 0, NULL, NULL, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_finished(NULL) == 1 && vellum_engine_id(1000) == NULL);
    vellum_world_interrupt(NULL);
    vellum_world_resume(NULL);
    CHECK(vellum_world_interrupted(NULL) == 0);
    vellum_world_pause_after(NULL, 0);
    CHECK(vellum_world_paused(NULL) == 0 && vellum_world_machine_count(NULL) == 0);
    CHECK(vellum_world_machine(NULL, 0, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_machine_frame(NULL, 0, 0, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_world_scopes_json(NULL, 0, 0, 0, 0, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_program_free(NULL);
    vellum_world_free(NULL);
    vellum_host_free(NULL);
    vellum_error_free(NULL);
    vellum_diagnostics_free(NULL);
    vellum_buffer_free(NULL);
}

/* `player` of AGS scripts: a pointer variable whose value the host keeps. */
static void get_pointer(void* user, vellum_call* call) {
    const vellum_value value = {VELLUM_OBJECT, 0, {.object = *(uint64_t*)user}};
    vellum_call_set_result(call, &value);
}
static void set_pointer(void* user, vellum_call* call) {
    *(uint64_t*)user = vellum_call_argument(call, 0).as.object;
}

static void pointer_variables(void) {
    static const char text[] =
        ".import \"player\"\n.export func \"who$0\", who\n.export func \"none$0\", none\n"
        "who:\n    LITTOREG MAR, import \"player\"\n    MEMREADPTR AX\n    RET\n"
        "none:\n    LITTOREG MAR, import \"player\"\n    MEMZEROPTR\n    LITTOREG AX, 0\n    RET\n";
    const vellum_load_options options = {sizeof options, "ags", "player.vasm", NULL};
    vellum_program* program = NULL;
    CHECK(vellum_assemble(text, sizeof text - 1, &options, &program, NULL, NULL) == VELLUM_OK);
    vellum_host* host = vellum_host_create(0);
    uint64_t player = 7;
    CHECK(vellum_host_pointer(NULL, "player", get_pointer, NULL, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_host_pointer(host, "player", get_pointer, set_pointer, &player) == VELLUM_OK);
    vellum_world* world = NULL;
    const vellum_program* programs[] = {program};
    CHECK(vellum_world_create(programs, 1, host, NULL, &world, NULL) == VELLUM_OK);
    vellum_value result;
    CHECK(vellum_world_call(world, "who", NULL, 0, &result, NULL) == VELLUM_OK);
    CHECK(result.type == VELLUM_OBJECT && result.as.object == 7);
    CHECK(vellum_world_call(world, "none", NULL, 0, &result, NULL) == VELLUM_OK && player == 0);
    vellum_world_free(world);
    vellum_host_free(host);
    vellum_program_free(program);
}

/* The first fault of a script that starts with these options; its text is as long as `kept`. */
static uint64_t fault_of(const char* text, const vellum_world_options* limits, char* kept, size_t size) {
    const vellum_load_options options = {sizeof options, "pathologic", "limits.vasm", NULL};
    vellum_program* program = NULL;
    CHECK(vellum_assemble(text, strlen(text), &options, &program, NULL, NULL) == VELLUM_OK);
    vellum_host* host = vellum_host_create(0);
    vellum_world* world = NULL;
    const vellum_program* programs[] = {program};
    CHECK(vellum_world_create(programs, 1, host, limits, &world, NULL) == VELLUM_OK);
    vellum_world_start(world);
    vellum_world_frame(world, 0.1F);
    const char* fault = vellum_world_take_fault(world);
    strncpy(kept, fault == NULL ? "" : fault, size - 1);
    kept[size - 1] = '\0';
    const uint64_t instructions = vellum_world_instructions(world);
    vellum_world_free(world);
    vellum_host_free(host);
    vellum_program_free(program);
    return instructions;
}

static void limits_and_settings(void) {
#define HEAD ".numbering hd\n.run M, a\n.task M, 0\na:\n"
    static const char endless[] = HEAD " Jump a\n";
    static const char deep[] = HEAD " Call a\n Return 0\n";
    static const char growing[] =
        HEAD " PushS \"0123456789abcdef\"\nb:\n Add2 S[1], S[1], S[1], 0\n Jump b\n";
    static const char* const fatal[] = {"limit-is-fatal", "1", NULL};
    char text[500];
    vellum_world_options options = {sizeof options, 5000, 0, 0, NULL};
    CHECK(fault_of(endless, &options, text, sizeof text) == 5000 && text[0] == '\0');
    options.settings = fatal;
    CHECK(fault_of(endless, &options, text, sizeof text) == 5000);
    CHECK(strstr(text, "more than 5000 instructions in one frame") != NULL);
    vellum_world_options depth = {sizeof depth, 0, 0, 70, NULL};
    fault_of(deep, &depth, text, sizeof text);
    CHECK(strstr(text, "calls are nested deeper than 70") != NULL);
    vellum_world_options memory = {sizeof memory, 0, 3000000, 0, NULL};
    fault_of(growing, &memory, text, sizeof text);
    CHECK(strstr(text, "a text grows beyond 187500 bytes") != NULL);
}

/* What the options say reaches the world, and what is wrong with them is told. */
static void world_options(void) {
    static const char source[] = "property int n$ = 1;\nint number$() { return n$; }\n"
                                 "bool not$( bool b$ ) { return !b$; }\n"
                                 "endless$() { forever { } }\nint deep$() { n$ += 1; return deep$(); }\n";
    const vellum_load_options named = {sizeof named, "skrit", "options.skrit", NULL};
    vellum_program* program = NULL;
    CHECK(vellum_compile(source, strlen(source), &named, &program, NULL, NULL) == VELLUM_OK);
    vellum_host* host = vellum_host_create(0);
    const vellum_program* programs[] = {program};
    static const char* const settings[] = {"params", "n=5", "seed", "7", NULL};
    const vellum_world_options options = {sizeof options, 4000, 1U << 24, 30, settings};
    vellum_world* world = NULL;
    vellum_error* error = NULL;
    vellum_value result;
    CHECK(vellum_world_create(programs, 1, host, &options, &world, &error) == VELLUM_OK);
    vellum_world_start(world);
    CHECK(vellum_world_call(world, "number$", NULL, 0, &result, NULL) == VELLUM_OK && result.as.integer == 5);
    CHECK(vellum_world_call(NULL, "number$", NULL, 0, &result, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_value truth = {VELLUM_BOOLEAN, 0, {.integer = 1}};
    CHECK(vellum_world_call(world, "not$", &truth, 1, &result, NULL) == VELLUM_OK);
    CHECK(result.type == VELLUM_BOOLEAN && result.as.integer == 0);
    truth.as.integer = 0;
    CHECK(vellum_world_call(world, "not$", &truth, 1, &result, NULL) == VELLUM_OK && result.as.integer == 1);
    vellum_buffer facts = {NULL, 0};
    CHECK(vellum_program_json(program, &facts) == VELLUM_OK);
    CHECK(strstr(facts.data, "\"name\":\"endless$\"") != NULL &&
          strstr(facts.data, "\"name\":\"deep$\"") != NULL);
    vellum_buffer_free(&facts);
    const uint64_t before = vellum_world_instructions(world);
    CHECK(vellum_world_call(world, "endless$", NULL, 0, NULL, &error) == VELLUM_ERROR);
    CHECK(vellum_world_instructions(world) - before == 4000);
    vellum_error_free(error);
    error = NULL;
    CHECK(vellum_world_call(world, "deep$", NULL, 0, NULL, NULL) == VELLUM_ERROR);
    CHECK(vellum_world_call(world, "number$", NULL, 0, &result, NULL) == VELLUM_OK &&
          result.as.integer == 35);
    vellum_world_free(world);

    static const char* const unknown[] = {"colour", "blue", NULL};
    const vellum_world_options wrong = {sizeof wrong, 0, 0, 0, unknown};
    CHECK(vellum_world_create(programs, 1, host, &wrong, &world, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "'colour=blue'") != NULL);
    vellum_error_free(error);
    error = NULL;
    vellum_host_free(host);
    vellum_program_free(program);

    const vellum_load_options listing = {sizeof listing, "pathologic", "named.vasm", NULL};
    vellum_diagnostics* diagnostics = NULL;
    vellum_diagnostic shown;
    CHECK(vellum_assemble("Fly 1\n", 6, &listing, &program, &diagnostics, &error) == VELLUM_ERROR);
    const size_t count = vellum_diagnostics_count(diagnostics);
    CHECK(vellum_diagnostics_get(diagnostics, count - 1, &shown) == VELLUM_OK);
    CHECK(vellum_diagnostics_get(diagnostics, count, &shown) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_diagnostics_get(diagnostics, 0, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(strcmp(shown.file, "named.vasm") == 0);
    vellum_diagnostics_free(diagnostics);
    vellum_error_free(error);
}

/* What was compiled from source knows its lines and names; its errors show the line. */
static void sources(void) {
    static const char source[] =
        "main task TMain {\n    int m_count;\n    void init() {\n        m_count = 1;\n"
        "    }\n}\n";
    static const char wrong[] = "main task TMain {\n    void init() {\n        m_count = 1;\n    }\n}\n";
    const vellum_load_options named = {sizeof named, "pathologic", "count.patho", NULL};
    vellum_program* program = NULL;
    vellum_error* error = NULL;
    vellum_buffer facts = {NULL, 0};
    CHECK(vellum_compile(source, strlen(source), &named, &program, NULL, &error) == VELLUM_OK);
    CHECK(vellum_program_json(program, &facts) == VELLUM_OK);
    CHECK(strstr(facts.data, "\"debug\":{\"files\":[\"count.patho\"],\"lines\":[[0,0,4,9]") != NULL);
    CHECK(strstr(facts.data, "\"groups\":[{\"name\":\"TMain\",\"variables\":[\"m_count\"]}]") != NULL);
    vellum_buffer_free(&facts);
    vellum_program_free(program);
    CHECK(vellum_compile(wrong, strlen(wrong), &named, &program, NULL, &error) == VELLUM_ERROR);
    CHECK(strstr(vellum_error_text(error), "    3 |         m_count = 1;\n      |         ^") != NULL);
    vellum_error_free(error);
}

int main(int argc, char** argv) {
    CHECK(vellum_abi() == VELLUM_C_ABI && vellum_version()[0] != '\0' && vellum_engine_count() > 0);
    for (int i = 1; i < argc; ++i) round_trip(argv[i]);
    natives_in_c();
    results_in_c();
    pointer_variables();
    limits_and_settings();
    world_options();
    world_options();
    sources();
    wrong_use();
    known_code();
    outcomes();
    inspecting();
    whole_files();
    printf("%d samples, %d failures\n", argc - 1, failures);
    return failures == 0 ? 0 : 1;
}
