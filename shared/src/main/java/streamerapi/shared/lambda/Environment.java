package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;

import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/// The environment of a function: its variables, as template.yaml sets them, the time, and the way to AWS.
///
/// On AWS all are the process's own; the local stack runs many functions in one JVM and gives each its own variables.
///
/// @param http makes the HTTP client that AWS is called with
public record Environment(Map<String, String> variables, InstantSource clock, Supplier<SdkHttpClient> http) {

    private static final String INITIALIZATION = "AWS_LAMBDA_INITIALIZATION_TYPE";

    /// An environment that calls AWS over the network.
    public Environment(Map<String, String> variables, InstantSource clock) {
        this(variables, clock, Clients::network);
    }

    /// The environment of this process.
    public static Environment ofProcess() {
        return new Environment(System.getenv(), InstantSource.system());
    }

    /// Whether this process will be copied into a snapshot, and every request be answered by a copy (Lambda SnapStart).
    public boolean isSnapshotted() {
        return "snap-start".equals(variables.get(INITIALIZATION));
    }

    /// The value of a variable that must be set.
    ///
    /// @throws IllegalStateException naming the variable that is missing
    public String required(String name) {
        String value = variables.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalStateException("Environment variable " + name + " is not set");
        }
        return value;
    }

    /// The value of a variable, or null if it is not set.
    public @Nullable String optional(String name) {
        return variables.get(name);
    }

    /// The value of a variable, or `fallback` if it is not set.
    public String orElse(String name, String fallback) {
        return variables.getOrDefault(name, fallback);
    }

    /// The machine's own time, by which requests to AWS are signed, because AWS compares it with its own.
    static InstantSource signingClock() {
        return InstantSource.system();
    }
}
