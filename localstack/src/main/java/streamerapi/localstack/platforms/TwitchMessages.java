package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// EventSub's messages: made, signed as Twitch signs them, and sent.
final class TwitchMessages {

    /// Nine digits, as Twitch has them.
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

    private static final int NANOS_OF_A_MILLISECOND = 1_000_000;

    private final EventSender sender;
    private final InstantSource clock;

    TwitchMessages(EventSender sender, InstantSource clock) {
        this.sender = sender;
        this.clock = clock;
    }

    /// The time, to the nanosecond.
    String time() {
        return TIME.format(clock.instant().plusNanos(ThreadLocalRandom.current().nextInt(NANOS_OF_A_MILLISECOND)));
    }

    /// Asks whether the callback is the subscriber's: its answer must be the challenge, and nothing else.
    void verify(TwitchSubscription subscription, Consumer<Boolean> then) {
        String challenge = RandomText.secret(40);
        ObjectNode body = StandInPlatform.node().put("challenge", challenge);
        body.set("subscription", subscription.json());
        String text = body.toString();
        Map<String, String> headers =
                headers(subscription, "webhook_callback_verification", RandomText.uuid(), time(), text, 0);
        sender.beside(() -> then.accept(sender.once(subscription.callback(), headers, text)
                .filter(answer -> repeats(answer, challenge))
                .isPresent()));
    }

    private static boolean repeats(HttpResponse<String> answer, String challenge) {
        return answer.statusCode() >= 200
                && answer.statusCode() <= 299
                && answer.headers().firstValue("Content-Type").orElse("").startsWith("text/plain")
                && answer.body().equals(challenge);
    }

    /// Sends an event.
    ///
    /// @param id     of the message; the same for what is to be taken as a repetition
    /// @param wanted whether it is still to be sent again
    int notification(TwitchSubscription subscription, JsonNode event, String id, String time, BooleanSupplier wanted) {
        ObjectNode body = StandInPlatform.node();
        body.set("subscription", subscription.json());
        body.set("event", event);
        return send(subscription, "notification", id, time, body.toString(), wanted);
    }

    /// Tells that a subscription has ended; its status says why.
    int revocation(TwitchSubscription subscription) {
        ObjectNode body = StandInPlatform.node();
        body.set("subscription", subscription.json());
        return send(subscription, "revocation", RandomText.uuid(), time(), body.toString(), () -> true);
    }

    private int send(
            TwitchSubscription subscription,
            String messageType,
            String id,
            String time,
            String body,
            BooleanSupplier wanted) {
        return sender.send(new EventSender.Parcel(
                subscription.callback(),
                retry -> headers(subscription, messageType, id, time, body, retry),
                body,
                wanted));
    }

    private static Map<String, String> headers(
            TwitchSubscription subscription, String messageType, String id, String time, String body, int retry) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Twitch-Eventsub-Message-Id", id);
        headers.put("Twitch-Eventsub-Message-Retry", Integer.toString(retry));
        headers.put("Twitch-Eventsub-Message-Type", messageType);
        headers.put(
                "Twitch-Eventsub-Message-Signature", "sha256=" + signature(subscription.secret(), id + time + body));
        headers.put("Twitch-Eventsub-Message-Timestamp", time);
        headers.put("Twitch-Eventsub-Subscription-Type", subscription.type());
        headers.put("Twitch-Eventsub-Subscription-Version", subscription.version());
        return headers;
    }

    private static String signature(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
