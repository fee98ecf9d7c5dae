package streamerapi.commands;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Row;

import java.text.Normalizer;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.regex.Pattern;

/// A command that the bot answers in chat (spec "CustomCommand").
///
/// Triggers are kept in lower case: chat finds them in any case that a viewer types.
///
/// @param id `cmd_…`; stays the same when the command is renamed, and is shown nowhere
/// @param name the trigger without `!`
/// @param response a template, up to [#MAX_RESPONSE] characters
/// @param aliases more triggers, up to [#MAX_ALIASES]
/// @param app the app that made it; null if none did
/// @param updatedAt later with every change, so it also tells one state of the command from another
public record CustomCommand(
        String id,
        String name,
        String response,
        @Nullable String description,
        boolean listed,
        boolean aiMemory,
        boolean aiMemoryShared,
        List<Platform> platforms,
        Permission permission,
        int cooldownSeconds,
        CooldownType cooldownType,
        List<String> aliases,
        boolean enabled,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String app) {

    /// The most characters of a response.
    public static final int MAX_RESPONSE = 2_500;

    /// The most aliases of a command.
    public static final int MAX_ALIASES = 20;

    /// The most seconds of a cooldown.
    public static final int MAX_COOLDOWN = 3_600;

    private static final Pattern TRIGGER = Pattern.compile("[\\p{L}\\p{M}\\p{N}_-]{1,64}");
    private static final Pattern DOTS = Pattern.compile("i\u0307+");
    private static final String TRIGGER_FORM = "have 1 to 64 letters, digits, _ and -, without the !";

    /// Its JSON and its row.
    public static final Schema<CustomCommand> SCHEMA =
            Schema.of("CustomCommand", "A command that the bot answers in chat.", s -> {
                var id = s.text("id", CustomCommand::id).readOnly().notShown();
                var name = s.text("name", CustomCommand::name)
                        .matching(TRIGGER, TRIGGER_FORM)
                        .doc("The trigger without the `!`: letters of any script, digits, `_` and `-`, in lower case;"
                                + " also the key in paths.")
                        .example("hug");
                var response = s.text("response", CustomCommand::response, text -> BotTexts.checked("response", text))
                        .between(1, MAX_RESPONSE)
                        .doc("The bot's answer. Template variables such as `{user}` are replaced. It must not begin"
                                + " with `/` or `.`, which platforms take for a command. It can have at most 2 AI"
                                + " tokens and change at most 20 counters.")
                        .example("{user} hugs {target}");
                var description = s.text("description", CustomCommand::description)
                        .between(1, 200)
                        .doc(
                                "For a list of the commands on a page, which can show a preview of the response in place of"
                                        + " null. Chat does not show it.")
                        .orNull();
                var listed = s.flag("listed", CustomCommand::listed)
                        .doc("Whether `!commands` lists it. It works in chat in any case.")
                        .orElse(true);
                var aiMemory = s.flag("ai_memory", CustomCommand::aiMemory)
                        .doc("Whether an AI token in the response remembers the last 15 exchanges, for each platform"
                                + " by itself, until the command is deleted.")
                        .orElse(false);
                var aiMemoryShared = s.flag("ai_memory_shared", CustomCommand::aiMemoryShared)
                        .doc("Whether both platforms share one memory. It has no effect without `ai_memory`.")
                        .orElse(false);
                var platforms = s.choices("platforms", CustomCommand::platforms, Platform.ALL)
                        .between(1, Platform.ALL.size())
                        .doc("The platforms in whose chats it runs. A platform that is not connected is skipped.")
                        .orElse(Platform.ALL);
                var permission = s.choice(
                                "permission",
                                CustomCommand::permission,
                                List.of(Permission.values()),
                                Permission.MODERATOR)
                        .doc("`subscriber` includes moderators, `moderator` includes the streamer.")
                        .orElse(Permission.EVERYONE);
                var cooldownSeconds = s.int32("cooldown_seconds", CustomCommand::cooldownSeconds)
                        .between(0, MAX_COOLDOWN)
                        .orElse(5);
                var cooldownType = s.choice(
                                "cooldown_type",
                                CustomCommand::cooldownType,
                                List.of(CooldownType.values()),
                                CooldownType.GLOBAL)
                        .doc("`global`: one cooldown for the channel; `per_user`: one for each viewer.")
                        .orElse(CooldownType.GLOBAL);
                var aliases = s.texts("aliases", CustomCommand::aliases)
                        .between(0, MAX_ALIASES)
                        .matching(TRIGGER, TRIGGER_FORM)
                        .doc("More triggers, of the same characters, in lower case.")
                        .orElse(List.of());
                var enabled = s.flag("enabled", CustomCommand::enabled).orElse(true);
                var createdAt = s.time("created_at", CustomCommand::createdAt).readOnly();
                var updatedAt = s.time("updated_at", CustomCommand::updatedAt).readOnly();
                var app = s.text("made_by_app", CustomCommand::app)
                        .readOnly()
                        .notShown()
                        .orNull();
                return in -> new CustomCommand(
                        id.of(in),
                        name.of(in),
                        response.of(in),
                        description.of(in),
                        listed.of(in),
                        aiMemory.of(in),
                        aiMemoryShared.of(in),
                        platforms.of(in),
                        permission.of(in),
                        cooldownSeconds.of(in),
                        cooldownType.of(in),
                        aliases.of(in),
                        enabled.of(in),
                        createdAt.of(in),
                        updatedAt.of(in),
                        app.of(in));
            });

    /// Brings triggers and platforms into the form that they are kept in.
    public CustomCommand {
        name = trigger(name);
        aliases = aliases.stream().map(CustomCommand::trigger).distinct().toList();
        platforms = Platform.ALL.stream().filter(platforms::contains).toList();
    }

    /// A command from a body that holds all of it.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    public static CustomCommand read(Body body, String id, Instant now) {
        return SCHEMA.read(body, Map.of("id", id, "created_at", now, "updated_at", now));
    }

    /// This command, which an app makes.
    CustomCommand by(@Nullable String maker) {
        return new CustomCommand(
                id,
                name,
                response,
                description,
                listed,
                aiMemory,
                aiMemoryShared,
                platforms,
                permission,
                cooldownSeconds,
                cooldownType,
                aliases,
                enabled,
                createdAt,
                updatedAt,
                maker);
    }

    /// The command that a row holds, one of its aliases' too.
    static CustomCommand of(Row row) {
        return SCHEMA.of(row);
    }

    /// A trigger as it is kept and looked for: in lower case, its accents in one character with their letters. A
    /// capital `İ` is an `i` as Turkish has it, without the dot more that it keeps in other languages.
    public static String trigger(String typed) {
        String small = composed(typed).toLowerCase(Locale.ROOT);
        return composed(DOTS.matcher(small).replaceAll("i"));
    }

    private static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /// Everything that runs the command: its name, then its aliases.
    public SequencedSet<String> triggers() {
        SequencedSet<String> triggers = new LinkedHashSet<>();
        triggers.add(name);
        triggers.addAll(aliases);
        return triggers;
    }

    /// Whether it runs in a platform's chat.
    public boolean runsOn(Platform platform) {
        return enabled && platforms.contains(platform);
    }
}
