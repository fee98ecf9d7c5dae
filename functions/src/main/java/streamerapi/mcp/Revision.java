package streamerapi.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A revision of the protocol that the server speaks, the newest first.
enum Revision {
    /// Each request carries its revision and the client's capabilities; there is no handshake.
    STATELESS("2026-07-28"),
    /// A client begins with `initialize`, and names the revision in a header from then on.
    HANDSHAKE("2025-11-25"),
    /// Like [#HANDSHAKE]; for tools the two are the same.
    EARLIER_HANDSHAKE("2025-06-18");

    /// All of them, as messages name them.
    static final List<String> LABELS =
            Arrays.stream(values()).map(Revision::label).toList();

    private final String label;

    Revision(String label) {
        this.label = label;
    }

    /// The revision's date, which is its name in messages.
    String label() {
        return label;
    }

    /// Whether a request says all that is needed to answer it.
    boolean isStateless() {
        return this == STATELESS;
    }

    /// The revision of this name, if the server speaks it.
    static Optional<Revision> of(String label) {
        return Arrays.stream(values())
                .filter(revision -> revision.label.equals(label))
                .findFirst();
    }
}
