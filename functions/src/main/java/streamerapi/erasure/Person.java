package streamerapi.erasure;

import org.jspecify.annotations.Nullable;
import streamerapi.leaderboard.Contribution;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Row;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A person who is to be erased, as what is kept names people.
///
/// @param accounts `alpha:48213377`, all of the person
/// @param names what the accounts are called, in one case
/// @param donor under which the person's sums on the leaderboard go on: it leads back to no account
record Person(Set<String> accounts, Set<String> names, String donor) {

    /// What a person is called who was erased.
    static final String NAME = "Anonymous";

    static final String ACCOUNTS = "accounts";
    static final String NAMES = "names";

    private static final List<String> IDS = List.of("platform_user_id", "platform_id", "user_id", "target_user_id");
    private static final int MIN_FOUND_IN_TEXT = 3;

    /// The person of a note.
    static Person of(Row note) {
        return new Person(
                note.textSet(ACCOUNTS),
                note.texts(NAMES).stream().map(Person::folded).collect(Collectors.toUnmodifiableSet()),
                Contribution.donor("erased:" + Sha256.hex(note.key().sort())));
    }

    /// Whether a row's platform and id are the person's.
    boolean isOf(@Nullable String platform, @Nullable String userId) {
        return platform != null && userId != null && accounts.contains(platform + ":" + userId);
    }

    /// Whether it is a name of the person.
    boolean isCalled(@Nullable String name) {
        return name != null && names.contains(folded(name));
    }

    /// Whether JSON has an id or a name of the person as a value.
    boolean isIn(@Nullable Object json) {
        if (json instanceof Map<?, ?> map) {
            return isOf(map) || map.values().stream().anyMatch(this::isIn);
        }
        return json instanceof List<?> list
                ? list.stream().anyMatch(this::isIn)
                : json instanceof String text && isCalled(text);
    }

    /// Whether a text has a name of the person in it; names of one or two characters are not looked for.
    boolean isInText(String text) {
        String folded = folded(text);
        return names.stream().anyMatch(name -> name.length() >= MIN_FOUND_IN_TEXT && folded.contains(name));
    }

    private boolean isOf(Map<?, ?> map) {
        Object platform = map.get("platform");
        return IDS.stream()
                .map(map::get)
                .anyMatch(id -> id instanceof String user
                        && (platform instanceof String named
                                ? isOf(named, user)
                                : accounts.stream().anyMatch(account -> account.endsWith(":" + user))));
    }

    private static String folded(String name) {
        return name.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
