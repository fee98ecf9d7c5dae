package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.text.ViewerText;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An account of a viewer. An account that is only known to be linked to another has a row too, and has not signed in.
///
/// `person` and `linked` change together in all rows of a person.
///
/// @param person names the row of the person's credits
/// @param linked names the person's other accounts
/// @param login null if it is not known
/// @param displayName null if it is not known
/// @param signedIn its sign-ins; null if it has not signed in
/// @param revision how often the row was written: 0 if it is not written yet
record ViewerRow(
        Key key,
        String person,
        SortedSet<String> linked,
        @Nullable String login,
        @Nullable String displayName,
        @Nullable SignedIn signedIn,
        long revision) {

    static final Attribute<Platform> PLATFORM = Attribute.label("platform", Platform.ALL);
    static final Attribute<String> SEARCH_LOGIN = Attribute.text("search_login");
    static final Attribute<String> SEARCH_NAME = Attribute.text("search_name");
    static final Attribute<String> PERSON = Attribute.text("person");

    private static final Attribute.Whole REVISION = Attribute.whole("revision");
    private static final Attribute<String> PROFILE_IMAGE_URL = Attribute.text("profile_image_url");
    private static final Attribute.Whole SUBSCRIBER_TIER = Attribute.whole("subscriber_tier");
    private static final Attribute<List<String>> LINKED = Attribute.texts("linked");
    private static final Attribute<String> LOGIN = Attribute.text("login");
    private static final Attribute<String> DISPLAY_NAME = Attribute.text("display_name");
    private static final Attribute<Instant> FIRST = Attribute.time("first_signed_in_at");
    private static final Attribute<Instant> LAST_SIGNED_IN = Attribute.time("last_signed_in_at");
    private static final Attribute<Instant> LAST_ACTIVE = Attribute.time("last_active_at");
    private static final String PLACES = "V#";

    /// The sign-ins of an account.
    record SignedIn(Instant first, Instant last, @Nullable String profileImageUrl, int subscriberTier) {}

    /// The prefix of the places of viewers, who stand in the order in which they were last active.
    static String places() {
        return PLACES;
    }

    /// An account of which nothing is known yet, and which is a person of its own.
    static ViewerRow unknown(String tenantId, AccountName account) {
        Key key = PeopleKeys.viewer(tenantId, account.platform(), account.userId());
        return new ViewerRow(key, account.toString(), new TreeSet<>(), null, null, null, 0);
    }

    /// The account of a row.
    static ViewerRow of(Row row) {
        Instant first = row.find(FIRST);
        return new ViewerRow(
                row.key(),
                row.get(PERSON),
                new TreeSet<>(row.get(LINKED)),
                row.find(LOGIN),
                row.find(DISPLAY_NAME),
                first == null
                        ? null
                        : new SignedIn(first, row.get(LAST_SIGNED_IN), row.find(PROFILE_IMAGE_URL), (int)
                                row.get(SUBSCRIBER_TIER)),
                row.get(REVISION));
    }

    /// Writes the account anew, if its row is as it was read.
    Write written() {
        Row row = Row.of(key)
                .with(PERSON, person)
                .with(LINKED, linked.isEmpty() ? null : List.copyOf(linked))
                .with(LOGIN, login)
                .with(DISPLAY_NAME, displayName)
                .with(REVISION, revision + 1);
        return Write.put(signedIn == null ? row : signedIn(row, signedIn)).when(unchanged());
    }

    private Row signedIn(Row row, SignedIn seen) {
        return row.with(SEARCH_LOGIN, login == null ? null : folded(login))
                .with(SEARCH_NAME, displayName == null ? null : folded(displayName))
                .with(PLATFORM, account().platform())
                .with(PROFILE_IMAGE_URL, seen.profileImageUrl)
                .with(SUBSCRIBER_TIER, seen.subscriberTier)
                .with(FIRST, seen.first)
                .with(LAST_SIGNED_IN, seen.last)
                .with(LAST_ACTIVE, seen.last)
                .with(Table.PLACE, place());
    }

    /// The condition that its row is as it was read.
    Condition unchanged() {
        return revision == 0 ? Condition.noRow() : Condition.equal(REVISION, revision);
    }

    /// Its place among the account's viewers, who stand in the order in which they were last active.
    String place() {
        return PLACES + Timestamps.format(lastSignedInAt()) + "#" + account();
    }

    AccountName account() {
        String sort = key.sort();
        return Objects.requireNonNull(
                AccountName.parse(sort.substring(PeopleKeys.VIEWER.length()).replaceFirst("#", ":")));
    }

    boolean hasSignedIn() {
        return signedIn != null;
    }

    /// Whether the account can have been active at a time, as [#place] writes it.
    boolean wasActive(String at) {
        return signedIn != null
                && Timestamps.format(signedIn.first).compareTo(at) <= 0
                && at.compareTo(Timestamps.format(signedIn.last)) <= 0;
    }

    /// When it signed in last; the epoch if it never did.
    Instant lastSignedInAt() {
        return signedIn == null ? Instant.EPOCH : signedIn.last;
    }

    /// The texts that it is found by: login and display name, in one case.
    Set<String> names() {
        return hasSignedIn()
                ? shownNames().stream().map(ViewerRow::folded).collect(Collectors.toCollection(TreeSet::new))
                : Set.of();
    }

    /// A name in the form in which names are compared, also the beginnings of names: a small sigma has another form at
    /// the end of what is typed than in the middle of a name.
    static String folded(String name) {
        return ViewerText.folded(name).strip().replace('ς', 'σ');
    }

    /// The account after it signed in. A message that is older than the last one tells only of the first sign-in.
    ViewerRow signedIn(SignedInData data, Instant at) {
        Instant first = signedIn == null || at.isBefore(signedIn.first) ? at : signedIn.first;
        if (signedIn != null && at.isBefore(signedIn.last)) {
            SignedIn earlier = new SignedIn(first, signedIn.last, signedIn.profileImageUrl, signedIn.subscriberTier);
            return new ViewerRow(key, person, linked, login, displayName, earlier, revision);
        }
        SignedIn now = new SignedIn(first, at, data.profileImageUrl(), data.subscriberTier());
        return new ViewerRow(key, person, linked, data.login(), data.displayName(), now, revision);
    }

    /// The account as another account's sign-in tells of it. Once it has signed in itself it knows better.
    ViewerRow told(LinkedAccount of) {
        return hasSignedIn() ? this : new ViewerRow(key, person, linked, of.login(), of.displayName(), null, revision);
    }

    /// The account as one of a person.
    ///
    /// @param accounts all accounts of the person, this one among them
    ViewerRow of(String whose, Set<String> accounts) {
        SortedSet<String> others = new TreeSet<>(accounts);
        others.remove(account().toString());
        return new ViewerRow(key, whose, others, login, displayName, signedIn, revision);
    }

    /// The account as an answer names it beside another.
    LinkedAccount asLinked() {
        return new LinkedAccount(account().platform(), account().userId(), login, displayName);
    }

    /// The account as an answer has it, which has signed in.
    Viewer viewer(List<LinkedAccount> linkedAccounts) {
        SignedIn seen = Objects.requireNonNull(signedIn);
        return new Viewer(
                account().platform(),
                account().userId(),
                login,
                displayName,
                seen.profileImageUrl,
                seen.subscriberTier,
                seen.first,
                seen.last,
                linkedAccounts);
    }

    /// The names that are shown for the account.
    List<String> shownNames() {
        return Stream.of(login, displayName).filter(Objects::nonNull).toList();
    }

    /// The name that is shown for the account.
    @Nullable
    String shownName() {
        return displayName == null ? login : displayName;
    }
}
