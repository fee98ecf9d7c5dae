package streamerapi.chat;

import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.connectors.IngestDecision;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.timers.BotArrivals;
import streamerapi.timers.ChatTimers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The handler of connectors' messages about chat: lines, moderation, streams that begin and end, and the bot's
/// connections.
public final class ChatIngest {

    private static final String LINE = "chat.message";
    private static final int MAX_LINES = 100;
    private static final int MAX_NAME = 100;
    private static final int MAX_ID = 255;

    private final ChatLines lines;
    private final ChatBox box;
    private final BotArrivals bot;

    ChatIngest(ChatLines lines, ChatBox box, BotPresence bot, ChatTimers timers) {
        this.lines = lines;
        this.box = box;
        this.bot = new BotArrivals(bot, timers);
    }

    /// The types of both platforms.
    public IngestTypes types() {
        return IngestTypes.none()
                .deciding(Connector.PLATFORMS, LINE, lines::decide)
                .several(Connector.PLATFORMS, "chat.lines", ChatIngest::lines)
                .with(Connector.PLATFORMS, "chat.moderated", ChatIngest::moderated)
                .deciding(Connector.PLATFORMS, "chat.removed", this::removed)
                .with(Connector.PLATFORMS, "stream.online", this::online)
                .with(Connector.PLATFORMS, "stream.offline", this::offline)
                .with(Connector.PLATFORMS, "bot.connected", this::connected)
                .with(Connector.PLATFORMS, "bot.disconnected", this::disconnected);
    }

    /// Several lines, oldest first, each as a message of its own that is known by the line's id.
    private static List<IngestMessage> lines(IngestMessage message) {
        if (!(message.data().get("lines") instanceof List<?> lines) || lines.isEmpty() || lines.size() > MAX_LINES) {
            throw Problem.badField("data.lines", "data.lines must be a list of 1 to " + MAX_LINES + " lines");
        }
        List<IngestMessage> messages = new ArrayList<>();
        for (Object line : lines) {
            String path = "data.lines[" + messages.size() + "]";
            if (!(line instanceof Map<?, ?>)) {
                throw Problem.badField(path, path + " must be an object");
            }
            IngestMessage one = message.part(LINE, "", Json.asObject(line));
            messages.add(message.part(
                    LINE, "line " + Sha256.hex(ChatLine.read(one, path + ".").messageId()), one.data()));
        }
        return messages;
    }

    private static Outcome<Map<String, Object>> moderated(IngestMessage message) {
        return Outcome.of(Map.<String, Object>of()).emitting(ChatModerated.EVENT, ChatModerated.read(message));
    }

    /// Lines were taken out of the platform's chat, and overlays show them no longer. Nothing changes, so the message
    /// is not remembered.
    private IngestDecision removed(IngestMessage message) {
        ChatFields fields = new ChatFields(message.data());
        String userId = fields.textOrNull("user_id", MAX_ID);
        String messageId = fields.textOrNull("message_id", MAX_ID);
        Map<String, Object> nothingMore = Map.of();
        Outcome<Map<String, Object>> outcome = Outcome.of(nothingMore).then(() -> {
            box.remove(message.tenantId(), message.platform(), userId, messageId, message.occurredAt());
            return () -> Outcome.of(nothingMore);
        });
        return new IngestDecision(outcome, null, false);
    }

    private Outcome<Map<String, Object>> online(IngestMessage message) {
        Instant told = message.occurredAt();
        Instant began = new ChatFields(message.data()).timeOrNull("started_at");
        Instant since = began == null || began.isAfter(told) ? told : began;
        return told(bot.online(message.tenantId(), message.platform(), since, told, message.id()));
    }

    private Outcome<Map<String, Object>> offline(IngestMessage message) {
        return told(bot.offline(message.tenantId(), message.platform(), message.occurredAt()));
    }

    private Outcome<Map<String, Object>> connected(IngestMessage message) {
        ChatFields fields = new ChatFields(message.data());
        return told(bot.connected(
                message.tenantId(),
                message.platform(),
                fields.text("channel", MAX_NAME),
                fields.textOrNull("login", MAX_NAME),
                fields.textOrNull("display_name", MAX_NAME),
                message.occurredAt()));
    }

    private Outcome<Map<String, Object>> disconnected(IngestMessage message) {
        return told(bot.disconnected(message.tenantId(), message.platform(), message.occurredAt()));
    }

    private static Outcome<Map<String, Object>> told(Outcome<BotState> change) {
        return change.map(state -> Map.of());
    }
}
