package streamerapi.overlays;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A part of the overlay page, which an overlay shows or leaves out (contract "Overlays").
public enum Widget {
    ALERT("Alerts", "follows, subscriptions, raids and gifts"),
    TTS("Tips", "spoken and shown"),
    MEDIA("Videos", "those that viewers request"),
    GOAL("Tip goal", "how far it is"),
    LEADERBOARD("Leaderboard", "who tipped most"),
    TICKER("Latest events", "a line at the edge"),
    COUNTER("Counters", "as they are changed"),
    CELEBRATION("Celebrations", "confetti, fireworks, hearts");

    private final String title;
    private final String contents;

    Widget(String title, String contents) {
        this.title = title;
        this.contents = contents;
    }

    /// The widgets' names, in the order of the choice.
    static List<String> names() {
        return Arrays.stream(values()).map(Widget::apiName).toList();
    }

    /// The titles of widgets, as one text.
    ///
    /// @param names as the API has them
    public static String titles(List<String> names) {
        return String.join(
                ", ",
                Arrays.stream(values())
                        .filter(widget -> names.contains(widget.apiName()))
                        .map(Widget::title)
                        .toList());
    }

    /// The name that the API has for it: `alert`.
    public String apiName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What people call it.
    public String title() {
        return title;
    }

    /// What it shows, in a few words.
    public String contents() {
        return contents;
    }
}
