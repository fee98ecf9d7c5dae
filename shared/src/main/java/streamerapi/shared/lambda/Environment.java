package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.Map;

/// What a function is given by the place it runs in: its variables, as template.yaml sets them, and the time.
///
/// On AWS both are the process's own; the local stack runs many functions in one JVM and gives each its own variables.
public record Environment(Map<String, String> variables, InstantSource clock) {

    /// The environment of this process.
    public static Environment ofProcess() {
        return new Environment(System.getenv(), InstantSource.system());
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

    /// The value of a variable, or null where it is not set.
    public @Nullable String optional(String name) {
        return variables.get(name);
    }

    /// The value of a variable, or `fallback` where it is not set.
    public String orElse(String name, String fallback) {
        return variables.getOrDefault(name, fallback);
    }
}
