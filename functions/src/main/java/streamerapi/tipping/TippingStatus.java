package streamerapi.tipping;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

import java.time.Instant;

/// Whether the tip page accepts new tips.
///
/// @param changedAt when the switch was flipped last; null if it never was
public record TippingStatus(boolean isOpen, @Nullable Instant changedAt) {

    /// Its JSON.
    public static final Schema<TippingStatus> SCHEMA =
            Schema.shown("TippingStatus", "Whether the tip page accepts new tips.", s -> {
                s.flag("is_open", TippingStatus::isOpen).example(true);
                s.time("changed_at", TippingStatus::changedAt)
                        .orNull()
                        .doc("When tipping was last opened or closed; null if it never was.");
            });
}
