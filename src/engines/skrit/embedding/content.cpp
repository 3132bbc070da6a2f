// SkritContent: the resources, the .gas store and the content of one game under one roof.
#include "vellum/skrit_content.hpp"

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/reader.hpp"
#include "engines/skrit/systems/content.hpp"
#include "engines/skrit/systems/template_index.hpp"
#include "vellum/files.hpp"

namespace vellum {

struct SkritContent::Parts {
    Parts() { resources.add_driver({}, files); }

    void add(std::string_view path, std::string text) {
        const std::string clean = skrit::resource_path(path);
        if (clean.ends_with(".gas")) fuel.add_file(clean, text, diagnostics);
        if (clean.ends_with(".nnk")) resources.naming_key.add(text, clean, diagnostics);
        files->set(clean, std::move(text));
    }
    [[nodiscard]] static std::unexpected<Diagnostic> first(const Diagnostics& problems) {
        for (const Diagnostic& each : problems.all())
            if (each.severity == Severity::error) return std::unexpected(each);
        return fail(skrit::codes::run_not_found, "nothing was created");
    }
    [[nodiscard]] static std::unexpected<Diagnostic> unattached() {
        return fail(skrit::codes::run_not_found, "the content is not attached to an engine");
    }

    std::shared_ptr<skrit::MemoryDriver> files = std::make_shared<skrit::MemoryDriver>();
    skrit::Resources resources;
    skrit::FuelStore fuel;
    Diagnostics diagnostics;
    std::unique_ptr<skrit::TemplateIndex> index; ///< Made when it is asked for first.
    std::unique_ptr<skrit::Content> content;

    const skrit::TemplateIndex& templates() {
        if (index == nullptr) {
            index = std::make_unique<skrit::TemplateIndex>(resources, fuel);
            for (const Diagnostic& each : index->problems().all()) diagnostics.add(each);
        }
        return *index;
    }
};

SkritContent::SkritContent() : parts_(std::make_unique<Parts>()) {}
SkritContent::~SkritContent() = default;

void SkritContent::add_file(std::string_view path, std::string text) {
    parts_->add(path, std::move(text));
    parts_->resources.refresh();
}

void SkritContent::add_gas(std::string_view text, std::string_view name, std::string_view database) {
    parts_->fuel.add({}, skrit::read_fuel(text, name, parts_->diagnostics), database);
}

Result<void> SkritContent::add_files(const FileSystem& files) {
    const std::vector<std::string> names = files.list({});
    if (names.empty()) return fail(vellum::codes::io_read, "there are no files");
    for (const std::string& name : names) {
        const std::string path = skrit::resource_path(name);
        if (!path.ends_with(".skrit") && !path.ends_with(".gas") && !path.ends_with(".nnk")) continue;
        if (const auto bytes = files.read(name)) parts_->add(path, std::string(as_text(*bytes)));
    }
    parts_->resources.refresh();
    return {};
}

Result<void> SkritContent::add_folder(const std::string& folder) {
    auto added = add_files(FolderFileSystem(folder));
    if (!added) added.error().place.file = folder;
    return added;
}

Result<void> SkritContent::find_in(std::shared_ptr<const FileSystem> files) {
    auto driver = std::make_shared<skrit::FilesDriver>(std::move(files));
    if (driver->files().empty()) return fail(vellum::codes::io_read, "there are no files");
    parts_->resources.add_driver({}, std::move(driver));
    parts_->resources.read_naming_keys(parts_->diagnostics);
    return {};
}

void SkritContent::add_driver(std::string_view prefix, std::shared_ptr<const FileSystem> files) {
    parts_->resources.add_driver(prefix, std::make_shared<skrit::FilesDriver>(std::move(files)));
}

std::optional<std::string> SkritContent::read(std::string_view path) const {
    return parts_->resources.read(path);
}

std::vector<std::string> SkritContent::list(std::string_view folder) const {
    return parts_->resources.below(folder);
}

const Diagnostics& SkritContent::diagnostics() const noexcept { return parts_->diagnostics; }

std::optional<std::string> SkritContent::value(std::string_view address) const {
    const skrit::FuelAttribute* found = parts_->fuel.value(address);
    if (found == nullptr) return std::nullopt;
    return found->text;
}

std::vector<SkritFormula> SkritContent::formulas() const {
    std::vector<SkritFormula> found;
    const skrit::FuelBlock* root = parts_->fuel.root();
    if (root == nullptr) return found;
    for (const skrit::Embedded& one : skrit::embedded_code(*root))
        if (one.kind == skrit::EmbeddedKind::formula) found.push_back({one.address, one.value->text});
    return found;
}

std::function<bool(std::string_view name, SkritSource& source)> SkritContent::finder() {
    return [this](std::string_view name, SkritSource& source) {
        auto found = parts_->resources.include(name, {});
        if (!found) return false;
        source = {std::move(found->name), std::move(found->text)};
        return true;
    };
}

void SkritContent::attach(SkritEngine& engine) {
    parts_->content = std::make_unique<skrit::Content>(engine.world(), parts_->resources, parts_->fuel,
                                                       parts_->templates());
}

Result<std::vector<SkritComponent>> SkritContent::components(std::string_view template_name) const {
    const skrit::TemplateIndex& templates = parts_->templates();
    const skrit::FuelBlock* block = templates.find(template_name);
    if (block == nullptr) {
        std::vector<std::string_view> names;
        for (const skrit::FuelBlock* each : templates.all()) names.emplace_back(each->name);
        return fail(skrit::codes::run_not_found, "there is no template '" + std::string(template_name) +
                                                     "'." + did_you_mean(template_name, names));
    }
    std::vector<SkritComponent> found;
    for (skrit::Component& each : templates.components(*block)) {
        SkritComponent& one = found.emplace_back();
        one.name = std::move(each.name);
        one.path = std::move(each.path);
        for (const skrit::FuelBlock* fields : each.blocks)
            for (const skrit::FuelAttribute& field : fields->attributes)
                one.fields.emplace_back(field.key, field.text);
    }
    return found;
}

std::vector<std::pair<std::string, std::string>>
SkritContent::template_values(std::string_view template_name) const {
    const skrit::TemplateIndex& templates = parts_->templates();
    const skrit::FuelBlock* block = templates.find(template_name);
    return block == nullptr ? std::vector<std::pair<std::string, std::string>>() : templates.values(*block);
}

std::size_t SkritContent::compile_components(Diagnostics& diagnostics) {
    return parts_->content ? parts_->content->compile_components(diagnostics) : 0;
}

Result<std::vector<ObjectId>> SkritContent::make(std::string_view template_name, ObjectId owner) {
    if (!parts_->content) return Parts::unattached();
    Diagnostics problems;
    std::vector<ObjectId> made;
    for (const std::uint64_t id : parts_->content->make(template_name, owner.id, problems))
        made.push_back({id});
    if (!problems.ok() && made.empty()) return Parts::first(problems);
    return made;
}

Result<ObjectId> SkritContent::make_chore(std::string_view template_name, std::string_view chore,
                                          ObjectId owner) {
    if (!parts_->content) return Parts::unattached();
    Diagnostics problems;
    const std::uint64_t id = parts_->content->make_chore(template_name, chore, owner.id, problems);
    if (id == 0) return Parts::first(problems);
    return ObjectId{id};
}

Result<Value> SkritContent::formula(std::string_view address,
                                    std::span<const std::pair<std::string, float>> macros) {
    if (!parts_->content) return Parts::unattached();
    return parts_->content->formula(address, macros);
}

Result<Value> SkritContent::call(std::string_view address, std::string_view function,
                                 std::span<const Value> arguments) {
    if (!parts_->content) return Parts::unattached();
    return parts_->content->call(address, function, arguments);
}

} // namespace vellum
