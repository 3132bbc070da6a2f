// What the fragment of docs/engines/ags.md talks about.
#include <vellum/ags.hpp>
#include <vellum/ags_translation.hpp>
#include <vellum/vellum.hpp>

struct Character {
    std::int32_t x;
};
Character& character(vellum::ObjectId object);
void show(std::string_view text);
void say(vellum::ObjectId who, std::string_view text);
void free_sprite(vellum::ObjectId sprite);
std::span<const vellum::ags::TranslatedFunction> translation();
