package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.stream.Stream;

/// A connection as it is answered (connectors "Connections in the dashboard"): those that were never connected too.
///
/// @param authUrl `{auth_url}`
/// @param connection null if the streamer gave no credentials
record ShownConnection(
        Provider provider,
        String id,
        String authUrl,
        @Nullable ProviderConnection connection) {

    private static final String ID_EXAMPLE = "con_9f2c41d07ab365f0e1c2b3a4958677d8c9bae0f1a2b3";

    /// Its shape in JSON.
    static final Schema<ShownConnection> SCHEMA =
            Schema.shown("Connection", "The account's connection to a platform or a payment processor.", s -> {
                s.choice("provider", ShownConnection::provider, List.of(Provider.values()))
                        .example("twitch");
                s.oneOf(
                                "source",
                                shown -> shown.provider.source(),
                                Stream.of(Provider.values())
                                        .map(Provider::source)
                                        .toList())
                        .doc("The provider's name in the API: the `source` of tips and the `platform` of alerts.")
                        .example(Provider.TWITCH.source());
                s.text("id", ShownConnection::id)
                        .doc("`con_` and unguessable characters. It stays the same for the account's life.")
                        .example(ID_EXAMPLE);
                s.oneOf("status", shown -> shown.status().label(), List.of("connected", "degraded", "disconnected"))
                        .doc(
                                "`connected`: all that can be checked is right. `degraded`: it works in part. `disconnected`:"
                                        + " nothing works until the streamer acts.")
                        .example("connected");
                s.oneOf("reason", shown -> shown.status().reason(), ConnectionStatus.reasons())
                        .orNull()
                        .doc("Why it is not `connected`; null if it is connected, was never connected, or was"
                                + " disconnected by the streamer.")
                        .example("authorization_needed");
                s.object("account", ShownConnection::account, ProviderAccount.SCHEMA)
                        .orNull()
                        .example(ProviderAccount.SCHEMA.example(true))
                        .doc("The streamer's account at the provider; null until it is known.");
                s.text(
                                "webhook_url",
                                shown -> ProviderConnections.webhookUrl(shown.authUrl, shown.provider, shown.id)
                                        .toString())
                        .uri()
                        .doc("The address to which the provider sends its events. It exists before anything is"
                                + " connected, and never changes.")
                        .example("https://api.example.com/hooks/twitch/" + ID_EXAMPLE);
                s.text("redirect_uri", ShownConnection::redirectUri)
                        .uri()
                        .orNull()
                        .doc("The address to which a platform redirects the streamer's browser: register it with your"
                                + " application. Null for a payment processor.")
                        .example("https://api.example.com/dashboard/connections/twitch/callback");
                s.text("viewer_redirect_uri", ShownConnection::viewerRedirectUri)
                        .uri()
                        .orNull()
                        .doc("The address to which a platform redirects viewers who sign in to the tip page:"
                                + " register it with your application, beside `redirect_uri`. Null for a"
                                + " payment processor.")
                        .example("https://api.example.com/tip/sign-in/callback/twitch");
                s.oneOf("mode", ShownConnection::mode, List.of("live", "test"))
                        .orNull()
                        .doc("Whether Stripe or PayPal moves real money; in `test` mode no money moves. Null for other"
                                + " providers, and while it is not connected.")
                        .example("live");
                s.time("connected_at", shown -> shown.connection == null ? null : shown.connection.connectedAt())
                        .orNull()
                        .example("2026-09-01T09:00:00.000Z");
                s.time("last_event_at", shown -> shown.connection == null ? null : shown.connection.lastEventAt())
                        .live()
                        .orNull()
                        .doc("When the last event arrived, to the minute; null if none has arrived.")
                        .example("2026-09-12T18:21:04.456Z");
                s.time("checked_at", shown -> shown.connection == null ? null : shown.connection.checkedAt())
                        .live()
                        .orNull()
                        .example("2026-09-12T04:00:00.000Z");
                s.list("subscriptions", ShownConnection::subscriptions, PlatformSubscription.SCHEMA)
                        .doc("The events that the provider is asked to send.");
            });

    private ConnectionStatus status() {
        return connection == null ? new ConnectionStatus.Disconnected(null) : connection.status();
    }

    private @Nullable String mode() {
        Webhook webhook = connection == null ? null : connection.webhook();
        return webhook == null || webhook.isTest() == null ? null : webhook.isTest() ? "test" : "live";
    }

    private @Nullable ProviderAccount account() {
        return connection == null ? null : connection.account();
    }

    private @Nullable String redirectUri() {
        return provider.isPlatform()
                ? ProviderConnections.redirectUri(authUrl, provider).toString()
                : null;
    }

    private @Nullable String viewerRedirectUri() {
        return provider.isPlatform() ? provider.viewerRedirectUri(authUrl).toString() : null;
    }

    private List<PlatformSubscription> subscriptions() {
        return connection == null ? List.of() : connection.subscriptions();
    }
}
