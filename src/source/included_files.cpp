#include "source/included_files.hpp"

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/text_storage.hpp"

namespace vellum::source {

const IncludedFiles::File& IncludedFiles::read(const std::string& name) {
    const auto [found, is_new] = known_.try_emplace(name);
    File& file = found->second;
    if (!is_new) return file;
    auto bytes = files_->read_at_most(name, left_);
    if (!bytes) {
        file.problem = std::move(bytes.error().message);
        return file;
    }
    left_ -= bytes->size();
    auto text = text_in(*bytes, name);
    if (text)
        file.text = std::make_unique<const std::string>(std::move(*text));
    else
        file.problem = std::move(text.error().message);
    return file;
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (!part.empty() && part != ".") {
            if (!plain.empty()) plain += '/';
            plain += lower_case(part);
        }
        begin = end + 1;
    }
    return plain;
}

} // namespace vellum::source
