package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ChannelStream;
import streamerapi.connections.ConnectionHealth;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ConnectionStatus.Connected;
import streamerapi.connections.ConnectionStatus.Defect;
import streamerapi.connections.ConnectionStatus.Degraded;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Tokens;
import streamerapi.shared.storage.Write;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Checks connections at their platforms: first the application's credentials, then the streamer's token, then the
/// subscriptions, and whether the channel is live.
final class ConnectionCheck implements ConnectionHealth {

    private static final Set<ConnectionStatus> UNSETTLED =
            Set.of(new Degraded(Defect.UNREACHABLE), new Degraded(Defect.SUBSCRIPTION_MISSING));

    private final ProviderConnections connections;
    private final Map<Provider, PlatformClient> clients;
    private final ProcessorCheck processors;
    private final AccessTokens tokens;
    private final StatusChanges changes;
    private final CheckSchedule schedule;
    private final InstantSource clock;

    ConnectionCheck(
            ProviderConnections connections,
            Map<Provider, PlatformClient> clients,
            ProcessorCheck processors,
            AccessTokens tokens,
            StatusChanges changes,
            CheckSchedule schedule,
            InstantSource clock) {
        this.connections = connections;
        this.clients = clients;
        this.processors = processors;
        this.tokens = tokens;
        this.changes = changes;
        this.schedule = schedule;
        this.clock = clock;
    }

    /// The subscriptions, the scopes that they were made with, and the stream.
    private record Repaired(
            PlatformClient.Repair repair,
            boolean hasAllScopes,
            @Nullable ChannelStream stream) {}

    @Override
    public Checked check(ProviderConnection connection, URI webhookUrl) {
        Checked checked = once(connection, webhookUrl);
        if (isUnsettled(checked.after())) {
            schedule.again(checked.after(), 1);
        }
        return checked;
    }

    /// A check that no other one follows.
    Checked once(ProviderConnection connection, URI webhookUrl) {
        Finding finding = !connection.provider().isPlatform()
                ? processors.find(connection, webhookUrl)
                : connection.hasTokens() ? find(connection, webhookUrl) : tried(connection);
        ProviderConnection after = changes.write(
                connection,
                now -> isEndedSince(connection, now) ? now : finding.change().apply(now));
        if (after != null && finding.stream() != null) {
            changes.found(after, finding.stream());
        }
        return new Checked(after == null ? current(connection) : after, finding.repaired());
    }

    private ProviderConnection current(ProviderConnection connection) {
        return Objects.requireNonNullElse(connections.find(connection.tenantId(), connection.provider()), connection);
    }

    @Override
    public List<Write> firstChecks(ProviderConnection connection) {
        return schedule.first(connection);
    }

    @Override
    public void checkSoon(ProviderConnection connection) {
        schedule.again(connection, 1);
    }

    @Override
    public Checked begin(ProviderConnection connection, URI webhookUrl) {
        client(connection)
                .unsubscribe(
                        connections.credentials(connection),
                        connections.tokens(connection),
                        Objects.requireNonNull(connection.account()),
                        webhookUrl);
        return check(connection, webhookUrl);
    }

    @Override
    public boolean leave(ProviderConnection connection, URI webhookUrl) {
        if (!connection.provider().isPlatform()) {
            return processors.leave(connection);
        }
        ProviderAccount account = connection.account();
        if (account == null) {
            return true;
        }
        ApplicationCredentials credentials = connections.credentials(connection);
        PlatformClient client = client(connection);
        Tokens last;
        try {
            last = tokens.last(connection);
        } catch (ProviderException e) {
            client.unsubscribe(credentials, null, account, webhookUrl);
            return false;
        }
        boolean isUnsubscribed = client.unsubscribe(credentials, last, account, webhookUrl);
        return (last == null || client.revoke(credentials, last)) && isUnsubscribed;
    }

    @Override
    public void revoked(ProviderConnection connection) {
        changes.end(connection, Ending.AUTHORIZATION_REVOKED);
    }

    /// A check of a connection that the streamer has not allowed: the credentials alone.
    private Finding tried(ProviderConnection connection) {
        ConnectionStatus status = connection.status();
        try {
            client(connection).check(connections.credentials(connection));
            return status.equals(new Disconnected(Ending.INVALID_CREDENTIALS))
                    ? found(new Disconnected(Ending.AUTHORIZATION_NEEDED))
                    : found(status);
        } catch (ProviderException.Refused refused) {
            return ended(Ending.INVALID_CREDENTIALS);
        } catch (ProviderException.Unavailable unavailable) {
            return found(status);
        }
    }

    private Finding find(ProviderConnection connection, URI webhookUrl) {
        try {
            client(connection).check(connections.credentials(connection));
        } catch (ProviderException.Refused refused) {
            return ended(Ending.INVALID_CREDENTIALS);
        } catch (ProviderException.Unavailable unavailable) {
            return unreachable(connection);
        }
        ProviderAccount account;
        try {
            account = tokens.with(
                    connection, access -> client(connection).account(access.credentials(), access.accessToken()));
            if (!account.id()
                    .equals(Objects.requireNonNull(connection.account()).id())) {
                return ended(Ending.TOKEN_REFUSED);
            }
        } catch (ProviderException.Refused refused) {
            return refused.isUnauthorized() ? ended(Ending.TOKEN_REFUSED) : unreachable(connection);
        } catch (ProviderException.Unavailable unavailable) {
            return unreachable(connection);
        }
        Finding finding = repaired(connection, webhookUrl);
        return new Finding(now -> finding.change().apply(now).with(account), finding.repaired(), finding.stream());
    }

    private Finding repaired(ProviderConnection connection, URI webhookUrl) {
        PlatformClient client = client(connection);
        String secret = Objects.requireNonNullElse(connections.hookSecret(connection), "");
        Instant since = Objects.requireNonNull(connection.connectedAt());
        try {
            Repaired repaired = tokens.with(
                    current(connection),
                    access -> new Repaired(
                            client.repair(access, webhookUrl, secret, since),
                            access.tokens().scopes().containsAll(client.scopes()),
                            stream(client, access)));
            List<PlatformSubscription> subscriptions = repaired.repair().subscriptions();
            return new Finding(
                    now -> now.checked(status(subscriptions, repaired.hasAllScopes()), subscriptions, clock.instant()),
                    repaired.repair().repaired(),
                    repaired.stream());
        } catch (ProviderException.Refused refused) {
            return found(new Degraded(Defect.SUBSCRIPTION_MISSING));
        } catch (ProviderException.Unavailable unavailable) {
            return unreachable(connection);
        }
    }

    /// The channel's stream; null if the platform does not tell it, which leaves the last news of it as they are.
    private static @Nullable ChannelStream stream(PlatformClient client, AccountAccess access) {
        try {
            return client.stream(access.credentials(), access.accessToken(), access.account());
        } catch (ProviderException e) {
            return null;
        }
    }

    private static ConnectionStatus status(List<PlatformSubscription> subscriptions, boolean hasAllScopes) {
        if (!hasAllScopes) {
            return new Degraded(Defect.MISSING_SCOPE);
        }
        return subscriptions.stream().allMatch(PlatformSubscription::isThere)
                ? new Connected()
                : new Degraded(Defect.SUBSCRIPTION_MISSING);
    }

    private Finding unreachable(ProviderConnection connection) {
        return connection.status() instanceof Disconnected
                ? found(connection.status())
                : found(new Degraded(Defect.UNREACHABLE));
    }

    private Finding found(ConnectionStatus status) {
        return new Finding(now -> now.checked(status, now.subscriptions(), clock.instant()));
    }

    private Finding ended(Ending ending) {
        return new Finding(now -> {
            ProviderConnection ended = now.ended(ending);
            return ended.checked(ended.status(), ended.subscriptions(), clock.instant());
        });
    }

    /// Whether a connection has ended since it was read: a refresh was refused, which can happen within a check, or the
    /// platform ended it. That end stays, because the check has looked at the connection before it.
    private static boolean isEndedSince(ProviderConnection read, ProviderConnection now) {
        return now.status() instanceof Disconnected && now.revision() != read.revision();
    }

    /// Whether another check soon may find something else: the platform did not answer, has not verified the receiver
    /// yet, or refused a subscription, which it also does when it was asked for too many.
    static boolean isUnsettled(ProviderConnection connection) {
        return connection.isAllowed()
                && (UNSETTLED.contains(connection.status())
                        || connection.subscriptions().stream()
                                .anyMatch(subscription -> subscription.state() == PlatformSubscription.State.PENDING));
    }

    private PlatformClient client(ProviderConnection connection) {
        return Objects.requireNonNull(clients.get(connection.provider()));
    }
}
