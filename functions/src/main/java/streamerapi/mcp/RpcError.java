package streamerapi.mcp;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/// A message that cannot be answered as it is: a JSON-RPC error (JSON-RPC 2.0, 5.1).
final class RpcError extends RuntimeException {

    private final RpcCode code;
    private final int status;
    private final transient Map<String, @Nullable Object> data = new LinkedHashMap<>();

    private RpcError(RpcCode code, int status, String message) {
        super(message, null, false, false);
        this.code = code;
        this.status = status;
    }

    /// An error with the status that usually goes with its code.
    static RpcError of(RpcCode code, String message) {
        return new RpcError(code, code.status(), message);
    }

    /// This error with another HTTP status.
    RpcError withStatus(int other) {
        RpcError error = new RpcError(code, other, message());
        error.data.putAll(data);
        return error;
    }

    /// Adds a value to `data`.
    RpcError with(String name, @Nullable Object value) {
        data.put(name, value);
        return this;
    }

    RpcCode code() {
        return code;
    }

    /// The HTTP status.
    int status() {
        return status;
    }

    String message() {
        return String.valueOf(getMessage());
    }

    /// The further fields of the error; empty if there are none.
    Map<String, @Nullable Object> data() {
        return data;
    }
}
