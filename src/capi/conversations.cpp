// Conversations with editors across the C border.
#include "vellum/conversation.hpp"

#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

struct vellum_conversation {
    std::unique_ptr<Conversation> conversation;
};

vellum_status vellum_conversation_open(const vellum_workspace* workspace, const char* protocol,
                                       vellum_conversation** conversation, vellum_error** error) {
    if (workspace == nullptr || protocol == nullptr || conversation == nullptr) return VELLUM_BAD_ARGUMENT;
    auto begun = converse(workspace->workspace, protocol);
    if (!begun) return fail_with(error, std::move(begun.error()));
    *conversation = new vellum_conversation{std::move(*begun)};
    return VELLUM_OK;
}

void vellum_conversation_free(vellum_conversation* conversation) { delete conversation; }

vellum_status vellum_conversation_say(vellum_conversation* conversation, const char* message, size_t size,
                                      vellum_buffer* answers, vellum_error** error) {
    if (conversation == nullptr || answers == nullptr) return VELLUM_BAD_ARGUMENT;
    std::vector<std::string> out;
    if (message == nullptr) {
        out = conversation->conversation->idle();
    } else {
        auto said = conversation->conversation->say({message, size});
        if (!said) return fail_with(error, std::move(said.error()));
        out = std::move(*said);
    }
    std::string text = "[";
    for (const std::string& each : out) {
        if (text.size() > 1) text += ',';
        text += each;
    }
    return fill(answers, text += ']');
}

int32_t vellum_conversation_running(const vellum_conversation* conversation) {
    return conversation != nullptr && conversation->conversation->running() ? 1 : 0;
}

int32_t vellum_conversation_ended(const vellum_conversation* conversation) {
    return conversation == nullptr || conversation->conversation->ended() ? 1 : 0;
}
