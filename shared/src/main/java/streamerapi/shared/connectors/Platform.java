package streamerapi.shared.connectors;

import streamerapi.shared.labels.Labelled;

import java.util.List;
import java.util.Optional;

/// A streaming platform: it has chat, viewers and alerts.
public enum Platform implements Labelled {
    ALPHA(Connector.ALPHA, "Twitch"),
    BETA(Connector.BETA, "Kick");

    /// All of them, in the order in which they are listed.
    public static final List<Platform> ALL = List.of(values());

    private final Connector connector;
    private final String title;

    Platform(Connector connector, String title) {
        this.connector = connector;
        this.title = title;
    }

    /// The platform as `platform` names it: `alpha`.
    @Override
    public String label() {
        return connector.label();
    }

    /// The platform's name for people.
    public String title() {
        return title;
    }

    /// The connector that translates for it.
    public Connector connector() {
        return connector;
    }

    /// The names of all of them in JSON.
    public static List<String> labels() {
        return Labelled.labels(ALL);
    }

    /// The platform with this label; empty if there is none.
    public static Optional<Platform> of(String label) {
        return Optional.ofNullable(Labelled.find(ALL, label));
    }

    /// The name for people of the platform with this label; the label itself if there is no such platform.
    public static String titled(String label) {
        return of(label).map(Platform::title).orElse(label);
    }

    /// The platform that a connector translates for.
    ///
    /// @throws NoSuchElementException for a payment processor's connector
    public static Platform of(Connector connector) {
        return of(connector.label()).orElseThrow();
    }
}
