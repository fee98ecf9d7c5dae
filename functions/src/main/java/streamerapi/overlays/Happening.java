package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// A tip or an alert as the list of an overlay has it: who, and how much, without any words of theirs.
///
/// @param id of the event
/// @param name as viewers see it; null for a giver who stays anonymous
/// @param amount money, or a number of the type's own unit; null if it counts nothing
/// @param currency of money; null for other numbers
/// @param isPaid whether money came in
record Happening(
        String id,
        String type,
        @Nullable String name,
        @Nullable BigDecimal amount,
        @Nullable String currency,
        Instant created,
        boolean isPaid) {

    /// The fields of alerts that hold a number of the type's own unit, the first that is there.
    private static final List<String> NUMBERS = List.of("total", "bits", "viewers", "amount", "months");

    static final Schema<Happening> SCHEMA =
            Schema.shown("OverlayHappening", "A tip or an alert, without any words of who caused it.", s -> {
                s.text("id", Happening::id).doc("The event's id.").example("evt_01k4zf2m7xhmkvmdy5v0810ttn");
                s.text("type", Happening::type).doc("The event's type.").example("tip.created");
                s.text("name", Happening::name)
                        .orNull()
                        .doc("Null for a giver who stays anonymous.")
                        .example("Mira");
                s.money("amount", Happening::amount)
                        .orNull()
                        .doc("A tip's amount, or how many: subscriptions given, bits, viewers, the paid gift's amount,"
                                + " months. Null if the type counts nothing.")
                        .example(new BigDecimal("5.5"));
                s.text("currency", Happening::currency)
                        .component("Currency")
                        .orNull()
                        .doc("Of a tip's amount; else null.")
                        .example("USD");
                s.time("created", Happening::created);
            });

    /// Whether an event is a tip or an alert that has happened: neither a replay nor a trial.
    static boolean isOne(LoggedEvent event, Map<String, @Nullable Object> data) {
        return event.hasHappened()
                && (event.is(EventType.TIP_CREATED)
                        ? !Boolean.TRUE.equals(data.get("is_replay"))
                        : Widget.ALERT.shows(event.type()));
    }

    /// The tip or alert of an event.
    ///
    /// @param envelope of the event
    static Happening of(LoggedEvent event, Map<String, @Nullable Object> envelope) {
        Map<String, @Nullable Object> data = Json.asObject(envelope.get("data"));
        boolean isTip = event.is(EventType.TIP_CREATED);
        return new Happening(
                event.id(),
                event.type(),
                (String) data.get(isTip ? "name" : "user_name"),
                isTip ? number(data.get("amount")) : count(data),
                isTip ? (String) data.get("currency") : null,
                Instant.parse(Json.text(envelope, "created")),
                Boolean.TRUE.equals(data.get("is_paid")));
    }

    /// This one under the name that `clean` leaves.
    Happening named(UnaryOperator<@Nullable String> clean) {
        return new Happening(id, type, clean.apply(name), amount, currency, created, isPaid);
    }

    /// Whether it is of one of these kinds, on any platform.
    boolean is(String... kinds) {
        return List.of(kinds).contains(type.substring(type.indexOf('.') + 1)) && !isTip();
    }

    boolean isTip() {
        return type.equals(EventType.TIP_CREATED.label());
    }

    private static @Nullable BigDecimal count(Map<String, @Nullable Object> data) {
        return NUMBERS.stream()
                .map(name -> number(data.get(name)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable BigDecimal number(@Nullable Object value) {
        return value instanceof Number number ? new BigDecimal(number.toString()) : null;
    }
}
