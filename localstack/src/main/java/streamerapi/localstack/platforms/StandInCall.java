package streamerapi.localstack.platforms;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A request to a stand-in.
///
/// @param path  without the stand-in's own address: `/helix/users`
/// @param form  the fields of a form, of the body or, as both platforms allow, of the address
record StandInCall(
        String method,
        String path,
        Fields query,
        Fields form,
        @Nullable String authorization,
        @Nullable String clientId,
        String body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static StandInCall of(Request request, String path) throws IOException {
        String body;
        try (InputStream stream = Content.Source.asInputStream(request)) {
            body = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        Fields query = Request.extractQueryParameters(request);
        Fields form = new Fields(true);
        query.forEach(field -> field.getValues().forEach(value -> form.add(field.getName(), value)));
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type != null && type.startsWith("application/x-www-form-urlencoded")) {
            UrlEncoded.decodeTo(body, form::add, StandardCharsets.UTF_8);
        }
        return new StandInCall(
                request.getMethod(),
                path,
                query,
                form,
                request.getHeaders().get(HttpHeader.AUTHORIZATION),
                request.getHeaders().get("Client-Id"),
                body);
    }

    /// The method and path, as routes are named: `POST /oauth2/token`.
    String route() {
        return method + " " + path;
    }

    /// A field of the form, or an empty text.
    String field(String name) {
        return Optional.ofNullable(form.getValue(name)).orElse("");
    }

    /// A parameter of the address, or an empty text.
    String parameter(String name) {
        return Optional.ofNullable(query.getValue(name)).orElse("");
    }

    /// All values of a parameter of the address.
    List<String> parameters(String name) {
        return Optional.ofNullable(query.getValues(name)).orElse(List.of());
    }

    /// The token after a scheme such as `Bearer`, or an empty text.
    String token(String scheme) {
        String header = authorization == null ? "" : authorization;
        boolean has = header.regionMatches(true, 0, scheme + " ", 0, scheme.length() + 1);
        return has ? header.substring(scheme.length() + 1).strip() : "";
    }

    /// The body as a JSON object; none if it is no such thing.
    Optional<ObjectNode> json() {
        try {
            JsonNode read = JSON.readTree(body);
            return read instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
