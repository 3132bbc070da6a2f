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

/** Library version as text, like "0.2.0". */
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

/** Options of a loader, assembler or compiler. Any text may be NULL. */
typedef struct vellum_load_options {
    size_t struct_size;   /**< sizeof of this struct */
    const char* engine;   /**< engine id; NULL: find out from the bytes (required for assembling) */
    const char* name;     /**< file name for messages and detection */
    const char* settings; /**< JSON as for vellum_workspace_open: {"pathologic": {"numbering": "alpha"}} */
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
/** What a listing shows. Zero is what vellum_disassemble does. */
typedef struct vellum_listing_options {
    size_t struct_size;     /**< sizeof of this struct */
    int32_t hide_addresses; /**< not 0: no instruction addresses as comments */
    int32_t hide_comments;  /**< not 0: no explanations as comments */
    int32_t bytes;          /**< not 0: encoded bytes as comments */
    int32_t facts;          /**< not 0: with comments, also what verifying the program finds out */
} vellum_listing_options;
/** The listing as the options say; `options` may be NULL. */
VELLUM_C_API vellum_status vellum_disassemble_with(const vellum_program* program,
                                                   const vellum_listing_options* options, vellum_buffer* out,
                                                   vellum_error** error);
/** Everything that can be verified without running. `diagnostics` must not be NULL. */
VELLUM_C_API vellum_status vellum_check(const vellum_program* program, vellum_diagnostics** diagnostics);
/** What `vellum info` shows, as JSON: facts and functions; of what was compiled from source also "debug",
 * which says which lines instructions come from and what functions and variables are called. */
VELLUM_C_API vellum_status vellum_program_json(const vellum_program* program, vellum_buffer* out);
/** Engine id of the program. */
VELLUM_C_API const char* vellum_program_engine(const vellum_program* program);
/** Worlds keep the programs they run alive; this gives back the caller's own share. */
VELLUM_C_API void vellum_program_free(vellum_program* program);

/** The diagnostics as a SARIF 2.1.0 log, which code hosts and editors show next to the lines. */
VELLUM_C_API vellum_status vellum_diagnostics_sarif(const vellum_diagnostics* diagnostics,
                                                    vellum_buffer* out);

/** Form of a graph. */
typedef enum vellum_graph_format {
    VELLUM_GRAPH_SVG = 0, /**< a self-contained document */
    VELLUM_GRAPH_DOT = 1, /**< for Graphviz */
    VELLUM_GRAPH_JSON = 2 /**< {"title", "nodes", "edges"} */
} vellum_graph_format;

/** Options of a graph. */
typedef struct vellum_graph_options {
    size_t struct_size;   /**< sizeof of this struct */
    int32_t format;       /**< a vellum_graph_format */
    const char* function; /**< the control flow of this function; NULL: which function calls which */
    int32_t natives;      /**< calls, not 0: also calls of natives */
    uint32_t most_lines;  /**< instructions shown in a basic block; 0: all */
} vellum_graph_options;

/** The basic blocks of a function or the calls of a program as a text. `options` may be NULL. */
VELLUM_C_API vellum_status vellum_program_graph(const vellum_program* program,
                                                const vellum_graph_options* options, vellum_buffer* out,
                                                vellum_error** error);

/* ---- workspaces: whole folders, games and archives, and every question that a command answers ---- */

/** Where files are found and questions are asked. Safe to be asked from several threads at once. */
typedef struct vellum_workspace vellum_workspace;

/** Files that are not on a disk. `read` stores bytes by vellum_buffer_set and returns 0, or another number
 * if there is no such file; `list` stores the names of all files, a line each; it is called once, when
 * names are first needed. `size` and `read_at` give random access, so that large archives are read in part:
 * both or neither; they return 0, or another number if there is no such file or it ends before. A struct
 * that ends with `list` is accepted, too. */
typedef struct vellum_files {
    size_t struct_size; /**< sizeof of this struct */
    void* user;         /**< handed to both */
    int32_t (*read)(void* user, const char* name, vellum_buffer* bytes);
    int32_t (*list)(void* user, vellum_buffer* names); /**< may be NULL */
    /** Stores the size in bytes; may be NULL. */
    int32_t (*size)(void* user, const char* name, uint64_t* size);
    /** Stores `size` bytes from `offset` on in `out`; may be NULL. */
    int32_t (*read_at)(void* user, const char* name, uint64_t offset, void* out, size_t size);
} vellum_files;

/** Copies bytes into a buffer that vellum_buffer_free takes: for callbacks. */
VELLUM_C_API vellum_status vellum_buffer_set(vellum_buffer* buffer, const void* data, size_t size);

/** Opens a workspace. `files` NULL: everything on the disk, names are paths from the current folder.
 * `settings`: a JSON object, may be NULL: {"engine", "data": [folders and archives], "headers": [names],
 * "lint"} and for each engine an object, such as "ags": {"utf8": true}; docs/projects.md has all. What it
 * does not say, the project file vellum.json near a script may. */
VELLUM_C_API vellum_status vellum_workspace_open(const vellum_files* files, const char* settings,
                                                 vellum_workspace** workspace, vellum_error** error);
VELLUM_C_API void vellum_workspace_free(vellum_workspace* workspace);

/** Answers a question: what `vellum QUESTION --format json` prints. `parameters`: a JSON object, may be NULL;
 * vellum_questions has them. `size`: of `parameters` in bytes. */
VELLUM_C_API vellum_status vellum_workspace_ask(const vellum_workspace* workspace, const char* question,
                                                const char* parameters, size_t size, vellum_buffer* answer,
                                                vellum_error** error);
/** All questions as a JSON array: name, summary, a JSON Schema of the parameters, the name of the answer's
 * schema in docs/schemas. */
VELLUM_C_API vellum_status vellum_questions(vellum_buffer* out);

/** The language server or the debug adapter, message by message, without a stream: for editors that are part
 * of a program. From one thread at a time. */
typedef struct vellum_conversation vellum_conversation;

/** Begins one. `protocol`: "lsp", or "dap", whose launch request has the parameters of the question `run`,
 * and "slice". The workspace must outlive it. */
VELLUM_C_API vellum_status vellum_conversation_open(const vellum_workspace* workspace, const char* protocol,
                                                    vellum_conversation** conversation, vellum_error** error);
VELLUM_C_API void vellum_conversation_free(vellum_conversation* conversation);
/** Takes a message, JSON of that many bytes without a head, and answers with a JSON array of messages. NULL:
 * nothing more comes for a moment, and what is to be told unasked is in `answers`. */
VELLUM_C_API vellum_status vellum_conversation_say(vellum_conversation* conversation, const char* message,
                                                   size_t size, vellum_buffer* answers, vellum_error** error);
/** 1 while something runs still after a slice of time ("slice" of the launch request, in milliseconds): the
 * next message, or NULL, goes on with it. */
VELLUM_C_API int32_t vellum_conversation_running(const vellum_conversation* conversation);
/** 1 once nothing is answered any more. */
VELLUM_C_API int32_t vellum_conversation_ended(const vellum_conversation* conversation);

/* ---- source text of programs, for engines with a decompiler ---- */

/** How source text is printed. */
typedef struct vellum_source_options {
    size_t struct_size; /**< sizeof of this struct */
    int32_t addresses;  /**< not 0: add the code's address after each statement */
    const char* names;  /**< a file of names, as text: names and comments to use; may be NULL */
} vellum_source_options;
/** Source text that vellum_compile turns into the same file. `verdicts` (may be NULL) gets JSON that says
 * what became of each function, as `vellum decompile --format json` does: {"verdict", "reason", "functions":
 * [{"name", "address", "verdict", "reason"}], "headers"}. A verdict is "identical", "fallback" (kept as
 * instructions) or, of the whole program, "listing"; the last two have a "reason". "headers" has the
 * texts of files that the source names, by name. `options` may be NULL. */
VELLUM_C_API vellum_status vellum_decompile(const vellum_program* program,
                                            const vellum_source_options* options, vellum_buffer* text,
                                            vellum_buffer* verdicts, vellum_error** error);
/** What was named and noted in an edited source, as a file of names; what `known` (a file of names, may be
 * NULL) has of other functions stays. The engine in `options` is required. */
VELLUM_C_API vellum_status vellum_source_names(const char* text, size_t size,
                                               const vellum_load_options* options, const char* known,
                                               vellum_buffer* names, vellum_error** error);

/** Form of a comparison. */
typedef enum vellum_diff_format {
    VELLUM_DIFF_UNIFIED = 0, /**< as diff -u has it; empty if equal */
    VELLUM_DIFF_JSON = 1,    /**< one object, as `vellum diff` has them */
    VELLUM_DIFF_HTML = 2     /**< a page that needs nothing else */
} vellum_diff_format;

/** How two programs are compared. */
typedef struct vellum_diff_options {
    size_t struct_size; /**< sizeof of this struct */
    int32_t format;     /**< a vellum_diff_format */
    int32_t listing;    /**< not 0: as instructions, also where there is a decompiler */
    uint32_t context;   /**< lines shown around a difference */
    const char* names;  /**< a file of names for decompiled sources, as text; may be NULL */
} vellum_diff_options;
/** What differs between two programs of one engine, function by function. `equal` (may be NULL) is set to 1
 * if nothing does. `options` may be NULL: unified with three lines of context. */
VELLUM_C_API vellum_status vellum_program_diff(const vellum_program* before, const vellum_program* after,
                                               const vellum_diff_options* options, int32_t* equal,
                                               vellum_buffer* out, vellum_error** error);

/** The functions to replace. */
typedef struct vellum_patch_options {
    size_t struct_size; /**< sizeof of this struct */
    const char* const*
        functions;     /**< names such as "TMain.OnUse", ended by NULL; NULL: all that the text has */
    const char* name;  /**< what messages call the text; may be NULL */
    const char* names; /**< a file of names that the text uses, as text; may be NULL */
} vellum_patch_options;
/** The program with other functions, taken from a source text; all others keep their instructions. `options`
 * and `diagnostics` may be NULL. */
VELLUM_C_API vellum_status vellum_program_patch(const vellum_program* program, const char* text, size_t size,
                                                const vellum_patch_options* options, vellum_program** patched,
                                                vellum_diagnostics** diagnostics, vellum_error** error);

/* ---- instruction tables ---- */

/** How one value is encoded in the code. */
typedef enum vellum_field {
    VELLUM_FIELD_U8 = 0,
    VELLUM_FIELD_I8 = 1,
    VELLUM_FIELD_U16 = 2,
    VELLUM_FIELD_I16 = 3,
    VELLUM_FIELD_U32 = 4,
    VELLUM_FIELD_I32 = 5,
    VELLUM_FIELD_F32 = 6,   /**< the bits of a float */
    VELLUM_FIELD_OPCODE = 7 /**< part of the opcode */
} vellum_field;

/** How an instruction accesses the place named by an operand. */
typedef enum vellum_access {
    VELLUM_ACCESS_NONE = 0,
    VELLUM_ACCESS_READ = 1,
    VELLUM_ACCESS_WRITE = 2,
    VELLUM_ACCESS_READ_WRITE = 3
} vellum_access;

/** Where control goes after an instruction. */
typedef enum vellum_flow {
    VELLUM_FLOW_NEXT = 0,   /**< to the following instruction */
    VELLUM_FLOW_JUMP = 1,   /**< to the target */
    VELLUM_FLOW_BRANCH = 2, /**< to the target or on */
    VELLUM_FLOW_CALL = 3,   /**< to a function and later on */
    VELLUM_FLOW_RETURN = 4, /**< back to the caller */
    VELLUM_FLOW_STOP = 5,   /**< nowhere: ends the run */
    VELLUM_FLOW_SUSPEND = 6 /**< to the following instruction, perhaps in a later frame */
} vellum_flow;

/** The unit of an instruction address. */
typedef enum vellum_address_unit {
    VELLUM_UNIT_INSTRUCTION = 0, /**< instructions (Pathologic) */
    VELLUM_UNIT_BYTE = 1,        /**< bytes (Skrit) */
    VELLUM_UNIT_WORD16 = 2,      /**< 16-bit words (FF7) */
    VELLUM_UNIT_WORD32 = 3       /**< 32-bit words (AGS) */
} vellum_address_unit;

/** One of an engine's instruction tables. The texts of tables, rows and operands live for ever. */
typedef struct vellum_table {
    const char* name;     /**< "pathologic-hd" */
    const char* title;    /**< for people */
    int32_t unit;         /**< a vellum_address_unit */
    int32_t opcode_field; /**< a vellum_field */
    size_t rows;          /**< instructions in it */
} vellum_table;

/** One instruction of a table. */
typedef struct vellum_row {
    const char* mnemonic; /**< as listings have it */
    const char* meaning;  /**< one line, for people */
    const char* stack;    /**< effect on the stack for documents, "a b -- a+b"; may be empty */
    uint32_t opcode;      /**< first opcode */
    uint32_t opcode_last; /**< last opcode; nearly always the same */
    int32_t flow;         /**< a vellum_flow */
    int32_t pops;   /**< slots it takes from the stack, or -1 if it depends on the instruction's values or the
                       program */
    int32_t pushes; /**< slots it leaves there, or -1 */
    size_t operands; /**< number of operands in the table; one that repeats counts once */
    size_t implicit; /**< number of registers it uses implicitly */
} vellum_row;

/** One operand of a row. */
typedef struct vellum_row_operand {
    const char* name;  /**< "source" */
    const char* kind;  /**< "stack variable" */
    int32_t access;    /**< a vellum_access */
    int32_t repeats;   /**< not 0: occurs any number of times */
    int32_t hidden;    /**< not 0: not written in the listing */
    uint32_t count;    /**< values it consists of: 1 to 3 */
    int32_t fields[3]; /**< a vellum_field for each */
} vellum_row_operand;

/** A register that a row uses implicitly. */
typedef struct vellum_implicit_operand {
    const char* name; /**< "MAR" */
    int32_t access;   /**< a vellum_access */
    uint32_t number;  /**< the register's number, as an explicit operand has it */
} vellum_implicit_operand;

/** Tables of an engine; 0 if there is no such engine. */
VELLUM_C_API size_t vellum_table_count(const char* engine);
VELLUM_C_API vellum_status vellum_table_get(const char* engine, size_t table, vellum_table* out);
VELLUM_C_API vellum_status vellum_table_row(const char* engine, size_t table, size_t row, vellum_row* out);
VELLUM_C_API vellum_status vellum_table_operand(const char* engine, size_t table, size_t row, size_t operand,
                                                vellum_row_operand* out);
VELLUM_C_API vellum_status vellum_table_implicit_operand(const char* engine, size_t table, size_t row,
                                                         size_t operand, vellum_implicit_operand* out);

/* ---- code: the parts of a program ---- */

/** A look at a program's code: its facts, functions, instructions and references, read once. It keeps the
 * program alive, and belongs to one thread at a time. Texts handed out live as long as it does unless stated
 * otherwise. An index past the end is a VELLUM_BAD_ARGUMENT. */
typedef struct vellum_code vellum_code;

/** No table, instruction or block. */
#define VELLUM_NO_INDEX UINT32_MAX

/** One line of `vellum info`. */
typedef struct vellum_fact {
    const char* name;  /**< what it says: "functions" */
    const char* value; /**< "12", "64 bytes", "yes" */
    int32_t is_number; /**< not 0: `number` has the value */
    uint64_t number;   /**< 12, 64, 1 */
} vellum_fact;

/** A function. */
typedef struct vellum_function {
    const char* name;   /**< never empty */
    const char* kind;   /**< "task init", "event", "export", "function", … */
    uint32_t address;   /**< its entry */
    uint32_t end;       /**< address just past its last instruction, or 0 if unknown */
    int32_t parameters; /**< -1 if unknown */
    uint32_t first;     /**< index of its first instruction */
    uint32_t count;     /**< instructions from there to its end; 0 if none begins at its address */
} vellum_function;

/** One decoded instruction. */
typedef struct vellum_instruction {
    uint32_t address;  /**< in the table's unit */
    uint32_t offset;   /**< bytes from the start of the code */
    uint32_t size;     /**< bytes */
    uint32_t opcode;   /**< as in the code */
    uint32_t row;      /**< in the program's table */
    uint32_t target;   /**< index of the instruction that a jump or call goes to, or VELLUM_NO_INDEX */
    uint32_t operands; /**< occurrences of operands */
} vellum_instruction;

/** One operand of an instruction. */
typedef struct vellum_operand {
    const char* name; /**< "source" */
    const char* kind; /**< "stack variable" */
    const char*
        text;       /**< as the listing has it; empty for what it does not show. Valid until the next call */
    int32_t access; /**< a vellum_access */
    uint32_t count; /**< values: 1 to 3 */
    int32_t fields[3];  /**< a vellum_field for each */
    uint32_t values[3]; /**< as decoded; the field gives the meaning of the bits */
} vellum_operand;

/** A basic block: instructions that always run one after the other. */
typedef struct vellum_block {
    uint32_t first;  /**< index of its first instruction */
    uint32_t count;  /**< instructions in it */
    uint32_t next;   /**< the block that follows, or VELLUM_NO_INDEX */
    uint32_t target; /**< the block that the jump at its end goes to, or VELLUM_NO_INDEX */
    int32_t entry;   /**< not 0: the function begins here */
} vellum_block;

/** What a reference names. */
typedef enum vellum_reference_kind {
    VELLUM_REFERENCE_NATIVE = 0,            /**< a function of the host */
    VELLUM_REFERENCE_METHOD = 1,            /**< a method of a host's object */
    VELLUM_REFERENCE_STRING = 2,            /**< a text */
    VELLUM_REFERENCE_GLOBAL = 3,            /**< a global variable */
    VELLUM_REFERENCE_EVENT = 4,             /**< an event that code names */
    VELLUM_REFERENCE_HANDLER = 5,           /**< an event that the script answers, at the handler */
    VELLUM_REFERENCE_IMPORT = 6,            /**< an import from another script or the host */
    VELLUM_REFERENCE_FUNCTION = 7,          /**< a script function */
    VELLUM_REFERENCE_POSSIBLE_FUNCTION = 8, /**< one that a computed call may mean */
    VELLUM_REFERENCE_STATE = 9,             /**< a state (Skrit) */
    VELLUM_REFERENCE_WRITTEN_GLOBAL = 10    /**< a global that is written, in engines that distinguish it */
} vellum_reference_kind;

/** A use of something by name. */
typedef struct vellum_reference {
    const char* name;     /**< as the script has it; ends at the first zero in it */
    const char* words;    /**< the kind in words, "possible function" */
    int32_t kind;         /**< a vellum_reference_kind */
    uint32_t address;     /**< of the instruction that uses it */
    uint32_t instruction; /**< its index, or VELLUM_NO_INDEX */
} vellum_reference;

/** The code of a program; NULL if `program` is. A container's own program has facts alone. */
VELLUM_C_API vellum_code* vellum_code_create(const vellum_program* program);
VELLUM_C_API void vellum_code_free(vellum_code* code);

VELLUM_C_API size_t vellum_code_fact_count(const vellum_code* code);
VELLUM_C_API vellum_status vellum_code_fact(const vellum_code* code, size_t index, vellum_fact* out);

/** Which of its engine's tables the code is of, or VELLUM_NO_INDEX if there is no code. */
VELLUM_C_API uint32_t vellum_code_table(const vellum_code* code);
VELLUM_C_API size_t vellum_code_instruction_count(const vellum_code* code);
VELLUM_C_API vellum_status vellum_code_instruction(const vellum_code* code, size_t index,
                                                   vellum_instruction* out);
/** Index of the instruction that begins at the address, or VELLUM_NO_INDEX. */
VELLUM_C_API uint32_t vellum_code_find(const vellum_code* code, uint32_t address);
/** The instruction as the listing has it, without comment; empty past the end. Valid until the next call. */
VELLUM_C_API const char* vellum_code_text(vellum_code* code, size_t index);
VELLUM_C_API vellum_status vellum_code_operand(vellum_code* code, size_t index, size_t operand,
                                               vellum_operand* out);

/** Functions by ascending address. */
VELLUM_C_API size_t vellum_code_function_count(const vellum_code* code);
VELLUM_C_API vellum_status vellum_code_function(const vellum_code* code, size_t index, vellum_function* out);
/** Basic blocks that control reaches from a function's entry without following calls, in the order of the
 * code. */
VELLUM_C_API size_t vellum_code_block_count(vellum_code* code, size_t function);
VELLUM_C_API vellum_status vellum_code_block(vellum_code* code, size_t function, size_t block,
                                             vellum_block* out);

/** What the code names, in its order. */
VELLUM_C_API size_t vellum_code_reference_count(const vellum_code* code);
VELLUM_C_API vellum_status vellum_code_reference(const vellum_code* code, size_t index,
                                                 vellum_reference* out);

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
/** Delivers an event by name. `outcome` (may be NULL) gets its outcome, valid until the next call. */
VELLUM_C_API vellum_status vellum_world_send(vellum_world* world, const char* event,
                                             const vellum_value* values, size_t count, const char** outcome,
                                             vellum_error** error);
/** Calls a script function to its end. The result's text is valid until the next call. */
VELLUM_C_API vellum_status vellum_world_call(vellum_world* world, const char* function,
                                             const vellum_value* arguments, size_t count,
                                             vellum_value* result, vellum_error** error);

/** The outcome of an event. Where several receivers got it, the first in this list that became of it. */
typedef enum vellum_event_outcome {
    VELLUM_EVENT_HANDLED = 0, /**< a handler ran, to its end or into a fault */
    VELLUM_EVENT_BEGUN = 1,   /**< a handler started and continues in the next frames */
    VELLUM_EVENT_QUEUED = 2,  /**< waits for the running code */
    VELLUM_EVENT_REMEMBERED =
        3, /**< a transition keeps it until everything it waits for has arrived (Skrit) */
    VELLUM_EVENT_NO_HANDLER = 4,    /**< there is no handler */
    VELLUM_EVENT_DISABLED = 5,      /**< the receiver has disabled it or all events */
    VELLUM_EVENT_BUSY = 6,          /**< lost: the receiver is running something at least as important */
    VELLUM_EVENT_ENDED = 7,         /**< the receiver's script has ended */
    VELLUM_EVENT_OVER_LIMIT = 8,    /**< refused: calls are nested too deeply or memory is used up */
    VELLUM_EVENT_NO_RECEIVER = 9,   /**< there is no such machine, model or room */
    VELLUM_EVENT_WRONG_COUNT = 10,  /**< the handler takes a different number of values */
    VELLUM_EVENT_WRONG_VALUES = 11, /**< a value does not fit the handler's type */
    VELLUM_EVENT_UNKNOWN = 12,      /**< the engine knows no such event */
    VELLUM_EVENT_FAILED = 13,       /**< what the event begins could not be made ready */
    VELLUM_EVENT_INTERRUPTED = 14   /**< the world is interrupted */
} vellum_event_outcome;

/** The outcome of a call from outside. */
typedef enum vellum_call_outcome {
    VELLUM_CALL_RETURNED = 0, /**< the function returned */
    VELLUM_CALL_UNFINISHED =
        1, /**< it waits or has used up its instructions, and continues in the next frames */
    VELLUM_CALL_FAULTED = 2,          /**< a fault ended it */
    VELLUM_CALL_UNKNOWN_FUNCTION = 3, /**< there is no such function */
    VELLUM_CALL_WRONG_COUNT = 4,      /**< the function takes a different number of values */
    VELLUM_CALL_WRONG_VALUES = 5,     /**< a value has a type that scripts do not have */
    VELLUM_CALL_NOT_READY = 6,        /**< nothing can be called now */
    VELLUM_CALL_OVER_LIMIT = 7,       /**< calls are nested too deeply */
    VELLUM_CALL_UNSUPPORTED = 8,      /**< the engine has no such calls */
    VELLUM_CALL_INTERRUPTED = 9       /**< the world is interrupted */
} vellum_call_outcome;

/** What became of the last event that vellum_world_send delivered or was refused with: a
 * vellum_event_outcome, or -1 before the first. */
VELLUM_C_API int32_t vellum_world_event_outcome(const vellum_world* world);
/** What became of the last vellum_world_call: a vellum_call_outcome, or -1 before the first. */
VELLUM_C_API int32_t vellum_world_call_outcome(const vellum_world* world);
/** Not 0 when nothing will happen any more without an event. */
VELLUM_C_API int vellum_world_finished(const vellum_world* world);
VELLUM_C_API uint64_t vellum_world_instructions(const vellum_world* world);
/** Number of faults since the last vellum_world_take_fault that returned NULL. */
VELLUM_C_API size_t vellum_world_fault_count(const vellum_world* world);
/** The oldest fault not yet taken, as text with its frames; NULL if there is none. Valid until the next call.
 */
VELLUM_C_API const char* vellum_world_take_fault(vellum_world* world);

/** A fault as data. */
typedef struct vellum_fault vellum_fault;

/** What a fault says. Texts live as long as the fault. */
typedef struct vellum_fault_info {
    const char* code;         /**< stable name such as "pathologic.null"; may be empty */
    const char* message;      /**< in plain words */
    const char* text;         /**< message, code and frames as a person reads them */
    const char* program;      /**< name of the program it happened in; empty if in none */
    const char* machine_name; /**< "player", "model 3" */
    uint32_t machine;         /**< index of the machine */
    uint64_t offset;          /**< where in that program's code, in bytes from its start, or UINT64_MAX */
    size_t frames;            /**< levels of the call stack, the innermost first; may be 0 */
} vellum_fault_info;

/** One level of the call stack. */
typedef struct vellum_frame {
    const char* function; /**< name or label; empty if unknown */
    const char* source;   /**< source or section; empty if unknown */
    uint32_t address;     /**< in the engine's unit */
    uint32_t line;        /**< of the source from 1, or 0 */
} vellum_frame;

/** The oldest fault not yet taken; NULL if there is none. The caller frees it; it does not need the world. */
VELLUM_C_API vellum_fault* vellum_world_next_fault(vellum_world* world);
VELLUM_C_API void vellum_fault_get(const vellum_fault* fault, vellum_fault_info* out);
VELLUM_C_API vellum_status vellum_fault_frame(const vellum_fault* fault, size_t index, vellum_frame* out);
VELLUM_C_API void vellum_fault_free(vellum_fault* fault);

/** The state of the world as a JSON object with the names of the engine's page: for FF7 save
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
/** Ends an interruption, from any thread: machines that can continue do so in the next frame. A paused world
 * goes on at once, on this thread. */
VELLUM_C_API void vellum_world_resume(vellum_world* world);
/** Not 0 between vellum_world_interrupt and vellum_world_resume. */
VELLUM_C_API int vellum_world_interrupted(const vellum_world* world);

/** Stops what is under way, or comes next, after exactly that many more instructions; UINT64_MAX takes it
 * back. vellum_world_resume goes on as if nothing had happened. See Scheduler::pause_after. */
VELLUM_C_API void vellum_world_pause_after(vellum_world* world, uint64_t instructions);
/** Not 0 between a pause and vellum_world_resume. */
VELLUM_C_API int vellum_world_paused(const vellum_world* world);

/** What a machine is doing. */
typedef enum vellum_machine_state {
    VELLUM_MACHINE_IDLE = 0,      /**< nothing to do until an event or call arrives */
    VELLUM_MACHINE_READY = 1,     /**< will continue in the next frame */
    VELLUM_MACHINE_WAITING = 2,   /**< a native or a wait is pending */
    VELLUM_MACHINE_EXHAUSTED = 3, /**< stopped by its budget; continues in the next frame */
    VELLUM_MACHINE_FINISHED = 4,
    VELLUM_MACHINE_FAULTED = 5
} vellum_machine_state;

/** A machine: one thread of execution. */
typedef struct vellum_machine {
    const char* name;      /**< "main", "model 3" */
    int32_t state;         /**< a vellum_machine_state */
    uint64_t instructions; /**< executed since the start */
    size_t frames;         /**< open calls; 0 when idle */
} vellum_machine;

/** Machines so far, finished ones too. */
VELLUM_C_API size_t vellum_world_machine_count(const vellum_world* world);
/** Texts are valid until the next of these two calls. */
VELLUM_C_API vellum_status vellum_world_machine(vellum_world* world, size_t index, vellum_machine* out);
/** Frame 0 is the innermost. */
VELLUM_C_API vellum_status vellum_world_machine_frame(vellum_world* world, size_t machine, size_t index,
                                                      vellum_frame* out);
/** What a frame holds and what is around it, as a JSON list of scopes with `name`, `count`, `first` and
 * `variables`, each with `name`, `type` and `text`: of each scope `count` variables from `first` on, not more
 * than 4096. Frame 0 of a machine that has none gives what is around it. Runs no script code. */
VELLUM_C_API vellum_status vellum_world_scopes_json(const vellum_world* world, size_t machine, size_t frame,
                                                    size_t first, size_t count, vellum_buffer* out,
                                                    vellum_error** error);

/** The same as `_scopes_json`, as data. */
typedef struct vellum_scopes vellum_scopes;

/** Variables that belong together. Texts live as long as the scopes. */
typedef struct vellum_scope {
    const char* name; /**< "locals", "globals", "registers", "stack", … */
    size_t count;     /**< variables it has */
    size_t first;     /**< index of the first requested */
    size_t variables; /**< how many of them are here */
} vellum_scope;

/** A variable as it was when requested. Texts live as long as the scopes. */
typedef struct vellum_variable {
    const char* name;   /**< as the file has it, else its place: "T[3]", "entry 7" */
    const char* type;   /**< in the engine's words: "int", "text", "handle" */
    const char* text;   /**< the value as people read it, at most 240 bytes */
    vellum_value value; /**< VELLUM_NONE where the engine keeps what no value can hold */
} vellum_variable;

/** The scopes of a frame, as `_scopes_json` has them. The caller frees them; they do not need the world. */
VELLUM_C_API vellum_status vellum_world_scopes(const vellum_world* world, size_t machine, size_t frame,
                                               size_t first, size_t count, vellum_scopes** scopes,
                                               vellum_error** error);
VELLUM_C_API size_t vellum_scopes_count(const vellum_scopes* scopes);
VELLUM_C_API vellum_status vellum_scopes_get(const vellum_scopes* scopes, size_t scope, vellum_scope* out);
/** `index` is below vellum_scope.variables; the variable's own number is that and vellum_scope.first. */
VELLUM_C_API vellum_status vellum_scopes_variable(const vellum_scopes* scopes, size_t scope, size_t index,
                                                  vellum_variable* out);
VELLUM_C_API void vellum_scopes_free(vellum_scopes* scopes);
/** Gives a variable another value, of the type it has, while the world is paused or at rest: the one with the
 * number `index` of the scope with that name. Refused with the code "engine.variable" if there is none, or
 * the engine lets nobody change it. Runs no script code. */
VELLUM_C_API vellum_status vellum_world_change_variable(vellum_world* world, size_t machine, size_t frame,
                                                        const char* scope, size_t index,
                                                        const vellum_value* value, vellum_error** error);

/** Memory that scripts address. The name is valid until the next call of vellum_world_memory. */
typedef struct vellum_memory {
    const char* name; /**< "main", "save" */
    uint64_t size;    /**< bytes */
} vellum_memory;

/** Blocks of memory, where the engine has such: each script's data, each bank. */
VELLUM_C_API size_t vellum_world_memory_count(const vellum_world* world);
VELLUM_C_API vellum_status vellum_world_memory(vellum_world* world, size_t index, vellum_memory* out);
/** Bytes of the block with that name from `first` on; as many as there are if those are fewer. */
VELLUM_C_API vellum_status vellum_world_read_memory(const vellum_world* world, const char* name,
                                                    uint64_t first, size_t count, vellum_buffer* out,
                                                    vellum_error** error);
VELLUM_C_API void vellum_world_free(vellum_world* world);

#ifdef __cplusplus
}
#endif

#endif
