package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The wrong passwords of the last 15 minutes that one row counts: those that unknown browsers sent with an email, from
/// all networks, or those of one known browser (contract "OAuth and sign-in").
///
/// 5 of a source and 50 of all are looked at; then none is until the oldest is 15 minutes old. Every write holds only
/// if nothing has been counted since the row was read, so of any number sent at once 5 are looked at. A right password
/// forgets those of its source, and a new password all that were sent before it.
///
/// @param key the row's
/// @param source the network that they come from; empty for a known browser
/// @param seen all that the row has, oldest first: the epoch milliseconds, a space, the source
/// @param recent those of the last 15 minutes, or since the password was chosen
record WrongPasswords(Key key, String source, List<String> seen, List<String> recent, Instant now) {

    private static final int MAX_OF_SOURCE = 5;
    private static final int MAX_IN_ALL = 50;
    private static final Duration COUNTED_FOR = Duration.ofMinutes(15);
    private static final Attribute<List<String>> WRONG = Attribute.texts("wrong");

    /// @param row the row with the key, or null
    /// @param since when the password was chosen; null if that is not known
    static WrongPasswords of(Key key, String source, @Nullable Row row, @Nullable Instant since, Instant now) {
        List<String> seen = row == null ? List.of() : row.get(WRONG);
        Instant begin = now.minus(COUNTED_FOR);
        Instant oldest = since == null || since.isBefore(begin) ? begin : since;
        return new WrongPasswords(
                key,
                source,
                seen,
                seen.stream().filter(one -> time(one).isAfter(oldest)).toList(),
                now);
    }

    /// @throws Problem `rate_limited`, with the time until enough are forgotten
    void refuseIfTooMany() {
        refuse(own(), MAX_OF_SOURCE);
        refuse(recent, MAX_IN_ALL);
    }

    private void refuse(List<String> counted, int most) {
        if (counted.size() >= most) {
            Instant free = time(counted.get(counted.size() - most)).plus(COUNTED_FOR);
            throw Problem.of(ErrorCode.RATE_LIMITED, "Too many wrong passwords; try again later")
                    .reaching(most, COUNTED_FOR, Duration.between(now, free));
        }
    }

    /// Counts one more. The row of a known browser lasts as long as it would have.
    Write oneMore() {
        List<String> all = new ArrayList<>(recent);
        all.add(now.toEpochMilli() + " " + source);
        Write write = Write.update(key).set(WRONG, all).when(unchanged());
        return source.isEmpty()
                ? write
                : write.set(Table.EXPIRES_AT, now.plus(COUNTED_FOR).getEpochSecond() + 1);
    }

    /// Forgets those of the source, which the row of an email counts beside others.
    Write forgotten() {
        if (seen.isEmpty()) {
            return Write.check(key).when(unchanged());
        }
        List<String> others = new ArrayList<>(recent);
        others.removeAll(own());
        return others.isEmpty()
                ? Write.delete(key).when(unchanged())
                : Write.update(key).set(WRONG, others).when(unchanged());
    }

    /// Forgets those of the source, by a write that stands alone: it is one even if there are none.
    Write ended() {
        if (source.isEmpty()) {
            return Write.update(key).remove(WRONG).when(unchanged());
        }
        return seen.isEmpty() ? Write.delete(key).when(unchanged()) : forgotten();
    }

    /// The condition that nothing has been counted since the row was read.
    Condition unchanged() {
        return seen.isEmpty() ? Condition.absent(WRONG) : Condition.equal(WRONG, seen);
    }

    private List<String> own() {
        return recent.stream().filter(one -> one.endsWith(" " + source)).toList();
    }

    private static Instant time(String one) {
        return Instant.ofEpochMilli(Long.parseLong(one, 0, one.indexOf(' '), 10));
    }
}
