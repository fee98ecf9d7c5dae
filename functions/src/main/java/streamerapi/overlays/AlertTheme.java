package streamerapi.overlays;

import streamerapi.shared.labels.Labelled;

import java.util.LinkedHashMap;
import java.util.Map;

/// A look of alerts, and the font and colours that suit it.
public enum AlertTheme implements Labelled {
    CARD("Card", "a pane of glass with a medallion", "sans", "#ffffff", "#10121b", 82, "#7c5cff", "#21d4c5"),
    NEON("Neon", "tubes of light", "future", "#ffffff", "#0a0618", 88, "#b026ff", "#19f9d8"),
    PAPER("Paper", "a note that is taped on", "hand", "#3a2c22", "#fdf3dc", 100, "#e4572e", "#b8401c"),
    PIXEL("Pixel", "the text box of an old console", "pixel", "#f8f8f2", "#1b1464", 100, "#ffffff", "#ffd93d"),
    BROADCAST("Broadcast", "a lower third of sports", "condensed", "#ffffff", "#0c1a33", 96, "#e6002d", "#ffd400"),
    BUBBLE("Bubble", "a soft speech bubble", "rounded", "#3b2350", "#ffffff", 96, "#ff6fb5", "#ffb02e"),
    HEADLINE("Headline", "nothing but large words", "poster", "#ffffff", "#141020", 100, "#ff4d6d", "#ffd60a");

    private final String title;
    private final String contents;
    private final String font;
    private final String text;
    private final String panel;
    private final int panelOpacity;
    private final String accent;
    private final String highlight;

    AlertTheme(
            String title,
            String contents,
            String font,
            String text,
            String panel,
            int panelOpacity,
            String accent,
            String highlight) {
        this.title = title;
        this.contents = contents;
        this.font = font;
        this.text = text;
        this.panel = panel;
        this.panelOpacity = panelOpacity;
        this.accent = accent;
        this.highlight = highlight;
    }

    /// The name that people know it by.
    public String title() {
        return title;
    }

    /// Its look, in a few words.
    public String contents() {
        return contents;
    }

    /// The colours that suit it.
    OverlayLayout.Colours colours() {
        return new OverlayLayout.Colours(text, panel, panelOpacity, accent, highlight);
    }

    /// The font and colours that suit it, as fields of a layout.
    public Map<String, Object> palette() {
        Map<String, Object> palette = new LinkedHashMap<>();
        palette.put("font", font);
        palette.put("text_color", text);
        palette.put("panel_color", panel);
        palette.put("panel_opacity", panelOpacity);
        palette.put("accent_color", accent);
        palette.put("highlight_color", highlight);
        return palette;
    }
}
