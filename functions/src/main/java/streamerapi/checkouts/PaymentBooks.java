package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.connectors.Processor;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// A processor's own list of payments, read page by page. It repeats the facts that the processor's events have
/// reported about our checkouts.
public interface PaymentBooks {

    /// The processor.
    Processor processor();

    /// A page of them.
    ///
    /// @param after the cursor of the last entry that was looked at; null for the first page
    /// @throws streamerapi.connections.ProviderException if the processor refuses, or does not answer
    Page page(ProviderConnection connection, Span span, @Nullable String after);

    /// The time that is looked through. Its end is a while ago, as an event needs time to come.
    record Span(Instant from, Instant to) {}

    /// @param hasMore whether another page follows
    record Page(List<Entry> entries, boolean hasMore) {}

    /// A line of the books.
    ///
    /// @param id of the processor's event that told of it, or that of the payment
    /// @param cursor of the page that begins behind it
    /// @param told what it tells, for which the processor may be asked again; throws
    /// [streamerapi.connections.ProviderException] if it refuses to show the line, or does not answer
    record Entry(String id, String cursor, Supplier<List<Told>> told) {}

    /// A fact that the books tell.
    ///
    /// @param id a second message with it is the same
    /// @param at by the processor's clock
    record Told(String id, Instant at, PaymentFact fact) {}
}
