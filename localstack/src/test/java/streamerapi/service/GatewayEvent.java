package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// A request as API Gateway hands it to a function (payload format 2.0), for what cannot be sent over HTTP from here:
/// an address of one's own, a body in Base64.
///
/// @param path with `/v1`, and its query
/// @param credential what the bearer header carries, or null for no header
/// @param address where the request comes from
record GatewayEvent(
        String method,
        String path,
        @Nullable String credential,
        String address,
        @Nullable String base64Body) {

    static GatewayEvent get(String path, @Nullable String credential, String address) {
        return new GatewayEvent("GET", path, credential, address, null);
    }

    byte[] json() {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        headers.put("content-type", "application/json");
        if (credential != null) {
            headers.put("authorization", "Bearer " + credential);
        }
        Map<String, @Nullable Object> http = new LinkedHashMap<>();
        http.put("method", method);
        http.put("path", path);
        http.put("sourceIp", address);
        Map<String, @Nullable Object> context = new LinkedHashMap<>();
        context.put("http", http);
        context.put("requestId", UUID.randomUUID().toString());
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("version", "2.0");
        int question = path.indexOf('?');
        event.put("rawPath", question < 0 ? path : path.substring(0, question));
        event.put("rawQueryString", question < 0 ? "" : path.substring(question + 1));
        event.put("headers", headers);
        event.put("requestContext", context);
        event.put("body", base64Body);
        event.put("isBase64Encoded", base64Body != null);
        return Json.write(event);
    }
}
