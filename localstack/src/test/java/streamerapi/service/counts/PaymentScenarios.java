package streamerapi.service.counts;

import org.jspecify.annotations.NullMarked;
import streamerapi.service.Account;

import java.util.List;
import java.util.Map;

/// Decisions about money that a processor holds or has.
@NullMarked
final class PaymentScenarios {

    private static final Map<String, Object> PAYMENT = Map.of("payment_id", "p1", "name", "Ada", "amount", 5);
    private static final String HELD = "/dashboard/api/held-tips";

    private PaymentScenarios() {}

    static List<Scenario> all() {
        return List.of(
                onHold("approve"),
                onHold("reject"),
                Scenario.of("GET /dashboard/api/money", "10 tips", account -> {
                    for (int i = 0; i < 10; i++) {
                        account.tip("Ada");
                    }
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get("/dashboard/api/money");
                }),
                Scenario.of("POST /dashboard/api/tips/{orderId}/refund", "", account -> {
                    payment(account, "payment.captured");
                    String tip = account.api()
                            .get("/tts/queue")
                            .each("items", "order_id")
                            .getFirst();
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post("/dashboard/api/tips/" + tip + "/refund", Map.of());
                }));
    }

    private static Scenario onHold(String decision) {
        return Scenario.of("POST " + HELD + "/{orderId}/" + decision, "its payment is held", account -> {
            payment(account, "payment.held");
            String tip = account.dashboard().get(HELD).each("tips", "order_id").getFirst();
            Account.SignedIn session = account.signIn();
            return api -> session.on(api).post(HELD + "/" + tip + "/" + decision, Map.of());
        });
    }

    private static void payment(Account account, String type) {
        account.connector("card_processor").send(type, PAYMENT);
    }
}
