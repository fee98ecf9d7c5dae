package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// An answer of the API: its status, its headers (names in lower case), and its body.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(int status, Map<String, String> headers, byte[] bytes) {

    /// A header's own name, in lower case, if API Gateway gave it another one.
    static String ownName(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("^x-amzn-remapped-", "");
    }

    /// This answer, which must have the status.
    public Answer expect(int wanted) {
        assertThat(status).as(text()).isEqualTo(wanted);
        return this;
    }

    /// This answer, which must be a refusal with the status and the code.
    public Answer refuses(int wanted, String code) {
        expect(wanted);
        assertThat(at("code")).as(text()).isEqualTo(code);
        return this;
    }

    /// This answer, which must be a 400 that names the field.
    public Answer names(String field) {
        assertThat(at("field")).as(text()).isEqualTo(field);
        return this;
    }

    /// A header's value, or null.
    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /// The body's fields.
    public Map<String, @Nullable Object> json() {
        return Json.readObject(bytes);
    }

    /// The value at a path of names and indexes: `items.0.order_id`.
    public @Nullable Object at(String path) {
        @Nullable Object value = json();
        for (String step : path.split("\\.", -1)) {
            value = value instanceof List<?> list
                    ? list.get(Integer.parseInt(step))
                    : Json.asObject(value).get(step);
        }
        return value;
    }

    /// The texts at a field of every object of a list: `items`, `order_id`.
    public List<String> each(String list, String field) {
        return ((List<?>) Objects.requireNonNull(at(list)))
                .stream()
                        .map(item -> String.valueOf(Json.asObject(item).get(field)))
                        .toList();
    }

    /// The body as text.
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
