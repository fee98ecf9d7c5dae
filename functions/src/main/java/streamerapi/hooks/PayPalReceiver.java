package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.HookConnections;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Webhook;
import streamerapi.paypal.CertificateHosts;
import streamerapi.paypal.PayPalApi;
import streamerapi.paypal.PayPalDelivery;
import streamerapi.paypal.PayPalEvents;
import streamerapi.paypal.PayPalSignatures;
import streamerapi.paypal.TrustedRoots;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Takes what PayPal sends. The signature covers the transmission and the body's CRC-32, so no more is taken from the
/// body than which order it is about.
final class PayPalReceiver implements PlatformReceiver {

    /// PayPal tries for three days. Not verified against the live service.
    private static final Duration BACK = Duration.ofDays(4);

    private static final String PREFIX = "paypal-transmission-";

    private final HookConnections connections;
    private final Addresses addresses;
    private final InstantSource clock;
    private @Nullable Verifier verifier;

    PayPalReceiver(HookConnections connections, Addresses addresses, InstantSource clock) {
        this.connections = connections;
        this.addresses = addresses;
        this.clock = clock;
    }

    /// PayPal's addresses.
    ///
    /// @param apiUrl as of [PayPalApi]
    /// @param certificateHosts as of [CertificateHosts]
    /// @param certificateRoots as of [TrustedRoots]
    record Addresses(String apiUrl, String certificateHosts, String certificateRoots) {}

    /// The parts that verify deliveries. They are made when the first one comes, as a function that starts has little
    /// time.
    private record Verifier(PayPalSignatures signatures, PayPalApi api) {}

    private synchronized Verifier verifier() {
        Verifier made = verifier;
        if (made == null) {
            made = new Verifier(
                    new PayPalSignatures(
                            new CertificateHosts(addresses.certificateHosts()),
                            new TrustedRoots(addresses.certificateRoots()),
                            clock),
                    new PayPalApi(addresses.apiUrl(), clock));
            verifier = made;
        }
        return made;
    }

    @Override
    public Reception receive(Hook hook, ProviderConnection connection) {
        PayPalDelivery delivery = new PayPalDelivery(
                hook.header(PREFIX + "id"),
                hook.header(PREFIX + "time"),
                hook.header(PREFIX + "sig"),
                hook.header("paypal-cert-url"),
                hook.header("paypal-auth-algo"),
                hook.body());
        Instant at = hook.time(PREFIX + "time", clock.instant(), BACK);
        Webhook webhook = connection.webhook();
        String webhookId = webhook == null ? null : webhook.id();
        if (webhookId == null || !isOfPayPal(delivery, webhookId, connection)) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The signature is not PayPal's");
        }
        try {
            return read(delivery.id(), new EventFields("", Json.readObject(hook.body())), at, connection);
        } catch (Json.Malformed | Problem unreadable) {
            return new Reception.Ignored("unreadable: " + unreadable.getMessage());
        }
    }

    private boolean isOfPayPal(PayPalDelivery delivery, String webhookId, ProviderConnection connection) {
        try {
            Verifier made = verifier();
            return switch (made.signatures().verdict(delivery, webhookId)) {
                case HOLDS -> true;
                case FORGED -> false;
                case UNCHAINED -> made.api().verify(connections.credentials(connection), delivery, webhookId);
            };
        } catch (ProviderException undecided) {
            throw Problem.of(ErrorCode.UNAVAILABLE, "PayPal's signature cannot be checked at the moment");
        }
    }

    private Reception read(String transmission, EventFields body, Instant at, ProviderConnection connection) {
        PayPalEvent event = PayPalEvent.of(body);
        if (event == null) {
            return new Reception.Ignored(body.text("event_type", EventFields.ID));
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>(event.data());
        data.put(PayPalEvents.TRANSMISSION, transmission);
        return new Reception.Taken(ReceivedMessage.Paid.of(
                connection,
                new ProcessorEvent(body.text("id", EventFields.ID), event.type(), at, data),
                clock.instant()));
    }
}
