package streamerapi.connections;

import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;

import java.util.List;

/// A type of the platform's events, and whether the platform sends it.
public record PlatformSubscription(String type, State state) {

    static final Schema<PlatformSubscription> SCHEMA =
            Schema.shown("ConnectionSubscription", "A type of the platform's events.", s -> {
                s.text("type", PlatformSubscription::type)
                        .doc("As the platform calls it.")
                        .example("channel.follow");
                s.choice("status", PlatformSubscription::state, List.of(State.values()))
                        .doc(
                                "`pending`: the platform has not confirmed the address yet; `missing`: it does not send the"
                                        + " type; `revoked`: it has stopped sending it.")
                        .example("ok");
            });

    /// How a subscription stands.
    public enum State implements Labelled {
        OK,
        PENDING,
        MISSING,
        REVOKED
    }

    /// Whether the platform has it, though it may not have verified the address yet.
    public boolean isThere() {
        return state == State.OK || state == State.PENDING;
    }

    /// Reads what [#text] wrote. A state that a later version wrote is found again by the next check.
    static PlatformSubscription parse(String text) {
        String[] parts = text.split(" ", 2);
        State state = Labelled.find(List.of(State.values()), parts[1]);
        return new PlatformSubscription(parts[0], state == null ? State.PENDING : state);
    }

    /// The subscription as a row has it.
    String text() {
        return type + " " + state.label();
    }
}
