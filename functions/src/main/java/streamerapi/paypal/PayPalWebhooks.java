package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.Webhook;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;

import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The webhook of an application at PayPal, which has one for each address.
final class PayPalWebhooks {

    private static final String PATH = "/v1/notifications/webhooks";
    private static final int NOT_FOUND = 404;

    private final PayPalApi api;

    PayPalWebhooks(PayPalApi api) {
        this.api = api;
    }

    /// The webhook after a repair.
    ///
    /// @param id part of every signature
    /// @param repaired the types that it did not have
    record Repaired(String id, List<String> repaired) {}

    private record Listed(String id, String url, Set<String> types) {
        static Listed of(JsonFields fields) {
            return new Listed(
                    fields.text("id"),
                    fields.text("url"),
                    ProviderCalls.objects(fields.fields(), "event_types").stream()
                            .map(type -> type.text("name"))
                            .collect(Collectors.toUnmodifiableSet()));
        }

        boolean hasAll() {
            return types.contains("*") || types.containsAll(PayPalEventType.ALL);
        }
    }

    /// Makes the webhook, or takes over the one with this address; others with it, or with an earlier address of the
    /// connection, are deleted.
    ///
    /// @param known the id that the connection has, or null
    /// @throws ProviderException as of [PayPalApi]
    Repaired repair(ApplicationCredentials credentials, URI address, @Nullable String known) {
        List<Listed> ours = listed(credentials).stream()
                .filter(webhook -> Webhook.isAt(webhook.url(), address))
                .toList();
        @Nullable
        Listed kept = ours.stream()
                .filter(webhook -> webhook.url().equals(address.toString()))
                .min(Comparator.comparing(webhook -> !webhook.id().equals(known)))
                .orElse(null);
        ours.stream().filter(webhook -> !webhook.equals(kept)).forEach(webhook -> delete(credentials, webhook.id()));
        if (kept == null) {
            return new Repaired(made(credentials, address), PayPalEventType.ALL);
        }
        if (kept.hasAll()) {
            return new Repaired(kept.id(), List.of());
        }
        api.body(
                credentials,
                api.patch(
                        PATH + "/" + kept.id(),
                        List.of(Map.of("op", "replace", "path", "/event_types", "value", names()))));
        return new Repaired(
                kept.id(),
                PayPalEventType.ALL.stream()
                        .filter(type -> !kept.types().contains(type))
                        .toList());
    }

    private List<Listed> listed(ApplicationCredentials credentials) {
        JsonFields all = api.body(credentials, api.get(PATH));
        return ProviderCalls.objects(all.fields(), "webhooks").stream()
                .map(Listed::of)
                .toList();
    }

    private String made(ApplicationCredentials credentials, URI address) {
        JsonFields made =
                api.body(credentials, api.post(PATH, Map.of("url", address.toString(), "event_types", names())));
        if (made.text("id").isEmpty()) {
            throw api.unreadable();
        }
        return made.text("id");
    }

    /// Deletes a webhook, which may be gone already.
    void delete(ApplicationCredentials credentials, String id) {
        JsonCall.Answer answer = api.answer(credentials, api.delete(PATH + "/" + id));
        if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
            throw api.refused(answer.status());
        }
    }

    private static List<Map<String, String>> names() {
        return PayPalEventType.ALL.stream().map(type -> Map.of("name", type)).toList();
    }
}
