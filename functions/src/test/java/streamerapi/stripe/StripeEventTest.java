package streamerapi.stripe;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.providers.JsonFields;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Events of Stripe, reduced to what tells of money.
@NullMarked
class StripeEventTest {

    @ParameterizedTest
    @CsvSource({
        "payment_intent.succeeded,true",
        "checkout.session.expired,true",
        "charge.refunded,true",
        "customer.created,false",
        "payment_intent,false",
        "checkout.created,false",
        "charge,false"
    })
    void eventsOfMoneyAreTaken(String type, boolean isTaken) {
        assertThat(StripeEvent.isTaken(type)).isEqualTo(isTaken);
    }

    @Test
    void anEventOfAnIntentNamesItByItsOwnId() {
        ProcessorEvent event = Objects.requireNonNull(read("""
                {"id":"evt_1","type":"payment_intent.succeeded","created":1763726400,"data":{"object":{"id":"pi_1",
                 "payment_intent":"pi_2","client_reference_id":"tip_9","amount_received":525,"currency":"usd",
                 "metadata":{"order_id":"tip_1"},"receipt_email":"mira@example.com"}}}
                """));

        assertThat(event.id()).isEqualTo("evt_1");
        assertThat(event.occurredAt()).isEqualTo(Instant.ofEpochSecond(1_763_726_400));
        assertThat(event.text("payment_intent")).isEqualTo("pi_1");
        assertThat(event.text("order_id")).isEqualTo("tip_1");
        assertThat(event.text("currency")).isEqualTo("usd");
        assertThat(event.data().get("amount_received")).isEqualTo(new BigDecimal("525"));
        assertThat(event.text(StripeEvent.REFERENCE))
                .as("a reference is that of a session alone")
                .isNull();
        assertThat(event.data()).as("of the person").doesNotContainKey("receipt_email");
    }

    @Test
    void anEventOfASessionNamesTheSessionItsReferenceAndTheIntent() {
        ProcessorEvent event = Objects.requireNonNull(read("""
                {"id":"evt_1","type":"checkout.session.completed","created":1763726400,"data":{"object":{"id":"cs_1",
                 "payment_intent":{"id":"pi_1"},"client_reference_id":"tip_1","payment_status":"paid","captured":false}}}
                """));

        assertThat(event.text(StripeEvent.SESSION)).isEqualTo("cs_1");
        assertThat(event.text(StripeEvent.REFERENCE)).isEqualTo("tip_1");
        assertThat(event.text("payment_intent")).as("in its place").isEqualTo("pi_1");
        assertThat(event.data().get("captured")).isEqualTo(false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'type':'charge.refunded','created':1,'data':{'object':{'id':'ch_1'}}}",
                "{'id':'evt_1','created':1,'data':{'object':{'id':'ch_1'}}}",
                "{'id':'evt_1','type':'charge.refunded','data':{'object':{'id':'ch_1'}}}",
                "{'id':'evt_1','type':'charge.refunded','created':'1','data':{'object':{'id':'ch_1'}}}",
                "{'id':'evt_1','type':'charge.refunded','created':1e11,'data':{'object':{'id':'ch_1'}}}",
                "{'id':'','type':'charge.refunded','created':1,'data':{'object':{'id':'ch_1'}}}",
                "{'id':'evt_1','type':'charge.refunded','created':1,'data':{'object':{}}}",
                "{'id':'evt_1','type':'charge.refunded','created':1,'data':[]}"
            })
    void aBodyWithoutWhatEachEventHasIsNone(String json) {
        assertThat(read(json.replace('\'', '"'))).isNull();
    }

    @Test
    void anIdHasAtMost255Characters() {
        assertThat(read(withId("e".repeat(255)))).isNotNull();
        assertThat(read(withId("e".repeat(256)))).isNull();
    }

    private static String withId(String id) {
        return "{\"id\":\"" + id
                + "\",\"type\":\"charge.refunded\",\"created\":1,\"data\":{\"object\":{\"id\":\"ch_1\"}}}";
    }

    private static @Nullable ProcessorEvent read(String json) {
        return StripeEvent.of(JsonFields.of(Json.read(json)));
    }
}
