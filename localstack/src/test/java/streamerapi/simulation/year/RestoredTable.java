package streamerapi.simulation.year;

import java.util.HashSet;
import java.util.Set;

/// Sentences about a table that was restored, as docs/operating.md has them ("Consequences for the users").
final class RestoredTable extends YearCheck {

    RestoredTable(Year year, Broken broken) {
        super(year, broken);
    }

    void hold() {
        for (SocketClient client : year.people().clients()) {
            broken.holds(
                    client.surprises().isEmpty(),
                    "a client that comes back after a restore goes on where it was, or is told replay_gap",
                    client.name() + " " + client.surprises());
        }
        broken.holds(
                !year.people().streamer().isRevocationUndone() || year.atRest().opensStill(),
                "a key that was revoked after the moment of a restore opens again",
                "the second key");
        broken.holds(
                !year.people().scene().opensThoughUndone(),
                "a key that was made after the moment of a restore is not known",
                "the overlay's key");
        deliveriesThatBeganAfterItEnd();
    }

    private void deliveriesThatBeganAfterItEnd() {
        Set<String> made = new HashSet<>();
        for (Receivers.Attempt attempt : world.receivers().attempts()) {
            if (attempt.isOnRestored() && world.restoration().isLost(attempt.eventId())) {
                made.add(attempt.delivery() + attempt.number());
                world.story().reached("an event that a restored table does not know is delivered");
                broken.holds(
                        attempt.number() == 1 || made.contains(attempt.delivery() + (attempt.number() - 1)),
                        "a delivery that began after the moment of a restore has no later attempts",
                        attempt.eventId() + " to " + attempt.host() + " attempt " + attempt.number());
            }
        }
    }
}
