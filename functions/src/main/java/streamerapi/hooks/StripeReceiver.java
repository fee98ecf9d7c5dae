package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.HookConnections;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Takes what Stripe sends: one `v1` of the header `Stripe-Signature` must be the hex HMAC-SHA256 of time and body,
/// under the secret of the webhook endpoint. Of an event it hands on what its translation reads, and nothing of the
/// person who paid.
///
/// @param connections open the secret
record StripeReceiver(HookConnections connections, InstantSource clock) implements PlatformReceiver {

    static final String HEADER = "stripe-signature";

    /// How far a call's time may be off, in both directions.
    private static final long WINDOW_SECONDS = 300;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int ID = 255;

    private static final List<String> TEXTS = List.of("currency", "status", "payment_status");
    private static final List<String> AMOUNTS =
            List.of("amount_received", "amount_capturable", "amount_total", "amount_refunded");

    /// The parts of the header.
    ///
    /// @param time in seconds since 1970, as the header has it
    /// @param signatures each `v1`
    private record Signed(String time, List<String> signatures) {

        static Signed of(String header) {
            String time = "";
            List<String> signatures = new ArrayList<>();
            for (String part : header.split(",", -1)) {
                String[] pair = part.strip().split("=", 2);
                if (pair.length == 2 && pair[0].equals("t")) {
                    time = pair[1];
                } else if (pair.length == 2 && pair[0].equals("v1")) {
                    signatures.add(pair[1]);
                }
            }
            return new Signed(time, signatures);
        }

        boolean isAt(Instant now) {
            return time.matches("[0-9]{1,12}")
                    && Math.abs(Long.parseLong(time) - now.getEpochSecond()) <= WINDOW_SECONDS;
        }
    }

    @Override
    public Reception receive(Hook hook, ProviderConnection connection) {
        Signed signed = Signed.of(hook.header(HEADER));
        if (!signed.isAt(clock.instant())) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, HEADER + " has no time, or one more than 5 minutes off");
        }
        String secret = connections.secret(connection);
        if (secret == null || !isOf(signed, signature(secret, signed.time(), hook.body()))) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The signature is not of this body");
        }
        try {
            return read(new EventFields("", Json.readObject(hook.body())), connection);
        } catch (Json.Malformed | Problem unreadable) {
            return new Reception.Ignored("unreadable: " + unreadable.getMessage());
        }
    }

    private static boolean isOf(Signed signed, String expected) {
        byte[] bytes = expected.getBytes(StandardCharsets.UTF_8);
        boolean isAny = false;
        for (String signature : signed.signatures()) {
            isAny |= MessageDigest.isEqual(bytes, signature.getBytes(StandardCharsets.UTF_8));
        }
        return isAny;
    }

    /// The signature of a call.
    ///
    /// @param time in seconds since 1970, as the header has it
    static String signature(String secret, String time, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Reception read(EventFields event, ProviderConnection connection) {
        String type = event.text("type", ID);
        if (!type.startsWith("payment_intent.")
                && !type.startsWith("checkout.session.")
                && !type.startsWith("charge.")) {
            return new Reception.Ignored(type);
        }
        return new Reception.Taken(ReceivedMessage.Paid.of(
                connection,
                new ProcessorEvent(
                        event.text("id", ID),
                        type,
                        Instant.ofEpochSecond(event.number("created")),
                        data(type, event.object("data").object("object"))),
                clock.instant()));
    }

    private static Map<String, @Nullable Object> data(String type, EventFields object) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(
                "payment_intent",
                type.startsWith("payment_intent.") ? object.text("id", ID) : idOrNull(object, "payment_intent"));
        EventFields metadata = object.objectOrNull("metadata");
        String orderId = metadata == null ? null : metadata.textOrNull("order_id", ID);
        data.put("order_id", orderId == null ? object.textOrNull("client_reference_id", ID) : orderId);
        TEXTS.forEach(name -> data.put(name, object.textOrNull(name, ID)));
        data.put("captured", object.fields().get("captured") instanceof Boolean captured ? captured : null);
        AMOUNTS.forEach(name -> data.put(name, object.fields().get(name) instanceof BigDecimal amount ? amount : null));
        return data;
    }

    /// A name that Stripe gave, or that of an object which stands in its place.
    private static @Nullable String idOrNull(EventFields object, String name) {
        EventFields expanded = object.objectOrNull(name);
        return expanded == null ? object.textOrNull(name, ID) : expanded.textOrNull("id", ID);
    }
}
