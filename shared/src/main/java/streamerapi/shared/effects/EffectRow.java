package streamerapi.shared.effects;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.json.Json;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// An effect as its row has it: from the change that asks for it until its outcome is known.
///
/// Its `place` is when it is due again. A new row has none: the table's stream brings it to the effects' queue.
public record EffectRow(Row row) {

    /// The longest time that a party has to answer, and a little for the writes that follow.
    public static final Duration LEASE = Duration.ofSeconds(8);

    private static final String DUE = "E#";
    private static final Attribute<EffectAction> ACTION = Attribute.label("action", List.of(EffectAction.values()));
    private static final Attribute<Connector> CONNECTOR = Attribute.label("connector", List.of(Connector.values()));
    private static final Attribute<String> PARTY = Attribute.text(CONNECTOR.name());
    private static final Attribute<String> DATA = Attribute.text("data");
    private static final Attribute.Whole ATTEMPTS = Attribute.whole("attempts");
    private static final Attribute<Instant> ASKED_AT = Attribute.time("asked_at");

    /// The write that asks for an effect. If another one about the same subject is under way, the change that asks is
    /// decided anew.
    public static Write asked(String tenantId, Effect effect, Instant now) {
        Row row = Row.of(EffectKeys.effect(tenantId, effect.subject()))
                .with(ACTION, effect.action())
                .with(CONNECTOR, effect.connector())
                .with(DATA, Json.writeText(effect.data()))
                .with(ASKED_AT, now);
        Row born = effect.isAtOnce() ? row.with(ATTEMPTS, 1).with(Lease.UNTIL, now.plus(LEASE)) : row;
        return Write.put(born).when(Condition.noRow());
    }

    /// The effects of all accounts that are due again before a time.
    public static Query dueBefore(Instant time) {
        return Query.places(EffectKeys.EFFECTS, DUE).newestFirst().after(DUE + Timestamps.format(time));
    }

    /// The effects of all accounts that were asked for before a time and that have not been tried since, or whose
    /// first attempt never ended.
    public static Query forgottenBefore(Instant time) {
        return Query.of(EffectKeys.EFFECTS, "ten_")
                .where(Condition.all(Condition.absent(Table.PLACE), Condition.below(ASKED_AT, time)));
    }

    /// The account that asks.
    public String tenantId() {
        return EffectKeys.tenantOf(row.key());
    }

    /// The subject of the effect.
    public String subject() {
        return EffectKeys.subjectOf(row.key());
    }

    /// The label of the party that is asked, which a later version can have stored: a deployment can go back.
    public String party() {
        return row.get(PARTY);
    }

    /// The effect itself.
    public Effect effect() {
        return new Effect(
                subject(),
                row.get(ACTION),
                row.get(CONNECTOR),
                Json.asObject(Json.read(row.get(DATA))),
                false,
                row.get(ASKED_AT));
    }

    /// How many times the party was asked, 0 to 8.
    public int attempts() {
        return (int) row.get(ATTEMPTS);
    }

    /// When the lease of the process that carries it out ends; null if none does.
    public @Nullable Instant leasedUntil() {
        return row.find(Lease.UNTIL);
    }

    /// When it is due again; null if it was never put off.
    public @Nullable Instant due() {
        String place = row.find(Table.PLACE);
        return place == null ? null : Instant.parse(place.substring(DUE.length()));
    }

    /// The write that begins an attempt: it takes the lease, and counts.
    public Write attempt(Instant now) {
        return Lease.take(Write.update(row.key()), now, LEASE)
                .set(ATTEMPTS, attempts() + 1)
                .alsoWhen(Condition.rowExists())
                .alsoWhen(attempts() == 0 ? Condition.absent(ATTEMPTS) : Condition.equal(ATTEMPTS, attempts()));
    }

    /// The write that puts an effect off whose outcome is unknown.
    ///
    /// @param attempts how many times it was tried
    public static Write putOff(Key key, int attempts, Instant due) {
        return Write.update(key)
                .set(Table.PLACE, DUE + Timestamps.format(due))
                .remove(Lease.UNTIL)
                .when(Condition.equal(ATTEMPTS, attempts));
    }

    /// The write that ends an effect.
    ///
    /// @param attempts as of [#putOff]
    public static Write ended(Key key, int attempts) {
        return Write.delete(key).when(Condition.equal(ATTEMPTS, attempts));
    }
}
