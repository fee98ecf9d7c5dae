package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ConnectionHealth;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.tasks.Async;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes the checks that are due: the daily ones, and those of a stream that begins.
public final class DueChecks {

    /// The only field of the messages that ask for a check.
    public static final String TASK = CheckSchedule.TASK;

    /// The providers that there is something to check at: Ko-fi takes no calls.
    private static final List<Provider> CHECKED =
            List.of(Provider.TWITCH, Provider.KICK, Provider.STRIPE, Provider.PAYPAL);

    private final ProviderConnections connections;
    private final ConnectionCheck check;
    private final CheckSchedule schedule;
    private final String authUrl;

    /// @param authUrl the address of the service, at which its receivers are
    DueChecks(ProviderConnections connections, ConnectionCheck check, CheckSchedule schedule, String authUrl) {
        this.connections = connections;
        this.check = check;
        this.schedule = schedule;
        this.authUrl = authUrl;
    }

    /// Makes the check that a message asks for. Before a daily check the next one is kept, so that one that fails is
    /// not the last. A message for an authorization that is over does nothing.
    ///
    /// @param fields what stands in the message under [#TASK]
    /// @return the connection after its daily check; empty for any other check, and for none
    public Optional<ProviderConnection> goOn(Map<String, @Nullable Object> fields) {
        CheckSchedule.Due due = CheckSchedule.Due.of(fields);
        ProviderConnection connection = connections.find(due.tenantId(), due.provider());
        if (connection == null || !connection.isAllowed() || !due.isFor(connection)) {
            return Optional.empty();
        }
        if (due.again() == 0) {
            schedule.daily(connection);
            return Optional.of(check.check(connection, address(connection)).after());
        }
        ProviderConnection after = check.once(connection, address(connection)).after();
        if (due.again() < CheckSchedule.MAX_AGAIN && ConnectionCheck.isUnsettled(after)) {
            schedule.again(after, due.again() + 1);
        }
        return Optional.empty();
    }

    /// Checks an account's connections, because its stream begins.
    public void streamBegins(String tenantId) {
        List<Async<ConnectionHealth.Checked>> checks = CHECKED.stream()
                .map(provider -> connections.find(tenantId, provider))
                .filter(connection -> connection != null && connection.isAllowed())
                .map(connection -> Async.start(() -> check.check(connection, address(connection))))
                .toList();
        checks.forEach(Async::join);
    }

    private URI address(ProviderConnection connection) {
        return ProviderConnections.webhookUrl(authUrl, connection.provider(), connection.id());
    }
}
