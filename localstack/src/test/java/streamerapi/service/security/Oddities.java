package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/// Values that nobody expects: of every type, at and beyond every bound, with characters that are illegal somewhere.
@NullMarked
final class Oddities {

    private static final List<String> JSON = List.of(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1",
            "1.5",
            "0.001",
            "1e400",
            "-1e-400",
            "1e99999",
            "1e300000000",
            "-1e300000000",
            "1e-300000000",
            "1e2147483000",
            "0e2147483000",
            "9".repeat(400),
            "99999999999999999999",
            "2147483648",
            "60",
            "500",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "[1,\"x\"]",
            "[\"*\"]",
            "[\"tts:read\"]",
            "[\"tip.created\"]",
            "{\"url\":null}",
            "{\"a\":{\"b\":[{}]}}",
            "{\"on_match\":\"hold\",\"replace\":[\"$$\",\"\"],\"block\":[\"a\\u0301\"]}",
            "{\"url\":\"https://youtu.be/7kQ2mZx9LpA\",\"start_time\":-1}",
            "\"\\ud83d\"",
            "\"\\udc00x\"",
            "\"\\u0000\"",
            "\"\\u202e\"",
            "[\"\\ud800\"]",
            "{\"\\ud800\":1}");

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "x",
            "deaths",
            "NovaFox",
            "*",
            "tts:read",
            "tip.created",
            "public",
            "confidential",
            "moderator",
            "owner",
            "alpha",
            "EUR",
            "XXX",
            "hold",
            "all",
            "true",
            "false",
            "null",
            "0",
            "-1",
            "60",
            "1e5",
            "1e300000000",
            "1e-300000000",
            "9".repeat(400),
            "2026-11-21T09:30:00.000Z",
            "2026-13-45T99:99:99Z",
            "-999999999-01-01T00:00:00Z",
            "http://127.0.0.1:9/hook",
            "http://localhost/^",
            "http://localhost:8123/%zz",
            "https://",
            "javascript:alert(1)",
            "https://youtu.be/7kQ2mZx9LpA",
            "com.example.app:/x",
            "<script>alert(1)</script>",
            "\"><img src=x>",
            "'; DROP TABLE x; --",
            "../../etc/passwd",
            "%00",
            "%",
            "\u0000",
            "\r\nX: y",
            "\u202ex",
            "\ufeff",
            "é".repeat(65),
            "a\u0301".repeat(200),
            "😀".repeat(500),
            "x".repeat(256),
            "x".repeat(2_100),
            "$".repeat(500),
            "code",
            "query",
            "S256",
            "authorization_code",
            "refresh_token",
            "a@example.com",
            "evt_01kaj5hvqk4c7y2m9r1x6t0n8z",
            "tip_1763693883123_0h5m8z4q2w9x7y3k",
            "wd_x",
            "confetti");

    /// Bodies that are no object, or that no parser likes.
    static final List<String> BROKEN = List.of(
            "",
            "{",
            "[]",
            "null",
            "\"x\"",
            "{\"a\":}",
            "{\"a\":1,\"a\":2}",
            "{\"a\":NaN}",
            "[".repeat(2_000),
            "{\"a\":" + "[".repeat(900) + "]".repeat(900) + "}",
            "\u0000");

    private final Random random;

    Oddities(Random random) {
        this.random = random;
    }

    /// The names of all fields and parameters that the API's document knows, and those of the pages.
    static List<String> fields() {
        TreeSet<String> names =
                new TreeSet<>(List.of("csrf_token", "decision", "client_secret", "state", "response_mode"));
        try (InputStream in = Objects.requireNonNull(Oddities.class.getResourceAsStream("/openapi.json"))) {
            collect(Json.read(in.readAllBytes()), names);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        names.removeIf(name -> !name.matches("[a-z_]{1,32}"));
        return List.copyOf(names);
    }

    private static void collect(@Nullable Object value, Set<String> names) {
        if (value instanceof List<?> list) {
            list.forEach(each -> collect(each, names));
        }
        if (value instanceof Map<?, ?> map) {
            if (map.get("properties") instanceof Map<?, ?> properties) {
                properties.keySet().forEach(name -> names.add(String.valueOf(name)));
            }
            if (map.get("in") instanceof String && map.get("name") instanceof String name) {
                names.add(name);
            }
            map.values().forEach(each -> collect(each, names));
        }
    }

    /// A JSON value.
    String json() {
        return random.nextBoolean() ? pick(JSON) : Json.writeText(pick(TEXTS));
    }

    /// A text as a path, a query or a form has it.
    String encoded() {
        return URLEncoder.encode(pick(TEXTS), StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// A body that is no object, or one that no parser likes.
    String broken() {
        return pick(BROKEN);
    }

    /// A value of `Idempotency-Key`, the same again often.
    String key() {
        return random.nextInt(5) == 0 ? "k".repeat(256) : "key" + random.nextInt(20);
    }

    /// The first seldom, else the second.
    String seldom(String seldom, String mostly) {
        return random.nextInt(12) == 0 ? seldom : mostly;
    }

    /// A body's bytes; seldom too many, or none that are UTF-8.
    byte[] bytes(String body) {
        return switch (random.nextInt(60)) {
            case 0 -> "x".repeat(66_000).getBytes(StandardCharsets.UTF_8);
            case 1 -> new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'};
            default -> body.getBytes(StandardCharsets.UTF_8);
        };
    }

    private String pick(List<String> values) {
        return Objects.requireNonNull(values.get(random.nextInt(values.size())));
    }
}
