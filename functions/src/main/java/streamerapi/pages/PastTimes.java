package streamerapi.pages;

import java.time.Duration;
import java.time.Instant;

/// Moments of the past for the choices of a form.
///
/// @param now when the page is made
public record PastTimes(Instant now) {

    /// The time so many hours ago, as a form sends it: 2026-09-12T18:00:00Z.
    public String hours(int ago) {
        return now.minus(Duration.ofHours(ago)).toString();
    }
}
