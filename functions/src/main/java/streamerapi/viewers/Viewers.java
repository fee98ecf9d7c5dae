package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Async;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The viewers of an account, found by `{user}` (spec "Viewers"), listed, and their histories.
public final class Viewers {

    private static final int MAX_BATCH = 100;
    private static final int RECENT_GRANTS = 25;

    /// How many viewers are read for a page.
    private static final int MAX_READ = 5_000;

    private static final Pattern NUMERIC = Pattern.compile("[0-9]{1,64}");
    private static final Pattern ENTRY = Pattern.compile("[0-9a-hjkmnp-tv-z]{26}");
    private static final Pattern PLACE = Pattern.compile("V#([0-9TZ:.-]{24})#(" + AccountName.NAME.pattern() + ")");

    private final Table table;

    public Viewers(Table table) {
        this.table = table;
    }

    /// The viewer that `{user}` names.
    ///
    /// @throws Problem `viewer_not_signed_in`, `ambiguous_viewer`
    Found find(String tenantId, String user) {
        return Found.of(table, tenantId, account(tenantId, user));
    }

    private ViewerRow account(String tenantId, String user) {
        AccountName name = AccountName.parse(user);
        if (name != null) {
            ViewerRow row = rows(tenantId, List.of(name)).stream().findFirst().orElse(null);
            if (row == null) {
                throw Problem.of(ErrorCode.VIEWER_NOT_SIGNED_IN);
            }
            return row;
        }
        if (NUMERIC.matcher(user).matches()) {
            List<ViewerRow> withId = rows(
                    tenantId,
                    Platform.ALL.stream()
                            .map(platform -> new AccountName(platform, user))
                            .toList());
            if (withId.size() > 1) {
                throw Problem.of(ErrorCode.AMBIGUOUS_VIEWER);
            }
            if (!withId.isEmpty()) {
                return withId.getFirst();
            }
        }
        return named(tenantId, user);
    }

    /// The account with a login or display name, in any case.
    private ViewerRow named(String tenantId, String user) {
        String folded = ViewerRow.folded(user);
        String prefix = PeopleKeys.viewerName(tenantId, folded, "").sort();
        List<AccountName> accounts = table
                .query(Query.of(Keys.account(tenantId), prefix).limit(MAX_BATCH))
                .stream()
                .map(row -> Objects.requireNonNull(
                        AccountName.parse(row.key().sort().substring(prefix.length()))))
                .toList();
        List<ViewerRow> rows = rows(tenantId, accounts);
        Set<String> persons = new HashSet<>();
        rows.forEach(row -> persons.add(row.person()));
        if (persons.size() > 1) {
            throw Problem.of(ErrorCode.AMBIGUOUS_VIEWER);
        }
        return rows.stream()
                .max(Comparator.comparing(ViewerRow::lastSignedInAt))
                .orElseThrow(() -> Problem.of(ErrorCode.VIEWER_NOT_SIGNED_IN));
    }

    /// The rows of those accounts that have signed in.
    private List<ViewerRow> rows(String tenantId, List<AccountName> accounts) {
        Map<Key, Row> found = table.getAll(accounts.stream()
                .map(name -> PeopleKeys.viewer(tenantId, name.platform(), name.userId()))
                .toArray(Key[]::new));
        return found.values().stream()
                .map(ViewerRow::of)
                .filter(ViewerRow::hasSignedIn)
                .toList();
    }

    /// The condition on the viewers of a list.
    ///
    /// @param platform of accounts on this platform; null for both
    /// @param prefix the beginning of a login or display name, in any case; null for any
    record Filter(@Nullable Platform platform, @Nullable String prefix) {
        private Condition condition() {
            List<Condition> all = new ArrayList<>();
            if (platform != null) {
                all.add(Condition.equal(ViewerRow.PLATFORM, platform));
            }
            if (prefix != null) {
                String folded = ViewerRow.folded(prefix);
                all.add(Condition.any(
                        Condition.beginsWith(ViewerRow.SEARCH_LOGIN, folded),
                        Condition.beginsWith(ViewerRow.SEARCH_NAME, folded)));
            }
            return all.size() == 1 ? all.getFirst() : Condition.all(all.toArray(Condition[]::new));
        }
    }

    /// A page of viewers. One with few matches can be short, and have a next one: how many are read for it is bounded.
    ///
    /// @param before the cursor of the last one of the page before, or null
    /// @throws Problem `bad_request` for an unknown cursor
    CursorPage<Found> page(String tenantId, Filter filter, int limit, @Nullable String before) {
        TableReader.Part part = table.part(
                Query.places(Keys.account(tenantId), ViewerRow.places())
                        .newestFirst()
                        .after(before == null ? null : place(tenantId, before))
                        .where(filter.condition())
                        .limit(limit + 1),
                MAX_READ);
        List<ViewerRow> read = part.rows().stream().map(ViewerRow::of).toList();
        CursorPage<ViewerRow> listed = read.size() <= limit && part.next() != null
                ? new CursorPage<>(read, cursor(part.next()))
                : CursorPage.of(read, limit, viewer -> cursor(viewer.place()));
        List<ViewerRow> page = listed.items();
        Map<Key, Row> rows = new HashMap<>();
        List<Key> keys = page.stream()
                .flatMap(row -> Found.keys(tenantId, row).stream())
                .distinct()
                .toList();
        List<Async<Map<Key, Row>>> reads = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += MAX_BATCH) {
            List<Key> batch = keys.subList(from, Math.min(keys.size(), from + MAX_BATCH));
            reads.add(Async.start(() -> table.getAll(batch.toArray(Key[]::new))));
        }
        reads.forEach(batch -> rows.putAll(batch.join()));
        return listed.map(row -> Found.of(tenantId, row, rows));
    }

    /// The cursor of a place in the list.
    private static String cursor(String place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    /// The place that a cursor names. Its viewer may have become active since, and stand elsewhere now.
    private String place(String tenantId, String cursor) {
        try {
            String place = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            Matcher parts = PLACE.matcher(place);
            if (parts.matches() && hasStood(tenantId, parts.group(1), parts.group(2))) {
                return place;
            }
        } catch (IllegalArgumentException e) {
            throw noCursor();
        }
        throw noCursor();
    }

    private boolean hasStood(String tenantId, String activeAt, String account) {
        return rows(tenantId, List.of(Objects.requireNonNull(AccountName.parse(account)))).stream()
                .anyMatch(row -> row.wasActive(activeAt));
    }

    private static Problem noCursor() {
        return Problem.badField("before", "before is not a cursor of this list");
    }

    /// The newest entries of the ledger of a person's credits.
    List<CreditEntry> grants(String tenantId, Found viewer) {
        return newest(viewer, RECENT_GRANTS, null, account -> PeopleKeys.creditEntry(tenantId, account, "")).stream()
                .map(CreditEntry::of)
                .toList();
    }

    /// A reward, and the cursor that it is.
    record Used(String cursor, Reward reward) {}

    /// A page of what a person spent credits on: one more than `limit` if there is another.
    ///
    /// @throws Problem `bad_request` for an unknown cursor
    List<Used> rewards(String tenantId, Found viewer, int limit, @Nullable String before) {
        if (before != null && !isReward(tenantId, viewer, before)) {
            throw noCursor();
        }
        return newest(viewer, limit + 1, before, account -> PeopleKeys.reward(tenantId, account, "")).stream()
                .map(row -> new Used(id(row), Reward.SCHEMA.of(row)))
                .toList();
    }

    private boolean isReward(String tenantId, Found viewer, String cursor) {
        return ENTRY.matcher(cursor).matches()
                && !table.getAll(viewer.accounts().stream()
                                .map(account -> PeopleKeys.reward(tenantId, account, cursor))
                                .toArray(Key[]::new))
                        .isEmpty();
    }

    /// The newest rows across a person's accounts.
    private List<Row> newest(Found viewer, int limit, @Nullable String before, Function<String, Key> prefix) {
        List<Async<List<Row>>> reads = viewer.accounts().stream()
                .map(prefix)
                .map(key -> Async.start(() -> table.query(Query.of(key.partition(), key.sort())
                        .newestFirst()
                        .after(before == null ? null : key.sort() + before)
                        .limit(limit))))
                .toList();
        return reads.stream()
                .flatMap(read -> read.join().stream())
                .sorted(Comparator.comparing(Viewers::id).reversed())
                .limit(limit)
                .toList();
    }

    private static String id(Row entry) {
        String sort = entry.key().sort();
        return sort.substring(sort.lastIndexOf('#') + 1);
    }
}
