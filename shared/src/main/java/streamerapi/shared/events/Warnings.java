package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Claim;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Raises `warning` events: the integration does something that it probably does not mean to.
public final class Warnings {

    private static final Duration ONCE_IN = Duration.ofHours(1);
    private static final int REMEMBERED = 1_000;
    private static final Attribute.Whole RAISED = Attribute.whole("raised");

    private final Table table;
    private final Outbox outbox;
    private final InstantSource clock;
    private final Map<String, Instant> raised = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

    public Warnings(Table table, Outbox outbox, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.clock = clock;
    }

    /// Whether this process raised a warning about the subject within the last hour.
    public boolean raisedLately(String tenantId, String subject) {
        synchronized (raised) {
            Instant until = raised.get(tenantId + subject);
            return until != null && clock.instant().isBefore(until);
        }
    }

    /// Raises the warning, unless a process has raised one about the subject within the last hour.
    public void raiseHourly(String tenantId, String subject, Event warning) {
        if (!raisedLately(tenantId, subject)) {
            raise(
                    tenantId,
                    subject,
                    () -> Outcome.of(warning)
                            .writing(mark(tenantId, subject, clock.instant()))
                            .emitting(warning));
        }
    }

    /// Raises the warning, unless one about the subject, or `most` of the group, were raised within the last hour by
    /// any process: subjects that a sender makes up are bounded by their group.
    ///
    /// @param group whose warnings are counted together, for example a credential's
    public void raiseHourly(String tenantId, String subject, String group, int most, Event warning) {
        if (raisedLately(tenantId, subject) || raisedLately(tenantId, group)) {
            return;
        }
        raise(tenantId, subject, () -> {
            Instant now = clock.instant();
            Row counted = table.get(Keys.warning(tenantId, group));
            return Outcome.of(warning)
                    .writing(mark(tenantId, subject, now), count(tenantId, group, counted, most, now))
                    .emitting(warning);
        });
    }

    private void raise(String tenantId, String subject, Supplier<Outcome<Event>> decide) {
        Instant now = clock.instant();
        try {
            outbox.commit(tenantId, null, decide);
            remember(tenantId, subject, now.plus(ONCE_IN));
        } catch (RaisedBefore before) {
            remember(tenantId, before.name, before.until);
        }
    }

    private void remember(String tenantId, String subject, Instant until) {
        synchronized (raised) {
            raised.put(tenantId + subject, until);
        }
    }

    private static Write mark(String tenantId, String subject, Instant now) {
        return Claim.of(
                Row.of(Keys.warning(tenantId, subject)),
                now.plus(ONCE_IN),
                now,
                current -> new RaisedBefore(
                        subject,
                        Instant.ofEpochSecond(current.get(Table.EXPIRES_AT)).plusSeconds(1)));
    }

    /// Counts one more of a group, in the hour that began with its first.
    ///
    /// @param counted the group's row, or null
    private static Write count(String tenantId, String group, @Nullable Row counted, int most, Instant now) {
        Key key = Keys.warning(tenantId, group);
        if (counted == null) {
            return Write.put(fresh(key, now)).when(Condition.noRow());
        }
        Instant until = Instant.ofEpochSecond(counted.get(Table.EXPIRES_AT));
        if (!now.isBefore(until)) {
            return Write.put(fresh(key, now)).when(Condition.equal(Table.EXPIRES_AT, counted.get(Table.EXPIRES_AT)));
        }
        if (counted.get(RAISED) >= most) {
            throw new RaisedBefore(group, until);
        }
        return Write.update(key)
                .set(RAISED, counted.get(RAISED) + 1)
                .when(Condition.all(
                        Condition.equal(Table.EXPIRES_AT, counted.get(Table.EXPIRES_AT)),
                        Condition.equal(RAISED, counted.get(RAISED))));
    }

    private static Row fresh(Key key, Instant now) {
        return Row.of(key)
                .with(RAISED, 1)
                .with(Table.EXPIRES_AT, now.plus(ONCE_IN).getEpochSecond());
    }

    /// Thrown if a warning about the subject, or all of a group, were raised within the last hour: by any process, so
    /// that this one is quiet for the rest of that hour and no longer.
    private static final class RaisedBefore extends RuntimeException {

        private final String name;
        private final transient Instant until;

        private RaisedBefore(String name, Instant until) {
            super(null, null, false, false);
            this.name = name;
            this.until = until;
        }
    }
}
