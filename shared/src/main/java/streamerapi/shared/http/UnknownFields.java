package streamerapi.shared.http;

import streamerapi.shared.schema.Body;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Fields of a body that no handler asked for: most often a misspelled name.
final class UnknownFields {

    /// How many of a request's are named.
    static final int MAX_NAMED = 5;

    /// The name of the header.
    static final String HEADER = "Warning";

    private static final int MAX_SHOWN = 64;
    private static final Pattern NOT_IN_HEADERS = Pattern.compile("[^ !#-\\[\\]-~]");

    private UnknownFields() {}

    /// The unknown fields of a request whose body was read. A page's form has none: some of its fields are for the
    /// browser, as the user's name beside a password is.
    static List<String> of(Request request) {
        Body body = request.bodyIfRead();
        return body == null || request.isOfPage() ? List.of() : body.unknown();
    }

    /// The answer, with a `Warning` header that names them to their sender. A warning that is not of a cache has the
    /// code 299 (RFC 7234, 5.5).
    static Response warning(Request request, Response response) {
        List<String> unknown = of(request);
        if (unknown.isEmpty()) {
            return response;
        }
        String names = unknown.stream()
                .limit(MAX_NAMED)
                .map(name -> NOT_IN_HEADERS.matcher(shown(name)).replaceAll("?"))
                .collect(Collectors.joining(", "));
        return response.with(HEADER, "299 - \"unknown fields were ignored: " + names + "\"");
    }

    /// A field's name as an event can carry it: its first 64 characters, in which half of a character is a `?`.
    static String shown(String field) {
        int length = Math.min(MAX_SHOWN, field.codePointCount(0, field.length()));
        String beginning = field.substring(0, field.offsetByCodePoints(0, length));
        return new String(beginning.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
