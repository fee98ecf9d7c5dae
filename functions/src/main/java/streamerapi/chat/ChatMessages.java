package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.bot.ChatSender;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Beside;

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

    /// Sends a message wherever it is for and the bot is connected.
    ///
    /// @throws Problem `bot_not_connected` if that is nowhere, which is not counted; `chat_rate_limited`
    ChatMessage.Result send(String tenantId, ChatMessage message) {
        BotState bot = BotState.of(tenantId, table.get(ChatKeys.bot(tenantId)));
        boolean toAlpha = message.isFor("alpha") && bot.alpha().isConnected();
        boolean toBeta = message.isFor("beta") && bot.beta().isConnected();
        if (!toAlpha && !toBeta) {
            throw Problem.of(ErrorCode.BOT_NOT_CONNECTED);
        }
        limit.take(tenantId);
        Beside<@Nullable Boolean> beta =
                Beside.start(() -> toBeta ? sender.send(tenantId, "beta", message.message()) : null);
        Boolean alpha = toAlpha ? sender.send(tenantId, "alpha", message.message()) : null;
        return ChatMessage.Result.of(alpha, beta.join());
    }
}
