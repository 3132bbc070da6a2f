/* A front end in few lines: who uses a native of a game's scripts, one function changed and put back, what
 * differs then. Answers are JSON; a real program has a reader for it, here strstr() will do. front_end.cpp,
 * front_end.py and front_end.mjs do the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vellum/vellum.h>

static vellum_buffer changed; /* mod/lamp.bin */

/* The files that the second workspace has: the changed one, otherwise those on the disk. */
static int32_t read_file(void* user, const char* name, vellum_buffer* bytes) {
    static char all[1 << 16];
    FILE* file;
    size_t size;
    (void)user;
    if (strcmp(name, "mod/lamp.bin") == 0)
        return vellum_buffer_set(bytes, changed.data, changed.size) != VELLUM_OK;
    if ((file = fopen(name, "rb")) == NULL) return 1;
    size = fread(all, 1, sizeof all, file);
    fclose(file);
    return vellum_buffer_set(bytes, all, size) != VELLUM_OK;
}

/* The answer as text, until the next question. */
static char* ask(const vellum_workspace* workspace, const char* question, const char* parameters) {
    static vellum_buffer answer;
    vellum_error* error = NULL;
    const size_t size = strlen(parameters);
    vellum_buffer_free(&answer);
    if (vellum_workspace_ask(workspace, question, parameters, size, &answer, &error) == VELLUM_OK)
        return answer.data;
    puts(vellum_error_text(error));
    exit(1);
}

/* The text between the next `key` and the `last` after it; `json` continues after it. */
static char* member(char** json, const char* key, char last) {
    char *begin = strstr(*json, key), *end;
    if (begin == NULL) exit(1);
    begin += strlen(key);
    for (end = begin; *end != last; ++end)
        if (*end == '\\') ++end;
    *end = '\0';
    *json = end + 1;
    return begin;
}

static void decode(const char* base64, vellum_buffer* out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, count = 0;
    out->data = malloc(strlen(base64) + 1);
    for (; *base64 != '\0' && *base64 != '='; ++base64) {
        bits = bits << 6 | (unsigned)(strchr(digits, *base64) - digits);
        if ((count += 6) >= 8) out->data[out->size++] = (char)(bits >> (count -= 8));
    }
}

int main(void) {
    static char parameters[1 << 16];
    const vellum_files files = {sizeof files, NULL, read_file, NULL, NULL, NULL};
    vellum_workspace *disk = NULL, *mod = NULL;
    char *rest, *source, *old;
    if (vellum_workspace_open(NULL, NULL, &disk, NULL) != VELLUM_OK ||
        vellum_workspace_open(&files, NULL, &mod, NULL) != VELLUM_OK)
        return 1;
    rest = ask(disk, "xref",
               "{\"nodes\": \"samples/pathologic/*.bin\", \"name\": \"Trace\", \"kind\": \"native\"}");
    while (strstr(rest, "\"file\":\"") != NULL) {
        const char* file = member(&rest, "\"file\":\"", '"');
        const char* function = member(&rest, "\"function\":\"", '"');
        printf("%s:%d %s\n", file, atoi(strstr(rest, "\"line\":") + 7), function);
    }

    rest = ask(disk, "decompile", "{\"nodes\": \"samples/pathologic/lamp.bin\"}");
    source = member(&rest, "\"source\":\"", '"'); /* still as JSON writes it */
    if ((old = strstr(source, "somebody plays with the lamp")) == NULL) return 1;
    snprintf(parameters, sizeof parameters,
             "{\"node\": \"samples/pathologic/lamp.bin\", \"functions\": \"TMain.OnUse\", \"source\": "
             "\"%.*sleave the lamp alone%s\"}",
             (int)(old - source), source, old + strlen("somebody plays with the lamp"));
    rest = ask(disk, "patch", parameters);
    printf("replaced: %s\n", member(&rest, "\"replaced\":[\"", '"'));
    decode(member(&rest, "\"bytes\":\"", '"'), &changed);

    rest = ask(mod, "check", "{\"nodes\": \"mod/lamp.bin\"}");
    printf("sound: %s\n", strstr(rest, "\"ok\":true") != NULL ? "yes" : "no");
    rest = ask(mod, "diff", "{\"before\": \"samples/pathologic/lamp.bin\", \"after\": \"mod/lamp.bin\"}");
    printf("%s: ", member(&rest, "\"fate\":\"", '"'));
    puts(member(&rest, "\"after\":\"", '"'));
    vellum_workspace_free(disk);
    vellum_workspace_free(mod);
    free(changed.data);
    return 0;
}
