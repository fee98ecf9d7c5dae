package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Row;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// For each field of each body that the OpenAPI document describes, a table of values that the field cannot have, made
/// of its schema: each is a 400 that names the field, and nothing is stored.
///
/// Not here are bodies whose endpoint looks for the resource first, and those without `field` in their refusals (OAuth,
/// signing in); [IngestFieldsTest] has the messages of connectors.
@NullMarked
class WrongValuesTest {

    private static final List<String> COUNTING = List.of("KEY#", "SESSION#", "WARNED#", "evt_");
    private static final String DASHBOARD = "/dashboard/api";
    private static final List<String> NOT_HERE = List.of(
            "/oauth/",
            "/ingest/",
            "/webhook-endpoints/{",
            "/events/{",
            DASHBOARD + "/sign-in",
            DASHBOARD + "/ingest-secrets/",
            DASHBOARD + "/api-keys/{",
            DASHBOARD + "/oauth-apps/{");

    /// Endpoints whose bodies are no schema's yet: a field that is not read counts as one that is not known.
    private static final List<String> UNREAD =
            List.of(DASHBOARD + "/settings", DASHBOARD + "/api-keys", DASHBOARD + "/oauth-apps");

    private final Map<String, @Nullable Object> document = document();

    /// A value that a field cannot have.
    ///
    /// @param field its path
    /// @param body the whole body
    private record Wrong(String field, Map<String, @Nullable Object> body) {}

    @TestFactory
    Stream<DynamicTest> aWrongValueIsRefusedByItsFieldsNameAndNothingIsStored() {
        Map<String, @Nullable Object> paths = object(document.get("paths"));
        List<DynamicTest> tests = new ArrayList<>();
        paths.forEach((path, operations) -> object(operations).forEach((method, operation) -> {
            boolean isSibling = path.startsWith(DASHBOARD) && paths.containsKey(path.substring(DASHBOARD.length()));
            if (!isSibling && NOT_HERE.stream().noneMatch(path::startsWith) && body(operation) != null) {
                tests.add(DynamicTest.dynamicTest(
                        method + " " + path,
                        () -> refusesWrongValues(method, path, Objects.requireNonNull(body(operation)))));
            }
        }));
        assertThat(tests).hasSizeGreaterThan(30);
        return tests.stream();
    }

    private void refusesWrongValues(String method, String path, Map<String, @Nullable Object> content) {
        Map<String, @Nullable Object> valid = method.equals("patch") ? Map.of() : example(content);
        List<Wrong> all = new ArrayList<>();
        wrong(object(content.get("schema")), "", valid, all);
        if (valid.isEmpty() && !method.equals("patch")) {
            all.removeIf(wrong -> wrong.body.isEmpty());
        }
        Account account = Service.shared().newAccount();
        ApiClient caller = path.startsWith(DASHBOARD) ? account.dashboard() : account.api();
        List<Row> before = rows(account);
        String address = path.replaceAll("\\{[a-zA-Z]+}", "o_00000000");
        for (Wrong wrong : all) {
            Answer answer = caller.send(method.toUpperCase(Locale.ROOT), address, Json.write(wrong.body));
            assertThat(answer.status())
                    .as("%s: %s", Json.writeText(wrong.body), answer.text())
                    .isEqualTo(400);
            assertThat(String.valueOf(answer.at("field")))
                    .as(Json.writeText(wrong.body))
                    .matches("\\Q" + wrong.field + "\\E([.\\[].*)?");
        }
        assertThat(all).as("wrong values").isNotEmpty();
        assertThat(rows(account)).isEqualTo(before);
        assertThat(new AccountEvents(account)
                        .all().stream()
                                .map(event -> String.valueOf(
                                        Json.asObject(event.get("data")).get("field")))
                                .filter(field -> !field.endsWith("wrong") && !UNREAD.contains(path)))
                .as("events, and warnings of fields that are known")
                .isEmpty();
    }

    /// The account's rows, without those that count requests and warnings.
    private static List<Row> rows(Account account) {
        return account.rows().stream()
                .filter(row -> COUNTING.stream().noneMatch(row.key().sort()::startsWith))
                .toList();
    }

    /// Adds the wrong values of an object's fields.
    private void wrong(
            Map<String, @Nullable Object> unresolved,
            String prefix,
            Map<String, @Nullable Object> valid,
            List<Wrong> all) {
        Map<String, @Nullable Object> schema = resolved(unresolved);
        if (schema.get("required") instanceof List<?> required) {
            for (Object name : required) {
                Map<String, @Nullable Object> without = new LinkedHashMap<>(valid);
                without.remove(String.valueOf(name));
                all.add(new Wrong(prefix + name, without));
            }
        }
        if (!(schema.get("properties") instanceof Map<?, ?>)) {
            return;
        }
        object(schema.get("properties")).forEach((name, property) -> {
            Map<String, @Nullable Object> field = resolved(object(property));
            for (Object value : wrongValues(field)) {
                all.add(new Wrong(prefix + name, with(valid, name, value)));
            }
            if (types(field).equals(List.of("object")) && field.containsKey("properties")) {
                List<Wrong> inner = new ArrayList<>();
                Map<String, @Nullable Object> has =
                        valid.get(name) instanceof Map<?, ?> ? object(valid.get(name)) : Map.of();
                wrong(field, prefix + name + ".", has, inner);
                inner.forEach(one -> all.add(new Wrong(one.field, with(valid, name, one.body))));
            }
        });
    }

    /// Values that a field of a schema cannot have.
    private List<Object> wrongValues(Map<String, @Nullable Object> schema) {
        List<String> types = types(schema);
        List<Object> wrong = new ArrayList<>();
        if (types.isEmpty()) {
            return wrong;
        }
        Map<String, Object> ofOtherTypes = Map.of(
                "string",
                "wrong",
                "integer",
                7,
                "number",
                new BigDecimal("0.5"),
                "boolean",
                true,
                "array",
                List.of(7),
                "object",
                Map.of("wrong", 1));
        ofOtherTypes.forEach((type, value) -> {
            boolean isNumber = type.equals("integer") && types.contains("number");
            if (!types.contains(type) && !isNumber) {
                wrong.add(value);
            }
        });
        if (schema.get("minimum") instanceof BigDecimal minimum) {
            wrong.add(minimum.subtract(BigDecimal.ONE));
        }
        if (schema.get("maximum") instanceof BigDecimal maximum) {
            wrong.add(maximum.add(BigDecimal.ONE));
        }
        if (schema.get("maxLength") instanceof BigDecimal longest && longest.intValue() < 20_000) {
            wrong.add("x".repeat(longest.intValue() + 1));
        }
        if (schema.get("minLength") instanceof BigDecimal shortest && shortest.signum() > 0) {
            wrong.add("");
        }
        if (schema.containsKey("enum")) {
            wrong.add("no such choice");
        }
        if (schema.get("format") instanceof String format
                && List.of("date-time", "uri").contains(format)) {
            wrong.add("yesterday");
        }
        if (schema.get("items") instanceof Map<?, ?> && types.contains("array")) {
            wrongValues(resolved(object(schema.get("items")))).forEach(item -> wrong.add(List.of(item)));
        }
        if (schema.get("maxItems") instanceof BigDecimal most && most.intValue() < 200) {
            wrong.add(Collections.nCopies(most.intValue() + 1, "x"));
        }
        return wrong;
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> body, String name, @Nullable Object value) {
        Map<String, @Nullable Object> other = new LinkedHashMap<>(body);
        other.put(name, value);
        return other;
    }

    private static List<String> types(Map<String, @Nullable Object> schema) {
        Object type = schema.get("type");
        return switch (type) {
            case null -> List.of();
            case List<?> several ->
                several.stream()
                        .map(String::valueOf)
                        .filter(one -> !one.equals("null"))
                        .toList();
            default -> List.of(type.toString());
        };
    }

    private Map<String, @Nullable Object> resolved(Map<String, @Nullable Object> schema) {
        if (!(schema.get("$ref") instanceof String reference)) {
            return schema;
        }
        Object found = document;
        for (String step : Arrays.asList(reference.substring(2).split("/"))) {
            found = object(found).get(step);
        }
        return resolved(object(found));
    }

    private static Map<String, @Nullable Object> example(Map<String, @Nullable Object> content) {
        if (content.get("example") instanceof Map<?, ?>) {
            return object(content.get("example"));
        }
        Map<String, @Nullable Object> examples = object(content.get("examples"));
        return object(object(examples.values().iterator().next()).get("value"));
    }

    /// The document's description of an operation's JSON body; null if it has none.
    private static @Nullable Map<String, @Nullable Object> body(@Nullable Object operation) {
        if (!(operation instanceof Map<?, ?>) || !(object(operation).get("requestBody") instanceof Map<?, ?>)) {
            return null;
        }
        Map<String, @Nullable Object> contents =
                object(object(object(operation).get("requestBody")).get("content"));
        return contents.containsKey("application/json") ? object(contents.get("application/json")) : null;
    }

    private static Map<String, @Nullable Object> object(@Nullable Object json) {
        return Json.asObject(json);
    }

    private static Map<String, @Nullable Object> document() {
        try {
            return Json.readObject(
                    Files.readAllBytes(Service.root().resolve("functions/src/main/resources/openapi.json")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
