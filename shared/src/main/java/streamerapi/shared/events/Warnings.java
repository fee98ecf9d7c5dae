package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Raises `warning` events: the integration does something that it probably does not mean to.
public final class Warnings {

    private static final Duration ONCE_IN = Duration.ofHours(1);
    private static final int REMEMBERED = 1_000;

    private final Outbox outbox;
    private final InstantSource clock;
    private final Map<String, Instant> raised = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

    public Warnings(Outbox outbox, InstantSource clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    /// The data of a warning: its code, a message for people, and the code's own fields.
    public static Event event(String code, String message, Map<String, ?> fields) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("code", code);
        data.put("message", message);
        data.putAll(fields);
        return new Event(EventType.WARNING, data);
    }

    /// Whether this process raised a warning about the subject within the last hour.
    public boolean raisedLately(String tenantId, String subject) {
        synchronized (raised) {
            Instant until = raised.get(tenantId + subject);
            return until != null && clock.instant().isBefore(until);
        }
    }

    /// Raises the warning, unless one about the subject was raised within the last hour by whichever process.
    public void raiseHourly(String tenantId, String subject, Event warning) {
        if (raisedLately(tenantId, subject)) {
            return;
        }
        Instant now = clock.instant();
        Write mark = Write.put(Row.of(Keys.warning(tenantId, subject))
                        .with("expires_at", now.plus(ONCE_IN).getEpochSecond()))
                .when(Condition.any(Condition.noRow(), Condition.below("expires_at", now.getEpochSecond())))
                .orElse(current -> Problem.of(ErrorCode.LIMIT_REACHED));
        try {
            outbox.commit(
                    tenantId, null, () -> Outcome.of(warning).writing(mark).emitting(warning));
        } catch (Problem problem) {
            if (problem.code() != ErrorCode.LIMIT_REACHED) {
                throw problem;
            }
        }
        synchronized (raised) {
            raised.put(tenantId + subject, now.plus(ONCE_IN));
        }
    }
}
