package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import streamerapi.shared.log.JsonLog;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The one log line of a request, an event or an attempt: everything worth knowing of it, in named fields.
///
/// No secret goes in here: credentials and endpoints are named by their ids.
public final class LogLine {

    private static final Set<String> OF_EVERY_LINE = Set.of("level", "message", "error", "timestamp");

    private final String what;
    private final long began = System.nanoTime();
    private final Map<String, Object> fields = new LinkedHashMap<>();

    private LogLine(String what) {
        this.what = what;
    }

    /// A line about something that begins now.
    public static LogLine of(String what) {
        return new LogLine(what);
    }

    /// Adds a field; null leaves it out.
    ///
    /// @throws IllegalArgumentException for a name that every line has
    public LogLine with(String name, @Nullable Object value) {
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
        JsonLog.write(Level.INFO, what, finished(), null);
    }

    /// Writes the line as an error, with the fault and where it came from.
    public void write(Throwable fault) {
        JsonLog.write(Level.ERROR, what, finished(), fault);
    }

    private Map<String, Object> finished() {
        fields.put("duration_ms", BigDecimal.valueOf((System.nanoTime() - began) / 1_000, 3));
        return fields;
    }
}
