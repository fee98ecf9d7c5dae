package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.CheckoutClient;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.PaymentBooks;
import streamerapi.checkouts.PaymentCalls;
import streamerapi.checkouts.PaymentEvents;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnections;
import streamerapi.kofi.KofiClient;
import streamerapi.paypal.PayPalApi;
import streamerapi.paypal.PayPalBooks;
import streamerapi.paypal.PayPalCheckouts;
import streamerapi.paypal.PayPalClient;
import streamerapi.paypal.PayPalEffects;
import streamerapi.paypal.PayPalEvents;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Table;
import streamerapi.stripe.StripeApi;
import streamerapi.stripe.StripeBooks;
import streamerapi.stripe.StripeCheckouts;
import streamerapi.stripe.StripeClient;
import streamerapi.stripe.StripeEffects;
import streamerapi.stripe.StripeEvents;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The payment processors that the service speaks to by itself: a list for each part that one has.
public final class Processors {

    private final List<ProcessorClient<?>> clients;
    private final Checkouts checkouts;
    private final Map<Processor, PaymentEvents> events;
    private final Map<Processor, PaymentCalls> calls;
    private final Map<Processor, PaymentBooks> books;

    private Processors(
            Table table, SecretCipher cipher, InstantSource clock, Function<String, @Nullable String> variables) {
        ProviderConnections connections = new ProviderConnections(table, cipher);
        StripeApi stripe = new StripeApi(address(variables, "STRIPE_API_URL", "https://api.stripe.com"), clock);
        PayPalApi paypal = new PayPalApi(address(variables, "PAYPAL_API_URL", PayPalApi.LIVE), clock);
        this.clients = List.of(new StripeClient(stripe), new PayPalClient(paypal), new KofiClient());
        this.checkouts = new Checkouts(
                table,
                connections,
                Stream.<CheckoutClient>of(
                                new StripeCheckouts(stripe, connections), new PayPalCheckouts(paypal, connections))
                        .collect(Collectors.toMap(CheckoutClient::processor, Function.identity())),
                clock);
        StripeEvents ofStripe = new StripeEvents(stripe, connections, checkouts);
        PayPalEvents ofPayPal = new PayPalEvents(paypal, connections, checkouts);
        this.books = Stream.<PaymentBooks>of(
                        new StripeBooks(stripe, connections, ofStripe), new PayPalBooks(checkouts, ofPayPal))
                .collect(Collectors.toMap(PaymentBooks::processor, Function.identity()));
        this.events = Stream.<PaymentEvents>of(ofStripe, ofPayPal)
                .collect(Collectors.toMap(PaymentEvents::processor, Function.identity()));
        this.calls = Stream.<PaymentCalls>of(
                        new StripeEffects(stripe, connections, clock), new PayPalEffects(paypal, connections))
                .collect(Collectors.toMap(PaymentCalls::processor, Function.identity()));
    }

    /// The processors of a function.
    ///
    /// @param variables the function's environment variables by name: `STRIPE_API_URL`, `PAYPAL_API_URL`
    public static Processors of(
            Table table, SecretCipher cipher, InstantSource clock, Function<String, @Nullable String> variables) {
        return new Processors(table, cipher, clock, variables);
    }

    private static String address(Function<String, @Nullable String> variables, String name, String own) {
        String given = variables.apply(name);
        return given == null || given.isEmpty() ? own : given;
    }

    /// The clients of those that can be connected.
    public List<ProcessorClient<?>> clients() {
        return clients;
    }

    /// Donors' checkouts.
    public Checkouts checkouts() {
        return checkouts;
    }

    /// The translation of a provider's events; null if it is no processor.
    public @Nullable PaymentEvents events(Provider provider) {
        return Processor.of(provider.source()).map(events::get).orElse(null);
    }

    /// A provider's own books of payments; null if it has none.
    public @Nullable PaymentBooks books(Provider provider) {
        return Processor.of(provider.source()).map(books::get).orElse(null);
    }

    /// The calls of a processor's own API about payments; null if it has none.
    @Nullable
    PaymentCalls calls(Processor processor) {
        return calls.get(processor);
    }
}
