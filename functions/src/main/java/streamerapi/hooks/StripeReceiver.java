package streamerapi.hooks;

import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.HookConnections;
import streamerapi.connections.ProviderConnection;
import streamerapi.providers.JsonFields;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.stripe.StripeEvent;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Takes what Stripe sends: one `v1` of the header `Stripe-Signature` must be the hex HMAC-SHA256 of time and body,
/// under the secret of the webhook endpoint. Of an event it hands on what its translation reads, and nothing of the
/// person who paid.
///
/// @param connections open the secret
record StripeReceiver(HookConnections connections, InstantSource clock) implements PlatformReceiver {

    static final String HEADER = "stripe-signature";

    /// How far a call's time may be off, in both directions.
    private static final long WINDOW_SECONDS = 300;

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
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The signature does not match this body");
        }
        try {
            return read(new JsonFields(Json.readObject(hook.body())), connection);
        } catch (Json.Malformed unreadable) {
            return new Reception.Ignored("unreadable: " + unreadable.getMessage());
        }
    }

    private static boolean isOf(Signed signed, String expected) {
        boolean isAny = false;
        for (String signature : signed.signatures()) {
            isAny |= Hmac.isSame(expected, signature);
        }
        return isAny;
    }

    /// The signature of a call.
    ///
    /// @param time in seconds since 1970, as the header has it
    static String signature(String secret, String time, byte[] body) {
        return Hmac.hex(secret, time + ".", body);
    }

    private Reception read(JsonFields event, ProviderConnection connection) {
        String type = event.text("type");
        if (!StripeEvent.isTaken(type)) {
            return new Reception.Ignored(type);
        }
        ProcessorEvent taken = StripeEvent.of(event);
        return taken == null
                ? new Reception.Ignored("unreadable: a field is missing")
                : new Reception.Taken(ReceivedMessage.Paid.of(connection, taken, clock.instant()));
    }
}
