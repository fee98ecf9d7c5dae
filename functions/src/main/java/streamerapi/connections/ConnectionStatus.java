package streamerapi.connections;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
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
    enum Defect {
        SUBSCRIPTION_MISSING,
        MISSING_SCOPE,
        WEBHOOK_MISSING,
        PAYMENTS_REFUSED,
        UNREACHABLE
    }

    /// Why a connection does not work.
    enum Ending {
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
            case Degraded degraded -> degraded.defect().name().toLowerCase(Locale.ROOT);
            case Disconnected disconnected -> {
                Ending ending = disconnected.ending();
                yield ending == null ? null : ending.name().toLowerCase(Locale.ROOT);
            }
        };
    }

    /// All reasons as fields name them.
    static List<String> reasons() {
        return Stream.<Enum<?>>concat(Stream.of(Defect.values()), Stream.of(Ending.values()))
                .map(reason -> reason.name().toLowerCase(Locale.ROOT))
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

    private static <E extends Enum<E>> E named(E[] constants, @Nullable String reason, E unknown) {
        return Stream.of(constants)
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(reason))
                .findFirst()
                .orElse(unknown);
    }
}
