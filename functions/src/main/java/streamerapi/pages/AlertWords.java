package streamerapi.pages;

import streamerapi.settings.AlertSettings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.EventType;

import java.util.Arrays;
import java.util.List;

/// A platform's alert in a streamer's words.
///
/// @param type the event type's label: `alpha.gift_sub`
/// @param title what happens
/// @param unit what its amount is a number of; empty if that has no name
/// @param counted whether it has an amount
public record AlertWords(String type, String title, String unit, boolean counted) {

    /// The platforms with their alerts, in the order of the catalogue.
    public static final List<OfPlatform> PLATFORMS =
            Platform.ALL.stream().map(OfPlatform::of).toList();

    /// The other events that can be sent as a test, by their types.
    public static final List<String> OTHER_EVENTS = Arrays.stream(EventType.values())
            .filter(type -> type.subscribable() && !AlertSettings.TYPES.contains(type))
            .map(EventType::label)
            .toList();

    /// A platform's alerts.
    public record OfPlatform(Platform platform, List<AlertWords> alerts) {

        private static OfPlatform of(Platform platform) {
            return new OfPlatform(
                    platform,
                    AlertSettings.TYPES.stream()
                            .filter(type -> type.label().startsWith(platform.label() + "."))
                            .map(AlertWords::of)
                            .toList());
        }
    }

    private static AlertWords of(EventType type) {
        String label = type.label();
        return switch (label.substring(label.indexOf('.') + 1)) {
            case "follow" -> new AlertWords(label, "Follow", "", false);
            case "sub" -> new AlertWords(label, "Subscription", "", false);
            case "resub" -> new AlertWords(label, "Renewed subscription", "", false);
            case "gift_sub" -> new AlertWords(label, "Gifted subscriptions", "subs", true);
            case "cheer" -> new AlertWords(label, "Cheer", "bits", true);
            case "raid" -> new AlertWords(label, "Raid", "viewers", true);
            case "paid_gift" -> new AlertWords(label, "Paid gift", "", true);
            default -> throw new IllegalStateException("No words for the alert " + label);
        };
    }
}
