package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Tokens;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.WriteConflict;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/// Calls in the name of the streamer, with an access token that holds.
///
/// A token is refreshed five minutes before its end, and once after a 401. If the platform does not answer, the old one
/// is used to its end. Of many threads and processes one refreshes: threads share the attempt, and processes take a
/// lease on the connection's row. The others read the new tokens from the row, where they stand before the first call
/// is made with them.
///
/// A refresh that the platform refuses ends the connection, unless it has newer tokens by then. So does a refresh whose
/// answer was lost after the platform had ended the old refresh token: the next one, with the old token, is refused.
final class AccessTokens {

    /// How long before its end a token is refreshed.
    static final Duration RESERVE = Duration.ofMinutes(5);

    /// The longest time that a platform has to answer, and a little for the writes that follow.
    private static final Duration LEASE = Duration.ofSeconds(8);

    private static final int UNAUTHORIZED = 401;

    private final ProviderConnections connections;
    private final Map<Provider, PlatformClient> clients;
    private final StatusChanges changes;
    private final InstantSource clock;
    private final Map<Refresh, FutureTask<ProviderConnection>> underWay = new ConcurrentHashMap<>();

    /// One refresh: of an account's tokens of this revision.
    private record Refresh(String tenantId, Provider provider, long tokensRevision) {}

    AccessTokens(
            ProviderConnections connections,
            Map<Provider, PlatformClient> clients,
            StatusChanges changes,
            InstantSource clock) {
        this.connections = connections;
        this.clients = clients;
        this.changes = changes;
        this.clock = clock;
    }

    /// Makes a call; if it is refused with 401, once more with a new token.
    ///
    /// @param connection as it was read a moment ago
    /// @throws ProviderException of the call, or of the refresh
    <T> T with(ProviderConnection connection, Function<AccountAccess, T> call) {
        ProviderConnection current = refreshedInTime(connection);
        try {
            return call.apply(access(current));
        } catch (ProviderException.Refused refused) {
            if (!refused.isUnauthorized() || current.tokensRevision() != connection.tokensRevision()) {
                throw refused;
            }
        }
        return call.apply(access(refreshed(current)));
    }

    /// The connection with tokens that hold. Those that end soon are still used if the platform does not answer.
    private ProviderConnection refreshedInTime(ProviderConnection connection) {
        Instant endsAt = tokens(connection).endsAt();
        if (clock.instant().isBefore(endsAt.minus(RESERVE))) {
            return connection;
        }
        try {
            return refreshed(connection);
        } catch (ProviderException.Unavailable unavailable) {
            if (clock.instant().isBefore(endsAt)) {
                return connection;
            }
            throw unavailable;
        }
    }

    /// The tokens of a connection that the streamer ends: refreshed if they have ended, and stored nowhere. Null if
    /// there are none.
    @Nullable
    Tokens last(ProviderConnection connection) {
        Tokens tokens = connections.tokens(connection);
        if (tokens == null || clock.instant().isBefore(tokens.endsAt())) {
            return tokens;
        }
        return client(connection).refresh(connections.credentials(connection), tokens.refresh());
    }

    /// The tokens of the connection as it stands, of which the scopes are asked.
    Tokens tokens(ProviderConnection connection) {
        Tokens tokens = connections.tokens(connection);
        if (tokens == null || connection.account() == null) {
            throw gone();
        }
        return tokens;
    }

    private AccountAccess access(ProviderConnection connection) {
        return new AccountAccess(
                connections.credentials(connection), tokens(connection), Objects.requireNonNull(connection.account()));
    }

    /// The connection with newer tokens than these. Threads that ask for the same share the answer, or its exception.
    private ProviderConnection refreshed(ProviderConnection old) {
        Refresh refresh = new Refresh(old.tenantId(), old.provider(), old.tokensRevision());
        FutureTask<ProviderConnection> mine = new FutureTask<>(() -> refreshOnce(old));
        FutureTask<ProviderConnection> first = underWay.putIfAbsent(refresh, mine);
        if (first != null) {
            return joined(first);
        }
        try {
            mine.run();
            return joined(mine);
        } finally {
            underWay.remove(refresh);
        }
    }

    private static ProviderConnection joined(FutureTask<ProviderConnection> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProviderException.Unavailable("interrupted", null);
        }
    }

    /// Refreshes, or waits for the process that does, for about four seconds.
    private ProviderConnection refreshOnce(ProviderConnection old) {
        ProviderConnection current;
        try {
            current = WriteConflict.retrying(() -> leased(old));
        } catch (Problem problem) {
            throw new ProviderException.Unavailable("another process refreshes the tokens", null);
        }
        return current.tokensRevision() == old.tokensRevision() ? refresh(current) : current;
    }

    /// The connection as it stands, if it has newer tokens or if this process has the lease now.
    ///
    /// @throws WriteConflict if another process has it
    private ProviderConnection leased(ProviderConnection old) {
        ProviderConnection now = connections.find(old.tenantId(), old.provider());
        if (now == null || !now.hasTokens()) {
            throw gone();
        }
        if (now.tokensRevision() == old.tokensRevision() && !connections.beginRefresh(now, clock.instant(), LEASE)) {
            throw new WriteConflict("another process refreshes the tokens");
        }
        return now;
    }

    private ProviderConnection refresh(ProviderConnection connection) {
        ApplicationCredentials credentials = connections.credentials(connection);
        Tokens before = tokens(connection);
        Tokens fresh;
        try {
            fresh = client(connection).refresh(credentials, before.refresh());
        } catch (ProviderException.Refused refused) {
            ProviderConnection now = ended(connection, ending(connection, credentials));
            connections.endRefresh(connection);
            if (now != null && now.tokensRevision() != connection.tokensRevision() && now.hasTokens()) {
                return now;
            }
            throw refused;
        } catch (ProviderException.Unavailable unavailable) {
            connections.endRefresh(connection);
            throw unavailable;
        }
        Tokens whole = fresh.scopes().isEmpty()
                ? new Tokens(fresh.access(), fresh.refresh(), fresh.endsAt(), before.scopes())
                : fresh;
        ProviderConnection after = connections.endRefresh(connection, whole);
        if (after == null) {
            throw gone();
        }
        return after;
    }

    /// The connection, which has ended with the tokens that were refused; null if it is gone. If it has newer ones, a
    /// process whose lease was over stored them meanwhile, and the platform refused the older ones because of that.
    private @Nullable ProviderConnection ended(ProviderConnection refused, Ending ending) {
        return changes.write(
                refused, now -> now.tokensRevision() == refused.tokensRevision() ? now.ended(ending) : now);
    }

    /// Why a refresh was refused: the application's secret may have been changed at the platform.
    private Ending ending(ProviderConnection connection, ApplicationCredentials credentials) {
        try {
            client(connection).check(credentials);
            return Ending.TOKEN_REFUSED;
        } catch (ProviderException.Refused refused) {
            return Ending.INVALID_CREDENTIALS;
        } catch (ProviderException.Unavailable unavailable) {
            return Ending.TOKEN_REFUSED;
        }
    }

    private PlatformClient client(ProviderConnection connection) {
        return Objects.requireNonNull(clients.get(connection.provider()));
    }

    /// The exception for a connection that has ended meanwhile.
    private static ProviderException.Refused gone() {
        return new ProviderException.Refused(UNAUTHORIZED, "the connection has ended");
    }
}
