#include "engines/pathologic/format/texts.hpp"

#include <optional>
#include <string>
#include <unordered_map>

#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/pool.hpp"

namespace vellum::pathologic {

Result<std::vector<std::byte>> change_texts(Script& script, std::span<const TextChange> changes) {
    struct Wanted {
        const TextChange* change;
        std::optional<std::uint32_t> offset; ///< In the pool, once it is there.
    };
    std::unordered_map<std::string_view, Wanted> wanted;
    for (const TextChange& change : changes)
        if (change.before != change.after) wanted.emplace(change.before, Wanted{&change, {}});
    PoolBuilder pool;
    pool.append(script.pool);
    for (const CodeReference& reference : script.code_references.texts) {
        if (reference.kind != CodeReference::Kind::wide_text) continue;
        const auto found = wanted.find(script.wide_string(reference.value));
        if (found == wanted.end()) continue;
        Wanted& one = found->second;
        if (!one.offset) {
            const auto bytes = encode_wide(one.change->after);
            if (!bytes)
                return fail(vellum::codes::text_change,
                            "'" + one.change->after +
                                "' cannot be a text of a script: it has a NUL or is "
                                "not UTF-8");
            one.offset = pool.place(*bytes);
        }
        script.instructions.values[value_index(script.instructions, reference, script.numbering)] =
            *one.offset;
    }
    if (pool.exhausted()) return fail(vellum::codes::text_change, "the script's texts are too similar");
    for (const auto& [before, one] : wanted)
        if (!one.offset)
            return fail(vellum::codes::text_change, "the script has no text '" + std::string(before) + "'");
    script.pool = pool.bytes();
    return write_script(script);
}

} // namespace vellum::pathologic
