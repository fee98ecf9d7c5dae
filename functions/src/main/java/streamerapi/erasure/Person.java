package streamerapi.erasure;

import org.jspecify.annotations.Nullable;
import streamerapi.leaderboard.Contribution;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.text.ChatSigns;
import streamerapi.shared.text.ViewerText;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A person who is to be erased, with the ids and names under which rows refer to people.
///
/// @param accounts `alpha:48213377`, all of the person
/// @param names what the accounts are called, in one case and width, composed
/// @param donor under which the person's sums on the leaderboard go on: it leads back to no account
record Person(Set<String> accounts, Set<String> names, String donor) {

    /// The name of a person who was erased.
    static final String NAME = ViewerText.ANONYMOUS;

    static final Attribute<List<String>> ACCOUNTS = Attribute.texts("accounts");
    static final Attribute<List<String>> NAMES = Attribute.texts("names");

    /// The donor that the note of an earlier erasure names, which this one goes on with.
    static final Attribute<String> DONOR = Attribute.text("donor");

    private static final List<String> IDS = List.of("platform_user_id", "platform_id", "user_id", "target_user_id");
    private static final int MIN_FOUND_IN_TEXT = 3;
    private static final int MIN_SYLLABLES = 2;

    /// The scripts of which a character is a word or a syllable.
    private static final Set<Character.UnicodeScript> SYLLABIC = EnumSet.of(
            Character.UnicodeScript.HAN,
            Character.UnicodeScript.HIRAGANA,
            Character.UnicodeScript.KATAKANA,
            Character.UnicodeScript.HANGUL);

    /// The fields that say what the person of their object is called; `name` is another beside a tip's [#ORDER].
    private static final List<String> OWN_NAMES = List.of(
            "original_name",
            "donor_name",
            "user_name",
            "user_login",
            "display_name",
            "login",
            "target_name",
            "target_login");

    /// The fields that name others than the person of their object: a list, or one.
    private static final List<String> OTHERS = List.of("gift_recipients", "args");

    /// The fields that a person wrote, or that lead to the person elsewhere.
    private static final List<String> WORDS =
            List.of("message", "original_message", "external_ref", "user_input", "reasoning");

    private static final String PLATFORM = "platform";
    private static final String TIPS_NAME = "name";
    private static final String ORDER = "order_id";

    /// The person of a note.
    static Person of(Row note) {
        return new Person(
                Set.copyOf(note.get(ACCOUNTS)),
                note.get(NAMES).stream().map(Person::folded).collect(Collectors.toUnmodifiableSet()),
                donor(note));
    }

    /// The donor under which the sums of a note's person go on.
    static String donor(Row note) {
        String known = note.find(DONOR);
        return known == null
                ? Contribution.donor("erased:" + Sha256.hex(note.key().sort()))
                : known;
    }

    /// The marks that the first paid tips of the person's accounts left.
    List<Key> marks(String tenantId) {
        return accounts.stream()
                .map(account -> SumKeys.donor(tenantId, Contribution.donor(account)))
                .toList();
    }

    /// Whether a row's platform and id are the person's.
    boolean isOf(@Nullable Platform platform, @Nullable String userId) {
        return platform != null && userId != null && accounts.contains(platform.label() + ":" + userId);
    }

    /// Whether it is a name of the person.
    boolean isCalled(@Nullable String name) {
        return name != null && names.contains(folded(name));
    }

    /// Whether an object in JSON is of the person, or names the person among others.
    ///
    /// An object's own account decides. Its names do only if it says nothing of one: others may have them too.
    boolean isIn(@Nullable Object json) {
        return switch (json) {
            case Map<?, ?> map ->
                isOf(map)
                        || OTHERS.stream().anyMatch(field -> isNamedIn(map.get(field)))
                        || map.values().stream().anyMatch(this::isIn);
            case List<?> list -> list.stream().anyMatch(this::isIn);
            case null -> false;
            default -> false;
        };
    }

    /// JSON without the person: the same fields, with another name, and without ids and words of the person's objects.
    @Nullable
    Object erasedFrom(@Nullable Object json) {
        return switch (json) {
            case Map<?, ?> map -> {
                boolean own = isOf(map);
                Map<String, @Nullable Object> kept = new LinkedHashMap<>();
                map.forEach((field, value) ->
                        kept.put((String) field, own ? erased(map, field, value) : erasedFrom(field, value)));
                yield kept;
            }
            case List<?> list -> list.stream().map(this::erasedFrom).toList();
            case null -> null;
            default -> json;
        };
    }

    private @Nullable Object erased(Map<?, ?> of, Object field, @Nullable Object value) {
        if (OWN_NAMES.contains(field) || (field.equals(TIPS_NAME) && of.containsKey(ORDER))) {
            return value == null ? null : NAME;
        }
        return IDS.contains(field) || WORDS.contains(field) || field.equals(PLATFORM) ? null : erasedFrom(field, value);
    }

    /// A field's value without the person, who can be one of those that the field names.
    private @Nullable Object erasedFrom(Object field, @Nullable Object value) {
        return OTHERS.contains(field) ? unnamed(value) : erasedFrom(value);
    }

    private @Nullable Object unnamed(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(this::unnamed).toList()
                : isNamedIn(value) ? NAME : value;
    }

    /// Whether a text has a name of the person in it; names that are too short are not looked for.
    boolean isInText(String text) {
        String folded = folded(text);
        return names.stream().anyMatch(name -> isLongEnough(name) && folded.contains(name));
    }

    /// Whether a name says enough to be looked for in texts. Names in Han characters mostly have two.
    private static boolean isLongEnough(String name) {
        long syllables = name.codePoints()
                .filter(c -> SYLLABIC.contains(Character.UnicodeScript.of(c)))
                .count();
        int letters = name.codePointCount(0, name.length());
        return letters >= MIN_FOUND_IN_TEXT || syllables >= MIN_SYLLABLES;
    }

    /// Whether an object is of the person. Of a member of the team only the ids say so.
    private boolean isOf(Map<?, ?> map) {
        List<String> ids = IDS.stream()
                .map(map::get)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
        return ids.isEmpty() ? !"user".equals(map.get("type")) && isNamed(map) : hasOneOf(ids, map.get(PLATFORM));
    }

    private boolean hasOneOf(List<String> ids, @Nullable Object platform) {
        return ids.stream()
                .anyMatch(id -> platform instanceof String named
                        ? isOf(Labelled.find(Platform.ALL, named), id)
                        : accounts.stream().anyMatch(account -> account.endsWith(":" + id)));
    }

    private boolean isNamed(Map<?, ?> map) {
        return OWN_NAMES.stream().anyMatch(field -> isNamedIn(map.get(field)))
                || (map.containsKey(ORDER) && isNamedIn(map.get(TIPS_NAME)));
    }

    private boolean isNamedIn(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().anyMatch(this::isNamedIn)
                : value instanceof String name && isCalled(ChatSigns.withoutMention(name));
    }

    private static String folded(String name) {
        return ViewerText.folded(name).strip();
    }
}
