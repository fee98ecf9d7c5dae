package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.OverlayRights;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.schema.Schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The operation of the OpenAPI document that a route of an endpoint is.
final class GeneratedOperation {

    private static final List<String> COMMON_HEADERS =
            List.of("Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy");
    private static final Map<Integer, String> DESCRIPTIONS =
            Map.of(200, "Done.", 201, "Created.", 202, "Accepted: it is done a little later.");
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

    private final Route route;
    private final Endpoint endpoint;
    private final UnaryOperator<String> pathParameter;
    private final String bodyName;
    private final Map<String, @Nullable Object> samples;

    /// @param pathParameter the name of the component that describes a parameter of the path
    /// @param bodyName the name of the schema of the body
    /// @param samples bodies of answers that hold objects without a schema of theirs, by component
    GeneratedOperation(
            Route route,
            Endpoint endpoint,
            UnaryOperator<String> pathParameter,
            String bodyName,
            Map<String, @Nullable Object> samples) {
        this.route = route;
        this.endpoint = endpoint;
        this.pathParameter = pathParameter;
        this.bodyName = bodyName;
        this.samples = samples;
    }

    private boolean isOfDashboard() {
        return route.access() instanceof Access.SignedIn;
    }

    private boolean isRead() {
        return endpoint.method().equals("GET");
    }

    private boolean isPost() {
        return endpoint.method().equals("POST");
    }

    private boolean takesIdempotencyKey() {
        return isPost() && !(route.access() instanceof Access.Public);
    }

    Map<String, @Nullable Object> json(String tag) {
        boolean mirrored = isOfDashboard() && endpoint.access() != null;
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("operationId", endpoint.operationId() + (mirrored ? "InDashboard" : ""));
        json.put("tags", List.of(isOfDashboard() ? "Dashboard" : tag));
        json.put("summary", endpoint.summary());
        json.put("description", mirrored ? mirroredDoc() : doc());
        switch (route.access()) {
            case Access.Public open -> json.put("security", List.of());
            case Access.Signed signed -> json.put("security", List.of());
            case Access.Credential credential -> {
                Scope scope = credential.scope();
                List<String> scopes = scope == null ? List.of() : List.of(scope.label());
                json.put("security", List.of(Map.of("bearer", scopes)));
                if (scope != null) {
                    json.put("x-required-scope", scope.label());
                }
            }
            case Access.SignedIn signedIn -> {
                json.put("security", List.of(Map.of("session", List.of())));
                json.put("x-required-role", signedIn.role().label());
            }
        }
        List<Object> parameters = parameters();
        if (!parameters.isEmpty()) {
            json.put("parameters", parameters);
        }
        Endpoint.Input input = endpoint.input();
        if (input != null) {
            json.put("requestBody", requestBody(input));
        }
        Map<String, Object> responses = new LinkedHashMap<>();
        endpoint.answer()
                .components()
                .forEach((status, component) -> responses.put(status.toString(), answer(status, component)));
        refusals().forEach((status, codes) -> responses.put(status.toString(), refusal(status, codes)));
        json.put("responses", responses);
        return json;
    }

    /// The callers that may use it, of an endpoint of which nothing else is to be told.
    private String access() {
        return switch (route.access()) {
            case Access.Public open -> "Needs no credential.";
            case Access.Signed signed -> "Needs a signature.";
            case Access.Credential credential ->
                credential.scope() == null
                        ? "Any valid credential opens it."
                        : "Needs the scope `"
                                + Objects.requireNonNull(credential.scope()).label() + "`.";
            case Access.SignedIn signedIn -> "Needs the role " + signedIn.role().label() + " or a higher one.";
        };
    }

    private String doc() {
        String told = endpoint.doc().isEmpty() ? access() : endpoint.doc();
        if (endpoint.events().isEmpty()) {
            return told;
        }
        String events =
                endpoint.events().stream().map(type -> "`" + type.label() + "`").collect(Collectors.joining(", "));
        return told + " Events: " + events + ".";
    }

    private String mirroredDoc() {
        String like = "As `" + endpoint.method() + " " + endpoint.template() + "`";
        return like + (endpoint.events().isEmpty() ? "." : "; its events name a user.");
    }

    private List<Object> parameters() {
        List<Object> parameters = new ArrayList<>();
        PARAMETER
                .matcher(endpoint.template())
                .results()
                .forEach(found -> parameters.add(parameter(pathParameter.apply(found.group(1)))));
        endpoint.query().forEach(parameter -> parameters.add(described(parameter)));
        if (takesIdempotencyKey()) {
            parameters.add(parameter("Idempotency-Key"));
        }
        if (route.shown() != null) {
            parameters.add(parameter("If-Match"));
        }
        if (isOfDashboard() && !isRead()) {
            parameters.add(parameter("X-CSRF-Token"));
        }
        return parameters;
    }

    private static Map<String, Object> parameter(String component) {
        return Map.of("$ref", "#/components/parameters/" + component);
    }

    private static Map<String, Object> described(QueryParameter<?> parameter) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", parameter.name());
        described.put("in", "query");
        described.put("required", false);
        described.put("description", parameter.doc());
        described.put("schema", parameter.schema());
        described.put("example", example(parameter.schema()));
        return described;
    }

    /// A value that a parameter of the schema may have.
    private static Object example(Map<String, Object> schema) {
        if (schema.get("default") != null) {
            return schema.get("default");
        }
        if (schema.get("enum") instanceof List<?> choices) {
            return choices.getFirst();
        }
        return switch (String.valueOf(schema.get("format"))) {
            case "date-time" -> "2026-09-12T18:21:04.456Z";
            case "date" -> "2026-09-12";
            default -> "text";
        };
    }

    private Map<String, Object> requestBody(Endpoint.Input input) {
        Schema<?> schema = input.schema();
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("schema", schemaRef(bodyName));
        content.put("example", schema.example(false));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("required", !input.isPatch() && schema.body().containsKey("required"));
        body.put("content", Map.of("application/json", content));
        return body;
    }

    private Map<String, Object> answer(int status, Answer.Component component) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("schema", schemaRef(component.name()));
        Map<String, @Nullable Object> example = component.example();
        content.put("example", example.isEmpty() ? Objects.requireNonNull(samples.get(component.name())) : example);
        Map<String, Object> response = response(Objects.requireNonNull(DESCRIPTIONS.get(status)), content);
        if (takesIdempotencyKey()) {
            headers(response).put("Idempotent-Replayed", header("Idempotent-Replayed"));
        }
        if (component.tag() != null) {
            headers(response).put("ETag", header("ETag"));
        }
        if (endpoint.answer().setsCookies()) {
            headers(response).put("Set-Cookie", header("Set-Cookie"));
        }
        if (endpoint.answer().showsSecret()) {
            headers(response).put("Cache-Control", header("No-Store"));
        }
        return response;
    }

    private static Map<String, Object> response(String description, Map<String, Object> content) {
        Map<String, Object> headers = new LinkedHashMap<>();
        COMMON_HEADERS.forEach(name -> headers.put(name, header(name)));
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("description", description);
        response.put("headers", headers);
        response.put("content", Map.of("application/json", content));
        return response;
    }

    /// The codes that it can refuse with, by status: its own, and those that follow from what it is.
    private Map<Integer, Set<ErrorCode>> refusals() {
        Set<ErrorCode> codes = new TreeSet<>(endpoint.refusals());
        codes.addAll(List.of(
                ErrorCode.METHOD_NOT_ALLOWED, ErrorCode.RATE_LIMITED, ErrorCode.INTERNAL_ERROR, ErrorCode.UNAVAILABLE));
        boolean takesBody = endpoint.input() != null;
        boolean isPublic = route.access() instanceof Access.Public;
        if (takesBody || !endpoint.query().isEmpty() || (isPost() && !isPublic)) {
            codes.add(ErrorCode.BAD_REQUEST);
        }
        if (route.shown() != null) {
            codes.addAll(List.of(ErrorCode.BAD_REQUEST, ErrorCode.PRECONDITION_FAILED));
        }
        if (endpoint.template().contains("{")) {
            codes.add(ErrorCode.NOT_FOUND);
        }
        if (takesBody) {
            codes.add(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
        }
        if (!isRead()) {
            codes.add(ErrorCode.PAYLOAD_TOO_LARGE);
        }
        if (isPost() && !isPublic) {
            codes.add(ErrorCode.IDEMPOTENCY_CONFLICT);
        }
        switch (route.access()) {
            case Access.Public open -> {}
            case Access.Signed signed -> codes.add(ErrorCode.INVALID_SIGNATURE);
            case Access.Credential credential -> {
                codes.addAll(List.of(ErrorCode.MISSING_API_KEY, ErrorCode.INVALID_API_KEY, ErrorCode.INVALID_TOKEN));
                if (credential.scope() != null || !OverlayRights.reach(endpoint.method(), endpoint.template())) {
                    codes.add(ErrorCode.MISSING_SCOPE);
                }
            }
            case Access.SignedIn signedIn -> {
                codes.remove(ErrorCode.MISSING_SCOPE);
                codes.add(ErrorCode.MISSING_SESSION);
                if (!isRead()) {
                    codes.add(ErrorCode.INVALID_CSRF_TOKEN);
                }
                if (signedIn.role() != Role.MODERATOR) {
                    codes.add(ErrorCode.MISSING_ROLE);
                }
            }
        }
        Map<Integer, Set<ErrorCode>> byStatus = new TreeMap<>();
        codes.forEach(code -> byStatus.computeIfAbsent(code.status(), status -> new TreeSet<>())
                .add(code));
        return byStatus;
    }

    /// The schema of errors, which a client tells apart by their codes.
    private static Map<String, Object> errors(Set<ErrorCode> codes) {
        if (codes.size() == 1) {
            return schemaRef(GeneratedErrors.schemaName(codes.iterator().next()));
        }
        Map<String, String> mapping = new LinkedHashMap<>();
        codes.forEach(code -> mapping.put(code.label(), "#/components/schemas/" + GeneratedErrors.schemaName(code)));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(
                "oneOf",
                codes.stream()
                        .map(code -> schemaRef(GeneratedErrors.schemaName(code)))
                        .toList());
        schema.put("discriminator", Map.of("propertyName", "code", "mapping", mapping));
        return schema;
    }

    private static Object refusal(int status, Set<ErrorCode> codes) {
        String shared = GeneratedErrors.sharedResponse(codes);
        if (shared != null) {
            return Map.of("$ref", "#/components/responses/" + shared);
        }
        Map<String, Object> examples = new LinkedHashMap<>();
        codes.forEach(code -> examples.put(code.label(), Map.of("$ref", "#/components/examples/" + code.label())));
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("schema", errors(codes));
        content.put("examples", examples);
        Map<String, Object> response = response(
                codes.stream()
                                .map(ErrorCode::message)
                                .reduce((a, b) -> a + "; or: " + lower(b))
                                .orElseThrow() + ".",
                content);
        if (status == ErrorCode.PRECONDITION_FAILED.status()) {
            headers(response).put("ETag", header("ETag"));
        }
        if (status == 429 || status == 503) {
            headers(response).put("Retry-After", Map.of("$ref", "#/components/headers/Retry-After"));
        }
        return response;
    }

    private static Map<String, Object> header(String component) {
        return Map.of("$ref", "#/components/headers/" + component);
    }

    @SuppressWarnings("unchecked") // as response(…) made it
    private static Map<String, Object> headers(Map<String, Object> response) {
        return (Map<String, Object>) Objects.requireNonNull(response.get("headers"));
    }

    private static String lower(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    private static Map<String, Object> schemaRef(String name) {
        return Map.of("$ref", "#/components/schemas/" + name);
    }
}
