package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.filter.WordFilter;
import streamerapi.realtime.OverlayChat;
import streamerapi.realtime.Socket;
import streamerapi.settings.FilterSettings;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.timers.LineCount;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Shows an account's lines on its open overlays that have the chat box, as the account's filter leaves them.
///
/// A line is sent to sockets by the process that takes it in. It is no event: it has no place in the log, is not
/// written and is not sent again. A process believes for [LineCount#MAX_DELAY] what it has read: whether an overlay
/// shows chat, and, of an account with such an overlay alone, its sockets, its filter and its bot.
final class ChatBox {

    private static final int MAX_VIEWS = 1_000;

    /// Accounts that are bots on every channel, in lower case.
    private static final Set<String> BOTS = Set.of(
            "nightbot",
            "streamelements",
            "streamlabs",
            "moobot",
            "fossabot",
            "wizebot",
            "sery_bot",
            "soundalerts",
            "botrix",
            "botrixoficial",
            "kickbot");

    private final TableReader table;
    private final LineCount count;
    private final OverlayChat overlays;
    private final InstantSource clock;
    private final Map<String, View> views = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, View> eldest) {
            return size() > MAX_VIEWS;
        }
    };

    /// @param count knows which accounts have an overlay that shows chat
    ChatBox(TableReader table, LineCount count, OverlayChat overlays, InstantSource clock) {
        this.table = table;
        this.count = count;
        this.overlays = overlays;
        this.clock = clock;
    }

    /// An account's overlays, and what decides about its lines, as they were read.
    private record View(
            Instant readAt, List<Socket> sockets, WordFilter words, FilterSettings.OnMatch onMatch, BotState bot) {}

    /// A line as an overlay has it.
    ///
    /// @param name as the filter leaves it
    /// @param text as the filter leaves it
    private record Shown(ChatLine line, String name, String text, boolean isBot) {

        private static final Schema<Shown> SCHEMA = Schema.shown("ChatLine", "A line of chat.", s -> {
            s.choice("platform", shown -> shown.line.platform(), Platform.ALL);
            s.anyText("message_id", shown -> shown.line.messageId());
            s.anyText("user_id", shown -> shown.line.userId());
            s.anyText("user_name", Shown::name);
            s.anyText("color", shown -> shown.line.look().colour());
            s.anyTexts("badges", shown -> shown.line.look().badges());
            s.flag("is_bot", Shown::isBot);
            s.anyText("text", Shown::text);
            s.freeObject(
                    "emotes", shown -> new LinkedHashMap<>(shown.line.look().emotes()));
            s.time("at", shown -> shown.line.writtenAt());
        });
    }

    /// Shows a line, if an overlay shows chat and the filter lets the line through.
    void show(String tenantId, ChatLine line) {
        View view = view(tenantId);
        if (view == null) {
            return;
        }
        String name = passed(view, line.name());
        String text = passed(view, line.text());
        if (name != null && text != null && !text.isBlank()) {
            overlays.line(view.sockets, Shown.SCHEMA.json(new Shown(line, name, text, isBot(view, line))));
        }
    }

    /// Takes lines off the overlays that show chat. Their sockets are read anew: one that has opened since the last
    /// line was shown here can have that line from another process.
    ///
    /// @param userId whose; null for every chatter of the platform
    /// @param messageId which of them; null for all
    void remove(String tenantId, Platform platform, @Nullable String userId, @Nullable String messageId, Instant at) {
        List<Socket> sockets = overlays.sockets(tenantId);
        if (!sockets.isEmpty()) {
            overlays.removed(sockets, platform, userId, messageId, at);
        }
    }

    private @Nullable View view(String tenantId) {
        if (!count.isShown(tenantId)) {
            return null;
        }
        Instant now = clock.instant();
        View view;
        synchronized (views) {
            view = views.get(tenantId);
        }
        if (view == null || view.readAt.isBefore(now.minus(LineCount.MAX_DELAY))) {
            view = read(tenantId, now);
            synchronized (views) {
                views.put(tenantId, view);
            }
        }
        return view.sockets.isEmpty() ? null : view;
    }

    private View read(String tenantId, Instant now) {
        Key profile = Keys.profile(tenantId);
        Key bot = ChatKeys.bot(tenantId);
        Map<Key, Row> rows = table.getAll(profile, bot);
        FilterSettings filter =
                Settings.of(Objects.requireNonNull(rows.get(profile))).filter();
        return new View(
                now,
                overlays.sockets(tenantId),
                new WordFilter(filter.replace(), filter.block()),
                filter.onMatch(),
                BotState.of(tenantId, rows.get(bot)));
    }

    /// A text as the filter leaves it; null if it keeps the line off the stream. A text that would wait for a decision
    /// is kept off too: chat waits for none.
    private static @Nullable String passed(View view, String text) {
        WordFilter.Verdict verdict = view.words.judge(text);
        boolean waits = verdict.isReplaced() && view.onMatch == FilterSettings.OnMatch.HOLD;
        return verdict.isBlocked() || waits ? null : verdict.text();
    }

    private static boolean isBot(View view, ChatLine line) {
        return line.look().isBot() || BOTS.contains(line.login().toLowerCase(Locale.ROOT)) || line.isOfBot(view.bot);
    }
}
