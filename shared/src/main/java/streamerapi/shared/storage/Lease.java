package streamerapi.shared.storage;

import java.time.Duration;
import java.time.Instant;

/// A lease on a row: one process at a time works at what the row is about. A lease ends by itself, so the work of a
/// process that died is taken on by another.
public final class Lease {

    /// The attribute that says when the lease ends.
    public static final Attribute<Instant> UNTIL = Attribute.time("leased_until");

    private Lease() {}

    /// The update with a lease taken, on the condition that the row has none.
    public static Write take(Write update, Instant now, Duration length) {
        return hold(update, now, length).alsoWhen(free(now));
    }

    /// The update with a lease taken, on the update's own condition.
    public static Write hold(Write update, Instant now, Duration length) {
        return update.set(UNTIL, now.plus(length));
    }

    /// The condition that no process has a lease on the row.
    public static Condition free(Instant now) {
        return Condition.any(Condition.absent(UNTIL), ended(now));
    }

    /// The condition that the row's lease has ended without being given back.
    public static Condition ended(Instant now) {
        return Condition.below(UNTIL, now);
    }
}
