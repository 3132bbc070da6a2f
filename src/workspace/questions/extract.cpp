#include "workspace/questions/extract.hpp"

#include "base/base64.hpp"
#include "base/json_writer.hpp"
#include "base/source.hpp"
#include "tools/codes.hpp"
#include "workspace/find.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

Told::Told(const archives::Archive& archive, std::size_t entry, std::uint64_t& may_read) {
    const archives::Member& member = archive.members()[entry];
    name = member.name;
    kind = may_be_script(archive, entry, nullptr, may_read) ? "script" : "file";
    offset = member.offset;
    size = member.size;
    cut_off = member.cut_off;
    stored = member.stored;
    deleted = member.storage == archives::Storage::nothing;
}

std::string Told::json(const std::string& file, std::string_view path) const {
    return json_object([&](JsonWriter& json) {
        json.member("file", file);
        json.member("name", name);
        json.member("kind", kind);
        if (cut_off) json.member("cut_off", true);
        if (deleted) json.member("deleted", true);
        json.member("offset", offset);
        if (stored) json.member("stored", *stored);
        json.member("size", size);
        if (!path.empty()) json.member("path", path);
    });
}

Result<std::vector<std::byte>> read_member(const tools::OpenedFile& opened, const Node& input,
                                           const archives::Member& member) {
    if (member.cut_off || !lies_inside(member.offset, member.size, opened.size()))
        return fail(codes::cli_member, "member '" + member.name + "' is outside its container",
                    {input.path, member.offset, 0, 0});
    return read_range(opened.container->source(), member.offset, member.size);
}

namespace {

Result<std::string> whole_extract(const Workspace& workspace, const Request& request,
                                  const Workspace::Progress&) {
    std::vector<std::string> values;
    const bool bytes = request.flag("bytes");
    std::uint64_t may_read = std::uint64_t{1} << 30U;
    const auto add = [&](const Told& told, const Node& node, auto&& read) {
        std::string value = told.json(node.path);
        if (bytes && !told.deleted) {
            const auto content = read();
            if (!content) {
                values.push_back(
                    problems_json(node.path + "!" + std::string(told.name), {&content.error(), 1}));
                return;
            }
            value.pop_back();
            value += ",\"bytes\":\"" + to_base64(*content) + "\"}";
        }
        values.push_back(std::move(value));
    };
    for (const std::string& name : request.texts("nodes")) {
        Diagnostics remarks;
        for (const Node& node : workspace.find(name, remarks, InArchives::whole)) {
            if (node.archive != nullptr) {
                for (const std::size_t entry : members_meant(*node.archive, node.inside))
                    add(Told(*node.archive, entry, may_read), node,
                        [&] { return node.archive->read(entry); });
                continue;
            }
            const auto opened = workspace.open(node);
            if (!opened) {
                values.push_back(problems_json(node.name(), {&opened.error(), 1}));
                continue;
            }
            for (const archives::Member& member : opened->members)
                add(Told(member), node, [&] { return read_member(*opened, node, member); });
        }
    }
    return array_of(values);
}

constexpr Parameter of_extract[] = {
    {"nodes", Holds::texts, "Archives, containers, folders, patterns, or members such as 'a.zip!quest.bin'.",
     true},
    {"bytes", Holds::flag, "Also the contents of each member, in Base64."},
};

} // namespace

const Question extract{
    "extract", "List the members of archives and containers", of_extract, "extract", nullptr, whole_extract};

} // namespace vellum::questions
