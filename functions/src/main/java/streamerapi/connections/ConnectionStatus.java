package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// How a connection stands, and why.
public sealed interface ConnectionStatus {

    /// All that can be checked is right.
    record Connected() implements ConnectionStatus {}

    /// It works in part.
    record Degraded(Defect defect) implements ConnectionStatus {}

    /// Nothing works until the streamer acts.
    ///
    /// @param ending null if the streamer never connected it, or disconnected it
    record Disconnected(@Nullable Ending ending) implements ConnectionStatus {}

    /// Why a connection works in part.
    enum Defect implements Labelled {
        SUBSCRIPTION_MISSING,
        MISSING_SCOPE,
        WEBHOOK_MISSING,
        PAYMENTS_REFUSED,
        UNREACHABLE
    }

    /// Why a connection does not work.
    enum Ending implements Labelled {
        AUTHORIZATION_NEEDED,
        ACCESS_DENIED,
        AUTHORIZATION_REVOKED,
        TOKEN_REFUSED,
        INVALID_CREDENTIALS
    }

    /// The status as fields name it.
    default String label() {
        return switch (this) {
            case Connected connected -> "connected";
            case Degraded degraded -> "degraded";
            case Disconnected disconnected -> "disconnected";
        };
    }

    /// The reason as fields name it, or null.
    default @Nullable String reason() {
        return switch (this) {
            case Connected connected -> null;
            case Degraded degraded -> degraded.defect().label();
            case Disconnected disconnected -> {
                Ending ending = disconnected.ending();
                yield ending == null ? null : ending.label();
            }
        };
    }

    /// All reasons as fields name them.
    static List<String> reasons() {
        return Stream.<Labelled>concat(Stream.of(Defect.values()), Stream.of(Ending.values()))
                .map(Labelled::label)
                .toList();
    }

    /// The status that a row names. A reason that a later version wrote is found again by the next check.
    static ConnectionStatus of(String label, @Nullable String reason) {
        return switch (label) {
            case "connected" -> new Connected();
            case "degraded" -> new Degraded(named(Defect.values(), reason, Defect.UNREACHABLE));
            case "disconnected" ->
                new Disconnected(reason == null ? null : named(Ending.values(), reason, Ending.AUTHORIZATION_NEEDED));
            default -> throw new IllegalArgumentException(label);
        };
    }

    private static <E extends Labelled> E named(E[] constants, @Nullable String reason, E unknown) {
        return Objects.requireNonNullElse(Labelled.find(List.of(constants), reason), unknown);
    }
}
