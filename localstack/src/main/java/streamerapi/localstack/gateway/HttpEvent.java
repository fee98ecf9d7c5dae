package streamerapi.localstack.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A request as payload format 2.0 of API Gateway's HTTP API has it.
///
/// As there, `rawPath` and path parameters are percent-decoded and `rawQueryString` is not, header names are in lower
/// case with several values joined by commas, cookies stand apart, and a body that is not text is Base64.
final class HttpEvent {
    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter COMMON_LOG =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Request request;
    private final HttpRoutes.Match match;
    private final String requestId;
    private final Instant now;

    HttpEvent(Request request, HttpRoutes.Match match, String requestId, Instant now) {
        this.request = request;
        this.match = match;
        this.requestId = requestId;
        this.now = now;
    }

    byte[] toJson(ByteBuffer body) throws IOException {
        String rawPath = decode(request.getHttpURI().getPath());
        String query = request.getHttpURI().getQuery() == null
                ? ""
                : request.getHttpURI().getQuery();
        var headers = new LinkedHashMap<String, String>();
        var cookies = new ArrayList<String>();
        for (HttpField field : request.getHeaders()) {
            String value = field.getValue() == null ? "" : field.getValue();
            if (field.is("Cookie")) {
                cookies.addAll(List.of(value.split("; *")));
            } else {
                headers.merge(field.getLowerCaseName(), value, (one, other) -> one + "," + other);
            }
        }
        String sourceIp = Request.getRemoteAddr(request);
        headers.merge("x-forwarded-for", sourceIp, (one, other) -> one + ", " + other);
        headers.put("x-forwarded-port", Integer.toString(Request.getLocalPort(request)));
        headers.put("x-forwarded-proto", "http");

        var bytes = new ByteArrayOutputStream(2048 + body.remaining());
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("version", "2.0");
            json.writeStringField("routeKey", match.route().key());
            json.writeStringField("rawPath", rawPath);
            json.writeStringField("rawQueryString", query);
            if (!cookies.isEmpty()) {
                json.writeArrayFieldStart("cookies");
                for (String cookie : cookies) {
                    json.writeString(cookie);
                }
                json.writeEndArray();
            }
            write(json, "headers", headers);
            if (!query.isEmpty()) {
                write(json, "queryStringParameters", parameters(query));
            }
            if (!match.parameters().isEmpty()) {
                write(json, "pathParameters", match.parameters());
            }
            writeContext(json, rawPath, sourceIp, headers);
            writeBody(json, body, headers.getOrDefault("content-type", ""));
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /// Percent-decodes a path, in which a plus is a plus.
    static String decode(String path) {
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return path;
        }
    }

    /// The query's parameters, decoded, the values of one name joined by commas.
    static Map<String, String> parameters(String query) {
        var parameters = new LinkedHashMap<String, String>();
        for (String pair : query.split("&")) {
            String[] parts = pair.split("=", 2);
            String value = parts.length == 1 ? "" : decode(parts[1].replace("+", "%20"));
            parameters.merge(decode(parts[0].replace("+", "%20")), value, (one, other) -> one + "," + other);
        }
        parameters.remove("");
        return parameters;
    }

    private void writeContext(JsonGenerator json, String path, String sourceIp, Map<String, String> headers)
            throws IOException {
        String host = headers.getOrDefault("host", "localhost");
        String domain = host.replaceFirst(":\\d+$", "");
        json.writeObjectFieldStart("requestContext");
        json.writeStringField("accountId", "000000000000");
        json.writeStringField("apiId", "httpapi");
        json.writeStringField("domainName", domain);
        json.writeStringField("domainPrefix", domain.replaceFirst("\\..*", ""));
        json.writeObjectFieldStart("http");
        json.writeStringField("method", request.getMethod());
        json.writeStringField("path", path);
        json.writeStringField("protocol", request.getConnectionMetaData().getProtocol());
        json.writeStringField("sourceIp", sourceIp);
        json.writeStringField("userAgent", headers.getOrDefault("user-agent", ""));
        json.writeEndObject();
        json.writeStringField("requestId", requestId);
        json.writeStringField("routeKey", match.route().key());
        json.writeStringField("stage", "$default");
        json.writeStringField("time", COMMON_LOG.format(now));
        json.writeNumberField("timeEpoch", now.toEpochMilli());
        json.writeEndObject();
    }

    private static void writeBody(JsonGenerator json, ByteBuffer body, String contentType) throws IOException {
        boolean base64 = false;
        if (body.hasRemaining()) {
            json.writeFieldName("body");
            String text = isText(contentType) ? utf8(body) : "";
            base64 = text.isEmpty();
            if (base64) {
                json.writeBinary(body.array(), body.arrayOffset() + body.position(), body.remaining());
            } else {
                json.writeString(text);
            }
        }
        json.writeBooleanField("isBase64Encoded", base64);
    }

    private static boolean isText(String contentType) {
        String type = contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.equals("application/xml")
                || type.equals("application/javascript")
                || type.endsWith("+json")
                || type.endsWith("+xml");
    }

    /// The text, or an empty one if the bytes are no UTF-8.
    private static String utf8(ByteBuffer body) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(body.duplicate()).toString();
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    private static void write(JsonGenerator json, String name, Map<String, String> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (var entry : values.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }
}
