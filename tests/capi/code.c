/* The code model through the C interface: instructions, operands, functions, blocks, references, facts,
 * tables, listing options. */
#include <string.h>

#include "check.h"

static void look_at_blocks(vellum_code* code, size_t function, const vellum_function* is) {
    const size_t blocks = vellum_code_block_count(code, function);
    CHECK((blocks == 0) == (is->count == 0));
    int entries = 0;
    for (size_t i = 0; i < blocks; ++i) {
        vellum_block block;
        vellum_block to;
        CHECK(vellum_code_block(code, function, i, &block) == VELLUM_OK && block.count > 0);
        entries += block.entry;
        if (block.entry) CHECK(block.first == is->first);
        if (block.next != VELLUM_NO_INDEX) {
            CHECK(vellum_code_block(code, function, block.next, &to) == VELLUM_OK);
            CHECK(to.first == block.first + block.count);
        }
        if (block.target == VELLUM_NO_INDEX) continue;
        vellum_instruction last;
        CHECK(vellum_code_block(code, function, block.target, &to) == VELLUM_OK);
        CHECK(vellum_code_instruction(code, block.first + block.count - 1, &last) == VELLUM_OK);
        CHECK(last.target == to.first);
    }
    CHECK(entries == (blocks != 0));
    vellum_block past;
    CHECK(vellum_code_block(code, function, blocks, &past) == VELLUM_BAD_ARGUMENT);
}

void look_at_code(const vellum_program* program) {
    const char* engine = vellum_program_engine(program);
    vellum_code* code = vellum_code_create(program);
    const uint32_t table = vellum_code_table(code);
    vellum_table about;
    CHECK(vellum_table_get(engine, table, &about) == VELLUM_OK && about.rows > 0 && about.name[0] != '\0');
    const size_t instructions = vellum_code_instruction_count(code);
    CHECK(instructions > 0);
    uint32_t offset = 0;
    for (size_t i = 0; i < instructions; ++i) {
        vellum_instruction is;
        vellum_row row;
        CHECK(vellum_code_instruction(code, i, &is) == VELLUM_OK);
        CHECK(is.offset == offset && is.size > 0);
        offset += is.size;
        CHECK(vellum_code_find(code, is.address) == i);
        CHECK(vellum_table_row(engine, table, is.row, &row) == VELLUM_OK);
        CHECK(row.opcode <= is.opcode && is.opcode <= row.opcode_last);
        CHECK(strncmp(vellum_code_text(code, i), row.mnemonic, strlen(row.mnemonic)) == 0);
        char text[4096];
        strncpy(text, vellum_code_text(code, i), sizeof text - 1);
        text[sizeof text - 1] = '\0';
        vellum_operand operand;
        for (size_t o = 0; o < is.operands; ++o) {
            CHECK(vellum_code_operand(code, i, o, &operand) == VELLUM_OK);
            CHECK(operand.name[0] != '\0' && operand.count >= 1 && operand.count <= 3);
            CHECK(strstr(text, operand.text) != NULL);
        }
        CHECK(vellum_code_operand(code, i, is.operands, &operand) == VELLUM_BAD_ARGUMENT);
    }
    vellum_instruction past;
    CHECK(vellum_code_instruction(code, instructions, &past) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_code_text(code, instructions)[0] == '\0');
    CHECK(vellum_code_find(code, UINT32_MAX) == VELLUM_NO_INDEX);
    const size_t functions = vellum_code_function_count(code);
    CHECK(functions > 0);
    for (size_t f = 0; f < functions; ++f) {
        vellum_function is;
        CHECK(vellum_code_function(code, f, &is) == VELLUM_OK && is.name[0] != '\0');
        look_at_blocks(code, f, &is);
    }
    CHECK(vellum_code_block_count(code, functions) == 0);
    for (size_t r = 0; r < vellum_code_reference_count(code); ++r) {
        vellum_reference is;
        vellum_instruction at;
        CHECK(vellum_code_reference(code, r, &is) == VELLUM_OK && is.words[0] != '\0');
        if (is.instruction == VELLUM_NO_INDEX) continue;
        CHECK(vellum_code_instruction(code, is.instruction, &at) == VELLUM_OK && at.address == is.address);
    }
    int numbers = 0;
    for (size_t i = 0; i < vellum_code_fact_count(code); ++i) {
        vellum_fact fact;
        CHECK(vellum_code_fact(code, i, &fact) == VELLUM_OK);
        numbers += fact.is_number;
    }
    CHECK(numbers > 0);
    vellum_code_free(code);
}

static const char known[] = ".numbering hd\n"
                            ".run t, start\n"
                            ".task t, 0\n"
                            "start:\n"
                            "    PushV   bool\n"
                            "    JumpB   S[1], done, false, 0\n"
                            "    PushS   \"hello\"\n"
                            "    Func    Trace/1, S[1]\n"
                            "    Pop     1\n"
                            "done:\n"
                            "    Return  1\n";

static void known_listing(const vellum_program* program) {
    vellum_buffer plain = {NULL, 0};
    vellum_buffer same = {NULL, 0};
    CHECK(vellum_disassemble(program, &plain, NULL) == VELLUM_OK);
    vellum_listing_options options = {sizeof options, 0, 0, 0, 0};
    CHECK(vellum_disassemble_with(program, &options, &same, NULL) == VELLUM_OK);
    CHECK(strcmp(plain.data, same.data) == 0 && strstr(plain.data, "; 0003") != NULL);
    vellum_buffer_free(&same);
    options.hide_addresses = 1;
    CHECK(vellum_disassemble_with(program, &options, &same, NULL) == VELLUM_OK);
    CHECK(strstr(same.data, "; 0003") == NULL && strstr(same.data, "Trace/1") != NULL);
    vellum_buffer_free(&same);
    vellum_buffer with_bytes = {NULL, 0};
    options.hide_addresses = 0;
    options.bytes = 1;
    CHECK(vellum_disassemble_with(program, &options, &with_bytes, NULL) == VELLUM_OK);
    CHECK(with_bytes.size > plain.size);
    vellum_buffer_free(&with_bytes);
    vellum_buffer bare = {NULL, 0};
    options.bytes = 0;
    options.hide_comments = 1;
    CHECK(vellum_disassemble_with(program, &options, &bare, NULL) == VELLUM_OK && bare.size <= plain.size);
    vellum_buffer_free(&bare);
    options.struct_size = 3;
    CHECK(vellum_disassemble_with(program, &options, &bare, NULL) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_disassemble_with(NULL, NULL, &bare, NULL) == VELLUM_BAD_ARGUMENT);
    vellum_buffer_free(&plain);
}

static void known_table(void) {
    vellum_row row;
    vellum_row_operand operand;
    CHECK(vellum_table_count("pathologic") == 2 && vellum_table_count("zork") == 0);
    vellum_table table;
    CHECK(vellum_table_get("pathologic", 0, &table) == VELLUM_OK);
    CHECK(table.unit == VELLUM_UNIT_INSTRUCTION && table.rows > 80);
    int seen = 0;
    for (size_t i = 0; i < table.rows; ++i) {
        CHECK(vellum_table_row("pathologic", 0, i, &row) == VELLUM_OK && row.meaning[0] != '\0');
        if (strcmp(row.mnemonic, "JumpB") == 0) {
            seen |= 1;
            CHECK(row.flow == VELLUM_FLOW_BRANCH && row.pops == -1 && row.pushes == 0 && row.operands == 4);
            CHECK(vellum_table_operand("pathologic", 0, i, 0, &operand) == VELLUM_OK);
            CHECK(operand.access == VELLUM_ACCESS_READ && operand.count == 1 && !operand.hidden);
            CHECK(operand.fields[0] == VELLUM_FIELD_U32 && !operand.repeats);
        }
        if (strcmp(row.mnemonic, "PushS") == 0) {
            seen |= 2;
            CHECK(row.flow == VELLUM_FLOW_NEXT && row.pops == 0 && row.pushes == 1);
        }
        if (strcmp(row.mnemonic, "Func") == 0) {
            seen |= 4;
            CHECK(vellum_table_operand("pathologic", 0, i, row.operands - 1, &operand) == VELLUM_OK);
            CHECK(operand.repeats && operand.count == 2);
        }
        CHECK(vellum_table_operand("pathologic", 0, i, row.operands, &operand) == VELLUM_BAD_ARGUMENT);
    }
    CHECK(seen == 7);
    CHECK(vellum_table_get("pathologic", 2, &table) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_table_row("pathologic", 0, table.rows, &row) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_table_row("zork", 0, 0, &row) == VELLUM_BAD_ARGUMENT);
    CHECK(vellum_table_get(NULL, 0, &table) == VELLUM_BAD_ARGUMENT);
}

/* Of a register machine: what an instruction uses beside its operands. */
static void implicit_operands(void) {
    vellum_table table;
    vellum_row row;
    vellum_implicit_operand used;
    CHECK(vellum_table_get("ags", 0, &table) == VELLUM_OK);
    size_t found = 0;
    for (size_t i = 0; i < table.rows; ++i) {
        CHECK(vellum_table_row("ags", 0, i, &row) == VELLUM_OK);
        for (size_t n = 0; n < row.implicit; ++n) {
            CHECK(vellum_table_implicit_operand("ags", 0, i, n, &used) == VELLUM_OK);
            CHECK(used.name[0] != '\0' && used.access != VELLUM_ACCESS_NONE);
        }
        CHECK(vellum_table_implicit_operand("ags", 0, i, row.implicit, &used) == VELLUM_BAD_ARGUMENT);
        if (strcmp(row.mnemonic, "MEMREAD") != 0) continue;
        CHECK(row.implicit == 1);
        CHECK(vellum_table_implicit_operand("ags", 0, i, 0, &used) == VELLUM_OK);
        CHECK(strcmp(used.name, "MAR") == 0 && used.access == VELLUM_ACCESS_READ && used.number == 2);
        CHECK(vellum_table_implicit_operand("ags", 0, i, 0, NULL) == VELLUM_BAD_ARGUMENT);
        ++found;
    }
    CHECK(found == 1);
    CHECK(vellum_table_implicit_operand("zork", 0, 0, 0, &used) == VELLUM_BAD_ARGUMENT);
}

void known_code(void) {
    implicit_operands();
    const vellum_load_options options = {sizeof options, "pathologic", "known.vasm", NULL};
    vellum_program* program = NULL;
    CHECK(vellum_assemble(known, strlen(known), &options, &program, NULL, NULL) == VELLUM_OK);
    known_listing(program);
    vellum_code* code = vellum_code_create(program);
    vellum_program_free(program); /* the code keeps it */
    vellum_function function;
    vellum_block block;
    CHECK(vellum_code_function_count(code) == 1);
    CHECK(vellum_code_function(code, 0, &function) == VELLUM_OK);
    CHECK(strcmp(function.name, "run") == 0 && function.first == 0 && function.count == 6);
    CHECK(vellum_code_block_count(code, 0) == 3);
    CHECK(vellum_code_block(code, 0, 0, &block) == VELLUM_OK);
    CHECK(block.entry && block.count == 2 && block.next == 1 && block.target == 2);
    vellum_instruction call;
    vellum_operand operand;
    CHECK(vellum_code_instruction(code, 3, &call) == VELLUM_OK);
    CHECK(call.address == 3 && call.target == VELLUM_NO_INDEX);
    CHECK(strstr(vellum_code_text(code, 3), "Trace/1, S[1]") != NULL);
    CHECK(vellum_code_operand(code, 3, call.operands - 1, &operand) == VELLUM_OK);
    CHECK(strcmp(operand.text, "S[1]") == 0 && operand.count == 2 && operand.values[0] == 1);
    vellum_instruction jump;
    CHECK(vellum_code_instruction(code, 1, &jump) == VELLUM_OK && jump.target == 5);
    int natives = 0;
    for (size_t i = 0; i < vellum_code_reference_count(code); ++i) {
        vellum_reference is;
        CHECK(vellum_code_reference(code, i, &is) == VELLUM_OK);
        if (is.kind != VELLUM_REFERENCE_NATIVE) continue;
        ++natives;
        CHECK(strcmp(is.name, "Trace") == 0 && strcmp(is.words, "native") == 0 && is.instruction == 3);
    }
    CHECK(natives == 1);
    vellum_fact fact;
    int counted = 0;
    for (size_t i = 0; i < vellum_code_fact_count(code); ++i) {
        CHECK(vellum_code_fact(code, i, &fact) == VELLUM_OK);
        if (strcmp(fact.name, "instructions") == 0)
            counted = fact.is_number && fact.number == 6 && strcmp(fact.value, "6") == 0;
    }
    CHECK(counted);
    vellum_code_free(code);
    known_table();
    CHECK(vellum_code_create(NULL) == NULL && vellum_code_table(NULL) == VELLUM_NO_INDEX);
    CHECK(vellum_code_instruction_count(NULL) == 0 && vellum_code_find(NULL, 0) == VELLUM_NO_INDEX);
    CHECK(vellum_code_function_count(NULL) == 0 && vellum_code_block_count(NULL, 0) == 0);
    CHECK(vellum_code_reference_count(NULL) == 0 && vellum_code_fact_count(NULL) == 0);
    CHECK(vellum_code_text(NULL, 0)[0] == '\0');
    CHECK(vellum_code_fact(NULL, 0, &fact) == VELLUM_BAD_ARGUMENT);
    vellum_code_free(NULL);
}
