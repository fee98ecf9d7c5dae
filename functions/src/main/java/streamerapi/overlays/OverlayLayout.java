package streamerapi.overlays;

import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/// How an overlay's widgets look, and where they stand. The page applies another one without loading anew.
///
/// Its row holds what differs from the default: with a whole layout it would pass 1 KB, and each change of the
/// overlay's goal would cost twice as much.
///
/// @param font one of [#FONTS]
/// @param textScale percent of the usual size
/// @param alertSeconds how long an alert is shown; a tip is shown while it sounds
/// @param alerts how alerts look, sound and follow each other
/// @param panels what widgets show that can show one thing or another
/// @param boxes where each widget stands that can be seen, by its name
public record OverlayLayout(
        String font,
        int textScale,
        Colours colours,
        int alertSeconds,
        OverlayAlerts alerts,
        PanelChoices panels,
        Map<String, OverlayBox> boxes) {

    /// The colours of an overlay, each `#rrggbb`.
    ///
    /// @param panel behind the words
    /// @param panelOpacity percent; 0 shows the words alone
    /// @param accent of borders, and of the beginning of the goal's bar
    /// @param highlight of amounts, and of the end of the goal's bar
    record Colours(String text, String panel, int panelOpacity, String accent, String highlight) {}

    private static final int WHOLE = 100;

    /// The title of each font, by its name in the API, in the order of the choice.
    public static final Map<String, String> FONTS = fonts();

    private static final Pattern COLOUR = Pattern.compile("#[0-9a-fA-F]{6}");

    private static final Map<String, OverlayBox> USUAL_BOXES = usualBoxes();

    /// The layout of an overlay for which no other was chosen.
    public static final OverlayLayout DEFAULT = new OverlayLayout(
            "sans", WHOLE, AlertTheme.CARD.colours(), 6, OverlayAlerts.DEFAULT, PanelChoices.DEFAULT, USUAL_BOXES);

    /// The layout of a body and of a row.
    static final Schema<OverlayLayout> SCHEMA = Schema.of(
            "OverlayLayoutRequest", "How an overlay's widgets look, and where they stand.", OverlayLayout::shape);

    /// The layout as it is answered.
    public static final Schema<OverlayLayout> SHOWN =
            Schema.of("OverlayLayout", "How an overlay's widgets look, and where they stand.", OverlayLayout::shape);

    private static Function<FieldValues, OverlayLayout> shape(Shape<OverlayLayout> s) {
        s.sparse();
        var font = s.oneOf("font", OverlayLayout::font, List.copyOf(FONTS.keySet()))
                .orElse(DEFAULT.font)
                .doc("A family of fonts. The page brings them for Latin letters, but `mono`.");
        var textScale = s.int32("text_scale", OverlayLayout::textScale)
                .between(50, 200)
                .orElse(DEFAULT.textScale)
                .doc("Percent of the usual size of all words.");
        var text = colour(s, "text_color", Colours::text).doc("Of all words.");
        var panel = colour(s, "panel_color", Colours::panel).doc("Behind the words.");
        var opacity = s.int32("panel_opacity", (OverlayLayout layout) -> layout.colours.panelOpacity)
                .between(0, WHOLE)
                .orElse(DEFAULT.colours.panelOpacity)
                .doc("Percent. At 0 the words stand alone.");
        var accent = colour(s, "accent_color", Colours::accent).doc("Of borders, and of the goal's bar.");
        var highlight =
                colour(s, "highlight_color", Colours::highlight).doc("Of amounts, and of the end of the goal's bar.");
        var seconds = s.int32("alert_seconds", OverlayLayout::alertSeconds)
                .between(2, 30)
                .orElse(DEFAULT.alertSeconds)
                .doc("How long an alert is shown. A tip is shown while it sounds.");
        var alerts = s.group("alerts", OverlayLayout::alerts, OverlayAlerts.SCHEMA)
                .orElse(DEFAULT.alerts)
                .doc("How alerts look, sound and follow each other.");
        var panels = s.group("panels", OverlayLayout::panels, PanelChoices.SCHEMA)
                .orElse(DEFAULT.panels)
                .doc("The contents of widgets that can show one thing or another.");
        Map<String, Field<OverlayLayout, OverlayBox>> boxes = new LinkedHashMap<>();
        USUAL_BOXES.forEach((widget, usual) -> boxes.put(
                widget,
                s.group(widget, (OverlayLayout layout) -> layout.boxes.get(widget), OverlayBox.SCHEMA)
                        .orElse(usual)));
        return in -> new OverlayLayout(
                font.of(in),
                textScale.of(in),
                new Colours(text.of(in), panel.of(in), opacity.of(in), accent.of(in), highlight.of(in)),
                seconds.of(in),
                alerts.of(in),
                panels.of(in),
                placed(boxes, in));
    }

    private static Field<OverlayLayout, String> colour(
            Shape<OverlayLayout> s, String name, Function<Colours, String> colour) {
        return s.text(name, (OverlayLayout layout) -> colour.apply(layout.colours))
                .matching(COLOUR, "be a colour of the form #rrggbb")
                .orElse(colour.apply(DEFAULT.colours));
    }

    private static Map<String, OverlayBox> placed(
            Map<String, Field<OverlayLayout, OverlayBox>> fields, FieldValues in) {
        Map<String, OverlayBox> boxes = new LinkedHashMap<>();
        fields.forEach((widget, field) -> boxes.put(widget, field.of(in)));
        return boxes;
    }

    private static Map<String, String> fonts() {
        Map<String, String> fonts = new LinkedHashMap<>();
        fonts.put("sans", "Plain");
        fonts.put("serif", "With serifs");
        fonts.put("rounded", "Rounded");
        fonts.put("condensed", "Narrow");
        fonts.put("mono", "Typewriter");
        fonts.put("poster", "Poster");
        fonts.put("comic", "Comic");
        fonts.put("hand", "By hand");
        fonts.put("future", "Science fiction");
        fonts.put("pixel", "Pixels");
        return fonts;
    }

    /// The usual places of widgets, none over another: 40 pixels of 1920 × 1080 from the edges, the alert between them.
    private static Map<String, OverlayBox> usualBoxes() {
        Map<String, OverlayBox> boxes = new LinkedHashMap<>();
        boxes.put("alert", OverlayBox.of("25", "18.5", "50", "37.9"));
        boxes.put("goal", OverlayBox.of("2.1", "3.7", "27.1", "14"));
        boxes.put("leaderboard", OverlayBox.of("76", "3.7", "21.9", "26"));
        boxes.put("events", OverlayBox.of("76", "30", "21.9", "27.3"));
        boxes.put("chat", OverlayBox.of("42.5", "73", "21", "21"));
        boxes.put("labels", OverlayBox.of("31", "3.7", "43", "11"));
        boxes.put("follow_goal", OverlayBox.of("22.5", "58.5", "18.5", "10.5"));
        boxes.put("sub_goal", OverlayBox.of("22.5", "70.5", "18.5", "10.5"));
        boxes.put("timer", OverlayBox.of("43", "58.5", "20", "13"));
        boxes.put("ticker", OverlayBox.of("0", "94.6", "100", "5.4"));
        boxes.put("counter", OverlayBox.of("2.1", "60.7", "18.8", "30"));
        boxes.put("qr", OverlayBox.of("2.1", "22.2", "12.5", "29.6"));
        boxes.put("media", OverlayBox.of("64.6", "57.4", "33.3", "33.3"));
        return boxes;
    }
}
