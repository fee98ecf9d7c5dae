package streamerapi.localstack.standins;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A request to a stand-in.
///
/// @param url    the stand-in's own address, as the caller named it: `http://localhost:3000/stand-ins/twitch`
/// @param path   without that address: `/helix/users`
/// @param form   the fields of a form, of the body or, as the platforms allow, of the address
public record StandInCall(
        String method, String url, String path, Fields query, Fields form, HttpFields headers, String body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// @param standIn the path of the stand-in: `/stand-ins/twitch`
    public static StandInCall of(Request request, String standIn, String path) throws IOException {
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
                "http://" + request.getHeaders().get(HttpHeader.HOST) + standIn,
                path,
                query,
                form,
                request.getHeaders().asImmutable(),
                body);
    }

    /// The method and path, as routes are named: `POST /oauth2/token`.
    public String route() {
        return method + " " + path;
    }

    /// A field of the form, or an empty text.
    public String field(String name) {
        return Optional.ofNullable(form.getValue(name)).orElse("");
    }

    /// A parameter of the address, or an empty text.
    public String parameter(String name) {
        return Optional.ofNullable(query.getValue(name)).orElse("");
    }

    /// All values of a parameter of the address.
    public List<String> parameters(String name) {
        return Optional.ofNullable(query.getValues(name)).orElse(List.of());
    }

    /// A header, or an empty text.
    public String header(String name) {
        return Optional.ofNullable(headers.get(name)).orElse("");
    }

    /// The token after a scheme such as `Bearer`, or an empty text.
    public String token(String scheme) {
        String header = header("Authorization");
        boolean has = header.regionMatches(true, 0, scheme + " ", 0, scheme.length() + 1);
        return has ? header.substring(scheme.length() + 1).strip() : "";
    }

    /// The body as a JSON object; none if it is no such thing.
    public Optional<ObjectNode> json() {
        try {
            JsonNode read = JSON.readTree(body);
            return read instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
