package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Webhook;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Stripe as a connection needs it: the key, and a webhook endpoint that is made with it. An endpoint's secret is told
/// once, when it is made, and its version of the API stays as it was made.
public final class StripeClient implements ProcessorClient<StripeKey> {

    private static final String ENDPOINTS = "webhook_endpoints";
    private static final String ENABLED_EVENTS = "enabled_events";
    private static final String ALL = "*";
    private static final int NOT_FOUND = 404;

    private final StripeApi api;

    public StripeClient(StripeApi api) {
        this.api = api;
    }

    /// A webhook endpoint as Stripe lists it.
    private record Endpoint(String id, String url, String status, String version, List<String> events, boolean isLive) {

        static Endpoint of(JsonFields fields) {
            return new Endpoint(
                    fields.text("id"),
                    fields.text("url"),
                    fields.text("status"),
                    fields.text("api_version"),
                    fields.fields().get(ENABLED_EVENTS) instanceof List<?> list
                            ? list.stream()
                                    .filter(String.class::isInstance)
                                    .map(String.class::cast)
                                    .toList()
                            : List.of(),
                    fields.flag("livemode"));
        }

        boolean isGood() {
            return status.equals("enabled") && version.equals(StripeApi.VERSION);
        }

        boolean sends(String type) {
            return events.contains(type) || events.contains(ALL);
        }
    }

    @Override
    public Provider provider() {
        return Provider.STRIPE;
    }

    @Override
    public Schema<StripeKey> credentials() {
        return StripeKey.SCHEMA;
    }

    @Override
    public Map<String, String> fields(StripeKey key) {
        return Map.of(StripeKey.FIELD, key.secretKey());
    }

    @Override
    public StripeKey credentials(Map<String, @Nullable Object> fields) {
        return new StripeKey(Json.text(fields, StripeKey.FIELD));
    }

    @Override
    public String refusedField(int status) {
        return StripeKey.FIELD;
    }

    @Override
    public Made connect(StripeKey key, URI webhookUrl) {
        ours(key, webhookUrl).forEach(old -> delete(key, old.id()));
        return create(key, webhookUrl);
    }

    @Override
    public Made repair(StripeKey key, Webhook known, URI webhookUrl) {
        Endpoint kept = null;
        for (Endpoint endpoint : ours(key, webhookUrl)) {
            boolean isHere = endpoint.url().equals(webhookUrl.toString());
            if (endpoint.id().equals(known.id()) && isHere && endpoint.isGood()) {
                kept = endpoint;
            } else {
                delete(key, endpoint.id());
            }
        }
        return kept == null ? create(key, webhookUrl) : completed(key, kept);
    }

    @Override
    public boolean leave(StripeKey key, Webhook known) {
        String id = known.id();
        if (id == null) {
            return true;
        }
        try {
            delete(key, id);
            return true;
        } catch (ProviderException e) {
            return false;
        }
    }

    /// The connection's endpoints, with this address or an earlier one.
    private List<Endpoint> ours(StripeKey key, URI webhookUrl) {
        return ProviderCalls.data(
                        api.body(api.get(key, "/" + ENDPOINTS + "?limit=100")).fields())
                .stream()
                .map(Endpoint::of)
                .filter(endpoint -> Webhook.isAt(endpoint.url(), webhookUrl))
                .toList();
    }

    private Made create(StripeKey key, URI webhookUrl) {
        Map<String, String> fields = enabled();
        fields.put("url", webhookUrl.toString());
        fields.put("api_version", StripeApi.VERSION);
        fields.put("description", "Streamer API");
        JsonFields made = api.body(api.post(key, "/" + ENDPOINTS, fields, null));
        String secret = made.text("secret");
        Endpoint endpoint = Endpoint.of(made);
        if (secret.isEmpty() || endpoint.id().isEmpty()) {
            throw api.unreadable();
        }
        return new Made(webhook(key, endpoint), secret, null, subscriptions(endpoint), StripeFacts.TYPES);
    }

    /// Returns an endpoint that sends all types, after adding those that are missing.
    private Made completed(StripeKey key, Endpoint endpoint) {
        List<String> missing =
                StripeFacts.TYPES.stream().filter(type -> !endpoint.sends(type)).toList();
        Endpoint after = missing.isEmpty()
                ? endpoint
                : Endpoint.of(api.body(api.post(key, StripeApi.path(ENDPOINTS, endpoint.id(), ""), enabled(), null)));
        return new Made(
                webhook(key, after),
                null,
                null,
                subscriptions(after),
                missing.stream().filter(after::sends).toList());
    }

    private static Map<String, String> enabled() {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < StripeFacts.TYPES.size(); i++) {
            fields.put(ENABLED_EVENTS + "[" + i + "]", StripeFacts.TYPES.get(i));
        }
        return fields;
    }

    private static Webhook webhook(StripeKey key, Endpoint endpoint) {
        return new Webhook(endpoint.id(), key.isTest() || !endpoint.isLive());
    }

    private static List<PlatformSubscription> subscriptions(Endpoint endpoint) {
        return StripeFacts.TYPES.stream()
                .map(type -> new PlatformSubscription(
                        type,
                        endpoint.sends(type) ? PlatformSubscription.State.OK : PlatformSubscription.State.MISSING))
                .toList();
    }

    private void delete(StripeKey key, String id) {
        JsonCall.Answer answer = api.answer(api.delete(key, StripeApi.path(ENDPOINTS, id, "")));
        if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
            throw api.refused(answer);
        }
    }
}
