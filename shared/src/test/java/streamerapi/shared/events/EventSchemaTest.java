package streamerapi.shared.events;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// An event's bytes, sample and JSON Schema follow from its fields.
@NullMarked
class EventSchemaTest {

    private record Paid(
            String name,
            @Nullable BigDecimal amount,
            @Nullable String note) {}

    private static final EventSchema<Paid> PAID = EventSchema.of(EventType.TIP_REFUNDED, s -> {
        s.constant("platform", "alpha");
        s.text("name", Paid::name).example("Mira").sample("NovaFox");
        s.money("amount", Paid::amount).component("Amount").sample(new BigDecimal("12.50"));
        s.anyText("note", Paid::note).orNull();
        s.anyText("later", paid -> "").orNull().unsampled();
    });

    @Test
    void theBytesHaveTheFieldsInTheirOrder() {
        Event event = PAID.event(new Paid("Mira", null, "hi"));

        assertThat(event.type()).isEqualTo(EventType.TIP_REFUNDED);
        assertThat(Json.writeText(event.data()))
                .isEqualTo("{\"platform\":\"alpha\",\"name\":\"Mira\",\"amount\":null,\"note\":\"hi\",\"later\":\"\"}");
    }

    @Test
    void aSampleTellsItsOwnStoryAndIsNullWhereAFieldHasNone() {
        assertThat(Json.writeText(PAID.sample()))
                .isEqualTo("{\"platform\":\"alpha\",\"name\":\"NovaFox\",\"amount\":12.50,\"note\":null}");
    }

    @Test
    void theSchemaIsCalledAfterTheTypeAndRequiresWhatTheSampleHas() {
        assertThat(PAID.data().name()).isEqualTo("TipRefundedData");
        assertThat(PAID.data().answer())
                .doesNotContainKey("description")
                .containsEntry("required", List.of("platform", "name", "amount", "note"));
        assertThat(Json.writeText(PAID.data().answer().get("properties")))
                .contains("\"platform\":{\"type\":\"string\",\"const\":\"alpha\"}")
                .contains("\"note\":{\"type\":[\"string\",\"null\"]}");
    }

    @Test
    void aWarningBeginsWithItsCode() {
        EventSchema<String> warning =
                EventSchema.warning("too_late", s -> EventSchema.message(s, name -> name + " is late"));

        assertThat(warning.type()).isEqualTo(EventType.WARNING);
        assertThat(Json.writeText(warning.event("Mira").data()))
                .isEqualTo("{\"code\":\"too_late\",\"message\":\"Mira is late\"}");
    }

    @Test
    void aFieldThatIsNeverNullNeedsASample() {
        EventSchema<String> without = EventSchema.of(EventType.PING, s -> s.anyText("message", text -> text));

        assertThatThrownBy(without::sample).hasMessage("The field has no sample: message");
    }
}
