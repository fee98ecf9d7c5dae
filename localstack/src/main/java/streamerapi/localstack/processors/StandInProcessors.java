package streamerapi.localstack.processors;

import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.standins.StandInState;
import streamerapi.localstack.standins.StandIns;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

/// Plays Stripe, PayPal and Ko-fi, each below [StandIns#PATH] and its name.
public final class StandInProcessors extends StandIns {

    /// The variables that have a processor's address, by its name.
    public static final Map<String, String> VARIABLES = Map.of("stripe", "STRIPE_API_URL");

    private final StandInStripe stripe;

    /// @param next   answers every other path
    /// @param folder where payments and webhooks are kept; null to keep nothing
    /// @param clock  what events are dated by
    public StandInProcessors(Handler next, @Nullable Path folder, InstantSource clock) {
        this(next, new StandInState(folder, "processors"), clock);
    }

    private StandInProcessors(Handler next, StandInState state, InstantSource clock) {
        super(next, state);
        stripe = new StandInStripe(state, sender(), clock);
        play(Map.of("stripe", stripe));
    }

    /// What an owner enters to connect: a secret key of Stripe's test mode.
    public String stripeKey() {
        return stripe.secretKey();
    }

    /// Every secret that the processors gave or were given in this process: keys, tokens and what signs events. A test
    /// looks for them where they should not be.
    public Set<String> secrets() {
        return stripe.secrets();
    }
}
