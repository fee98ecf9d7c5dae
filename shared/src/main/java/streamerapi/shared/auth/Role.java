package streamerapi.shared.auth;

import streamerapi.shared.labels.Labelled;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A user's role in the dashboard (contract "Dashboard"), the greatest first.
public enum Role implements Labelled {
    /// The user whom the account was made for: one for each account, always.
    OWNER,
    /// May do what the owner may, but nothing to the owner.
    SUPER_ADMIN,
    /// Runs the show: queues, tips, counters. Keys, apps, settings and the team are not a moderator's.
    MODERATOR;

    private final String label = name().toLowerCase(Locale.ROOT);

    /// The role as it is written in requests and answers: `super_admin`.
    @Override
    public String label() {
        return label;
    }

    /// Whether it reaches API keys, apps, overlays' keys, settings and the team.
    public boolean administers() {
        return includes(SUPER_ADMIN);
    }

    /// Whether it may do all that the other may.
    public boolean includes(Role other) {
        return compareTo(other) <= 0;
    }

    /// The role with this label, if there is one; the match is exact.
    public static Optional<Role> of(String label) {
        return Arrays.stream(values()).filter(role -> role.label.equals(label)).findFirst();
    }

    /// The labels of the roles that a team's members can be given: an account's owner stays its owner.
    public static List<String> givable() {
        return List.of(SUPER_ADMIN.label, MODERATOR.label);
    }
}
