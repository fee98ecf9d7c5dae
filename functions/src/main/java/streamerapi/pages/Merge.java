package streamerapi.pages;

import streamerapi.shared.schema.FormRequest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// A form that was sent, beside the resource as others have changed it since the form was shown.
///
/// @param differences the fields that others changed, and that the form would set to another value
/// @param kept what the form sent in all other fields, and in lists of objects that its user changed
/// @param shown the resource as it is now, for the form's hidden field
public record Merge(List<Difference> differences, Map<String, List<String>> kept, String shown) {

    /// Names of the settings' groups that the dashboard calls otherwise.
    private static final Map<String, String> WORDS = Map.of(
            "tts", "speech",
            "sub_rewards", "credits",
            "banned_media", "banned videos",
            "is_active", "active",
            "hold_all", "hold every tip");

    private static final Set<String> OF_FORM = Set.of("csrf_token", FormRequest.FIELD, FormState.FIELD);
    private static final Pattern ELEMENT = Pattern.compile("\\[[0-9]+].*");

    /// A field that has two values to choose from.
    ///
    /// @param name the form's field
    /// @param changed whether the user of the form has changed it; otherwise the form sent what it had been shown with
    /// @param hasChoice whether either value can be chosen; if not, it is a list of objects, and a save keeps the
    /// form's if its user changed that, or else the other
    public record Difference(String name, String yours, String theirs, boolean changed, boolean hasChoice) {

        /// The field's name in words.
        public String label() {
            String words = name.replace("]", "").replace("[", ": ");
            for (Map.Entry<String, String> word : WORDS.entrySet()) {
                words = words.replace(word.getKey(), word.getValue());
            }
            words = words.replace('_', ' ');
            return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
        }

        /// A value in words.
        public static String words(String value) {
            return switch (value) {
                case "" -> "(nothing)";
                case "true" -> "on";
                case "false" -> "off";
                default -> value;
            };
        }
    }

    /// The differences between a form and a resource.
    ///
    /// @param now the resource, as a form of its fields
    static Merge of(FormValues sent, FormValues now) {
        FormState shown = FormState.parse(sent.text(FormState.FIELD));
        Map<String, String> ours = FormState.states(sent.values());
        Map<String, String> theirs = FormState.states(now.values());
        Map<String, List<String>> kept = new LinkedHashMap<>(sent.values());
        kept.keySet().removeAll(OF_FORM);
        List<Difference> differences = new ArrayList<>();
        for (String name : new LinkedHashSet<>(ours.keySet())) {
            String mine = ours.getOrDefault(name, "");
            String other = theirs.getOrDefault(name, "");
            if (shown.has(name) && !shown.had(name, other) && !mine.equals(other)) {
                boolean isOne = kept.keySet().stream().noneMatch(field -> isElement(field, name));
                boolean changed = !shown.had(name, mine);
                differences.add(
                        isOne
                                ? new Difference(name, value(sent, name), value(now, name), changed, true)
                                : new Difference(name, mine, other, changed, false));
                if (isOne) {
                    kept.remove(name);
                } else if (!changed) {
                    kept.keySet().removeIf(field -> isElement(field, name));
                }
            }
        }
        return new Merge(differences, kept, now.shown());
    }

    private static boolean isElement(String field, String list) {
        return field.startsWith(list)
                && ELEMENT.matcher(field.substring(list.length())).matches();
    }

    /// A field's value as one field of a form sends it.
    private static String value(FormValues form, String name) {
        List<String> values = form.values().getOrDefault(name, List.of());
        boolean isBox = values.size() == 2
                && values.getFirst().equals("false")
                && values.getLast().equals("true");
        return isBox ? "true" : form.text(name).strip();
    }

    /// Whether others changed nothing that the form would change back.
    boolean isClear() {
        return differences.isEmpty();
    }
}
