package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentCalls;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.settings.Currencies;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.CapturedSum;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Captures, cancels and refunds payment intents. The idempotency key is the effect's id, which follows from the tip,
/// so a request that is made again does nothing twice. An intent moves once without a key as well. A refund does not:
/// if Stripe keeps a fault for its key, the outcome stays unknown, and the streamer is warned. Stripe may forget a key
/// after a day. So a refund has the effect's id in its metadata, too, and one that was asked for that long ago is
/// looked for first.
public final class StripeEffects implements PaymentCalls {

    private static final String INTENTS = "payment_intents";
    private static final String SUCCEEDED = "succeeded";
    private static final String CANCELED = "canceled";
    private static final String STATUS = "status";
    private static final String PROCESSING = "processing";

    /// The key of a refund's metadata that has the effect's id.
    private static final String EFFECT = "effect";

    /// The most that Stripe lists at once; it has refunded no payment so often.
    private static final int ALL = 100;

    /// How long Stripe knows a key for certain: a day, less an hour for the difference of clocks.
    private static final Duration KEY_RETENTION = Duration.ofHours(23);

    private final StripeApi api;
    private final UnsealedKeys keys;
    private final InstantSource clock;

    public StripeEffects(StripeApi api, ProviderConnections connections, InstantSource clock) {
        this.api = api;
        this.keys = new UnsealedKeys(connections);
        this.clock = clock;
    }

    @Override
    public Processor processor() {
        return Processor.CARD;
    }

    @Override
    public EffectResult carryOut(ProviderConnection connection, Checkout checkout, Effect effect) {
        StripeKey key = keys.of(connection);
        String intent = Json.text(effect.data(), "payment_id");
        return switch (effect.action()) {
            case CAPTURE -> moved(key, intent, "/capture", SUCCEEDED, effect);
            case RELEASE -> moved(key, intent, "/cancel", CANCELED, effect);
            case REFUND -> refunded(key, intent, checkout, effect);
            case CHAT_SEND, FULFILL, CANCEL ->
                new EffectResult.Refused("stripe takes no " + effect.action().label());
        };
    }

    /// Moves an intent into a state. One that is in it already counts as moved; one whose capture Stripe still
    /// processes is asked about again.
    private EffectResult moved(StripeKey key, String intent, String verb, String state, Effect effect) {
        JsonCall.Answer answer = api.harmless(key, StripeApi.path(INTENTS, intent, verb), Map.of(), effect.id());
        JsonFields moved = new JsonFields(answer.body());
        if (!answer.isSuccess()) {
            JsonFields error = moved.object("error");
            if (!error.text("code").equals("payment_intent_unexpected_state")) {
                throw api.refused(answer);
            }
            moved = error.object("payment_intent");
            if (moved.text(STATUS).isEmpty()) {
                moved = api.body(api.get(key, StripeApi.path(INTENTS, intent, "")));
            }
        }
        String now = moved.text(STATUS);
        if (now.equals(state)) {
            return done(moved);
        }
        if (answer.isSuccess() || now.equals(PROCESSING)) {
            throw new ProviderException.Unavailable("stripe has not done it yet", null);
        }
        throw api.refused(answer);
    }

    /// An intent in its state, with the sum that the donor was charged, if any.
    private static EffectResult done(JsonFields intent) {
        String currency = MinorUnits.code(intent.text("currency"));
        return intent.fields().get("amount_received") instanceof BigDecimal received
                        && received.signum() > 0
                        && Currencies.isKnown(currency)
                ? new CapturedSum(MinorUnits.major(received, currency), currency).done()
                : new EffectResult.Done(Map.of());
    }

    private EffectResult refunded(StripeKey key, String intent, Checkout checkout, Effect effect) {
        JsonFields before = canBeForgotten(effect) ? given(key, intent, effect) : null;
        if (before != null) {
            return result(before);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("payment_intent", intent);
        fields.put("metadata[" + EFFECT + "]", effect.id());
        if (effect.data().get("amount") instanceof BigDecimal amount) {
            fields.put("amount", MinorUnits.minor(amount, checkout.currency()));
        }
        JsonCall.Answer answer = api.answer(api.post(key, "/refunds", fields, effect.id()));
        JsonFields body = new JsonFields(answer.body());
        if (answer.isSuccess()) {
            return result(body);
        }
        if (body.object("error").text("code").equals("charge_already_refunded")) {
            return new EffectResult.Done(Map.of());
        }
        throw api.refused(answer);
    }

    private boolean canBeForgotten(Effect effect) {
        Instant askedAt = effect.askedAt();
        return askedAt != null && askedAt.isBefore(clock.instant().minus(KEY_RETENTION));
    }

    /// The refund that an earlier request for the effect made; null if there is none.
    private @Nullable JsonFields given(StripeKey key, String intent, Effect effect) {
        JsonFields list = api.body(api.get(
                key, "/refunds?payment_intent=" + URLEncoder.encode(intent, StandardCharsets.UTF_8) + "&limit=" + ALL));
        if (!(list.fields().get("data") instanceof List)) {
            throw api.unreadable();
        }
        return ProviderCalls.data(list.fields()).stream()
                .filter(refund -> refund.object("metadata").text(EFFECT).equals(effect.id()))
                .findFirst()
                .orElse(null);
    }

    private static EffectResult result(JsonFields refund) {
        String status = refund.text(STATUS);
        return status.equals("failed") || status.equals(CANCELED)
                ? new EffectResult.Refused("stripe says " + status)
                : new EffectResult.Done(Map.of());
    }
}
