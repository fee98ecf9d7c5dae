package streamerapi.imports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The list of a channel's commands as StreamElements answers it (`/kappa/v2/bot/commands/{channel}`): a JSON array.
final class StreamElementsFile {

    private static final long EVERYONE = 100;
    private static final long SUBSCRIBER = 250;
    private static final long MODERATOR = 500;
    private static final long MAX_COOLDOWN = 3_600;

    private StreamElementsFile() {}

    /// The commands of a file.
    static List<Candidate> read(List<?> commands) {
        return IntStream.range(0, commands.size())
                .mapToObj(i -> command(commands.get(i), ImportFile.place(Candidate.Kind.COMMAND, i)))
                .toList();
    }

    private static Candidate command(@Nullable Object sent, String place) {
        Map<String, @Nullable Object> entry = ImportFile.object(sent, place);
        String name = ImportFile.trigger(ImportFile.text(entry, "command", place));
        List<String> notes = new ArrayList<>();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("aliases", ImportFile.triggers(entry.get("aliases"), name));
        fields.put("permission", permission(number(entry, "accessLevel", EVERYONE), notes));
        fields.put("listed", !Boolean.TRUE.equals(entry.get("hidden")));
        fields.put("enabled", isEnabled(entry, notes));
        cooldown(entry, fields, notes);
        if (number(entry, "cost", 0) > 0) {
            notes.add("It cost points there; here it costs none.");
        }
        if (entry.get("keywords") instanceof List<?> words && !words.isEmpty()) {
            notes.add("Its keywords are left out: a command runs with ! alone.");
        }
        return Candidate.command(
                name, Dictionary.streamElements(ImportFile.text(entry, "reply", place), name), fields, place, notes);
    }

    private static boolean isEnabled(Map<String, @Nullable Object> entry, List<String> notes) {
        boolean online = !Boolean.FALSE.equals(entry.get("enabledOnline"));
        boolean offline = !Boolean.FALSE.equals(entry.get("enabledOffline"));
        if (online != offline) {
            notes.add("It ran only while the stream was " + (online ? "live" : "offline") + "; here it always runs.");
        }
        return !Boolean.FALSE.equals(entry.get("enabled")) && (online || offline);
    }

    /// The largest of our groups that is no larger than a level of theirs; moderators for a level above them.
    private static String permission(long level, List<String> notes) {
        if (level <= EVERYONE) {
            return "everyone";
        }
        if (level <= SUBSCRIBER) {
            return "subscriber";
        }
        if (level < MODERATOR) {
            notes.add("Regulars or VIPs could run it; here moderators can.");
        } else if (level > MODERATOR) {
            notes.add("Fewer than all moderators could run it; here all can.");
        }
        return "moderator";
    }

    /// Reads a cooldown: of those for the channel and for each viewer, the longer.
    private static void cooldown(
            Map<String, @Nullable Object> entry, Map<String, @Nullable Object> fields, List<String> notes) {
        if (!(entry.get("cooldown") instanceof Map<?, ?>)) {
            return;
        }
        Map<String, @Nullable Object> cooldown = Json.asObject(entry.get("cooldown"));
        long global = number(cooldown, "global", 0);
        long user = number(cooldown, "user", 0);
        fields.put("cooldown_seconds", BigDecimal.valueOf(Math.clamp(Math.max(global, user), 0, MAX_COOLDOWN)));
        fields.put("cooldown_type", user > global ? "per_user" : "global");
        if (global > 0 && user > 0 && global != user) {
            notes.add("It had two cooldowns; the longer one is kept.");
        }
    }

    private static long number(Map<String, @Nullable Object> fields, String name, long fallback) {
        return fields.get(name) instanceof Number number ? number.longValue() : fallback;
    }
}
