package streamerapi.pages;

import streamerapi.shared.digests.Sha256;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The state of a resource as a form was shown with it: a short digest of each field. A form sends it back in a hidden
/// field, so that a save can tell which fields were changed meanwhile, by the form's user and by others.
///
/// The fields of a list of objects count as one field: `rewards[0][action]` is a part of `rewards`, and
/// `layout[alerts][variations][0][type]` of `layout[alerts][variations]`.
record FormState(Map<String, String> digests) {

    /// The form's field that holds it.
    static final String FIELD = "shown";

    /// The blank field by which a row of a list says that it is new.
    private static final String NEW = "[new]";

    private static final int DIGITS = 8;
    private static final Pattern ELEMENT = Pattern.compile("(.+?)\\[([0-9]+)](.*)");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern TIME = Pattern.compile("([0-9-]{10}T[0-9:]{5})(:00(\\.0+)?)?Z?");

    /// The state of a form's fields.
    static FormState of(Map<String, List<String>> values) {
        Map<String, String> digests = new LinkedHashMap<>();
        states(values).forEach((field, state) -> digests.put(field, digest(state)));
        return new FormState(digests);
    }

    /// Reads what [#text] wrote. Fields that it did not write are left out.
    static FormState parse(String text) {
        return new FormState(Arrays.stream(text.split(" ", -1))
                .map(part -> part.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, second) -> first)));
    }

    String text() {
        return digests.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    /// Whether the form was shown with the field.
    boolean has(String field) {
        return digests.containsKey(field);
    }

    /// Whether the field had this state when the form was shown.
    boolean had(String field, String state) {
        return digest(state).equals(digests.get(field));
    }

    /// The state of each field: the same for a form's spelling of a value and the resource's own.
    static Map<String, String> states(Map<String, List<String>> values) {
        Map<String, String> states = new LinkedHashMap<>();
        Map<String, Map<String, Map<String, String>>> lists = new LinkedHashMap<>();
        values.forEach((name, texts) -> {
            Matcher element = ELEMENT.matcher(name);
            if (element.matches()) {
                lists.computeIfAbsent(element.group(1), list -> new LinkedHashMap<>())
                        .computeIfAbsent(element.group(2), index -> new LinkedHashMap<>())
                        .put(element.group(3), state(texts));
            } else {
                states.put(name, state(texts));
            }
        });
        lists.forEach((list, elements) -> states.put(list, state(elements)));
        return states;
    }

    /// The state of a list of objects, without the rows of the form that were left empty: a new one in which nothing is
    /// filled in, and an earlier one whose first field is blank.
    private static String state(Map<String, Map<String, String>> elements) {
        return elements.values().stream()
                .filter(fields -> fields.containsKey(NEW)
                        ? !fields.values().stream().allMatch(String::isEmpty)
                        : !fields.values().iterator().next().isEmpty())
                .map(fields -> new TreeMap<>(fields)
                        .entrySet().stream()
                                .filter(field -> !field.getValue().isEmpty())
                                .map(field -> field.getKey() + " " + field.getValue())
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("\n"));
    }

    private static String state(List<String> texts) {
        boolean isBox =
                !texts.isEmpty() && texts.stream().allMatch(text -> text.equals("true") || text.equals("false"));
        if (isBox) {
            return texts.getLast();
        }
        return texts.stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(FormState::plain)
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private static String plain(String line) {
        if (NUMBER.matcher(line).matches()) {
            return new BigDecimal(line).stripTrailingZeros().toPlainString();
        }
        Matcher time = TIME.matcher(line);
        return time.matches() ? time.group(1) : line;
    }

    private static String digest(String state) {
        return Sha256.hex(state).substring(0, DIGITS);
    }
}
