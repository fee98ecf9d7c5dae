package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

import java.net.URI;
import java.util.List;
import java.util.Map;

/// A payment processor's own API, as far as a connection needs it; one implementation is all that a processor needs to
/// be connected, checked and disconnected. Each call has 5 seconds.
///
/// @param <C> the credentials that the streamer gives
public interface ProcessorClient<C> {

    /// The processor.
    Provider provider();

    /// The body of `PUT /connections/{provider}`.
    Schema<C> credentials();

    /// Whether it is asked about the credentials, and can refuse them.
    default boolean checksCredentials() {
        return true;
    }

    /// The credentials as they are sealed.
    Map<String, String> fields(C credentials);

    /// The credentials that [#fields] wrote.
    C credentials(Map<String, @Nullable Object> fields);

    /// Tries the credentials and makes the webhook. One with the same address that was there before is deleted, or
    /// taken over.
    ///
    /// @param webhookUrl where the processor sends its events
    /// @throws ProviderException.Refused if the processor does not take the credentials
    /// @throws ProviderException.Unavailable if it does not answer
    Made connect(C credentials, URI webhookUrl);

    /// The field of the credentials that a refusal of [#connect] is about.
    ///
    /// @param status of the processor's answer
    String refusedField(int status);

    /// Checks the credentials, and creates the missing parts of the webhook.
    ///
    /// @param known that of the connection
    /// @throws ProviderException.Refused with status 401 if the credentials do not hold any more; with any other if the
    /// webhook cannot be made
    Made repair(C credentials, Webhook known, URI webhookUrl);

    /// Deletes the webhook.
    ///
    /// @return whether the processor did it, or had it deleted before; false too if it does not answer
    boolean leave(C credentials, Webhook known);

    /// A webhook as the processor has it.
    ///
    /// @param secret signs the events; null if it is as before, or there is none
    /// @param account the streamer's, or null if it is not known
    /// @param subscriptions one for each type of event that there should be
    /// @param repaired the types that were missing and were made anew
    record Made(
            Webhook webhook,
            @Nullable String secret,
            @Nullable ProviderAccount account,
            List<PlatformSubscription> subscriptions,
            List<String> repaired) {
        @Override
        public String toString() {
            return "Made[" + webhook + "]";
        }
    }
}
