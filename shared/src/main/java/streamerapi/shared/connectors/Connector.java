package streamerapi.shared.connectors;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A platform or a payment processor, which a connector translates for.
public enum Connector {
    /// The platform alpha.
    ALPHA("ALPHA_CONNECTOR_URL"),
    /// The platform beta.
    BETA("BETA_CONNECTOR_URL"),
    /// The processor of cards.
    CARD_PROCESSOR("CARD_CONNECTOR_URL"),
    /// The processor of wallets.
    WALLET_PROCESSOR("WALLET_CONNECTOR_URL");

    /// The two platforms.
    public static final List<Connector> PLATFORMS = List.of(ALPHA, BETA);

    /// The two payment processors.
    public static final List<Connector> PROCESSORS = List.of(CARD_PROCESSOR, WALLET_PROCESSOR);

    private final String label = name().toLowerCase(Locale.ROOT);
    private final String variable;

    Connector(String variable) {
        this.variable = variable;
    }

    /// The connector as `source` and `platform` name it: `card_processor`.
    public String label() {
        return label;
    }

    /// The environment variable that has the connector's address.
    public String variable() {
        return variable;
    }

    /// The connector with this label; empty if there is none.
    public static Optional<Connector> of(String label) {
        return Arrays.stream(values()).filter(c -> c.label.equals(label)).findFirst();
    }
}
