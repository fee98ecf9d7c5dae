package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// An account of a viewer, as its row has it. An account that is only known to be linked to another has a row too, and
/// has not signed in.
///
/// `person` names the row of the person's credits; `linked` names the person's other accounts. Both change together in
/// all rows of a person.
record ViewerRow(Row row) {

    static final String PERSON = "person";

    private static final String LINKED = "linked";
    private static final String LOGIN = "login";
    private static final String DISPLAY_NAME = "display_name";
    private static final String FIRST = "first_signed_in_at";
    private static final String LAST_SIGNED_IN = "last_signed_in_at";
    private static final String LAST_ACTIVE = "last_active_at";
    private static final String PLACES = "V#";

    /// The prefix of the places of viewers, who stand in the order in which they were last active.
    static String places() {
        return PLACES;
    }

    /// An account of which nothing is known yet, and which is a person of its own.
    static ViewerRow unknown(String tenantId, AccountName account) {
        return new ViewerRow(Row.of(PeopleKeys.viewer(tenantId, account.platform(), account.userId()))
                .with(PERSON, account.toString()));
    }

    AccountName account() {
        String sort = row.key().sort();
        return Objects.requireNonNull(
                AccountName.parse(sort.substring(PeopleKeys.VIEWER.length()).replaceFirst("#", ":")));
    }

    boolean hasSignedIn() {
        return row.has(FIRST);
    }

    String person() {
        return row.text(PERSON);
    }

    Set<String> linked() {
        return new TreeSet<>(row.texts(LINKED));
    }

    Instant lastSignedInAt() {
        Instant at = row.instantOrNull(LAST_SIGNED_IN);
        return at == null ? Instant.EPOCH : at;
    }

    /// The texts that it is found by: login and display name, in one case.
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String attribute : List.of(LOGIN, DISPLAY_NAME)) {
            String name = row.textOrNull(attribute);
            if (name != null && hasSignedIn()) {
                names.add(folded(name));
            }
        }
        return names;
    }

    /// A name in the form in which names are compared.
    static String folded(String name) {
        return name.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /// The account after it signed in. A message that is older than the last one tells only of the first sign-in.
    ViewerRow signedIn(SignedInData data, Instant at) {
        Instant first = row.instantOrNull(FIRST);
        Row after = row.with(FIRST, first == null || at.isBefore(first) ? at : first);
        if (first != null && at.isBefore(lastSignedInAt())) {
            return new ViewerRow(after);
        }
        String login = data.login();
        String name = data.displayName();
        return new ViewerRow(after.with(LOGIN, login)
                .with(DISPLAY_NAME, name)
                .with("search_login", login == null ? null : folded(login))
                .with("search_name", name == null ? null : folded(name))
                .with("platform", account().platform().label())
                .with("profile_image_url", data.profileImageUrl())
                .with("subscriber_tier", data.subscriberTier())
                .with(LAST_SIGNED_IN, at)
                .with(LAST_ACTIVE, at)
                .with(Table.PLACE_INDEX, PLACES + Timestamps.format(at) + "#" + account()));
    }

    /// The account as another account's sign-in tells of it. Once it has signed in itself it knows better.
    ViewerRow told(LinkedAccount of) {
        return hasSignedIn() ? this : new ViewerRow(row.with(LOGIN, of.login()).with(DISPLAY_NAME, of.displayName()));
    }

    /// The account as one of a person.
    ///
    /// @param accounts all accounts of the person, this one among them
    ViewerRow of(String person, Set<String> accounts) {
        List<String> others = new ArrayList<>(accounts);
        others.remove(account().toString());
        return new ViewerRow(row.with(PERSON, person).with(LINKED, others.isEmpty() ? null : others));
    }

    /// The account as an answer names it beside another.
    LinkedAccount asLinked() {
        return new LinkedAccount(
                account().platform(), account().userId(), row.textOrNull(LOGIN), row.textOrNull(DISPLAY_NAME));
    }

    Viewer viewer(List<LinkedAccount> linkedAccounts) {
        return new Viewer(
                account().platform(),
                account().userId(),
                row.textOrNull(LOGIN),
                row.textOrNull(DISPLAY_NAME),
                row.textOrNull("profile_image_url"),
                (int) row.number("subscriber_tier"),
                row.instant(FIRST),
                row.instant(LAST_ACTIVE),
                linkedAccounts);
    }

    /// Everything that it is called.
    List<String> shownNames() {
        return Stream.of(LOGIN, DISPLAY_NAME)
                .map(row::textOrNull)
                .filter(Objects::nonNull)
                .toList();
    }

    /// What people call the account.
    @Nullable
    String shownName() {
        String name = row.textOrNull(DISPLAY_NAME);
        return name == null ? row.textOrNull(LOGIN) : name;
    }
}
