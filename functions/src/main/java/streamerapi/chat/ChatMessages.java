package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.bot.ChatSender;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Async;

import java.util.function.Consumer;

/// Sends programs' messages to a streamer's chats (contract "POST /chat/messages").
///
/// Both platforms are asked beside each other, so that a slow one delays the answer by its own time alone.
final class ChatMessages {

    private final TableReader table;
    private final ChatSendLimit limit;
    private final ChatSender sender;

    ChatMessages(TableReader table, ChatSendLimit limit, ChatSender sender) {
        this.table = table;
        this.limit = limit;
        this.sender = sender;
    }

    /// Sends a message to those of its platforms on which the bot is connected, once the request is committed: a
    /// request that is sent again with the same idempotency key sends nothing again.
    ///
    /// @param requestId names the message
    /// @param counted is told how many more may be sent
    /// @throws Problem `bot_not_connected` if there is none, which is not counted; `chat_rate_limited`
    Outcome<ChatMessage.Result> send(
            String tenantId, ChatMessage message, String requestId, Consumer<RateLimitStatus> counted) {
        BotState bot = BotState.of(tenantId, table.get(ChatKeys.bot(tenantId)));
        boolean toAlpha = message.isFor(Platform.ALPHA) && bot.alpha().isConnected();
        boolean toBeta = message.isFor(Platform.BETA) && bot.beta().isConnected();
        if (!toAlpha && !toBeta) {
            throw Problem.of(ErrorCode.BOT_NOT_CONNECTED);
        }
        counted.accept(limit.take(tenantId));
        ChatMessage.Result notYet = ChatMessage.Result.of(toAlpha ? false : null, toBeta ? false : null);
        return Outcome.of(notYet).then(() -> {
            String about = "request:" + requestId;
            Async<@Nullable Boolean> beta =
                    Async.start(() -> toBeta ? sender.send(tenantId, Platform.BETA, about, message.message()) : null);
            Boolean alpha = toAlpha ? sender.send(tenantId, Platform.ALPHA, about, message.message()) : null;
            ChatMessage.Result sent = ChatMessage.Result.of(alpha, beta.join());
            return () -> Outcome.of(sent);
        });
    }
}
