package streamerapi.overlays;

import streamerapi.shared.labels.Labelled;

import java.util.List;

/// A label: one short fact about the stream, which stands on an overlay.
public enum LabelKind implements Labelled {
    LATEST_FOLLOWER("Latest follower"),
    LATEST_SUBSCRIBER("Latest subscriber"),
    LATEST_TIP("Latest tip"),
    TOP_TIP_TODAY("Highest tip today"),
    TOP_SUPPORTER("Top supporter"),
    PAID_TODAY("Tips today");

    static final List<LabelKind> ALL = List.of(values());

    /// The labels of an overlay for which none were chosen.
    static final List<LabelKind> USUAL = List.of(LATEST_FOLLOWER, LATEST_SUBSCRIBER, LATEST_TIP);

    private final String title;

    LabelKind(String title) {
        this.title = title;
    }

    /// The name that people know it by.
    public String title() {
        return title;
    }
}
