package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.Map;

/// A client's JSON-RPC 2.0 message: a request, or a notification if it has no id.
///
/// @param id a text or a whole number; null for a notification
/// @param method what is asked for
/// @param params its parameters, by name
record RpcMessage(@Nullable Object id, String method, Map<String, @Nullable Object> params) {

    private static final String ID = "id";

    /// The message of a body.
    ///
    /// @throws RpcError `PARSE_ERROR`, or `INVALID_REQUEST` for what is no single request or notification
    static RpcMessage of(byte[] body) {
        Map<String, @Nullable Object> object = object(body);
        if (object.containsKey(ID) && !isId(object.get(ID))) {
            throw invalid("id must be a string or an integer; a notification has none");
        }
        if (!"2.0".equals(object.get("jsonrpc"))) {
            throw invalid("jsonrpc must be \"2.0\"");
        }
        if (!(object.get("method") instanceof String method)) {
            throw invalid(
                    object.containsKey("result") || object.containsKey("error")
                            ? "The server asks for nothing, so it takes no responses"
                            : "method must be a string");
        }
        Object params = object.get("params");
        if (params != null && !(params instanceof Map<?, ?>)) {
            throw invalid("params must be an object");
        }
        return new RpcMessage(object.get(ID), method, params == null ? Map.of() : Json.asObject(params));
    }

    /// The id of a body that may be no message at all, so that an error can name it; null if it has none.
    static @Nullable Object idOf(byte[] body) {
        try {
            Object id = object(body).get(ID);
            return isId(id) ? id : null;
        } catch (RpcError none) {
            return null;
        }
    }

    boolean isNotification() {
        return id == null;
    }

    /// A value of the request's metadata; null if it has none of the name.
    @Nullable
    Object meta(String name) {
        return params.get("_meta") instanceof Map<?, ?> meta ? meta.get(name) : null;
    }

    /// A parameter that must be a text.
    ///
    /// @throws RpcError `INVALID_PARAMS`
    String text(String name) {
        if (params.get(name) instanceof String text) {
            return text;
        }
        throw RpcError.of(RpcCode.INVALID_PARAMS, name + " must be a string");
    }

    /// A parameter that may be an object; empty if it was not sent.
    ///
    /// @throws RpcError `INVALID_PARAMS`
    Map<String, @Nullable Object> object(String name) {
        Object value = params.get(name);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw RpcError.of(RpcCode.INVALID_PARAMS, name + " must be an object");
        }
        return value == null ? Map.of() : Json.asObject(value);
    }

    private static Map<String, @Nullable Object> object(byte[] body) {
        Object value;
        try {
            value = Json.read(body);
        } catch (Json.Malformed e) {
            throw RpcError.of(RpcCode.PARSE_ERROR, "The body is not JSON: " + e.getMessage());
        }
        if (value instanceof Map<?, ?>) {
            return Json.asObject(value);
        }
        throw invalid("The body must be one JSON-RPC message: send those of a batch one by one");
    }

    private static boolean isId(@Nullable Object id) {
        return id instanceof String
                || (id instanceof BigDecimal number
                        && number.stripTrailingZeros().scale() <= 0);
    }

    private static RpcError invalid(String message) {
        return RpcError.of(RpcCode.INVALID_REQUEST, message);
    }
}
