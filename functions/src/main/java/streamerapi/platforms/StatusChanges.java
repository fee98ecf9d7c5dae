package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ChannelStream;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ConnectionStatus.Connected;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.ConnectionWarnings;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.timers.BotArrivals;

import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Writes a connection's status and, in the same transaction, its consequences: a warning if the connection was
/// `connected` and is no longer, the bot's leaving when it ends, its return when it works again, and the streamer's
/// other name.
final class StatusChanges {

    private final ProviderConnections connections;
    private final Outbox outbox;
    private final BotArrivals bot;
    private final InstantSource clock;

    StatusChanges(ProviderConnections connections, Outbox outbox, BotArrivals bot, InstantSource clock) {
        this.connections = connections;
        this.outbox = outbox;
        this.bot = bot;
        this.clock = clock;
    }

    /// Ends a connection whose tokens or credentials the platform does not take.
    void end(ProviderConnection seen, Ending ending) {
        write(seen, now -> now.ended(ending));
    }

    /// Writes a change of the connection.
    ///
    /// @param seen the connection as the change was found with
    /// @return the connection afterwards; null if it was ended or authorized anew meanwhile, which leaves it alone
    @Nullable
    ProviderConnection write(ProviderConnection seen, UnaryOperator<ProviderConnection> change) {
        return outbox.commit(seen.tenantId(), null, () -> decide(seen, change)).orElse(null);
    }

    /// Notes a channel's stream, as the platform answers. Its events may have been missed: the channel was connected
    /// while it was live, or a subscription was gone.
    void found(ProviderConnection connection, ChannelStream stream) {
        outbox.commit(
                connection.tenantId(),
                null,
                () -> bot.found(
                        connection.tenantId(), connection.provider().platform(), stream.since(), clock.instant()));
    }

    private Outcome<Optional<ProviderConnection>> decide(
            ProviderConnection seen, UnaryOperator<ProviderConnection> change) {
        ProviderConnection now = connections.find(seen.tenantId(), seen.provider());
        if (now == null || !now.continues(seen)) {
            return Outcome.of(Optional.empty());
        }
        ProviderConnection after = change.apply(now);
        Outcome<Optional<ProviderConnection>> outcome =
                Outcome.of(Optional.of(after.written())).writing(connections.write(after));
        if (isWarned(now.status(), after.status())) {
            outcome = outcome.emitting(ConnectionWarnings.DEGRADED, ConnectionWarnings.Degraded.of(after));
        }
        if (!now.provider().isPlatform()) {
            return outcome;
        }
        boolean wasIn = !(now.status() instanceof Disconnected);
        if (after.status() instanceof Disconnected) {
            return wasIn ? outcome.and(left(after)) : outcome;
        }
        boolean isRenamed = !Objects.equals(now.account(), after.account());
        return wasIn && !isRenamed ? outcome : outcome.and(after.joined(bot, clock.instant()));
    }

    private static boolean isWarned(ConnectionStatus before, ConnectionStatus after) {
        return before instanceof Connected && !(after instanceof Connected);
    }

    private Outcome<?> left(ProviderConnection connection) {
        return bot.disconnected(connection.tenantId(), connection.provider().platform(), clock.instant());
    }
}
