package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ConnectionHealth;
import streamerapi.connections.ManagedRewards;
import streamerapi.connections.OwnLines;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.connectors.IngestMessage;
import streamerapi.hooks.PlatformEvent;
import streamerapi.hooks.ReceivedMessage;
import streamerapi.platforms.Platforms;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ChatSigns;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// Takes what the receivers verified: an event becomes a message as its connector would send it, and goes the way of
/// all of those ([Inbox]).
public final class PlatformInbox {

    /// The reasons for which Twitch ends all subscriptions of an account.
    private static final Set<String> ENDS_ALL = Set.of("authorization_revoked", "user_removed");

    /// How long a redemption waits for the platform to tell whose its reward is.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Inbox inbox;
    private final PaymentInbox payments;
    private final KofiTips kofi;
    private final ProviderConnections connections;
    private final OwnLines ownLines;
    private final ManagedRewards rewards;
    private final ConnectionHealth health;
    private final Function<ProviderConnection, URI> webhookUrl;
    private final InstantSource clock;

    /// @param webhookUrl the address of a connection's receiver
    /// @param log is told of every fact of a payment that was taken, and of what it was refused with
    public PlatformInbox(
            Inbox inbox,
            KofiTips kofi,
            ProviderConnections connections,
            Platforms platforms,
            Function<ProviderConnection, URI> webhookUrl,
            BiConsumer<PaymentInbox.Told, @Nullable Problem> log,
            InstantSource clock) {
        this.inbox = inbox;
        this.kofi = kofi;
        this.payments = new PaymentInbox(inbox, connections, platforms.processors(), log, clock);
        this.connections = connections;
        this.ownLines = platforms.ownLines();
        this.rewards = platforms.managedRewards();
        this.health = platforms.health();
        this.webhookUrl = webhookUrl;
        this.clock = clock;
    }

    /// The inbox of payments.
    public PaymentInbox payments() {
        return payments;
    }

    /// Takes a message. An exception makes the message come again.
    ///
    /// @return the refusal of a message that would be refused again, for the log; the platform is not told of it
    public Optional<Problem> take(ReceivedMessage message) {
        return switch (message) {
            case ReceivedMessage.Happened happened -> happened(happened);
            case ReceivedMessage.Paid paid -> payments.take(paid);
            case ReceivedMessage.Supported supported -> supported(supported);
            case ReceivedMessage.Revoked revoked -> {
                revoked(revoked);
                yield Optional.empty();
            }
            case ReceivedMessage.Verified verified -> {
                connections.noteVerified(verified.tenantId(), verified.provider(), verified.type());
                yield Optional.empty();
            }
        };
    }

    private Optional<Problem> supported(ReceivedMessage.Supported message) {
        if (message.isNews()) {
            connections.noteEvent(message.tenantId(), message.provider(), clock.instant());
        }
        return Inbox.refusal(() -> kofi.take(message.tenantId(), message.tip()));
    }

    private Optional<Problem> happened(ReceivedMessage.Happened message) {
        if (message.isNews()) {
            connections.noteEvent(message.tenantId(), message.provider(), clock.instant());
        }
        return isOwn(message) ? Optional.empty() : Inbox.refusal(() -> inbox.take(translated(message)));
    }

    /// On Kick the bot has an account of its own, so each line that looks like a command is looked up, of any sender.
    private boolean isOwn(ReceivedMessage.Happened message) {
        PlatformEvent event = message.event();
        String id = event.text("message_id");
        if (!event.type().equals(PlatformEvent.LINE) || id == null) {
            return false;
        }
        String text = Objects.requireNonNullElse(event.text("text"), "");
        boolean isAsked = message.isByAccount()
                || (message.provider() == Provider.KICK && ChatSigns.beginsCommand(text.stripLeading()));
        return isAsked && ownLines.isOwn(message.tenantId(), message.provider(), id, text);
    }

    private IngestMessage translated(ReceivedMessage.Happened message) {
        PlatformEvent event = message.event();
        Map<String, @Nullable Object> data = event.data();
        if (event.type().equals(PlatformEvent.REDEMPTION)) {
            data = new LinkedHashMap<>(data);
            data.put("is_managed", isManaged(message, Objects.requireNonNull(event.text("reward_id"))));
        }
        return new IngestMessage(
                        message.tenantId(),
                        Objects.requireNonNull(message.provider().connector()),
                        event.id(),
                        event.type(),
                        event.occurredAt(),
                        data)
                .withoutEchoes();
    }

    /// Whether the service can resolve the redemptions of a reward. If the platform does not tell for [#PATIENCE], it
    /// cannot: the redemption itself must not be lost, and its message comes again for 24 minutes at most.
    ///
    /// @throws ProviderException before that
    private boolean isManaged(ReceivedMessage.Happened message, String rewardId) {
        ProviderConnection connection = connections.find(message.tenantId(), message.provider());
        try {
            return connection != null && connection.isUsable() && rewards.isManaged(connection, rewardId);
        } catch (ProviderException silent) {
            if (clock.instant().isBefore(message.event().occurredAt().plus(PATIENCE))) {
                throw silent;
            }
            return false;
        }
    }

    private void revoked(ReceivedMessage.Revoked message) {
        ProviderConnection connection = connections.find(message.tenantId(), message.provider());
        if (connection == null || !connection.isUsable()) {
            return;
        }
        if (ENDS_ALL.contains(message.reason()) && !isOfAnEarlierAuthorization(message, connection)) {
            health.revoked(connection);
        } else {
            health.check(connection, webhookUrl.apply(connection));
        }
    }

    /// Whether the streamer has connected again since. The platform repeats a message that was not taken, for minutes.
    private static boolean isOfAnEarlierAuthorization(ReceivedMessage.Revoked message, ProviderConnection connection) {
        Instant connectedAt = connection.connectedAt();
        return connectedAt != null && message.at().isBefore(connectedAt);
    }
}
