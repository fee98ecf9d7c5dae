package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BuiltIn;
import streamerapi.commands.CustomCommands;
import streamerapi.commands.Permission;
import streamerapi.counters.Counter;
import streamerapi.counters.Counters;
import streamerapi.filter.CleanText;
import streamerapi.media.MediaIntake;
import streamerapi.media.MediaItem;
import streamerapi.media.MediaQueue;
import streamerapi.media.MediaRequest;
import streamerapi.settings.Settings;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.text.ViewerText;
import streamerapi.templates.ChatText;
import streamerapi.tts.TtsQueue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// Runs the commands that every channel has ([BuiltIn]).
///
/// Commands that every viewer may run have cooldowns of their own, which moderators do not wait for.
final class BuiltIns {

    private static final Duration LIST_COOLDOWN = Duration.ofSeconds(5);
    private static final Duration COUNTER_COOLDOWN = Duration.ofSeconds(5);
    private static final Duration SONG_COOLDOWN = Duration.ofSeconds(30);
    private static final int MAX_DONOR_NAME = 64;

    private final TableReader table;
    private final CustomCommands commands;
    private final TtsQueue tts;
    private final MediaQueue media;
    private final MediaIntake intake;
    private final Counters counters;
    private final Ids ids;

    BuiltIns(
            TableReader table,
            CustomCommands commands,
            TtsQueue tts,
            MediaQueue media,
            MediaIntake intake,
            Counters counters,
            Ids ids) {
        this.table = table;
        this.commands = commands;
        this.tts = tts;
        this.media = media;
        this.intake = intake;
        this.counters = counters;
        this.ids = ids;
    }

    /// Decides about a line that has the trigger of a built-in command.
    ///
    /// @param calls of the message that told of the line
    CommandResult run(
            String tenantId,
            ChatLine line,
            ChatLine.Typed typed,
            BuiltIn command,
            Settings settings,
            Instant now,
            ExternalCalls calls) {
        Permission least = command == BuiltIn.SONG ? settings.bot().songPermission() : command.permission();
        if (!least.admits(line.isSubscriber(), line.isModerator())) {
            return CommandResult.NONE;
        }
        boolean ofMedia =
                !typed.arguments().isEmpty() && typed.arguments().getFirst().equalsIgnoreCase("media");
        return switch (command) {
            case COMMANDS ->
                cooled(tenantId, line, "commands", null, LIST_COOLDOWN, now, () -> list(tenantId, line.platform()));
            case SKIP -> ofMedia ? skipMedia(tenantId) : skip(tenantId);
            case PAUSE ->
                CommandResult.of(ofMedia ? media.pause(tenantId) : tts.pause(tenantId), "The queue is paused.");
            case RESUME ->
                CommandResult.of(ofMedia ? media.resume(tenantId) : tts.resume(tenantId), "The queue goes on.");
            case CLEAR ->
                ofMedia
                        ? CommandResult.of(Outcome.empty(), "Only tips can be cleared. Remove videos in the dashboard.")
                        : clear(tenantId);
            case SONG ->
                cooled(
                        tenantId,
                        line,
                        "song",
                        line.viewer(),
                        SONG_COOLDOWN,
                        now,
                        () -> song(tenantId, line, typed.arguments(), settings, now, calls));
            case COUNTERS -> CommandResult.NONE;
        };
    }

    /// Decides about a line whose trigger is a counter's.
    ///
    /// @param counter as it was read with the line's command
    CommandResult counter(String tenantId, ChatLine line, CounterCommand typed, Counter counter, Instant now) {
        if (typed.changes()) {
            return line.isModerator() ? changed(tenantId, typed, counter) : CommandResult.NONE;
        }
        return cooled(
                tenantId,
                line,
                "counter:" + typed.name(),
                null,
                COUNTER_COOLDOWN,
                now,
                () -> CommandResult.of(Outcome.empty(), counter.name() + ": " + counter.value()));
    }

    private CommandResult changed(String tenantId, CounterCommand typed, Counter counter) {
        Outcome<Counter> outcome = typed.set() == null
                ? counters.step(tenantId, counter, typed.step())
                : counters.set(tenantId, counter, typed.set());
        return CommandResult.of(outcome, counter.name() + ": " + outcome.value().value());
    }

    private CommandResult list(String tenantId, Platform platform) {
        List<String> names = commands.all(tenantId).stream()
                .filter(command -> command.listed() && command.runsOn(platform))
                .map(command -> "!" + command.name())
                .toList();
        return CommandResult.of(Outcome.empty(), names.isEmpty() ? "There are no commands yet." : list(names));
    }

    /// As many names as a message has room for, and how many more there are.
    private static String list(List<String> names) {
        String all = "Commands: " + String.join(", ", names);
        for (int left = 1; !ChatText.fits(all); left++) {
            all = "Commands: " + String.join(", ", names.subList(0, names.size() - left)) + " and " + left + " more";
        }
        return all;
    }

    private CommandResult skip(String tenantId) {
        var outcome = tts.skip(tenantId);
        return CommandResult.of(outcome, outcome.value().isPresent() ? "The tip is skipped." : "No tip is playing.");
    }

    private CommandResult skipMedia(String tenantId) {
        var outcome = media.skip(tenantId);
        return CommandResult.of(
                outcome, outcome.value().isPresent() ? "The video is skipped." : "No video is playing.");
    }

    private CommandResult clear(String tenantId) {
        Outcome<Integer> outcome = tts.clear(tenantId);
        return CommandResult.of(outcome, "The queue is clear; tips that left it: " + outcome.value() + ".");
    }

    private CommandResult song(
            String tenantId,
            ChatLine line,
            List<String> arguments,
            Settings settings,
            Instant now,
            ExternalCalls calls) {
        String name = new CleanText(settings).of(line.name());
        if (arguments.isEmpty()) {
            return CommandResult.of(Outcome.empty(), name + ", add the link of a video: !sr https://…");
        }
        SongRequests requests = SongRequests.read(table, media, tenantId);
        String full = line.isModerator() ? null : requests.refusal(line.viewer());
        if (full != null) {
            return CommandResult.of(Outcome.empty(), name + ", " + full);
        }
        try {
            String orderId = ids.nextOrder("media");
            MediaItem item = intake.accept(
                    tenantId,
                    new MediaRequest(arguments.getFirst(), null, "text"),
                    settings.bannedMedia(),
                    orderId,
                    ViewerText.name(MAX_DONOR_NAME, name),
                    "chat",
                    calls);
            Outcome<MediaItem> entered = media.enter(item.requestedBy(line.platform(), line.userId()));
            return CommandResult.of(
                    line.isModerator() ? entered : entered.writing(requests.with(orderId, line.viewer(), now)),
                    name + ", your video is in the queue.");
        } catch (Problem refusal) {
            return CommandResult.of(Outcome.empty(), name + ": " + refusal.getMessage());
        }
    }

    private CommandResult cooled(
            String tenantId,
            ChatLine line,
            String command,
            @Nullable String viewer,
            Duration length,
            Instant now,
            Supplier<CommandResult> run) {
        if (line.isModerator()) {
            return run.get();
        }
        Key key = ChatKeys.cooldown(tenantId, "built-in:" + command, viewer);
        if (Cooldowns.goesOn(table.get(key), length, now)) {
            return CommandResult.NONE;
        }
        CommandResult reaction = run.get();
        return new CommandResult(
                reaction.outcome().writing(Cooldowns.start(key, length, now)),
                reaction.reply(),
                reaction.command(),
                reaction.clean());
    }
}
