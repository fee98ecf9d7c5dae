package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.standins.StandInState;
import streamerapi.localstack.standins.StandIns;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Plays Stripe, PayPal and Ko-fi, each below [StandIns#PATH] and its name.
public final class StandInProcessors extends StandIns {

    private final StandInStripe stripe;
    private final StandInPayPal paypal;
    private final StandInKofi kofi;

    /// @param next   answers every other path
    /// @param folder where payments and webhooks are kept; null to keep nothing
    /// @param clock  what events are dated by
    public StandInProcessors(Handler next, @Nullable Path folder, InstantSource clock) {
        this(next, new StandInState(folder, "processors"), clock);
    }

    private StandInProcessors(Handler next, StandInState state, InstantSource clock) {
        super(next, state);
        stripe = new StandInStripe(state, sender(), clock);
        paypal = new StandInPayPal(state, sender(), clock);
        kofi = new StandInKofi(state, sender(), clock);
        play(Map.of("stripe", stripe, "paypal", paypal, "kofi", kofi));
    }

    /// The variables by which functions find the processors, with their values here.
    ///
    /// @param address the stack's: `http://localhost:3000`
    public Map<String, String> variables(String address) {
        return Map.of(
                "STRIPE_API_URL",
                address + PATH + "stripe",
                "PAYPAL_API_URL",
                address + PATH + "paypal",
                "PAYPAL_CERT_HOSTS",
                address,
                "PAYPAL_CERT_ROOTS",
                paypal.root());
    }

    /// The values that an owner enters to connect a processor.
    ///
    /// @param processor `stripe`, `paypal` or `kofi`
    public Map<String, String> credentials(String processor) {
        ObjectNode app = paypal.credentials();
        return switch (processor) {
            case "stripe" -> Map.of("secret_key", stripe.secretKey());
            case "paypal" ->
                Map.of(
                        "client_id", app.path("client_id").asText(),
                        "client_secret", app.path("client_secret").asText());
            case "kofi" -> Map.of("verification_token", kofi.token());
            default -> throw new IllegalArgumentException(processor);
        };
    }

    /// Every secret that the processors gave or were given in this process: keys, tokens and what signs events. A test
    /// looks for them where they should not be.
    public Set<String> secrets() {
        Set<String> all = new TreeSet<>(stripe.secrets());
        all.addAll(paypal.secrets());
        all.addAll(kofi.secrets());
        return all;
    }
}
