package streamerapi.chat;

import streamerapi.bot.BotStatus;
import streamerapi.bot.ChatSender;
import streamerapi.bot.StatusReader;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.CHAT_WRITE;

/// The chat bot: its status, and messages through it (spec "Chat bot", contract "REST").
public final class ChatModule implements Module {

    private final StatusReader status;
    private final ChatMessages messages;

    /// @param sender speaks in the chats
    /// @param ownLogin the login of the service's own bot account
    public ChatModule(Services services, ChatSender sender, String ownLogin) {
        this.status = new StatusReader(services.table(), ownLogin);
        this.messages =
                new ChatMessages(services.table(), new ChatSendLimit(services.table(), services.clock()), sender);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/bot", "getBot", "Read the bot's status")
                        .anyCredential()
                        .dashboard(SUPER_ADMIN)
                        .answers(Answer.ok("bot", BotStatus.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(status.read(call.tenantId()))),
                Endpoint.post("/chat/messages", "sendChatMessage", "Send a message to chat")
                        .scope(CHAT_WRITE)
                        .dashboard(SUPER_ADMIN)
                        .doc("The bot sends the message at once. All credentials of a streamer together can send 20"
                                + " messages in 30 seconds; one more is refused with 429 `chat_rate_limited`."
                                + " If a platform does not accept the message within 5 seconds, it is `false`"
                                + " in `sent`; nothing is sent twice.")
                        .body(ChatMessage.SCHEMA)
                        .answers(Answer.of(ChatMessage.Result.SCHEMA))
                        .refuses(ErrorCode.BOT_NOT_CONNECTED, ErrorCode.CHAT_RATE_LIMITED)
                        .handles(call -> messages.send(call.tenantId(), call.body(), call.requestId(), call::counted)));
    }
}
