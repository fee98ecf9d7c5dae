package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.TipPageKeys;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The slug of a tip page, which one account of the installation has.
public record TipPageSlug(String slug, String tenantId) {

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

    /// What gives an account another slug, and sets the one before free; nothing if it stays.
    static List<Write> renaming(String tenantId, @Nullable String before, @Nullable String after) {
        List<Write> writes = new ArrayList<>();
        if (Objects.equals(before, after)) {
            return writes;
        }
        if (after != null) {
            writes.add(new TipPageSlug(after, tenantId).taken());
        }
        if (before != null) {
            writes.add(new TipPageSlug(before, tenantId).released());
        }
        return writes;
    }

    private Write taken() {
        return Write.put(Row.of(TipPageKeys.slug(slug)).with(TENANT_ID, tenantId))
                .when(Condition.noRow())
                .orElse(other -> Problem.of(ErrorCode.NAME_TAKEN, "Another tip page has this slug; choose another"));
    }

    /// Sets the slug free, unless another account has it by now.
    public Write released() {
        return Write.delete(TipPageKeys.slug(slug))
                .when(Condition.any(Condition.noRow(), Condition.equal(TENANT_ID, tenantId)));
    }
}
