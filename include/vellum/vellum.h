/* Vellum's C interface: for every language that can call C. Load, check, list, assemble and compile scripts,
 * run them with natives of your own, send events, save and restore.
 *
 * Rules. Handles are opaque; each comes from one function here and is given back to its `_free` function,
 * which accepts NULL. Text is UTF-8 with an explicit length where it may hold zeros; text handed out lives as
 * long as the object it was asked from unless stated otherwise. Option structs begin with their own size: set
 * it with sizeof, zero the rest. A function that can fail returns a vellum_status and, if `error` is not
 * NULL, stores an error object there that the caller frees. Different worlds may be used on different threads
 * at the same time; one world belongs to one thread at a time; programs may be shared. Natives are called
 * inside vellum_world_start, _frame, _send and _call; while one runs, vellum_world_snapshot and _restore of
 * its world may be refused with the code "snapshot.busy". No function lets a C++ exception out. */
#ifndef VELLUM_VELLUM_H
#define VELLUM_VELLUM_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(VELLUM_STATIC)
#define VELLUM_C_API
#elif defined(_WIN32) && defined(VELLUM_BUILDING)
#define VELLUM_C_API __declspec(dllexport)
#elif defined(_WIN32)
#define VELLUM_C_API __declspec(dllimport)
#else
#define VELLUM_C_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Changes when something here changes incompatibly. */
#define VELLUM_C_ABI 1

/** How a call went. */
typedef enum vellum_status {
    VELLUM_OK = 0,
    VELLUM_ERROR = 1,        /**< the input or the request is wrong; see the error object */
    VELLUM_BAD_ARGUMENT = 2, /**< a required pointer is NULL or an option struct has an unknown size */
    VELLUM_UNSUPPORTED = 3   /**< the engine does not offer this */
} vellum_status;

/** The type of a value. */
typedef enum vellum_type {
    VELLUM_NONE = 0,
    VELLUM_BOOLEAN = 1,
    VELLUM_INTEGER = 2,
    VELLUM_REAL = 3,
    VELLUM_VECTOR = 4,
    VELLUM_OBJECT = 5,
    VELLUM_MEMORY = 6, /**< bytes of the script, only inside a native call */
    VELLUM_STRING = 7
} vellum_type;

/** A value on its way in or out. Text and memory are borrowed: copied where they go in, valid until the next
 * call on the same object where they come out. */
typedef struct vellum_value {
    int32_t type;  /**< a vellum_type */
    uint32_t size; /**< bytes of text or memory */
    union {
        int32_t integer; /**< also booleans: 0 or 1 */
        float real;
        float vector[3];
        uint64_t object; /**< 0 is null */
        const char* text;
        void* memory;
    } as; /**< by type; nothing for VELLUM_NONE */
} vellum_value;

typedef struct vellum_error vellum_error;
typedef struct vellum_program vellum_program;
typedef struct vellum_diagnostics vellum_diagnostics;
typedef struct vellum_host vellum_host;
typedef struct vellum_world vellum_world;
typedef struct vellum_call vellum_call;

/** Bytes or text made for the caller; give it back with vellum_buffer_free. `data` is followed by a zero byte
 * that `size` does not count. */
typedef struct vellum_buffer {
    char* data;  /**< first byte */
    size_t size; /**< bytes */
} vellum_buffer;

/** Library version as text, "0.1.0". */
VELLUM_C_API const char* vellum_version(void);
/** VELLUM_C_ABI of the library in use. */
VELLUM_C_API uint32_t vellum_abi(void);
VELLUM_C_API void vellum_buffer_free(vellum_buffer* buffer);

/* ---- errors and diagnostics ---- */

/** One located message. Texts live as long as the object it was asked from. */
typedef struct vellum_diagnostic {
    int32_t severity;    /**< 0 note, 1 warning, 2 error */
    const char* code;    /**< stable name such as "isa.truncated" */
    const char* message; /**< what is wrong */
    const char* hint;    /**< may be empty */
    const char* file;    /**< may be empty */
    uint64_t offset;     /**< byte offset, or UINT64_MAX */
    uint32_t line;       /**< from 1, or 0 */
    uint32_t column;     /**< from 1, or 0 */
} vellum_diagnostic;

/** The error as one located message. */
VELLUM_C_API void vellum_error_get(const vellum_error* error, vellum_diagnostic* out);
/** The error as a person reads it: "file:0x1f0: error: … [code]". */
VELLUM_C_API const char* vellum_error_text(const vellum_error* error);
VELLUM_C_API void vellum_error_free(vellum_error* error);

VELLUM_C_API size_t vellum_diagnostics_count(const vellum_diagnostics* diagnostics);
VELLUM_C_API vellum_status vellum_diagnostics_get(const vellum_diagnostics* diagnostics, size_t index,
                                                  vellum_diagnostic* out);
/** Number of entries with severity 2. */
VELLUM_C_API size_t vellum_diagnostics_errors(const vellum_diagnostics* diagnostics);
VELLUM_C_API void vellum_diagnostics_free(vellum_diagnostics* diagnostics);

/* ---- engines ---- */

VELLUM_C_API size_t vellum_engine_count(void);
/** "pathologic", "ags", "skrit", "ff7"; NULL past the end. */
VELLUM_C_API const char* vellum_engine_id(size_t index);
/** The engine that recognises the bytes, or NULL. `file_name` may be NULL. */
VELLUM_C_API const char* vellum_detect(const void* data, size_t size, const char* file_name);

/* ---- programs ---- */

/** What a loader, assembler or compiler may be told. Any text may be NULL. */
typedef struct vellum_load_options {
    size_t struct_size;  /**< sizeof of this struct */
    const char* engine;  /**< engine id; NULL: find out from the bytes (required for assembling) */
    const char* name;    /**< file name for messages and detection */
    const char* variant; /**< build or numbering, engine-specific */
} vellum_load_options;

/** Reads a script file. `diagnostics` (may be NULL) receives all messages, also when loading fails; the
 * caller frees them. */
VELLUM_C_API vellum_status vellum_load(const void* data, size_t size, const vellum_load_options* options,
                                       vellum_program** program, vellum_diagnostics** diagnostics,
                                       vellum_error** error);
/** Turns a listing into a program. */
VELLUM_C_API vellum_status vellum_assemble(const char* text, size_t size, const vellum_load_options* options,
                                           vellum_program** program, vellum_diagnostics** diagnostics,
                                           vellum_error** error);
/** Compiles source text. */
VELLUM_C_API vellum_status vellum_compile(const char* text, size_t size, const vellum_load_options* options,
                                          vellum_program** program, vellum_diagnostics** diagnostics,
                                          vellum_error** error);
/** The program's file; the same bytes if it was loaded and not changed. */
VELLUM_C_API vellum_status vellum_save(const vellum_program* program, vellum_buffer* out,
                                       vellum_error** error);
/** The listing, which vellum_assemble reads back. */
VELLUM_C_API vellum_status vellum_disassemble(const vellum_program* program, vellum_buffer* out,
                                              vellum_error** error);
/** Everything that can be verified without running. `diagnostics` must not be NULL. */
VELLUM_C_API vellum_status vellum_check(const vellum_program* program, vellum_diagnostics** diagnostics);
/** What `vellum info` shows, as JSON: facts and functions. */
VELLUM_C_API vellum_status vellum_program_json(const vellum_program* program, vellum_buffer* out);
/** Engine id of the program. */
VELLUM_C_API const char* vellum_program_engine(const vellum_program* program);
/** Worlds keep the programs they run alive; this gives back the caller's own share. */
VELLUM_C_API void vellum_program_free(vellum_program* program);

/* ---- hosts: what scripts can call ---- */

/** A native. Read arguments and set results through the call; it is valid only until the function returns. */
typedef void (*vellum_native)(void* user, vellum_call* call);

/** A host without natives. With `stand_in` not 0 unknown natives are answered with defaults, so that any
 * script runs. */
VELLUM_C_API vellum_host* vellum_host_create(int stand_in);
/** Registers a function found by name and number of arguments; `arity` -1 answers for any number. */
VELLUM_C_API vellum_status vellum_host_function(vellum_host* host, const char* name, int32_t arity,
                                                vellum_native native, void* user);
/** Registers a method of a class; `owner` NULL answers for every class. */
VELLUM_C_API vellum_status vellum_host_method(vellum_host* host, const char* owner, const char* name,
                                              int32_t arity, vellum_native native, void* user);
/** Registers a pointer variable of the game, such as `player` of AGS scripts: `getter` sets the object it
 * points to as its result; `setter` (NULL: scripts may only read it) gets one argument, the object it shall
 * point to. */
VELLUM_C_API vellum_status vellum_host_pointer(vellum_host* host, const char* name, vellum_native getter,
                                               vellum_native setter, void* user);
/** What went unheard so far, asked once the worlds are made: warnings "host.arity" for natives that scripts
 * call with another number of arguments, notes "host.unused" for those that no script asked for. The caller
 * frees the list. */
VELLUM_C_API vellum_status vellum_host_check(const vellum_host* host, vellum_diagnostics** diagnostics);
/** Free it after every world that uses it. */
VELLUM_C_API void vellum_host_free(vellum_host* host);

VELLUM_C_API size_t vellum_call_count(const vellum_call* call);
/** An argument; type VELLUM_NONE past the end. */
VELLUM_C_API vellum_value vellum_call_argument(const vellum_call* call, size_t index);
/** Writes into the script's variable, which keeps its type. Ignored past the end. */
VELLUM_C_API void vellum_call_set_argument(vellum_call* call, size_t index, const vellum_value* value);
VELLUM_C_API void vellum_call_set_result(vellum_call* call, const vellum_value* value);
/** The object a method is called on; 0 for functions. */
VELLUM_C_API uint64_t vellum_call_receiver(const vellum_call* call);
/** Suspends the script: the native is called again next frame, with vellum_call_resumed not 0. */
VELLUM_C_API void vellum_call_suspend(vellum_call* call);
VELLUM_C_API int vellum_call_resumed(const vellum_call* call);
/** Seconds since the last frame, for natives that wait. */
VELLUM_C_API float vellum_call_delta_time(const vellum_call* call);
/** A value that is kept, and saved, between the polls of a suspended call. */
VELLUM_C_API vellum_value vellum_call_state(const vellum_call* call);
VELLUM_C_API void vellum_call_set_state(vellum_call* call, const vellum_value* value);
/** Reports that the native could not do its work. */
VELLUM_C_API void vellum_call_fail(vellum_call* call, const char* message);

/* ---- worlds: running scripts ---- */

/** How a world is set up. Zero means the engine's own limit. */
typedef struct vellum_world_options {
    size_t struct_size;          /**< sizeof of this struct */
    uint64_t instructions;       /**< per machine and frame */
    uint64_t memory;             /**< bytes */
    uint32_t call_depth;         /**< nested calls */
    const char* const* settings; /**< name, value, name, value, … NULL; engine-specific; may be NULL */
} vellum_world_options;

/** What happens in a world, as it happens. Texts are valid during the call only. */
typedef void (*vellum_watch)(void* user, const char* kind, const char* text);

/** Makes a world of the programs, modules first and the main one last. `options` may be NULL. */
VELLUM_C_API vellum_status vellum_world_create(const vellum_program* const* programs, size_t count,
                                               vellum_host* host, const vellum_world_options* options,
                                               vellum_world** world, vellum_error** error);
/** Tells `watch` of natives, events, notes and faults ("native", "event", "note", "fault"); NULL ends it. */
VELLUM_C_API void vellum_world_watch(vellum_world* world, vellum_watch watch, void* user);
VELLUM_C_API void vellum_world_start(vellum_world* world);
VELLUM_C_API void vellum_world_frame(vellum_world* world, float seconds);
/** Delivers an event by name. `outcome` (may be NULL) gets what became of it, valid until the next call. */
VELLUM_C_API vellum_status vellum_world_send(vellum_world* world, const char* event,
                                             const vellum_value* values, size_t count, const char** outcome,
                                             vellum_error** error);
/** Calls a script function to its end. The result's text is valid until the next call. */
VELLUM_C_API vellum_status vellum_world_call(vellum_world* world, const char* function,
                                             const vellum_value* arguments, size_t count,
                                             vellum_value* result, vellum_error** error);
/** Not 0 when nothing will happen any more without an event. */
VELLUM_C_API int vellum_world_finished(const vellum_world* world);
VELLUM_C_API uint64_t vellum_world_instructions(const vellum_world* world);
/** Number of faults since the last vellum_world_take_fault that returned NULL. */
VELLUM_C_API size_t vellum_world_fault_count(const vellum_world* world);
/** The oldest fault not yet taken, as text with its frames; NULL if there is none. Valid until the next call.
 */
VELLUM_C_API const char* vellum_world_take_fault(vellum_world* world);
/** What scripts have made of the world, as a JSON object with the names of the engine's page: for FF7 save
 * bytes, entities, window, camera, map options. VELLUM_UNSUPPORTED if the engine has none. */
VELLUM_C_API vellum_status vellum_world_state_json(const vellum_world* world, vellum_buffer* out,
                                                   vellum_error** error);
/** The whole state as bytes. */
VELLUM_C_API vellum_status vellum_world_snapshot(const vellum_world* world, vellum_buffer* out,
                                                 vellum_error** error);
/** Puts a state back into a world of the same programs; on failure the world is as it was. */
VELLUM_C_API vellum_status vellum_world_restore(vellum_world* world, const void* data, size_t size,
                                                vellum_error** error);
/** Stops what runs, soon, whatever it is doing: the one function besides the two below that other threads may
 * call while the world is busy on its own. Holds until vellum_world_resume; see Scheduler::interrupt. */
VELLUM_C_API void vellum_world_interrupt(vellum_world* world);
/** Ends an interruption, from any thread: machines that can go on do so with the next frame. */
VELLUM_C_API void vellum_world_resume(vellum_world* world);
/** Not 0 between vellum_world_interrupt and vellum_world_resume. */
VELLUM_C_API int vellum_world_interrupted(const vellum_world* world);
VELLUM_C_API void vellum_world_free(vellum_world* world);

#ifdef __cplusplus
}
#endif

#endif
