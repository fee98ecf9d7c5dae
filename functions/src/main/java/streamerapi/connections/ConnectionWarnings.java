package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;

import java.util.Objects;

/// The warning about a connection that does not work any more, or works in part.
public final class ConnectionWarnings {

    /// A connection was `connected`, and is not.
    public static final EventSchema<Degraded> DEGRADED = EventSchema.warning("connection_degraded", s -> {
        EventSchema.message(
                s, it -> "The connection to " + it.provider().displayName() + " does not work as it should");
        s.anyText("provider", it -> it.provider().label())
                .doc("`twitch`, `kick`, `stripe` or `paypal`.")
                .example("twitch");
        s.anyText("reason", Degraded::reason)
                .doc(
                        "The connection's new reason: `subscription_missing`, `missing_scope`, `webhook_missing`,"
                                + " `payments_refused`, `unreachable`, `authorization_revoked`, `token_refused` or `invalid_credentials`.")
                .example("token_refused");
    });

    private ConnectionWarnings() {}

    /// @param reason as [ConnectionStatus#reason] names it
    public record Degraded(Provider provider, String reason) {

        /// The warning about a connection that stands so.
        public static Degraded of(ProviderConnection connection) {
            @Nullable String reason = connection.status().reason();
            return new Degraded(connection.provider(), Objects.requireNonNull(reason));
        }
    }
}
