package streamerapi.imports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Body;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The list of a channel's commands as Nightbot answers it (`/1/commands`): `{"_total", "commands": […]}`. A command
/// that tells how often it was used brings its counter.
final class NightbotFile {

    private static final long MAX_COOLDOWN = 3_600;

    private NightbotFile() {}

    /// The commands of a file, and their counters.
    static List<Candidate> read(List<?> commands) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            String place = ImportFile.place(Candidate.Kind.COMMAND, i);
            Map<String, @Nullable Object> entry = ImportFile.object(commands.get(i), place);
            Candidate command = command(entry, place);
            candidates.add(command);
            if (command.text().text().contains("{counter:" + command.name().toLowerCase(Locale.ROOT) + "+}")) {
                candidates.add(counter(command.name().toLowerCase(Locale.ROOT), entry.get("count"), place));
            }
        }
        return candidates;
    }

    private static Candidate command(Map<String, @Nullable Object> entry, String place) {
        String name = ImportFile.trigger(ImportFile.text(entry, "name", place));
        List<String> notes = new ArrayList<>();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("permission", permission(String.valueOf(entry.get("userLevel")), notes));
        if (entry.get("coolDown") instanceof Number seconds) {
            fields.put("cooldown_seconds", BigDecimal.valueOf(Math.clamp(seconds.longValue(), 0, MAX_COOLDOWN)));
        }
        if (entry.get("alias") instanceof String other && !other.isBlank()) {
            notes.add("It called " + other + " with its text; here it answers with the text.");
        }
        return Candidate.command(
                name, Dictionary.nightbot(ImportFile.text(entry, "message", place), name), fields, place, notes);
    }

    private static Candidate counter(String name, @Nullable Object count, String place) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("value", count instanceof BigDecimal number ? number : BigDecimal.ZERO);
        return new Candidate(
                Candidate.Kind.COUNTER,
                name,
                new Body(fields),
                Translation.none(String.valueOf(fields.get("value"))),
                place,
                List.of());
    }

    /// The largest of our groups that is no larger than a level of theirs; moderators for a level above them.
    private static String permission(String level, List<String> notes) {
        return switch (level) {
            case "everyone" -> "everyone";
            case "subscriber" -> "subscriber";
            case "moderator" -> "moderator";
            case "regular", "twitch_vip" -> {
                notes.add("Regulars or VIPs could run it; here moderators can.");
                yield "moderator";
            }
            default -> {
                notes.add("Fewer than all moderators could run it; here all can.");
                yield "moderator";
            }
        };
    }
}
