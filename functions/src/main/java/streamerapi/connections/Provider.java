package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.labels.Labelled;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A platform or a payment processor that the service connects to by itself.
public enum Provider implements Labelled {
    /// Twitch, which the API calls alpha.
    TWITCH("Twitch", Connector.ALPHA),
    /// Kick, which the API calls beta.
    KICK("Kick", Connector.BETA),
    /// Stripe, the processor of cards.
    STRIPE("Stripe", Connector.CARD_PROCESSOR),
    /// PayPal, the processor of wallets.
    PAYPAL("PayPal", Connector.WALLET_PROCESSOR),
    /// Ko-fi, whose tips are paid already.
    KOFI("Ko-fi", null);

    /// The two platforms.
    public static final List<Provider> PLATFORMS = List.of(TWITCH, KICK);

    private final String label = name().toLowerCase(Locale.ROOT);
    private final String displayName;
    private final @Nullable Connector connector;

    Provider(String displayName, @Nullable Connector connector) {
        this.displayName = displayName;
        this.connector = connector;
    }

    /// The provider as paths and fields name it: `twitch`.
    @Override
    public String label() {
        return label;
    }

    /// The provider as people know it: `Twitch`.
    public String displayName() {
        return displayName;
    }

    /// The source that its messages come from; null for Ko-fi, whose tips have no connector.
    public @Nullable Connector connector() {
        return connector;
    }

    /// The provider as tips and alerts name it: `alpha`, `card_processor`; Ko-fi by its own name.
    public String source() {
        return connector == null ? label : connector.label();
    }

    /// Whether it is a streaming platform.
    public boolean isPlatform() {
        return PLATFORMS.contains(this);
    }

    /// The platform that it is.
    ///
    /// @throws java.util.NoSuchElementException if no provider has the label
    public Platform platform() {
        return Platform.ALL.stream()
                .filter(platform -> platform.connector() == connector)
                .findFirst()
                .orElseThrow();
    }

    /// The address to which a platform sends the browser of a viewer back, who signs in to a tip page.
    ///
    /// @param authUrl `{auth_url}`
    public URI viewerRedirectUri(String authUrl) {
        return URI.create(authUrl + "/tip/sign-in/callback/" + label);
    }

    /// The provider with this label; empty if there is none.
    public static Optional<Provider> of(String label) {
        return Arrays.stream(values()).filter(p -> p.label.equals(label)).findFirst();
    }

    /// The provider that speaks for a connector.
    public static Provider of(Connector connector) {
        return Arrays.stream(values())
                .filter(p -> p.connector == connector)
                .findFirst()
                .orElseThrow();
    }
}
