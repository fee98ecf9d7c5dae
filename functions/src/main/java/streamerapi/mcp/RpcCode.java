package streamerapi.mcp;

/// The codes of JSON-RPC errors: those of JSON-RPC 2.0 (5.1) and those that the protocol adds.
enum RpcCode {
    PARSE_ERROR(-32700, 400),
    INVALID_REQUEST(-32600, 400),
    METHOD_NOT_FOUND(-32601, 404),
    /// Answered with 200 unless the request's metadata is at fault: a client takes 400 for a fault of the transport.
    INVALID_PARAMS(-32602, 200),
    INTERNAL_ERROR(-32603, 500),
    HEADER_MISMATCH(-32020, 400),
    UNSUPPORTED_PROTOCOL_VERSION(-32022, 400);

    private final int number;
    private final int status;

    RpcCode(int number, int status) {
        this.number = number;
        this.status = status;
    }

    /// The code as it stands in an error.
    int number() {
        return number;
    }

    /// The HTTP status that goes with it.
    int status() {
        return status;
    }
}
