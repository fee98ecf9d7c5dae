package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The samples that priming works with, from the class path's folder `priming`: `<function>.json` are the events of a
/// function's triggers, `rows.json` the rows that the scripted table holds.
public final class Samples {

    private Samples() {}

    /// The events of a function that has such a file; none if it has not.
    static List<byte[]> ofFunction(Class<? extends LambdaFunction> function) {
        String text = resource(function.getSimpleName());
        return text == null
                ? List.of()
                : ((List<?>) Objects.requireNonNull(Json.read(text)))
                        .stream().map(Json::write).toList();
    }

    /// The rows: plain values, `sk` among them.
    ///
    /// @param values what stands for a `${name}` in the file
    public static List<Map<String, @Nullable Object>> rows(Map<String, String> values) {
        String text = Objects.requireNonNull(resource("rows"));
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("${" + value.getKey() + "}", value.getValue());
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (Object row : (List<?>) Objects.requireNonNull(Json.read(text))) {
            rows.add(Json.asObject(row));
        }
        return rows;
    }

    private static @Nullable String resource(String name) {
        try (InputStream in = Samples.class.getResourceAsStream("/priming/" + name + ".json")) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
