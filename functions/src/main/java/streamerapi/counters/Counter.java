package streamerapi.counters;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

/// A number that chat counts with (spec "Counter").
///
/// @param name `^[a-z0-9_-]{1,64}$`, the key on every surface
/// @param value from -[#MAX_VALUE] to [#MAX_VALUE]
/// @param app the app that made it; null if none did
public record Counter(
        String name,
        long value,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String app) {

    /// The largest value, and with a minus the smallest: 2^53 - 1, which every JSON reader holds exactly (RFC 8259, 6).
    public static final long MAX_VALUE = 9_007_199_254_740_991L;

    static final Attribute.Whole VALUE = Attribute.whole("value");
    static final String UPDATED_AT = "updated_at";

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,64}");

    /// Its JSON and its row.
    public static final Schema<Counter> SCHEMA = Schema.of("Counter", "A number that chat counts with.", s -> {
        var name = s.text("name", Counter::name)
                .matching(NAME, "have 1 to 64 characters of a to z, 0 to 9, _ and -")
                .example("deaths")
                .readOnly()
                .notStored();
        var value = s.integer(VALUE.name(), Counter::value)
                .between(-MAX_VALUE, MAX_VALUE)
                .doc("Every JSON parser reads it exactly.")
                .example(42);
        var createdAt = s.time("created_at", Counter::createdAt).readOnly();
        var updatedAt = s.time(UPDATED_AT, Counter::updatedAt).readOnly();
        var app = s.text("made_by_app", Counter::app).readOnly().notShown().orNull();
        return in -> new Counter(name.of(in), value.of(in), createdAt.of(in), updatedAt.of(in), app.of(in));
    });

    /// The body of a PUT.
    record NewValue(long value) {
        static final Schema<NewValue> SCHEMA = Schema.of("CounterValue", "The value of a counter.", s -> {
            var value = s.integer(VALUE.name(), NewValue::value)
                    .between(-MAX_VALUE, MAX_VALUE)
                    .example(42);
            return in -> new NewValue(value.of(in));
        });
    }

    /// The body of an increment.
    record Increment(long amount) {
        static final Schema<Increment> SCHEMA =
                Schema.of("CounterIncrement", "How much to add to a counter; a negative amount subtracts.", s -> {
                    var amount = s.integer("amount", Increment::amount)
                            .between(-MAX_VALUE, MAX_VALUE)
                            .orElse(1L)
                            .example(-2);
                    return in -> new Increment(amount.of(in));
                });
    }

    /// Whether a counter can have the name.
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /// Refuses a name that a counter cannot have.
    ///
    /// @throws Problem `bad_request`
    public static void checkName(String name) {
        if (!isName(name)) {
            throw Problem.badField("name", "name must have 1 to 64 characters of a to z, 0 to 9, _ and -");
        }
    }

    /// The value that a body sets.
    ///
    /// @throws Problem `bad_request` with `field`
    public static long valueOf(Body body) {
        return NewValue.SCHEMA.read(body).value();
    }

    /// The counter that a row holds.
    public static Counter of(Row row) {
        return SCHEMA.of(row, Map.of("name", row.key().sort().substring(Keys.COUNTER.length())));
    }

    /// This counter with another value.
    Counter with(long other, Instant now) {
        return new Counter(name, other, createdAt, now, app);
    }
}
