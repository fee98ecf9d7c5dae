package streamerapi.localstack.sockets;

/// What API Gateway's management API can do about one connection instead of its work.
public enum SocketFault {
    /// It takes a request and does not answer it for half a minute.
    SILENT,
    /// It answers 403.
    FORBIDDEN,
    /// It answers 429.
    THROTTLED
}
