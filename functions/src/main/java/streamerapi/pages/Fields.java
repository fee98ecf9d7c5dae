package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The fields of an endpoint's answer, by the names that the API's document has. A page that reads a field that the
/// answer does not have is faulty.
public record Fields(Map<String, @Nullable Object> json) {

    /// The fields of an answer's body.
    static Fields of(Response answer) {
        return new Fields(Json.readObject(answer.body().getBytes(StandardCharsets.UTF_8)));
    }

    /// The value of a field, or null if the field is null.
    private @Nullable Object value(String name) {
        if (!json.containsKey(name)) {
            throw new IllegalArgumentException("There is no field " + name);
        }
        return json.get(name);
    }

    /// Whether the answer has the field.
    public boolean has(String name) {
        return json.containsKey(name);
    }

    /// Whether the field is null.
    public boolean isNull(String name) {
        return value(name) == null;
    }

    /// The field in words; nothing if it is null.
    public String text(String name) {
        return Objects.toString(value(name), "");
    }

    /// The first of these fields that is neither null nor empty, in words; nothing if all are.
    public String first(String... names) {
        return Arrays.stream(names)
                .map(this::text)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    /// A list of texts.
    public List<String> texts(String name) {
        return list(value(name)).stream().map(String::valueOf).toList();
    }

    /// A list of objects.
    public List<Fields> objects(String name) {
        return list(value(name)).stream()
                .map(item -> new Fields(Json.asObject(item)))
                .toList();
    }

    /// The one object of a list that a field tells from the others.
    ///
    /// @throws Problem `not_found`
    public Fields only(String list, String name, String value) {
        return objects(list).stream()
                .filter(item -> item.text(name).equals(value))
                .findFirst()
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
    }

    /// An object.
    public Fields object(String name) {
        return new Fields(Json.asObject(value(name)));
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }
}
