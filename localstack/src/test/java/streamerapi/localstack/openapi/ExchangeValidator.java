package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.openapi.Operation.Answer;
import streamerapi.localstack.openapi.Operation.Field;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.StringNode;

import java.math.BigInteger;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import static java.util.Objects.requireNonNull;

/// Holds HTTP exchanges to the document: the answer always, the request if it was accepted.
///
/// Quick enough for every exchange of every test, and safe to share between threads.
public final class ExchangeValidator {
    private static final Pattern JSON =
            Pattern.compile("application/json( *; *charset=utf-8)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final OpenApiDocument document;
    private final Map<Integer, Answer> beforeRouting;

    public ExchangeValidator(OpenApiDocument document) {
        this.document = document;
        this.beforeRouting = document.answersBeforeRouting();
    }

    /// Checks one exchange; see [WireExchange] for the parameters.
    ///
    /// @throws AssertionError listing every mismatch
    public void validate(
            String method,
            String path,
            @Nullable String queryString,
            Map<String, String> requestHeaders,
            byte @Nullable [] requestBody,
            int status,
            Map<String, String> responseHeaders,
            byte[] responseBody) {
        validate(new WireExchange(
                method, path, queryString, requestHeaders, requestBody, status, responseHeaders, responseBody));
    }

    /// Checks one exchange.
    ///
    /// @throws AssertionError listing every mismatch
    public void validate(WireExchange exchange) {
        List<String> mismatches = mismatches(exchange);
        if (!mismatches.isEmpty()) {
            throw new AssertionError(exchange + ", which does not match the document:\n- "
                    + String.join("\n- ", mismatches)
                    + "\n" + new String(exchange.responseBody(), StandardCharsets.UTF_8));
        }
    }

    /// The mismatches, one line each; empty if all matches.
    public List<String> mismatches(WireExchange exchange) {
        List<String> mismatches = new ArrayList<>();
        String path = relative(exchange.path());
        String method = exchange.method().equals("HEAD") ? "GET" : exchange.method();
        Optional<Operation> operation = document.operation(method, path);
        operation.ifPresent(known -> checkRequest(known, exchange, mismatches));

        if (method.equals("OPTIONS") && exchange.status() == 204) {
            checkOptions(exchange, path, mismatches);
            return mismatches;
        }
        Answer answer =
                operation.map(Operation::responses).orElse(beforeRouting).get(exchange.status());
        if (answer == null) {
            mismatches.add(
                    operation.isPresent()
                            ? "status " + exchange.status() + " is not declared"
                            : "no operation " + method + " " + path + ", and status " + exchange.status()
                                    + " does not say so");
            return mismatches;
        }
        checkAnswer(exchange, answer, mismatches);
        checkRefusal(exchange, operation, path, mismatches);
        return mismatches;
    }

    private void checkRequest(Operation operation, WireExchange exchange, List<String> mismatches) {
        boolean accepted = exchange.status() < 300;
        Map<String, String> headers = caseInsensitive(exchange.requestHeaders());
        checkQuery(operation, exchange.query(), accepted, mismatches);
        if (!accepted) {
            return;
        }
        if (operation.authenticated()
                && !headers.getOrDefault("Authorization", "").regionMatches(true, 0, "Bearer ", 0, 7)) {
            mismatches.add("a request without a bearer credential was accepted");
        }
        if (operation.role() != null && !headers.getOrDefault("Cookie", "").contains("session=")) {
            mismatches.add("a request without a session's cookie was accepted");
        }
        checkFields("request header", operation.headers(), headers, mismatches);
        Located schema = operation.body();
        if (schema != null) {
            checkRequestBody(operation, schema, exchange.requestBody(), headers, mismatches);
        }
    }

    private void checkQuery(Operation operation, @Nullable String query, boolean accepted, List<String> mismatches) {
        Map<String, String> values = new TreeMap<>();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
            String value = parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
            if (!operation.query().containsKey(name)) {
                mismatches.add("query parameter " + name + " is not declared");
            } else if (values.put(name, value) != null && accepted) {
                mismatches.add("query parameter " + name + " was sent twice and accepted");
            }
        }
        if (accepted) {
            checkFields("query parameter", operation.query(), values, mismatches);
        }
    }

    private void checkRequestBody(
            Operation operation,
            Located schema,
            byte @Nullable [] body,
            Map<String, String> headers,
            List<String> mismatches) {
        // The service takes null, which some clients send for a body that they do not have, as none.
        if (body == null || new String(body, StandardCharsets.UTF_8).strip().matches("(null)?")) {
            if (operation.bodyRequired()) {
                mismatches.add("a request without its body was accepted");
            }
            return;
        }
        String type = headers.get("Content-Type");
        if (type != null && !JSON.matcher(type).matches()) {
            mismatches.add("a request body of type " + type + " was accepted");
        }
        checkBody("request body", schema, body, mismatches);
    }

    private void checkAnswer(WireExchange exchange, Answer answer, List<String> mismatches) {
        Map<String, String> headers = caseInsensitive(exchange.responseHeaders());
        checkFields("response header", answer.headers(), headers, mismatches);
        if (!answer.schema().exists()) {
            return;
        }
        if (!JSON.matcher(headers.getOrDefault("Content-Type", "")).matches()) {
            mismatches.add("Content-Type is " + headers.get("Content-Type") + ", not application/json");
        }
        if (exchange.method().equals("HEAD")) {
            if (exchange.responseBody().length > 0) {
                mismatches.add("the answer to HEAD has a body");
            }
            return;
        }
        Optional<JsonNode> body = parse("response body", exchange.responseBody(), mismatches);
        if (body.isEmpty()) {
            return;
        }
        String code = body.get().path("code").asString("");
        if (!answer.codes().isEmpty() && !answer.codes().contains(code)) {
            mismatches.add("code '" + code + "' is not one of " + answer.codes() + " at this status");
            return;
        }
        checkValue("response body", answer.schema(), body.get(), mismatches);
    }

    /// The document lists no OPTIONS: every path answers it with `Allow` and no body.
    private void checkOptions(WireExchange exchange, String path, List<String> mismatches) {
        Map<String, Field> headers =
                new TreeMap<>(requireNonNull(beforeRouting.get(405)).headers());
        headers.remove("Link");
        checkFields("response header", headers, caseInsensitive(exchange.responseHeaders()), mismatches);
        checkAllow(exchange, path, mismatches);
        if (exchange.responseBody().length > 0) {
            mismatches.add("the answer to OPTIONS has a body");
        }
    }

    private void checkAllow(WireExchange exchange, String path, List<String> mismatches) {
        String allow = caseInsensitive(exchange.responseHeaders()).getOrDefault("Allow", "");
        Set<String> methods = document.methods(path);
        if (methods.isEmpty() || methods.contains(exchange.method())) {
            mismatches.add(exchange.status() + " with Allow is for a path that has other methods");
        } else if (!Arrays.asList(allow.split(" *, *")).containsAll(methods)) {
            mismatches.add("Allow is '" + allow + "' and lacks some of " + methods);
        }
    }

    private void checkRefusal(
            WireExchange exchange, Optional<Operation> operation, String path, List<String> mismatches) {
        if (exchange.status() == 403
                && operation.isPresent()
                && operation.get().scope() != null
                && !exchange.method().equals("HEAD")) {
            String scope = operation.get().scope();
            parse("response body", exchange.responseBody(), new ArrayList<>())
                    .filter(body -> body.path("code").asString("").equals("missing_scope"))
                    .map(body -> body.path("required_scope").asString(""))
                    .filter(required -> !required.equals(scope) && !namesEvents(operation.get()))
                    .ifPresent(required -> mismatches.add("required_scope is " + required + ", not " + scope));
        }
        if (exchange.status() == 405) {
            checkAllow(exchange, path, mismatches);
        }
    }

    /// Whether it takes a subscription, for whose types an app can lack scopes of their own.
    private static boolean namesEvents(Operation operation) {
        return operation.path().startsWith("/webhook-endpoints");
    }

    private void checkFields(
            String kind, Map<String, Field> fields, Map<String, String> values, List<String> mismatches) {
        fields.forEach((name, field) -> {
            String value = values.get(name);
            if (value == null) {
                if (field.required()) {
                    mismatches.add(kind + " " + name + " is missing");
                }
                return;
            }
            checkValue(kind + " " + name, field.schema(), scalar(field, value), mismatches);
        });
    }

    private void checkBody(String kind, Located schema, byte[] body, List<String> mismatches) {
        parse(kind, body, mismatches).ifPresent(value -> checkValue(kind, schema, value, mismatches));
    }

    private void checkValue(String kind, Located schema, JsonNode value, List<String> mismatches) {
        document.schemas().mismatches(schema.pointer(), value).forEach(line -> mismatches.add(kind + " " + line));
    }

    private String relative(String path) {
        String base = document.basePath();
        return path.startsWith(base + "/") ? path.substring(base.length()) : path;
    }

    private static Optional<JsonNode> parse(String kind, byte[] body, List<String> mismatches) {
        try {
            JsonNode value = StrictJson.parse(body);
            if (!value.isMissingNode()) {
                return Optional.of(value);
            }
            mismatches.add(kind + " is empty");
        } catch (JacksonException e) {
            mismatches.add(kind + " is not JSON: " + e.getOriginalMessage());
        }
        return Optional.empty();
    }

    private static JsonNode scalar(Field field, String value) {
        return field.number() && NUMBER.matcher(value).matches()
                ? BigIntegerNode.valueOf(new BigInteger(value))
                : StringNode.valueOf(value);
    }

    private static Map<String, String> caseInsensitive(Map<String, String> headers) {
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        return sorted;
    }
}
