package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static streamerapi.shared.problems.ErrorCode.BAD_REQUEST;
import static streamerapi.shared.problems.ErrorCode.IDEMPOTENCY_CONFLICT;
import static streamerapi.shared.problems.ErrorCode.INTERNAL_ERROR;
import static streamerapi.shared.problems.ErrorCode.INVALID_API_KEY;
import static streamerapi.shared.problems.ErrorCode.INVALID_CSRF_TOKEN;
import static streamerapi.shared.problems.ErrorCode.INVALID_TOKEN;
import static streamerapi.shared.problems.ErrorCode.METHOD_NOT_ALLOWED;
import static streamerapi.shared.problems.ErrorCode.MISSING_API_KEY;
import static streamerapi.shared.problems.ErrorCode.MISSING_ROLE;
import static streamerapi.shared.problems.ErrorCode.MISSING_SCOPE;
import static streamerapi.shared.problems.ErrorCode.MISSING_SESSION;
import static streamerapi.shared.problems.ErrorCode.NOT_FOUND;
import static streamerapi.shared.problems.ErrorCode.PAYLOAD_TOO_LARGE;
import static streamerapi.shared.problems.ErrorCode.PRECONDITION_FAILED;
import static streamerapi.shared.problems.ErrorCode.RATE_LIMITED;
import static streamerapi.shared.problems.ErrorCode.UNAVAILABLE;
import static streamerapi.shared.problems.ErrorCode.UNSUPPORTED_MEDIA_TYPE;

/// The error codes of the service as the OpenAPI document has them: schemas, examples, shared responses, the table.
final class GeneratedErrors {

    private static final Map<Set<ErrorCode>, String> SHARED = Map.ofEntries(
            Map.entry(Set.of(BAD_REQUEST), "BadRequest"),
            Map.entry(Set.of(MISSING_API_KEY, INVALID_API_KEY, INVALID_TOKEN), "Unauthorized"),
            Map.entry(Set.of(MISSING_SESSION), "NotSignedIn"),
            Map.entry(Set.of(MISSING_SCOPE), "Forbidden"),
            Map.entry(Set.of(MISSING_ROLE), "MissingRole"),
            Map.entry(Set.of(INVALID_CSRF_TOKEN), "NoCsrfToken"),
            Map.entry(Set.of(MISSING_ROLE, INVALID_CSRF_TOKEN), "NotAllowed"),
            Map.entry(Set.of(NOT_FOUND), "NotFound"),
            Map.entry(Set.of(METHOD_NOT_ALLOWED), "MethodNotAllowed"),
            Map.entry(Set.of(IDEMPOTENCY_CONFLICT), "IdempotencyConflict"),
            Map.entry(Set.of(PAYLOAD_TOO_LARGE), "PayloadTooLarge"),
            Map.entry(Set.of(UNSUPPORTED_MEDIA_TYPE), "UnsupportedMediaType"),
            Map.entry(Set.of(RATE_LIMITED), "RateLimited"),
            Map.entry(Set.of(INTERNAL_ERROR), "InternalError"),
            Map.entry(Set.of(UNAVAILABLE), "Unavailable"));

    private static final Pattern ROW = Pattern.compile("\\| ([0-9]{3} \\| `[a-z_]+`) \\|.*");

    /// The table whose rows have a status and its codes: its head, and its rows.
    private static final Pattern STATUSES =
            Pattern.compile("(\\| Status \\| Codes \\|\n\\|---\\|---\\|\n)(?:\\| [0-9]{3} \\|.*\n)*");

    private GeneratedErrors() {}

    /// The component that is the response with these codes and no others; null if there is none.
    static @Nullable String sharedResponse(Set<ErrorCode> codes) {
        return SHARED.get(Set.copyOf(codes));
    }

    static String schemaName(ErrorCode code) {
        if (code == INTERNAL_ERROR) {
            return "InternalError";
        }
        return camelCase(code.label()) + "Error";
    }

    /// `LateCapture` of `late_capture`.
    static String camelCase(String code) {
        StringBuilder name = new StringBuilder();
        for (String word : code.split("_", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }

    static Map<String, Object> schema(ErrorCode code) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("error", Map.of("type", "string", "minLength", 1));
        properties.put("code", Map.of("const", code.label()));
        code.extras().forEach((name, type) -> properties.put(name, Map.of("type", type)));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        boolean showsResource = code == PRECONDITION_FAILED;
        schema.put(
                "description",
                showsResource
                        ? "The resource was changed meanwhile. Beside `error` stands the resource as it is now, under the name"
                                + " that its GET has it under; nothing does if there is no such resource."
                        : code.message() + ".");
        schema.put("required", List.copyOf(properties.keySet()));
        schema.put("properties", properties);
        schema.put("additionalProperties", showsResource);
        return schema;
    }

    static Map<String, Object> example(ErrorCode code) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("error", code.message());
        value.put("code", code.label());
        code.extras().forEach((name, type) -> value.put(name, type.equals("integer") ? 1 : "text"));
        Map<String, Object> example = new LinkedHashMap<>();
        example.put("summary", code.message());
        example.put("value", value);
        return example;
    }

    /// A text whose table of errors has a row for each of the codes: the rows that are there, and new ones.
    static String withTable(String text, Set<ErrorCode> codes) {
        List<String> lines = text.lines().toList();
        Map<String, String> rows = lines.stream()
                .filter(line -> ROW.matcher(line).matches())
                .collect(Collectors.toMap(GeneratedErrors::statusAndLabel, line -> line));
        if (rows.isEmpty()) {
            return text;
        }
        String table = codes.stream()
                .sorted((a, b) -> a.status() != b.status() ? Integer.compare(a.status(), b.status()) : a.compareTo(b))
                .map(code -> rows.getOrDefault(code.status() + " | `" + code.label() + '`', row(code)))
                .collect(Collectors.joining("\n"));
        String first = lines.stream().filter(rows::containsValue).findFirst().orElseThrow();
        StringBuilder written = new StringBuilder();
        for (String line : lines) {
            if (line.equals(first)) {
                written.append(table).append('\n');
            } else if (!rows.containsValue(line)) {
                written.append(line).append('\n');
            }
        }
        return text.endsWith("\n") ? written.toString() : written.substring(0, written.length() - 1);
    }

    /// A text whose table of statuses lists the codes of each.
    static String withStatuses(String text, Set<ErrorCode> codes) {
        Map<Integer, String> labels = codes.stream()
                .collect(Collectors.groupingBy(
                        ErrorCode::status,
                        TreeMap::new,
                        Collectors.mapping(code -> '`' + code.label() + '`', Collectors.joining(" "))));
        String table = labels.entrySet().stream()
                .map(row -> "| " + row.getKey() + " | " + row.getValue() + " |\n")
                .collect(Collectors.joining());
        Matcher rows = STATUSES.matcher(text);
        return rows.replaceFirst("$1" + Matcher.quoteReplacement(table));
    }

    private static String statusAndLabel(String row) {
        return ROW.matcher(row).replaceFirst("$1");
    }

    private static String row(ErrorCode code) {
        String extras =
                code.extras().keySet().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        return "| " + code.status() + " | `" + code.label() + "` | " + code.message() + " | " + extras + " |";
    }
}
