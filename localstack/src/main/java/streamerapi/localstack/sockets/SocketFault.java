package streamerapi.localstack.sockets;

/// A fault of API Gateway's management API for one connection.
public enum SocketFault {
    /// It takes a request and does not answer it for half a minute.
    SILENT,
    /// It answers 403.
    FORBIDDEN,
    /// It answers 429.
    THROTTLED
}
