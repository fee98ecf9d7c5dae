package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Session;

/// What surrounds every page of somebody who is signed in.
///
/// @param section the entry of the menu that the page belongs to
/// @param email who they are
/// @param role what they may do, in words
/// @param administers whether they reach more than the queue
/// @param csrfToken what every form carries
/// @param notice what has just been done, or null
/// @param alert what went wrong, or null
public record Frame(
        String section,
        String email,
        String role,
        boolean administers,
        String csrfToken,
        @Nullable String notice,
        @Nullable String alert) {

    static Frame of(String section, Session session) {
        String role = session.role().label().replace('_', ' ');
        return new Frame(section, session.email(), role, session.role().administers(), session.csrfToken(), null, null);
    }

    /// The same, telling of what was done.
    public Frame noticing(@Nullable String text) {
        return new Frame(section, email, role, administers, csrfToken, text, alert);
    }

    /// The same, telling of what went wrong.
    public Frame alerting(@Nullable String text) {
        return new Frame(section, email, role, administers, csrfToken, notice, text);
    }
}
