package streamerapi.warnings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.FollowedEvent;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The warnings that the dashboard's home shows for three days: those about money, speech, chat and channel points
/// that no other page shows. A streamer without software of their own would not see the events that tell of them.
public final class KeptWarnings {

    private static final Duration KEPT = Duration.ofDays(3);
    private static final int MAX_READ = 100;
    private static final int MAX_SHOWN = 3;
    private static final int DIGITS = 16;

    /// The beginning of their places; the time follows at which a warning was raised last.
    private static final String PLACE = "KW#";

    private static final Attribute<String> CODE = Attribute.text("code");
    private static final Attribute<String> MESSAGE = Attribute.text("message");

    private final Table table;
    private final InstantSource clock;

    public KeptWarnings(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// A warning.
    ///
    /// @param message for people
    public record KeptWarning(KeptCode code, String message) {

        private KeptWarning of(int payments) {
            return payments == 1 ? this : new KeptWarning(code, message + " (" + payments + " payments)");
        }
    }

    /// Whether a warning is kept.
    public static boolean isKept(FollowedEvent warning) {
        return code(warning.text("code")) != null;
    }

    /// The code with this name, or null if its warnings are not kept, or were kept by a later version.
    private static @Nullable KeptCode code(String label) {
        return Labelled.find(KeptCode.ALL, label);
    }

    private static Key key(String tenantId, String id) {
        return new Key(Keys.account(tenantId), "KEPTWARNING#" + id);
    }

    /// Keeps a warning, a row for each message and payment: one that is raised each hour hides no other, and two
    /// payments of one sum are two. It may be done twice.
    public void keep(FollowedEvent warning) {
        KeptCode code = Objects.requireNonNull(code(warning.text("code")), "a warning that is kept");
        KeptWarning kept = new KeptWarning(code, warning.text("message"));
        String payment = Objects.toString(warning.data().get("payment_id"), "");
        String place = place(warning.created());
        table.update(kept(warning.tenantId(), kept, payment, warning.created())
                .when(Condition.any(Condition.noRow(), Condition.below(Table.PLACE, place))));
    }

    /// The write that keeps a warning that no event tells of.
    ///
    /// @param payment that it is about; empty for none
    public static Write kept(String tenantId, KeptWarning warning, String payment, Instant at) {
        String id = Sha256.hex(warning.message + payment).substring(0, DIGITS);
        return Write.update(key(tenantId, id))
                .set(CODE, warning.code.label())
                .set(MESSAGE, warning.message)
                .set(Table.PLACE, place(at))
                .set(Table.EXPIRES_AT, at.plus(KEPT).getEpochSecond());
    }

    private static String place(Instant at) {
        return PLACE + Timestamps.format(at);
    }

    private static @Nullable KeptWarning warning(Row row) {
        KeptCode code = code(row.get(CODE));
        return code == null ? null : new KeptWarning(code, row.get(MESSAGE));
    }

    /// The newest warnings of the last three days, each message once, three at most.
    public List<KeptWarning> newest(String tenantId) {
        long now = clock.instant().getEpochSecond();
        Map<KeptWarning, Integer> payments = new LinkedHashMap<>();
        table
                .query(Query.places(Keys.account(tenantId), PLACE)
                        .newestFirst()
                        .where(Condition.above(Table.EXPIRES_AT, now))
                        .limit(MAX_READ))
                .stream()
                .map(KeptWarnings::warning)
                .filter(Objects::nonNull)
                .forEach(warning -> payments.merge(warning, 1, Integer::sum));
        return payments.entrySet().stream()
                .limit(MAX_SHOWN)
                .map(each -> each.getKey().of(each.getValue()))
                .toList();
    }
}
