package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The keys of the Stripe account that is played: a secret and a restricted one, each of test and of live mode.
final class StandInStripeKeys {

    /// The key that `local.json` shows.
    static final String SECRET_TEST = "sk_test";

    private static final List<String> KINDS = List.of(SECRET_TEST, "rk_test", "sk_live", "rk_live");
    private static final int LENGTH = 48;
    private static final int SHOWN_END = 4;

    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Set<String> issued = new TreeSet<>();

    StandInStripeKeys(StandInState state) {
        JsonNode kept = state.part("stripe-keys", this::kept);
        KINDS.forEach(kind -> take(kind, kept.path(kind).asText(made(kind))));
    }

    private static String made(String kind) {
        return kind + "_" + RandomText.letters(LENGTH);
    }

    private void take(String kind, String key) {
        keys.put(kind, key);
        issued.add(key);
    }

    private synchronized JsonNode kept() {
        ObjectNode kept = StandInProcessor.node();
        keys.forEach(kept::put);
        return kept;
    }

    synchronized Map<String, String> all() {
        return new LinkedHashMap<>(keys);
    }

    synchronized Set<String> issued() {
        return Set.copyOf(issued);
    }

    /// Ends a key and makes another of its kind.
    synchronized String roll(String kind) {
        if (!KINDS.contains(kind)) {
            throw StandInProcessor.misunderstood("kind is one of " + String.join(", ", KINDS));
        }
        take(kind, made(kind));
        return keys.getOrDefault(kind, "");
    }

    /// Whether the key of a call is of live mode.
    ///
    /// @throws streamerapi.localstack.standins.StandInRefusal without a good key
    synchronized boolean live(StandInCall call) {
        String key = call.token("Bearer");
        if (key.isEmpty()) {
            key = user(call.token("Basic"));
        }
        if (key.isEmpty()) {
            throw StripeRefusals.noKey();
        }
        if (!keys.containsValue(key)) {
            throw StripeRefusals.key(shown(key));
        }
        return key.startsWith("sk_live") || key.startsWith("rk_live");
    }

    private static String user(String basic) {
        try {
            String pair = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
            return pair.contains(":") ? pair.substring(0, pair.indexOf(':')) : pair;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static String shown(String key) {
        int prefix = Math.min(key.length(), key.lastIndexOf('_') + 1);
        String end = key.length() > prefix + 2 * SHOWN_END ? key.substring(key.length() - SHOWN_END) : "";
        return key.substring(0, prefix) + "*".repeat(key.length() - prefix - end.length()) + end;
    }
}
