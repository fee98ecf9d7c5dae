package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.TipPageKeys;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// The slug of a tip page, which one account of the installation has.
public record TipPageSlug(String slug, String tenantId) {

    /// How long an account's former slug leads to its donors' pages: a payment may take days, and its page is there for
    /// 30 days then.
    private static final Duration FORMER_RETENTION = Duration.ofDays(45);

    private static final String FIELD = "tip_page.slug";

    /// The names below `/tip` under which the service has files and addresses of its own.
    private static final Set<String> OF_THE_SERVICE = Set.of("sign-in", "colours");

    private static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");

    /// The slug that an account has; null if it has none.
    ///
    /// @param account the row of [streamerapi.shared.storage.Keys#profile]
    public static @Nullable TipPageSlug of(Row account) {
        String slug = Settings.of(account).tipPage().slug();
        return slug == null
                ? null
                : new TipPageSlug(slug, Keys.tenantOf(account.key().partition()));
    }

    /// The account that has a slug; null if none has it.
    public static @Nullable TipPageSlug find(TableReader table, String slug) {
        Row row = table.get(TipPageKeys.slug(slug));
        return row == null ? null : new TipPageSlug(slug, row.get(TENANT_ID));
    }

    /// The accounts that had a slug before, of which donors may still look at the page of their payment.
    public static List<TipPageSlug> former(TableReader table, String slug) {
        Key all = TipPageKeys.former(slug, "");
        return table.query(Query.of(all.partition(), all.sort())).stream()
                .map(row -> new TipPageSlug(
                        slug, row.key().sort().substring(all.sort().length())))
                .toList();
    }

    /// The writes that give an account another slug and set the one before free; none if it stays. A note stays for as
    /// long as a donor who began to pay under the slug before can look at the page of their payment.
    public static List<Write> renaming(String tenantId, Settings was, Settings is, Instant now) {
        String before = was.tipPage().slug();
        String after = is.tipPage().slug();
        List<Write> writes = new ArrayList<>();
        if (Objects.equals(before, after)) {
            return writes;
        }
        if (after != null) {
            writes.add(new TipPageSlug(after, tenantId).taken());
        }
        if (before != null) {
            writes.add(new TipPageSlug(before, tenantId).released());
            long forgotten = now.plus(FORMER_RETENTION).getEpochSecond();
            writes.add(Write.put(Row.of(TipPageKeys.former(before, tenantId)).with(Table.EXPIRES_AT, forgotten)));
            writes.add(Write.put(Row.of(TipPageKeys.formerOf(tenantId, before)).with(Table.EXPIRES_AT, forgotten)));
        }
        return writes;
    }

    /// The writes that forget a slug which an account had.
    ///
    /// @param note the row of [TipPageKeys#formerOf]
    public static List<Write> forgetting(String tenantId, Row note) {
        String slug = note.key()
                .sort()
                .substring(TipPageKeys.formerOf(tenantId, "").sort().length());
        return List.of(Write.delete(TipPageKeys.former(slug, tenantId)), Write.delete(note.key()));
    }

    private Write taken() {
        if (OF_THE_SERVICE.contains(slug)) {
            throw Problem.nameTaken(FIELD, "The service has this slug for itself; choose another");
        }
        return Write.put(Row.of(TipPageKeys.slug(slug)).with(TENANT_ID, tenantId))
                .when(Condition.noRow())
                .orElse(other -> Problem.nameTaken(FIELD, "Another tip page has this slug; choose another"));
    }

    /// Sets the slug free, unless another account has it by now.
    public Write released() {
        return Write.delete(TipPageKeys.slug(slug))
                .when(Condition.any(Condition.noRow(), Condition.equal(TENANT_ID, tenantId)));
    }
}
