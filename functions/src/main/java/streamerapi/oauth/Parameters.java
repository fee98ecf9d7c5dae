package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.json.Json;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The parameters of an OAuth request, from a query, a form or a JSON object.
///
/// One without a value counts as not sent, an unknown one is ignored, and one that was sent twice is refused
/// (RFC 6749, 3.1 and 3.2).
final class Parameters {

    /// Names that a description can repeat: the request can hold any.
    private static final Pattern SHOWN = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> twice = new LinkedHashSet<>();

    private Parameters() {}

    /// The parameters of a text in `application/x-www-form-urlencoded`.
    ///
    /// @throws OAuthError `invalid_request` if a percent sign is followed by what is no number
    static Parameters ofForm(String text) {
        Parameters parameters = new Parameters();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.add(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    /// The parameters of a JSON object of texts.
    ///
    /// @throws OAuthError `invalid_request` if it is something else
    static Parameters ofJson(byte[] text) {
        Parameters parameters = new Parameters();
        try {
            Json.readObject(text).forEach((name, value) -> {
                if (value != null && !(value instanceof String)) {
                    throw OAuthError.of(Code.INVALID_REQUEST, "Every parameter must be a string");
                }
                parameters.add(name, value == null ? "" : (String) value);
            });
        } catch (Json.Malformed e) {
            throw OAuthError.of(Code.INVALID_REQUEST, "The body is not a JSON object");
        }
        return parameters;
    }

    /// A form-encoded text, decoded.
    ///
    /// @throws OAuthError `invalid_request`
    static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw OAuthError.of(Code.INVALID_REQUEST, "A parameter is not form-encoded");
        }
    }

    /// A parameter, or null if it was not sent.
    ///
    /// @throws OAuthError `invalid_request` if it was sent twice
    @Nullable
    String optional(String name) {
        if (twice.contains(name)) {
            String shown = SHOWN.matcher(name).matches() ? name : "A parameter";
            throw OAuthError.of(Code.INVALID_REQUEST, shown + " was sent more than once");
        }
        return values.get(name);
    }

    /// A parameter that must be sent.
    ///
    /// @throws OAuthError `invalid_request`
    String required(String name) {
        String value = optional(name);
        if (value == null) {
            throw OAuthError.of(Code.INVALID_REQUEST, name + " is missing");
        }
        return value;
    }

    /// @throws OAuthError `invalid_request` if any parameter was sent twice
    void refuseRepetition() {
        twice.forEach(this::optional);
    }

    /// All that were sent once, in their order.
    Map<String, String> all() {
        return values;
    }

    private void add(String name, String value) {
        if (value.isEmpty()) {
            return;
        }
        if (values.putIfAbsent(name, value) != null) {
            twice.add(name);
        }
    }
}
