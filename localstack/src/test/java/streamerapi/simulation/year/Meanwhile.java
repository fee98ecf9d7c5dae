package streamerapi.simulation.year;

import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Sentences that hold soon after the last misfortune, before everything has come to rest.
final class Meanwhile extends YearCheck {

    /// An attempt takes 10 seconds at most, and its process a few more.
    private static final Duration ATTEMPT = Duration.ofSeconds(25);

    Meanwhile(Year year, Broken broken) {
        super(year, broken);
    }

    /// Holds the records of deliveries to the attempts that failed and have not been made again.
    void holdDeliveries() {
        Map<String, Receivers.Attempt> last = new HashMap<>();
        Instant past = world.turns().now().minus(ATTEMPT);
        world.receivers().attempts().forEach(attempt -> last.put(attempt.host() + attempt.eventId(), attempt));
        String tenantId = year.account().tenantId();
        for (Row endpoint : year.table().query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + "we_"))) {
            String id = endpoint.key().sort().substring(Keys.SUBSCRIBER.length());
            last.values().stream()
                    .filter(attempt -> endpoint.get(Attribute.text("url")).contains("//" + attempt.host() + "/"))
                    .filter(attempt -> !attempt.isTaken() && attempt.at().isBefore(past))
                    .forEach(attempt -> {
                        Row delivery = year.table().get(Keys.delivery(tenantId, id, attempt.eventId()));
                        broken.holds(
                                delivery != null && (isDueAgain(delivery) || isBeingMade(delivery, past)),
                                "a delivery that failed says when it is tried again (if nothing went wrong)",
                                attempt.eventId() + " to " + attempt.host());
                    });
        }
    }

    private static boolean isDueAgain(Row delivery) {
        return delivery.has(Attribute.time("next_attempt_at"));
    }

    /// Whether the next attempt has been claimed, and its request may be on its way.
    private static boolean isBeingMade(Row delivery, Instant past) {
        Instant claimed = delivery.find(Attribute.time("last_attempt_at"));
        return claimed != null && claimed.isAfter(past);
    }

    /// Holds the effects that are left to their own word. No schedule has looked for lost ones yet.
    void holdEffects() {
        for (Row row : year.table().query(Query.of(EffectKeys.EFFECTS, "ten_"))) {
            world.story().reached("an effect is left after 20 minutes");
            broken.holds(
                    new EffectRow(row).due() != null || world.restoration().moment() != null,
                    "an effect ends within minutes, or says when it is due",
                    row.key().sort());
        }
    }
}
