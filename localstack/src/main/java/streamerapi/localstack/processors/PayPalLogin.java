package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The application at PayPal that is played, and its access tokens.
final class PayPalLogin {

    private static final Duration LIFE = Duration.ofHours(9);
    private static final int ID_LENGTH = 79;

    private final InstantSource clock;
    private final String clientId;
    private final Map<String, Instant> tokens = new TreeMap<>();
    private final Set<String> issued = new TreeSet<>();
    private String secret;

    PayPalLogin(StandInState state, InstantSource clock) {
        this.clock = clock;
        JsonNode kept = state.part("paypal-login", this::kept);
        clientId = kept.path("client_id").asText("A" + RandomText.letters(ID_LENGTH));
        secret = kept.path("client_secret").asText(madeSecret());
        kept.path("tokens")
                .properties()
                .forEach(token -> tokens.put(
                        token.getKey(), Instant.parse(token.getValue().asText())));
        issued.add(secret);
        issued.addAll(tokens.keySet());
    }

    private static String madeSecret() {
        return "E" + RandomText.letters(ID_LENGTH);
    }

    private synchronized JsonNode kept() {
        ObjectNode kept = credentials();
        ObjectNode all = kept.putObject("tokens");
        tokens.forEach((token, end) -> all.put(token, end.toString()));
        return kept;
    }

    synchronized ObjectNode credentials() {
        return StandInProcessor.node().put("client_id", clientId).put("client_secret", secret);
    }

    synchronized Set<String> issued() {
        return Set.copyOf(issued);
    }

    /// Ends the secret and every token, and makes another secret.
    synchronized void changeSecret() {
        secret = madeSecret();
        issued.add(secret);
        tokens.clear();
    }

    /// Ends every access token.
    synchronized void expire() {
        tokens.clear();
    }

    synchronized StandInAnswer token(StandInCall call) {
        String pair = Base64.getEncoder().encodeToString((clientId + ":" + secret).getBytes(StandardCharsets.UTF_8));
        if (!call.token("Basic").equals(pair)) {
            throw PayPalRefusals.token(401, "invalid_client", "Client Authentication failed");
        }
        if (!call.field("grant_type").equals("client_credentials")) {
            throw PayPalRefusals.token(400, "unsupported_grant_type", "unsupported grant_type");
        }
        String token = "A21AA" + RandomText.letters(92);
        tokens.put(token, clock.instant().plus(LIFE));
        issued.add(token);
        return StandInAnswer.json(
                200,
                StandInProcessor.node()
                        .put("scope", "https://uri.paypal.com/services/payments/payment/authcapture openid")
                        .put("access_token", token)
                        .put("token_type", "Bearer")
                        .put("app_id", "APP-80W284485P519543T")
                        .put("expires_in", LIFE.toSeconds())
                        .put("nonce", clock.instant().toString() + RandomText.letters(43)));
    }

    /// Refuses a call without a good token.
    synchronized void check(StandInCall call) {
        Instant end = tokens.get(call.token("Bearer"));
        if (end == null || !clock.instant().isBefore(end)) {
            throw PayPalRefusals.token(401, "invalid_token", "Token signature verification failed");
        }
    }
}
