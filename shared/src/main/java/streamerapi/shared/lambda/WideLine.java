package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import static software.amazon.lambda.powertools.logging.argument.StructuredArguments.entries;

/// The one log line of a request, an event or an attempt: everything worth knowing of it, in named fields.
///
/// No secret goes in here: credentials and endpoints are named by their ids.
public final class WideLine {

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");
    private static final Set<String> OF_EVERY_LINE = Set.of("level", "message", "error", "timestamp");

    private final String what;
    private final long began = System.nanoTime();
    private final Map<String, Object> fields = new LinkedHashMap<>();

    private WideLine(String what) {
        this.what = what;
    }

    /// A line about something that begins now.
    public static WideLine of(String what) {
        return new WideLine(what);
    }

    /// Adds a field; null leaves it out.
    ///
    /// @throws IllegalArgumentException for a name that every line has, which Powertools would leave out
    public WideLine with(String name, @Nullable Object value) {
        if (OF_EVERY_LINE.contains(name)) {
            throw new IllegalArgumentException("Every line has a field " + name);
        }
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    /// Writes the line.
    public void write() {
        LOG.info(what, entries(finished()));
    }

    /// Writes the line as an error, with the fault and where it came from.
    public void write(Throwable fault) {
        LOG.error(what, entries(finished()), fault);
    }

    private static long microseconds(long nanoseconds) {
        return nanoseconds / 1_000;
    }

    private Map<String, Object> finished() {
        fields.put("duration_ms", microseconds(System.nanoTime() - began) / 1e3);
        return fields;
    }
}
