package streamerapi.service.effects;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.TestConnector;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// An account with a processor of cards, as a moderator and the processor see it.
@NullMarked
record MoneyDesk(Account account, TestConnector card, ApiClient owner) {

    static final String HELD = "/dashboard/api/held-tips";

    static MoneyDesk of(Account account) {
        return new MoneyDesk(account, account.connector("card_processor"), account.dashboard());
    }

    static Map<String, Object> payment(String id) {
        return Map.of("payment_id", id, "name", "Ada", "amount", new BigDecimal("5"), "currency", "EUR");
    }

    /// Has the processor hold a payment; the id of its tip.
    String held(String paymentId) {
        card.send("payment.held", payment(paymentId));
        return String.valueOf(owner.get(HELD).at("tips.0.order_id"));
    }

    Answer approve(String orderId) {
        return owner.post(HELD + "/" + orderId + "/approve");
    }

    Answer reject(String orderId, Map<String, ?> body) {
        return owner.post(HELD + "/" + orderId + "/reject", body);
    }

    Answer refund(String orderId, Map<String, ?> body) {
        return owner.post("/dashboard/api/tips/" + orderId + "/refund", body);
    }

    /// The actions that the processor was asked for, oldest first.
    List<String> asked() {
        return card.calls().stream()
                .map(call -> String.valueOf(call.get("action")))
                .toList();
    }

    /// The data of the events of a type, oldest first.
    List<Map<String, @Nullable Object>> events(String type) {
        return account.events().stream()
                .map(text -> Json.asObject(Json.read(text)))
                .filter(event -> type.equals(event.get("type")))
                .map(event -> Json.asObject(event.get("data")))
                .toList();
    }

    /// The codes of the warnings that were raised.
    List<String> warnings() {
        return events("warning").stream()
                .map(data -> String.valueOf(data.get("code")))
                .toList();
    }

    /// The order ids of the tips that wait to be heard.
    List<Object> queued() {
        return account.api().get("/tts/queue").each("items", "order_id").stream()
                .map(Object.class::cast)
                .toList();
    }

    /// The sum of what counts.
    String total() {
        BigDecimal sum = new Ledger(account.table(), account.service().clock())
                .sum(account.tenantId(), List.of("EUR"), null, null);
        return sum.toPlainString();
    }

    /// Waits until no effect of the account is open, and lets time pass meanwhile.
    void settle() {
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            account.service().advanceIfAtRest(Duration.ofSeconds(10));
            return openEffects() == 0;
        });
    }

    /// How many effects are open.
    long openEffects() {
        return account.table()
                .query(streamerapi.shared.storage.Query.of(
                        streamerapi.shared.storage.EffectKeys.EFFECTS, account.tenantId() + "#"))
                .size();
    }

    /// The decision about a tip that was held; it must be the only one.
    String decision(String orderId) {
        List<Map<String, @Nullable Object>> reviewed = events("tip.reviewed").stream()
                .filter(data -> orderId.equals(data.get("order_id")))
                .toList();
        assertThat(reviewed).hasSize(1);
        return String.valueOf(Objects.requireNonNull(reviewed.getFirst().get("decision")));
    }
}
