package streamerapi.shared.aws;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/// The operations of an AWS service in its JSON protocol. One that meets something that passes (a service that fails or
/// takes no more, a connection that breaks, an answer that is late or not whole) is tried again, with the very bytes
/// of the first try, so that a token in them tells the service that it is the same.
public final class AwsOperations {

    private final AwsService service;
    private final AwsTransport transport;

    public AwsOperations(AwsService service, AwsTransport transport) {
        this.service = service;
        this.transport = transport;
    }

    /// The answer to an operation.
    ///
    /// @param operation as AWS names it: `GetItem`
    /// @param body the operation's fields as JSON
    /// @param reader reads the answer's JSON
    /// @throws AwsRefusal if the service refuses it
    /// @throws ServiceUnreachable if the service does not answer
    public <T extends @Nullable Object> T call(String operation, byte[] body, Function<byte[], T> reader) {
        for (int tried = 1; ; tried++) {
            try {
                AwsAnswer answer = transport.once(operation, body);
                if (answer.isGood()) {
                    return read(answer, reader);
                }
                AwsRefusal refusal = new AwsRefusal(service, operation, answer);
                if (tried == Backoff.TRIES || !refusal.isPassing()) {
                    throw refusal;
                }
                Backoff.pause(refusal.isThrottling() ? Backoff.afterThrottling(tried) : Backoff.afterFailure(tried));
            } catch (IOException e) {
                if (tried == Backoff.TRIES) {
                    throw new ServiceUnreachable(
                            service.host() + " does not answer " + operation + ": " + e.getMessage(), e);
                }
                Backoff.pause(Backoff.afterFailure(tried));
            }
        }
    }

    private static <T extends @Nullable Object> T read(AwsAnswer answer, Function<byte[], T> reader)
            throws IOException {
        try {
            return reader.apply(answer.body());
        } catch (Json.Malformed e) {
            throw new IOException("the answer is not whole: " + e.getMessage(), e);
        }
    }

    /// The fields of the answer to an operation.
    ///
    /// @throws AwsRefusal if the service refuses it
    /// @throws ServiceUnreachable if the service does not answer
    public Map<String, @Nullable Object> call(String operation, Map<String, ?> fields) {
        return call(operation, Json.write(fields), Json::readObject);
    }
}
