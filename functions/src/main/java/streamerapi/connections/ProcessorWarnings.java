package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.storage.Write;
import streamerapi.warnings.KeptCode;
import streamerapi.warnings.KeptWarnings;
import streamerapi.warnings.KeptWarnings.KeptWarning;

import java.time.Instant;
import java.util.List;

/// The warnings of a change to where the donors' money goes. Home shows them to the owner and the super admins, so
/// that a stolen session cannot redirect it untold.
final class ProcessorWarnings {

    private ProcessorWarnings() {}

    /// A processor was connected. The owner who connects one for the first time is not warned.
    ///
    /// @param before the connection that this one takes the place of; null if there is none
    static List<Write> ofConnected(
            @Nullable ProviderConnection before, ProviderConnection after, Session by, Instant at) {
        return before == null && by.role() == Role.OWNER
                ? List.of()
                : warned(
                        after,
                        by.email() + " entered credentials of " + name(after)
                                + ": tips go to the account they belong to.",
                        at);
    }

    /// A connection has ended.
    static List<Write> ofEnded(ProviderConnection connection, Session by, Instant at) {
        return warned(connection, by.email() + " disconnected " + name(connection) + ": it takes no tips now.", at);
    }

    private static String name(ProviderConnection connection) {
        return connection.provider().displayName();
    }

    private static List<Write> warned(ProviderConnection connection, String message, Instant at) {
        Provider provider = connection.provider();
        boolean takesMoney = provider.connector() != null && !provider.isPlatform();
        KeptWarning warning = new KeptWarning(KeptCode.PROCESSOR_CHANGED, message);
        return takesMoney ? List.of(KeptWarnings.kept(connection.tenantId(), warning, "", at)) : List.of();
    }
}
