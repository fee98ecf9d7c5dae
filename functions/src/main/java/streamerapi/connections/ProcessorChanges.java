package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AuthorizationFlow.Visitor;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.secrets.SecretCipher;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/// The credentials of a payment processor, as a streamer enters them: tried there, and the webhook made with them.
final class ProcessorChanges {

    private final ProviderConnections connections;
    private final List<ProcessorClient<?>> clients;
    private final ConnectionHealth health;
    private final InstantSource clock;

    ProcessorChanges(
            ProviderConnections connections,
            List<ProcessorClient<?>> clients,
            ConnectionHealth health,
            InstantSource clock) {
        this.connections = connections;
        this.clients = clients;
        this.health = health;
        this.clock = clock;
    }

    /// The processors that can be connected.
    List<ProcessorClient<?>> clients() {
        return clients;
    }

    /// The question whether a processor takes credentials.
    private record Trial(Provider provider, Object credentials) {}

    /// Replaces the credentials, once the processor has taken them and has the webhook.
    ///
    /// @param precondition of the request: checked before the processor is asked
    /// @throws Problem `invalid_credentials` with `field`, or `unavailable` if the processor does not answer; nothing
    /// is changed then
    <C> Outcome<ProviderConnection> replace(
            ProcessorClient<C> client, Visitor visitor, C credentials, Runnable precondition, ExternalCalls calls) {
        Provider provider = client.provider();
        String tenantId = visitor.tenantId();
        URI webhookUrl =
                ProviderConnections.webhookUrl(visitor.authUrl(), provider, connections.id(tenantId, provider));
        ProviderConnection before = connections.find(tenantId, provider);
        precondition.run();
        ProcessorClient.Made made = calls.once(
                new Trial(provider, Objects.requireNonNull(credentials)),
                () -> made(client, credentials, webhookUrl, before));
        ProviderConnection after =
                connections.connected(tenantId, provider, client.fields(credentials), made, clock.instant(), before);
        return Outcome.of(after)
                .writing(connections.replacing(before, after))
                .writing(health.firstChecks(after))
                .writing(ProcessorWarnings.ofConnected(before, after, visitor.session(), clock.instant()))
                .then(() -> {
                    leaveOld(client, before, made.webhook());
                    return () -> Outcome.of(after);
                });
    }

    /// A processor that refuses, or does not answer, can have deleted the webhook of the connection before, or made
    /// another one: that connection stays, and is checked soon.
    private <C> ProcessorClient.Made made(
            ProcessorClient<C> client, C credentials, URI webhookUrl, @Nullable ProviderConnection before) {
        try {
            return made(client, credentials, webhookUrl);
        } catch (Problem problem) {
            if (before != null) {
                health.checkSoon(before);
            }
            throw problem;
        }
    }

    private static <C> ProcessorClient.Made made(ProcessorClient<C> client, C credentials, URI webhookUrl) {
        try {
            return client.connect(credentials, webhookUrl);
        } catch (ProviderException.Refused refused) {
            String field = client.refusedField(refused.status());
            throw Problem.of(
                            ErrorCode.INVALID_CREDENTIALS,
                            client.provider().displayName() + " does not accept this " + field
                                    + ", or it may not make webhooks")
                    .with("field", field);
        } catch (ProviderException.Unavailable unavailable) {
            throw ConnectionChanges.unavailable(client.provider());
        }
    }

    /// Deletes the webhook of the credentials that were replaced, which may be another account's.
    private <C> void leaveOld(ProcessorClient<C> client, @Nullable ProviderConnection before, Webhook now) {
        Webhook old = before == null ? null : before.webhook();
        if (before == null || old == null || Objects.equals(old.id(), now.id())) {
            return;
        }
        try {
            client.leave(client.credentials(connections.processorCredentials(before)), old);
        } catch (SecretCipher.SealBroken e) {
            // Credentials whose key is lost cannot be opened: the webhook stays at the processor, without an effect.
        }
    }
}
