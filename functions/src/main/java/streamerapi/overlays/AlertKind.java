package streamerapi.overlays;

import streamerapi.shared.labels.Labelled;

import java.util.Arrays;
import java.util.List;

/// A kind of alert that an overlay shows, of every platform that has it.
public enum AlertKind implements Labelled {
    TIP("Tip"),
    FOLLOW("Follow"),
    SUB("Subscription"),
    RESUB("Renewed subscription"),
    GIFT_SUB("Gifted subscriptions"),
    CHEER("Cheer"),
    RAID("Raid"),
    PAID_GIFT("Paid gift");

    /// The alerts of platforms: those that wait for their turn in an order that the streamer chooses.
    static final List<AlertKind> OF_PLATFORMS =
            Arrays.stream(values()).filter(kind -> kind != TIP).toList();

    private final String title;

    AlertKind(String title) {
        this.title = title;
    }

    /// The name that people know it by.
    public String title() {
        return title;
    }
}
