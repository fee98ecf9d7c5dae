package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// An account in which one text stands in every field that takes it: the requests and their fields come from the
/// OpenAPI document. A field that refuses the text has the document's example.
@NullMarked
final class Filling {

    private static final String LONE_SURROGATE = "\ue000";
    private static final int MAX_TRIES = 40;
    private static final Map<String, @Nullable Object> DOCUMENT = document();

    /// Requests that end the session, need a secret that a text is not, or take a text as a password alone.
    private static final Set<String> LEFT_OUT = Set.of(
            "/dashboard/api/sign-in",
            "/dashboard/api/password",
            "/dashboard/api/team",
            "/realtime/token",
            "/oauth/token",
            "/oauth/revoke");

    /// The fields that filling one account has found, so that the next is filled with fewer requests.
    static final class Known {
        private final Map<String, Set<String>> refused = new HashMap<>();
        private final Map<String, Set<String>> left = new HashMap<>();
        private final Set<String> useless = new HashSet<>();
    }

    private final Known known;
    private final Account account;
    private final String text;
    private final boolean learns;
    private String url = "";
    private final ApiClient api;
    private final ApiClient dashboard;
    private final List<String> taken = new ArrayList<>();

    /// @param known what was learned with a harmless text; it learns more if it knows nothing
    Filling(Known known, Account account, String text) {
        this.learns = known.refused.isEmpty();
        this.known = known;
        this.account = account;
        this.api = account.api().withoutValidation();
        this.dashboard = account.dashboard().withoutValidation();
        this.text = text;
    }

    /// Sends every request that makes something, then the settings, and a tip that is held by them.
    ///
    /// @return the fields that took the text
    List<String> fill() {
        happenings();
        Json.asObject(DOCUMENT.get("paths"))
                .forEach((path, methods) -> Json.asObject(methods).forEach((method, operation) -> {
                    if (method.equals("post") && !path.contains("{") && !LEFT_OUT.contains(path) && !isTwice(path)) {
                        send(method, path, Json.asObject(operation), Set.of());
                    }
                }));
        operation("put", "/counters/{name}", "/counters/deaths", Set.of());
        operation("patch", "/dashboard/api/account", "/dashboard/api/account", Set.of());
        operation("patch", "/dashboard/api/settings", "/dashboard/api/settings", Set.of("moderation"));
        operation("post", "/tips", "/tips", Set.of("external_ref"));
        return taken;
    }

    private void operation(String method, String template, String path, Set<String> without) {
        Map<String, @Nullable Object> methods =
                Json.asObject(Json.asObject(DOCUMENT.get("paths")).get(template));
        send(method, path, Json.asObject(methods.get(method)), without);
    }

    private void send(String method, String path, Map<String, @Nullable Object> operation, Set<String> without) {
        Object schema = at(operation, "requestBody", "content", "application/json", "schema");
        if (schema == null) {
            return;
        }
        url = path.startsWith("/webhook") ? "http://127.0.0.1:9/hook" : StandInVideoSites.PLAYABLE;
        if (known.useless.contains(path)) {
            return;
        }
        Set<String> refused = new HashSet<>(known.refused.getOrDefault(path, Set.of()));
        Set<String> left = new HashSet<>(known.left.getOrDefault(path, without));
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            List<String> sent = new ArrayList<>();
            Map<String, @Nullable Object> body =
                    new LinkedHashMap<>(Json.asObject(body(Json.asObject(schema), "", refused, sent)));
            body.keySet().removeAll(left);
            Answer answer = client(path).send(method.toUpperCase(Locale.ROOT), path, bytes(body));
            if (answer.status() != 400) {
                if (answer.status() >= 500) {
                    throw new AssertionError(method + " " + path + " " + body + " -> " + answer.text());
                }
                if (learns) {
                    known.refused.put(path, Set.copyOf(refused));
                    known.left.put(path, Set.copyOf(left));
                    if (sent.isEmpty()) {
                        known.useless.add(path);
                    }
                }
                if (answer.status() < 300) {
                    sent.stream()
                            .filter(field -> !left.contains(top(field)))
                            .forEach(field -> taken.add(path + " " + field));
                }
                return;
            }
            String field = plain(String.valueOf(answer.at("field")));
            if (!refused.add(field) && !left.add(top(field))) {
                return;
            }
        }
        throw new AssertionError(path + " refuses again and again");
    }

    private ApiClient client(String path) {
        return path.startsWith("/dashboard") ? dashboard : api;
    }

    /// Whether people have the same endpoint below the dashboard's API.
    private static boolean isTwice(String path) {
        return at(DOCUMENT, "paths", "/dashboard/api" + path, "post") != null;
    }

    private static byte[] bytes(Map<String, @Nullable Object> body) {
        return Json.writeText(body).replace(LONE_SURROGATE, "\\ud83d").getBytes(StandardCharsets.UTF_8);
    }

    /// Sends connectors' messages about viewers, each with the text if a platform has a text of theirs.
    private void happenings() {
        Map<String, Object> who = Map.of("user_id", "1", "user_login", "ada", "user_name", text, "message", text);
        happened("alpha", "viewer.signed_in", Map.of("platform_user_id", "1", "login", text, "display_name", text));
        happened("alpha", "follow", who);
        happened("alpha", "cheer", with(who, Map.of("bits", 5)));
        happened("alpha", "raid", with(who, Map.of("viewers", 5)));
        happened("alpha", "resub", with(who, Map.of("tier", 1, "months", 3, "sub_message", text)));
        happened("beta", "paid_gift", with(who, Map.of("amount", 1, "gift_name", text, "note", text)));
        happened("alpha", "bot.connected", Map.of("channel", text, "login", text, "display_name", text));
        happened(
                "card_processor",
                "payment.captured",
                Map.of("payment_id", "p1", "name", text, "amount", 5, "currency", "USD", "message", text));
        happened(
                "card_processor",
                "payment.held",
                Map.of("payment_id", "p2", "name", text, "amount", 5, "currency", "USD", "message", text));
    }

    private void happened(String source, String type, Map<String, ?> data) {
        byte[] body = bytes(account.connector(source).message(type + source, type, data));
        Answer answer = account.connector(source)
                .post(
                        body,
                        account.connector(source)
                                .signature(body, account.service().clock().instant()));
        if (answer.status() == 202) {
            taken.add(type);
        } else {
            answer.expect(400);
            account.connector(source).send(type, harmless(data));
        }
    }

    private Map<String, Object> harmless(Map<String, ?> data) {
        Map<String, Object> harmless = new LinkedHashMap<>();
        data.forEach((name, value) -> harmless.put(name, value.equals(text) ? "Ada" : value));
        return harmless;
    }

    private static Map<String, Object> with(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> both = new LinkedHashMap<>(one);
        both.putAll(other);
        return both;
    }

    private @Nullable Object body(
            Map<String, @Nullable Object> declared, String place, Set<String> refused, List<String> sent) {
        Map<String, @Nullable Object> schema = resolved(declared);
        Object type = schema.get("type");
        Object example = schema.get("examples") instanceof List<?> examples ? examples.getFirst() : null;
        if (schema.get("enum") instanceof List<?> values) {
            return example == null ? values.getFirst() : example;
        }
        if (isOf(type, "object") && schema.get("properties") instanceof Map<?, ?> properties) {
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            properties.forEach((name, of) -> body.put(
                    String.valueOf(name),
                    body(Json.asObject(of), place.isEmpty() ? name.toString() : place + "." + name, refused, sent)));
            return body;
        }
        if (isOf(type, "array")) {
            return List.of(Objects.requireNonNull(body(Json.asObject(schema.get("items")), place, refused, sent)));
        }
        if (isOf(type, "string") && !schema.containsKey("format") && !isRefused(place, refused)) {
            sent.add(place);
            return text;
        }
        if (place.endsWith("url") && !place.startsWith("alerts")) {
            return url;
        }
        return example != null ? example : isOf(type, "string") ? "Ada" : isOf(type, "boolean") ? true : 1;
    }

    private static boolean isOf(@Nullable Object type, String wanted) {
        return wanted.equals(type) || (type instanceof List<?> types && types.contains(wanted));
    }

    private static boolean isRefused(String place, Set<String> refused) {
        return refused.stream().anyMatch(field -> place.equals(field) || field.startsWith(place + "."));
    }

    private static String top(String field) {
        return field.split("\\.", 2)[0];
    }

    private static String plain(String field) {
        return field.replaceAll("\\[?\\.?\\d+]?", "");
    }

    private static Map<String, @Nullable Object> resolved(Map<String, @Nullable Object> schema) {
        if (schema.get("$ref") instanceof String ref) {
            String name = ref.substring(ref.lastIndexOf('/') + 1);
            return resolved(Json.asObject(Objects.requireNonNull(at(DOCUMENT, "components", "schemas", name))));
        }
        for (String choice : List.of("anyOf", "oneOf", "allOf")) {
            if (schema.get(choice) instanceof List<?> choices) {
                return resolved(Json.asObject(choices.getFirst()));
            }
        }
        return schema;
    }

    private static @Nullable Object at(Map<String, @Nullable Object> from, String... path) {
        Object value = from;
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }

    private static Map<String, @Nullable Object> document() {
        try (InputStream in = Objects.requireNonNull(Filling.class.getResourceAsStream("/openapi.json"))) {
            return Json.asObject(Json.read(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
