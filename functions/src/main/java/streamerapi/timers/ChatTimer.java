package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BotTexts;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/// A message that the bot posts again and again (spec "ChatTimer").
///
/// @param id `tmr_…`
/// @param name the dashboard's label; viewers never see it
/// @param message a template
/// @param intervalMinutes the cadence; with `intervalMaxMinutes` the shortest interval
/// @param intervalMaxMinutes the longest interval of a random cadence; null for a fixed one
/// @param minChatLines how many lines alpha's chat must have had since the last post; 0 for no matter
/// @param app the app that made it; null if none did
/// @param liveOnly whether it posts only while the streamer is live
public record ChatTimer(
        String id,
        String name,
        String message,
        int intervalMinutes,
        @Nullable Integer intervalMaxMinutes,
        int minChatLines,
        boolean liveOnly,
        List<Platform> platforms,
        boolean enabled,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String app) {

    /// The most characters of a name.
    public static final int MAX_NAME = 64;

    /// The most characters of a message.
    public static final int MAX_MESSAGE = 2_500;

    /// The most minutes of an interval.
    public static final int MAX_INTERVAL = 1_440;

    /// The most lines that a timer can wait for.
    public static final int MAX_CHAT_LINES = 1_000;

    /// Its JSON and its row.
    public static final Schema<ChatTimer> SCHEMA =
            Schema.of("ChatTimer", "A message that the bot posts again and again.", s -> {
                var id = s.text("id", ChatTimer::id).readOnly().notStored().example("tmr_01kaj5hvqk4c7y2m9r1x6t0n8z");
                var name = s.text("name", ChatTimer::name)
                        .between(1, MAX_NAME)
                        .doc("A label for the dashboard; viewers never see it.")
                        .example("Socials");
                var message = s.text("message", ChatTimer::message, text -> BotTexts.checked("message", text))
                        .between(1, MAX_MESSAGE)
                        .doc("Template variables as in custom commands, except those of a chatter and of arguments."
                                + " It must not begin with `/` or `.`, which platforms take for a command, and"
                                + " can change at most 20 counters.")
                        .example("Follow for the next boss: {goal}");
                var interval = s.int32("interval_minutes", ChatTimer::intervalMinutes)
                        .between(1, MAX_INTERVAL)
                        .doc("Minutes from one post to the next.")
                        .example(15);
                var intervalMax = s.int32("interval_max_minutes", ChatTimer::intervalMaxMinutes)
                        .between(1, MAX_INTERVAL)
                        .doc("If set, each interval is a random time from `interval_minutes` to this; not less than"
                                + " `interval_minutes`.")
                        .orNull();
                var lines = s.int32("min_chat_lines", ChatTimer::minChatLines)
                        .between(0, MAX_CHAT_LINES)
                        .doc("Lines of alpha's chat since the last post that a due timer waits for. It posts as soon as"
                                + " chat has caught up.")
                        .orElse(0);
                var liveOnly = s.flag("live_only", ChatTimer::liveOnly)
                        .doc("Whether it posts only while the streamer is live: on alpha if connected, else on beta. A"
                                + " timer that was due before the stream began starts anew with the stream.")
                        .orElse(true);
                var platforms = s.choices("platforms", ChatTimer::platforms, Platform.ALL)
                        .between(1, Platform.ALL.size())
                        .doc("The platforms that it posts to, if the bot is connected there. One schedule for both.")
                        .orElse(Platform.ALL);
                var enabled = s.flag("enabled", ChatTimer::enabled)
                        .doc("Whether the timer posts. Setting it to true again restarts its schedule.")
                        .orElse(true);
                var createdAt = s.time("created_at", ChatTimer::createdAt).readOnly();
                var updatedAt = s.time("updated_at", ChatTimer::updatedAt).readOnly();
                var app = s.text("made_by_app", ChatTimer::app)
                        .readOnly()
                        .notShown()
                        .orNull();
                return in -> new ChatTimer(
                        id.of(in),
                        name.of(in),
                        message.of(in),
                        interval.of(in),
                        intervalMax.of(in),
                        lines.of(in),
                        liveOnly.of(in),
                        platforms.of(in),
                        enabled.of(in),
                        createdAt.of(in),
                        updatedAt.of(in),
                        app.of(in));
            });

    /// @throws Problem `bad_request` for a longest interval that is shorter than the shortest
    public ChatTimer {
        if (intervalMaxMinutes != null && intervalMaxMinutes < intervalMinutes) {
            throw Problem.badField(
                    "interval_max_minutes", "interval_max_minutes must not be less than interval_minutes");
        }
        platforms = Platform.ALL.stream().filter(platforms::contains).toList();
    }

    /// A timer from a body that holds all of it.
    ///
    /// @throws Problem `bad_request` with `field`
    public static ChatTimer read(Body body, String id, Instant now) {
        return SCHEMA.read(body, Map.of("id", id, "created_at", now, "updated_at", now));
    }

    /// This timer, which an app makes.
    ChatTimer by(@Nullable String maker) {
        return new ChatTimer(
                id,
                name,
                message,
                intervalMinutes,
                intervalMaxMinutes,
                minChatLines,
                liveOnly,
                platforms,
                enabled,
                createdAt,
                updatedAt,
                maker);
    }

    /// The timer that a row holds.
    static ChatTimer of(Row row) {
        return SCHEMA.of(row, Map.of("id", row.key().sort().substring(ChatKeys.TIMER.length())));
    }

    /// The time to the next post: the interval, or a random one to the second.
    Duration roll(RandomGenerator random) {
        Duration shortest = Duration.ofMinutes(intervalMinutes);
        if (intervalMaxMinutes == null) {
            return shortest;
        }
        long span = Duration.ofMinutes(intervalMaxMinutes).minus(shortest).toSeconds();
        return shortest.plusSeconds(random.nextLong(span + 1));
    }

    /// Whether the other has the same cadence.
    boolean hasCadenceOf(ChatTimer other) {
        return intervalMinutes == other.intervalMinutes && Objects.equals(intervalMaxMinutes, other.intervalMaxMinutes);
    }
}
