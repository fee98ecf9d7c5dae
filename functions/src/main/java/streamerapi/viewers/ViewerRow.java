package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
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
    static final Attribute<Platform> PLATFORM = Attribute.label("platform", Platform.ALL);
    private static final Attribute<String> PROFILE_IMAGE_URL = Attribute.text("profile_image_url");
    static final Attribute<String> SEARCH_LOGIN = Attribute.text("search_login");
    static final Attribute<String> SEARCH_NAME = Attribute.text("search_name");
    private static final Attribute.Whole SUBSCRIBER_TIER = Attribute.whole("subscriber_tier");

    static final Attribute<String> PERSON = Attribute.text("person");

    private static final Attribute<List<String>> LINKED = Attribute.texts("linked");
    private static final Attribute<String> LOGIN = Attribute.text("login");
    private static final Attribute<String> DISPLAY_NAME = Attribute.text("display_name");
    private static final Attribute<Instant> FIRST = Attribute.time("first_signed_in_at");
    private static final Attribute<Instant> LAST_SIGNED_IN = Attribute.time("last_signed_in_at");
    private static final Attribute<Instant> LAST_ACTIVE = Attribute.time("last_active_at");
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
        return row.get(PERSON);
    }

    Set<String> linked() {
        return new TreeSet<>(row.get(LINKED));
    }

    Instant lastSignedInAt() {
        Instant at = row.find(LAST_SIGNED_IN);
        return at == null ? Instant.EPOCH : at;
    }

    /// The texts that it is found by: login and display name, in one case.
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (Attribute<String> attribute : List.of(LOGIN, DISPLAY_NAME)) {
            String name = row.find(attribute);
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
        Instant first = row.find(FIRST);
        Row after = row.with(FIRST, first == null || at.isBefore(first) ? at : first);
        if (first != null && at.isBefore(lastSignedInAt())) {
            return new ViewerRow(after);
        }
        String login = data.login();
        String name = data.displayName();
        return new ViewerRow(after.with(LOGIN, login)
                .with(DISPLAY_NAME, name)
                .with(SEARCH_LOGIN, login == null ? null : folded(login))
                .with(SEARCH_NAME, name == null ? null : folded(name))
                .with(PLATFORM, account().platform())
                .with(PROFILE_IMAGE_URL, data.profileImageUrl())
                .with(SUBSCRIBER_TIER, data.subscriberTier())
                .with(LAST_SIGNED_IN, at)
                .with(LAST_ACTIVE, at)
                .with(Table.PLACE, PLACES + Timestamps.format(at) + "#" + account()));
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
        return new LinkedAccount(account().platform(), account().userId(), row.find(LOGIN), row.find(DISPLAY_NAME));
    }

    Viewer viewer(List<LinkedAccount> linkedAccounts) {
        return new Viewer(
                account().platform(),
                account().userId(),
                row.find(LOGIN),
                row.find(DISPLAY_NAME),
                row.find(PROFILE_IMAGE_URL),
                (int) row.get(SUBSCRIBER_TIER),
                row.get(FIRST),
                row.get(LAST_ACTIVE),
                linkedAccounts);
    }

    /// The names that are shown for the account.
    List<String> shownNames() {
        return Stream.of(LOGIN, DISPLAY_NAME)
                .map(row::find)
                .filter(Objects::nonNull)
                .toList();
    }

    /// The name that is shown for the account.
    @Nullable
    String shownName() {
        String name = row.find(DISPLAY_NAME);
        return name == null ? row.find(LOGIN) : name;
    }
}
