package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Webhook;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.net.URI;
import java.util.Map;

/// PayPal as a connection needs it: the streamer's own application, and its webhook.
public final class PayPalClient implements ProcessorClient<ApplicationCredentials> {

    private static final String CLIENT_ID = "client_id";
    private static final String CLIENT_SECRET = "client_secret";

    private final PayPalApi api;
    private final PayPalWebhooks webhooks;

    public PayPalClient(PayPalApi api) {
        this.api = api;
        this.webhooks = new PayPalWebhooks(api);
    }

    @Override
    public Provider provider() {
        return Provider.PAYPAL;
    }

    @Override
    public Schema<ApplicationCredentials> credentials() {
        return ApplicationCredentials.SCHEMA;
    }

    @Override
    public Map<String, String> fields(ApplicationCredentials credentials) {
        return Map.of(CLIENT_ID, credentials.clientId(), CLIENT_SECRET, credentials.clientSecret());
    }

    @Override
    public ApplicationCredentials credentials(Map<String, @Nullable Object> fields) {
        return new ApplicationCredentials(Json.text(fields, CLIENT_ID), Json.text(fields, CLIENT_SECRET));
    }

    @Override
    public Made connect(ApplicationCredentials credentials, URI webhookUrl) {
        api.check(credentials);
        return made(webhooks.repair(credentials, webhookUrl, null));
    }

    /// PayPal refuses both with the same answer, so it is the secret.
    @Override
    public String refusedField(int status) {
        return CLIENT_SECRET;
    }

    /// The token is asked for anew, because PayPal takes an earlier one for hours after the secret was changed.
    @Override
    public Made repair(ApplicationCredentials credentials, Webhook known, URI webhookUrl) {
        try {
            api.check(credentials);
        } catch (ProviderException.Refused refused) {
            throw new ProviderException.Refused(401, "paypal does not accept the credentials");
        }
        return made(webhooks.repair(credentials, webhookUrl, known.id()));
    }

    private Made made(PayPalWebhooks.Repaired repaired) {
        return new Made(
                new Webhook(repaired.id(), api.isTest()),
                null,
                null,
                PayPalEventType.ALL.stream()
                        .map(type -> new PlatformSubscription(type, PlatformSubscription.State.OK))
                        .toList(),
                repaired.repaired());
    }

    @Override
    public boolean leave(ApplicationCredentials credentials, Webhook known) {
        String id = known.id();
        if (id == null) {
            return true;
        }
        try {
            webhooks.delete(credentials, id);
            return true;
        } catch (ProviderException e) {
            return false;
        }
    }
}
