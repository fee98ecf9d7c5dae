package streamerapi.platforms;

import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ConnectionStatus.Connected;
import streamerapi.connections.ConnectionStatus.Defect;
import streamerapi.connections.ConnectionStatus.Degraded;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Webhook;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Checks connections at their payment processors: the credentials, and the webhook.
final class ProcessorCheck {

    private static final int UNAUTHORIZED = 401;
    private static final Webhook NONE = new Webhook(null, null);

    private final ProviderConnections connections;
    private final Map<Provider, ProcessorClient<?>> clients;
    private final InstantSource clock;

    ProcessorCheck(ProviderConnections connections, List<ProcessorClient<?>> clients, InstantSource clock) {
        this.connections = connections;
        this.clients = clients.stream().collect(Collectors.toMap(ProcessorClient::provider, Function.identity()));
        this.clock = clock;
    }

    /// Checks the credentials, and creates the missing parts of the webhook.
    Finding find(ProviderConnection connection, URI webhookUrl) {
        return find(client(connection), connection, webhookUrl);
    }

    private <C> Finding find(ProcessorClient<C> client, ProviderConnection connection, URI webhookUrl) {
        try {
            ProcessorClient.Made made = client.repair(
                    client.credentials(connections.processorCredentials(connection)), webhook(connection), webhookUrl);
            return new Finding(
                    now -> connections
                            .found(now, made)
                            .checked(status(made.subscriptions()), made.subscriptions(), clock.instant()),
                    made.repaired(),
                    null);
        } catch (ProviderException.Refused refused) {
            return found(
                    refused.status() == UNAUTHORIZED
                            ? new Disconnected(Ending.INVALID_CREDENTIALS)
                            : new Degraded(Defect.WEBHOOK_MISSING));
        } catch (ProviderException.Unavailable unavailable) {
            ConnectionStatus before = connection.status();
            return found(before instanceof Disconnected ? before : new Degraded(Defect.UNREACHABLE));
        }
    }

    private static ConnectionStatus status(List<PlatformSubscription> subscriptions) {
        return subscriptions.stream().allMatch(subscription -> subscription.state() == PlatformSubscription.State.OK)
                ? new Connected()
                : new Degraded(Defect.WEBHOOK_MISSING);
    }

    private Finding found(ConnectionStatus status) {
        return new Finding(now -> now.checked(status, now.subscriptions(), clock.instant()));
    }

    /// Deletes the webhook.
    ///
    /// @return whether the processor did it; false too if it does not answer
    boolean leave(ProviderConnection connection) {
        return leave(client(connection), connection);
    }

    private <C> boolean leave(ProcessorClient<C> client, ProviderConnection connection) {
        return client.leave(client.credentials(connections.processorCredentials(connection)), webhook(connection));
    }

    private static Webhook webhook(ProviderConnection connection) {
        return Objects.requireNonNullElse(connection.webhook(), NONE);
    }

    private ProcessorClient<?> client(ProviderConnection connection) {
        return Objects.requireNonNull(
                clients.get(connection.provider()), connection.provider().label());
    }
}
