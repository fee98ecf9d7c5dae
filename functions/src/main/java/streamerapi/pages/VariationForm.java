package streamerapi.pages;

import streamerapi.overlays.AlertChoices;
import streamerapi.overlays.AlertKind;
import streamerapi.shared.connectors.Platform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The form of one variation of an overlay's alerts.
///
/// @param index its place in the list
/// @param entered the form's values
public record VariationForm(int index, FormValues entered) {

    /// The kinds of alerts; a variation of none is left out.
    public static final List<Map.Entry<String, String>> KINDS = kinds();

    public static final List<Map.Entry<String, String>> TIERS = List.of(
            Map.entry("", "Any tier"), Map.entry("1", "Tier 1"), Map.entry("2", "Tier 2"), Map.entry("3", "Tier 3"));
    public static final List<Map.Entry<String, String>> PLATFORMS = platforms();
    public static final List<Map.Entry<String, String>> PICTURES = optional("Default", AlertChoices.PICTURES);
    public static final List<Map.Entry<String, String>> PLACES = optional("Default", AlertChoices.PLACES);
    public static final List<Map.Entry<String, String>> SOUNDS = optional("Default", AlertChoices.SOUNDS);
    public static final List<Map.Entry<String, String>> MOTIONS = optional("Default", AlertChoices.MOTIONS);

    /// How many choices of own files a page has before each form but the blank one has no more than its own file. A
    /// function answers with 6 MB at most, and 40 forms with 500 files each would be more.
    private static final int MAX_CHOICES = 5_000;

    private static final String LIST = "layout[alerts][variations]";

    /// The forms of all variations that a form has, and one that is blank.
    public static List<VariationForm> all(FormValues entered) {
        List<VariationForm> forms = new ArrayList<>();
        int index = 0;
        while (entered.values().containsKey(LIST + "[" + index + "][type]")) {
            forms.add(new VariationForm(index++, entered));
        }
        FormValues blank = new FormValues(Map.of(
                LIST + "[" + index + "][volume]",
                List.of("70"),
                LIST + "[" + index + "][chance]",
                List.of("100"),
                LIST + "[" + index + "][is_spoken]",
                List.of("true")));
        forms.add(new VariationForm(index, blank));
        return forms;
    }

    /// The own files of one sort that can be chosen.
    ///
    /// @param library the answer of `GET /library`
    private static List<Map.Entry<String, String>> own(Fields library, boolean sounds) {
        List<Map.Entry<String, String>> files = new ArrayList<>();
        files.add(Map.entry("", "None"));
        library.objects("files").stream()
                .filter(file -> file.text("type").startsWith("audio/") == sounds)
                .forEach(file -> files.add(Map.entry(file.text("id"), file.text("name"))));
        return List.copyOf(files);
    }

    /// Whether the forms name all of the own files; if not, a script adds those that the blank form has.
    ///
    /// @param forms how many there are
    public static boolean nameAll(int forms, Fields library) {
        return forms * library.objects("files").size() <= MAX_CHOICES;
    }

    /// The own files that this form names.
    ///
    /// @param all whether it names all of them
    /// @param field that has the chosen file
    public List<Map.Entry<String, String>> files(Fields library, boolean sounds, boolean all, String field) {
        String chosen = entered.text(name(field));
        return own(library, sounds).stream()
                .filter(file -> all
                        || isBlank()
                        || file.getKey().isEmpty()
                        || file.getKey().equals(chosen))
                .toList();
    }

    /// The name of one of its fields.
    public String name(String field) {
        return LIST + "[" + index + "][" + field + "]";
    }

    /// Whether it is the blank one.
    public boolean isBlank() {
        return entered.text(name("type")).isEmpty();
    }

    /// Its kind and its condition, in a few words.
    public String title() {
        String type = entered.text(name("type"));
        String from = entered.text(name("from"));
        String kind = KINDS.stream()
                .filter(choice -> choice.getKey().equals(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
        String range = from.isEmpty() ? kind : kind + " from " + from;
        return entered.isOn(name("is_first")) ? range + ", first" : range;
    }

    private static List<Map.Entry<String, String>> kinds() {
        List<Map.Entry<String, String>> kinds = new ArrayList<>();
        kinds.add(Map.entry("", "None"));
        for (AlertKind kind : AlertKind.values()) {
            kinds.add(Map.entry(kind.label(), kind.title()));
        }
        return List.copyOf(kinds);
    }

    private static List<Map.Entry<String, String>> platforms() {
        List<Map.Entry<String, String>> platforms = new ArrayList<>();
        platforms.add(Map.entry("", "Any platform"));
        Platform.ALL.forEach(platform -> platforms.add(Map.entry(platform.label(), platform.title())));
        return List.copyOf(platforms);
    }

    private static List<Map.Entry<String, String>> optional(String usual, Map<String, String> choices) {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        all.add(Map.entry("", usual));
        all.addAll(choices.entrySet().stream()
                .map(choice -> Map.entry(choice.getKey(), choice.getValue()))
                .toList());
        return List.copyOf(all);
    }

    /// The kinds in the order in which alerts are shown.
    public static List<AlertKind> ordered(FormValues entered) {
        List<String> chosen = entered.texts("layout[alerts][order]");
        List<String> order =
                chosen.isEmpty() ? List.of("raid", "gift_sub", "paid_gift", "cheer", "resub", "sub", "follow") : chosen;
        return Arrays.stream(AlertKind.values())
                .filter(kind -> kind != AlertKind.TIP)
                .sorted((one, other) -> Integer.compare(place(order, one), place(order, other)))
                .toList();
    }

    private static int place(List<String> order, AlertKind kind) {
        int place = order.indexOf(kind.label());
        return place < 0 ? order.size() : place;
    }
}
