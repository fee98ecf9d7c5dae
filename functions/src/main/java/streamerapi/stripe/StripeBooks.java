package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.PaymentBooks;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.connectors.Processor;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// Stripe's list of events, the newest first: it keeps them for 30 days, whether their webhook took them or not. They
/// are translated as those that came.
public final class StripeBooks implements PaymentBooks {

    private static final int PAGE = 100;

    private final StripeApi api;
    private final UnsealedKeys keys;
    private final StripeEvents events;

    public StripeBooks(StripeApi api, ProviderConnections connections, StripeEvents events) {
        this.api = api;
        this.keys = new UnsealedKeys(connections);
        this.events = events;
    }

    @Override
    public Processor processor() {
        return Processor.CARD;
    }

    @Override
    public Page page(ProviderConnection connection, Span span, @Nullable String after) {
        String types = StripeFacts.TYPES.stream()
                .map(type -> "&" + encoded("types[]") + "=" + type)
                .collect(Collectors.joining());
        JsonFields list = api.body(api.get(
                keys.of(connection),
                "/events?limit=" + PAGE + "&" + encoded("created[gte]") + "="
                        + span.from().getEpochSecond() + "&" + encoded("created[lt]") + "="
                        + span.to().getEpochSecond() + types
                        + (after == null ? "" : "&starting_after=" + encoded(after))));
        if (!(list.fields().get("data") instanceof List)) {
            throw api.unreadable();
        }
        List<Entry> entries = ProviderCalls.data(list.fields()).stream()
                .map(StripeEvent::of)
                .filter(Objects::nonNull)
                .map(event -> new Entry(event.id(), event.id(), () -> told(connection, event)))
                .toList();
        return new Page(entries, list.flag("has_more") && !entries.isEmpty());
    }

    private List<Told> told(ProviderConnection connection, ProcessorEvent event) {
        PaymentFact fact = events.read(connection, event);
        return fact == null ? List.of() : List.of(new Told(event.id(), event.occurredAt(), fact));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
