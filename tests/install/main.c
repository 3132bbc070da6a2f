/* What a stranger's first C program does: lists the engines and runs a script with a native. */
#include <stdio.h>
#include <string.h>
#include <vellum/vellum.h>

static void tell(void* user, vellum_call* call) { *(int*)user = vellum_call_argument(call, 0).as.integer; }

int main(void) {
    const char* text =
        ".numbering hd\n.run t, start\n.task t, 0\nstart:\nPushI 42\nFunc Tell/1, S[1]\nReturn 1\n";
    vellum_load_options options = {sizeof options, "pathologic", "consumer", NULL};
    vellum_program* program = NULL;
    vellum_error* error = NULL;
    if (vellum_assemble(text, strlen(text), &options, &program, NULL, &error) != VELLUM_OK) {
        fprintf(stderr, "%s\n", vellum_error_text(error));
        vellum_error_free(error);
        return 1;
    }
    int told = 0;
    vellum_host* host = vellum_host_create(0);
    vellum_host_function(host, "Tell", 1, tell, &told);
    const vellum_program* programs[] = {program};
    vellum_world* world = NULL;
    if (vellum_world_create(programs, 1, host, NULL, &world, NULL) != VELLUM_OK) return 2;
    vellum_world_start(world);
    vellum_world_frame(world, 0.1f);
    printf("consumer in C: %s, %d engines\n", told == 42 ? "ok" : "failed", (int)vellum_engine_count());
    vellum_world_free(world);
    vellum_host_free(host);
    vellum_program_free(program);
    return told == 42 ? 0 : 3;
}
