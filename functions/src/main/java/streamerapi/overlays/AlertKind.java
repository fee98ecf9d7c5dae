package streamerapi.overlays;

import streamerapi.shared.labels.Labelled;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A kind of alert that an overlay shows, of every platform that has it.
public enum AlertKind implements Labelled {
    TIP("Tip", "amount"),
    FOLLOW("Follow", ""),
    SUB("Subscription", "months"),
    RESUB("Renewed subscription", "months"),
    GIFT_SUB("Gifted subscriptions", "subs"),
    CHEER("Cheer", "bits"),
    RAID("Raid", "viewers"),
    PAID_GIFT("Paid gift", "amount");

    /// The alerts of platforms: those that wait for their turn in an order that the streamer chooses.
    static final List<AlertKind> OF_PLATFORMS =
            Arrays.stream(values()).filter(kind -> kind != TIP).toList();

    private final String title;
    private final String unit;

    AlertKind(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /// The name that the API has for it: `gift_sub`.
    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The name that people know it by.
    public String title() {
        return title;
    }

    /// The unit of its number; empty if it has none.
    public String unit() {
        return unit;
    }
}
