package streamerapi.overlays;

import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;

import java.util.HashSet;
import java.util.List;

/// How an overlay's alerts look, sound and follow each other.
///
/// @param language of the overlay's own words and numbers
/// @param mirrors whether another overlay plays the tips, and this one only shows their words
/// @param pauseSeconds how long nothing is shown after a tip or an alert
/// @param order the kinds of platforms' alerts, the most important first; empty for the usual order
public record OverlayAlerts(
        AlertTheme theme,
        String language,
        boolean mirrors,
        int pauseSeconds,
        List<AlertKind> order,
        List<AlertVariation> variations) {

    private static final int MAX_VARIATIONS = 40;
    private static final int MAX_PAUSE = 30;

    /// The alerts of an overlay for which nothing was chosen.
    static final OverlayAlerts DEFAULT = new OverlayAlerts(AlertTheme.CARD, "en", false, 0, List.of(), List.of());

    static final Schema<OverlayAlerts> SCHEMA =
            Schema.of("OverlayAlerts", "How an overlay's alerts look, sound and follow each other.", s -> {
                s.sparse();
                var theme = s.choice("theme", OverlayAlerts::theme, List.of(AlertTheme.values()), DEFAULT.theme)
                        .orElse(DEFAULT.theme)
                        .doc("The look of alerts.");
                var language = s.oneOf(
                                "language", OverlayAlerts::language, List.copyOf(AlertChoices.LANGUAGES.keySet()))
                        .orElse(DEFAULT.language)
                        .doc("Of the overlay's own words and numbers.");
                var mirrors = s.flag("mirrors", OverlayAlerts::mirrors)
                        .orElse(false)
                        .doc("Whether another overlay plays the tips. This one then shows their words, and claims"
                                + " none.");
                var pause = s.int32("pause_seconds", OverlayAlerts::pauseSeconds)
                        .between(0, MAX_PAUSE)
                        .orElse(DEFAULT.pauseSeconds)
                        .doc("How long nothing is shown after a tip or an alert, before the next one.");
                var order = s.choices("order", OverlayAlerts::order, AlertKind.OF_PLATFORMS)
                        .orElse(List.of())
                        .doc("The types of platforms' alerts, the most important first, each once: in this order"
                                + " they are shown if several wait. Tips and alerts take turns. Empty for the usual"
                                + " order.");
                var variations = s.list("variations", OverlayAlerts::variations, AlertVariation.SCHEMA)
                        .between(0, MAX_VARIATIONS)
                        .orElse(List.of())
                        .doc("Ways to show alerts that differ from the usual one.");
                return in -> new OverlayAlerts(
                        theme.of(in),
                        language.of(in),
                        mirrors.of(in),
                        pause.of(in),
                        distinct(in, order.of(in)),
                        variations.of(in));
            });

    private static List<AlertKind> distinct(FieldValues in, List<AlertKind> order) {
        if (new HashSet<>(order).size() < order.size()) {
            throw in.refused("order", "must name each type once");
        }
        return order;
    }
}
