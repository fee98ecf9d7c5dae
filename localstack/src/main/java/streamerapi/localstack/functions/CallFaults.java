package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;

/// Decides which calls to AWS go wrong.
@FunctionalInterface
public interface CallFaults {

    /// No call goes wrong.
    CallFaults NONE = (function, service, operation) -> null;

    /// Chooses the fault of a call, or null for none. Asked before each attempt of a call.
    ///
    /// @param function  the logical id of the function that calls
    /// @param service   `dynamodb`, `sqs`, `execute-api` and so on
    /// @param operation for example `PutItem`, or the method of a service that has no named operations
    @Nullable
    CallFault next(String function, String service, String operation);
}
