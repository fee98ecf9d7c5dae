package streamerapi.overlays;

import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventType;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// A part of the overlay page, which an overlay shows or leaves out (contract "Overlays"), and the events that it
/// shows.
///
/// An overlay's socket is sent these events and no others: its key stands in the address of a browser source, where
/// other people on a stream's team see it. Events with words that were kept off the stream are in no widget. Lines of
/// chat are no events, and come in frames of their own.
public enum Widget {
    ALERT("Alerts", "follows, subscriptions, raids and gifts"),
    TTS("Tips", "spoken and shown"),
    MEDIA("Videos", "those that viewers request"),
    GOAL("Tip goal", "how far it is"),
    LEADERBOARD("Leaderboard", "who tipped most"),
    TICKER("Latest events", "a line at the edge"),
    EVENTS("Event list", "the latest tips, follows, subscriptions and raids"),
    CHAT("Chat", "the lines of your chats"),
    LABELS("Labels", "the latest follower, the highest tip, the sum of today"),
    FOLLOW_GOAL("Follower goal", "how far it is"),
    SUB_GOAL("Subscription goal", "how far it is"),
    TIMER("Timer", "a countdown, or a subathon's clock"),
    COUNTER("Counters", "as they are changed"),
    QR("QR code", "of the tip page"),
    CELEBRATION("Celebrations", "confetti, fireworks, hearts");

    /// The widgets that show names of tips that came in before.
    public static final Set<Widget> NAMES = Set.of(LEADERBOARD, TICKER, EVENTS, LABELS);

    /// The widgets of an overlay for which none was chosen.
    private static final Set<Widget> USUAL = Set.of(ALERT, TTS, MEDIA, GOAL, CELEBRATION);

    private final String title;
    private final String contents;

    Widget(String title, String contents) {
        this.title = title;
        this.contents = contents;
    }

    /// The widgets that an overlay shows: the ones chosen for it, or the usual ones.
    ///
    /// @param names as the API has them
    public static Set<Widget> shown(List<String> names) {
        Set<Widget> shown = EnumSet.noneOf(Widget.class);
        Arrays.stream(values())
                .filter(widget -> names.contains(widget.apiName()))
                .forEach(shown::add);
        return names.isEmpty() ? USUAL : shown;
    }

    /// Whether an overlay shows it.
    ///
    /// @param names the widgets that were chosen for the overlay, as the API has them
    public boolean isShownBy(List<String> names) {
        return shown(names).contains(this);
    }

    /// The sentence of the reference about an overlay for which none was chosen.
    static String unchosen() {
        return Arrays.stream(values())
                .filter(USUAL::contains)
                .map(widget -> "`" + widget.apiName() + "`")
                .collect(Collectors.joining(", ", " Without one it shows ", "."));
    }

    /// Whether one of these widgets shows an event of the type.
    public static boolean show(Set<Widget> widgets, EventType type) {
        return widgets.stream().anyMatch(widget -> widget.shows(type));
    }

    /// Whether it shows an event of a type, by the type's label; a type that this version does not know it does not.
    boolean shows(String type) {
        return EventType.of(type).filter(this::shows).isPresent();
    }

    private boolean shows(EventType type) {
        return switch (this) {
            case ALERT -> type.channel() == Channel.ALERTS;
            case TTS ->
                type == EventType.TIP_CREATED || type == EventType.TIP_TTS_READY || type.channel() == Channel.TTS;
            case MEDIA -> type.channel() == Channel.MEDIA;
            case GOAL, LEADERBOARD -> type == EventType.TIP_CREATED || type == EventType.TIP_REFUNDED;
            case TICKER, EVENTS -> type == EventType.TIP_CREATED || type.channel() == Channel.ALERTS;
            case FOLLOW_GOAL, SUB_GOAL -> type.channel() == Channel.ALERTS;
            case LABELS, TIMER ->
                type == EventType.TIP_CREATED || type == EventType.TIP_REFUNDED || type.channel() == Channel.ALERTS;
            case COUNTER -> type.channel() == Channel.COUNTERS;
            case CHAT, QR, CELEBRATION -> false;
        };
    }

    /// The widgets' names, in the order of the choice.
    static List<String> names() {
        return Arrays.stream(values()).map(Widget::apiName).toList();
    }

    /// The titles of the widgets that an overlay shows, as one text.
    ///
    /// @param names as of [#shown]
    public static String titles(List<String> names) {
        Set<Widget> shown = shown(names);
        return String.join(
                ", ",
                Arrays.stream(values())
                        .filter(shown::contains)
                        .map(Widget::title)
                        .toList());
    }

    /// The name that the API has for it: `alert`.
    public String apiName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The name that people know it by.
    public String title() {
        return title;
    }

    /// Its contents, in a few words.
    public String contents() {
        return contents;
    }
}
