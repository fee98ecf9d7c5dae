package streamerapi.shared.connectors;

import streamerapi.shared.labels.Labelled;

import java.util.List;
import java.util.Optional;

/// A payment processor: it holds, captures and refunds payments.
public enum Processor implements Labelled {
    CARD(Connector.CARD_PROCESSOR),
    WALLET(Connector.WALLET_PROCESSOR);

    /// All of them, in the order in which they are listed.
    public static final List<Processor> ALL = List.of(values());

    private final Connector connector;

    Processor(Connector connector) {
        this.connector = connector;
    }

    /// The processor as the `source` of a tip names it: `card_processor`.
    @Override
    public String label() {
        return connector.label();
    }

    /// The connector that translates for it.
    public Connector connector() {
        return connector;
    }

    /// The names of all of them in JSON.
    public static List<String> labels() {
        return Labelled.labels(ALL);
    }

    /// The processor with this label; empty if there is none.
    public static Optional<Processor> of(String label) {
        return Optional.ofNullable(Labelled.find(ALL, label));
    }
}
