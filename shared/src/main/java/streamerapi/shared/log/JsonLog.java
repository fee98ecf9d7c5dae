package streamerapi.shared.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import streamerapi.shared.json.Json;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The log of a function: one line of JSON for each entry, on the standard output, where Lambda takes it from. `level`,
/// `message` and `timestamp` are the fields that CloudWatch and Lambda's own filter know.
///
/// Two system properties serve the local stack: `functions.log` names a file to append to in the place of the standard
/// output, and `log.others` is the least level that is written of loggers that are not the service's own.
public final class JsonLog {

    private static final OutputStream OUT = out(System.getProperty("functions.log"));
    private static final @Nullable Level OTHERS = level(System.getProperty("log.others"));

    private static volatile Level least = Level.INFO;

    private JsonLog() {}

    /// Sets the least level that is written, INFO without this.
    public static void writeFrom(Level from) {
        least = from;
    }

    /// Whether lines of a level are written by this thread.
    ///
    /// @param logger the logger's name
    static boolean writes(Level level, String logger) {
        if (LogContext.isMuted()) {
            return false;
        }
        Level from = OTHERS == null || logger.startsWith("streamerapi") || logger.equals("functions") ? least : OTHERS;
        return level.toInt() >= from.toInt();
    }

    /// Writes a line, if its level is high enough, with the fields of the invocation ([LogContext]).
    ///
    /// @param fields of this line
    public static void write(Level level, String message, Map<String, ?> fields, @Nullable Throwable fault) {
        if (!writes(level, "streamerapi")) {
            return;
        }
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("level", level.name());
        line.put("message", message);
        if (fault != null) {
            line.put("error", error(fault));
        }
        line.put("timestamp", Instant.now());
        line.putAll(LogContext.fields());
        fields.forEach((name, value) -> line.put(name, plain(value)));
        write(line);
    }

    private static void write(Map<String, ?> line) {
        byte[] json = Json.write(line);
        byte[] bytes = new byte[json.length + 1];
        System.arraycopy(json, 0, bytes, 0, json.length);
        bytes[json.length] = '\n';
        try {
            synchronized (OUT) {
                OUT.write(bytes);
                OUT.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, @Nullable Object> error(Throwable fault) {
        StringWriter stack = new StringWriter();
        fault.printStackTrace(new PrintWriter(stack));
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("message", fault.getMessage());
        error.put("name", fault.getClass().getName());
        error.put("stack", stack.toString());
        return error;
    }

    /// A value as [Json] writes it; what it does not know is written as a text, for no line must fail.
    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean flag -> flag;
            case BigDecimal number -> number;
            case Integer number -> number;
            case Long number -> number;
            case Double number -> Double.isFinite(number) ? BigDecimal.valueOf(number) : number.toString();
            case Map<?, ?> object -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                object.forEach((name, field) -> fields.put(String.valueOf(name), plain(field)));
                yield fields;
            }
            case Iterable<?> list -> {
                List<@Nullable Object> elements = new ArrayList<>();
                list.forEach(element -> elements.add(plain(element)));
                yield elements;
            }
            default -> value.toString();
        };
    }

    private static @Nullable Level level(@Nullable String name) {
        return name == null ? null : Level.valueOf(name);
    }

    private static OutputStream out(@Nullable String file) {
        try {
            return file == null ? System.out : new FileOutputStream(file, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
