package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import streamerapi.service.Account;
import streamerapi.service.TestConnector;
import streamerapi.shared.json.Json;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Messages of connectors: the types of ingest that the other groups do not count, and the erasure of a person.
final class IngestScenarios {

    private static final Map<String, Object> PAYMENT = Map.of("payment_id", "p1", "name", "Ada", "amount", 5);
    private static final Map<String, Object> THE_PAYMENT = Map.of("payment_id", "p1");

    private IngestScenarios() {}

    static List<Scenario> all() {
        return List.of(
                alpha("sub", Map.of("user_name", "Ada", "user_login", "ada", "tier", 1)),
                alpha("resub", Map.of("user_name", "Ada", "user_login", "ada", "tier", 1, "months", 3)),
                alpha("gift_sub", Map.of("user_name", "Ada", "user_login", "ada", "tier", 1, "total", 2)),
                alpha("cheer", Map.of("user_name", "Ada", "user_login", "ada", "bits", 5)),
                alpha("raid", Map.of("user_name", "Ada", "user_login", "ada", "viewers", 5)),
                ingest("beta", "paid_gift", Map.of("user_name", "Ada", "amount", 1, "gift_name", "Rocket"), of -> {}),
                alpha(
                        "chat.moderated",
                        Map.of(
                                "action", "timeout",
                                "duration_seconds", 60,
                                "target_user_id", "1",
                                "target_login", "ada",
                                "target_name", "Ada",
                                "feature", "links")),
                alpha("chat.message", line(0)),
                named(
                        "alpha",
                        "chat.lines",
                        ", 100 lines, no command",
                        Map.of(
                                "lines",
                                IntStream.range(0, 100)
                                        .mapToObj(IngestScenarios::line)
                                        .toList()),
                        of -> {}),
                alpha("stream.online", Map.of()),
                ingest(
                        "alpha",
                        "stream.offline",
                        Map.of(),
                        of -> of.connector("alpha").send("stream.online", Map.of())),
                alpha("bot.connected", Map.of("channel", "ada")),
                ingest(
                        "alpha",
                        "bot.disconnected",
                        Map.of(),
                        of -> of.connector("alpha").send("bot.connected", Map.of("channel", "ada"))),
                card("payment.captured", PAYMENT, of -> {}),
                card("payment.held", PAYMENT, of -> {}),
                card("payment.hold_expired", THE_PAYMENT, of -> payment(of, "payment.held")),
                card("payment.refunded", THE_PAYMENT, of -> payment(of, "payment.captured")),
                card("payment.disputed", THE_PAYMENT, of -> payment(of, "payment.captured")),
                Scenario.of("DELETE /dashboard/api/viewers/{user}", "", account -> {
                    account.connector("alpha")
                            .send("viewer.signed_in", Map.of("platform_user_id", "1", "login", "ada"));
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).delete("/dashboard/api/viewers/alpha:1");
                }));
    }

    private static Scenario alpha(String type, Map<String, ? extends @Nullable Object> data) {
        return ingest("alpha", type, data, account -> {});
    }

    private static Scenario card(String type, Map<String, ? extends @Nullable Object> data, Consumer<Account> prepare) {
        return ingest("card_processor", type, data, prepare);
    }

    private static void payment(Account account, String type) {
        account.connector("card_processor").send(type, PAYMENT);
    }

    /// A message of a connector, with an id that it has sent before if it is sent again.
    private static Scenario ingest(
            String source, String type, Map<String, ? extends @Nullable Object> data, Consumer<Account> prepare) {
        return named(source, type, "", data, prepare);
    }

    private static Map<String, Object> line(int number) {
        return Map.of("message_id", "m" + number, "user_id", "1", "user_login", "ada", "text", "hello");
    }

    /// @param detail what tells the scenario from others of its type
    private static Scenario named(
            String source,
            String type,
            String detail,
            Map<String, ? extends @Nullable Object> data,
            Consumer<Account> prepare) {
        return Scenario.of("POST /ingest/{source}", "`" + type + "`" + detail, account -> {
            prepare.accept(account);
            TestConnector from = account.connector(source);
            byte[] body = Json.write(from.message(UUID.randomUUID().toString(), type, data));
            return api -> api.with(
                            "Service-Signature",
                            from.signature(body, account.service().clock().instant()))
                    .send("POST", "/ingest/" + source, body);
        });
    }
}
