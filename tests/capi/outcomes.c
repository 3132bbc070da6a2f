/* What became of events and calls, and faults, as data. */
#include <string.h>

#include "check.h"

static const char source[] = ".numbering hd\n"
                             ".run t, start\n"
                             ".task t, 0\n"
                             "    .event 2, used, int\n"
                             "start:\n"
                             "    Func    Hold/0\n"
                             "    Return  0\n"
                             "used:\n"
                             "    Call    inner\n"
                             "    Return  0\n"
                             "inner:\n"
                             "    Func    Missing/0\n"
                             "    Return  0\n";

static void hold(void* user, vellum_call* call) {
    (void)user;
    vellum_call_suspend(call);
}

void outcomes(void) {
    const vellum_load_options options = {sizeof options, "pathologic", "outcomes.vasm", NULL};
    vellum_program* program = NULL;
    CHECK(vellum_assemble(source, strlen(source), &options, &program, NULL, NULL) == VELLUM_OK);
    vellum_host* host = vellum_host_create(0);
    CHECK(vellum_host_function(host, "Hold", 0, hold, NULL) == VELLUM_OK);
    vellum_world* world = NULL;
    const vellum_program* programs[] = {program};
    CHECK(vellum_world_create(programs, 1, host, NULL, &world, NULL) == VELLUM_OK);
    CHECK(vellum_world_event_outcome(world) == -1 && vellum_world_call_outcome(world) == -1);
    vellum_world_start(world);
    const char* words = NULL;
    const vellum_value one = {VELLUM_INTEGER, 0, {.integer = 1}};
    CHECK(vellum_world_send(world, "3", NULL, 0, &words, NULL) == VELLUM_OK);
    CHECK(vellum_world_event_outcome(world) == VELLUM_EVENT_NO_HANDLER && strcmp(words, "no handler") == 0);
    CHECK(vellum_world_send(world, "2", NULL, 0, &words, NULL) == VELLUM_ERROR);
    CHECK(vellum_world_event_outcome(world) == VELLUM_EVENT_WRONG_COUNT);
    CHECK(vellum_world_send(world, "2@nobody", &one, 1, &words, NULL) == VELLUM_ERROR);
    CHECK(vellum_world_event_outcome(world) == VELLUM_EVENT_NO_RECEIVER);
    CHECK(vellum_world_send(world, "OnNothing", NULL, 0, &words, NULL) == VELLUM_ERROR);
    CHECK(vellum_world_event_outcome(world) == VELLUM_EVENT_UNKNOWN);
    CHECK(vellum_world_call(world, "nothing", NULL, 0, NULL, NULL) == VELLUM_ERROR);
    CHECK(vellum_world_call_outcome(world) == VELLUM_CALL_UNKNOWN_FUNCTION);
    CHECK(vellum_world_next_fault(world) == NULL);

    CHECK(vellum_world_send(world, "2", &one, 1, &words, NULL) == VELLUM_OK);
    CHECK(vellum_world_event_outcome(world) == VELLUM_EVENT_HANDLED);
    CHECK(vellum_world_fault_count(world) == 1);
    vellum_fault* fault = vellum_world_next_fault(world);
    CHECK(fault != NULL && vellum_world_fault_count(world) == 0);
    vellum_world_free(world); /* the fault does not need it */
    vellum_fault_info info;
    vellum_frame frame;
    vellum_fault_get(fault, &info);
    CHECK(strncmp(info.code, "pathologic.", 11) == 0 && strstr(info.message, "Missing") != NULL);
    CHECK(strstr(info.text, info.message) != NULL && strcmp(info.program, "outcomes.vasm") == 0);
    CHECK(info.machine == 0 && info.machine_name[0] != '\0' && info.frames >= 2);
    CHECK(vellum_fault_frame(fault, 0, &frame) == VELLUM_OK && frame.function[0] != '\0');
    vellum_code* code = vellum_code_create(program);
    vellum_instruction at;
    CHECK(vellum_code_instruction(code, vellum_code_find(code, frame.address), &at) == VELLUM_OK);
    CHECK(at.offset == info.offset);
    CHECK(strstr(vellum_code_text(code, vellum_code_find(code, frame.address)), "Missing/0") != NULL);
    vellum_code_free(code);
    CHECK(vellum_fault_frame(fault, info.frames, &frame) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_fault_frame(NULL, 0, &frame) == VELLUM_BAD_ARGUMENT);
    vellum_fault_free(fault);
    vellum_fault_free(NULL);
    CHECK(vellum_world_event_outcome(NULL) == -1 && vellum_world_next_fault(NULL) == NULL);
    vellum_host_free(host);
    vellum_program_free(program);
}
