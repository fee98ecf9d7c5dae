package streamerapi.service;

import streamerapi.connections.Provider;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The daily check of an account's connection to a processor, with the look through the processor's books that follows.
final class Night {

    private static final Attribute<String> MESSAGE = Attribute.text("message");
    private static final Attribute<String> RESULT = Attribute.text("result");

    private final Account account;
    private final Provider provider;

    Night(Account account, Provider provider) {
        this.account = account;
        this.provider = provider;
    }

    /// Lets two hours pass, and waits for the end of the check and the look. A look that a busy machine kept from its
    /// processor is taken again.
    ///
    /// @return the look's row
    Row comes() {
        Row look = comesOnce();
        for (int again = 0; again < 3 && look.get(RESULT).equals("unreachable"); again++) {
            look = comesOnce();
        }
        return look;
    }

    /// Lets two hours pass as [#comes] does, for a processor that may be out of reach.
    Row comesOnce() {
        account.service().clock().advance(Duration.ofHours(2));
        check();
        await().until(() -> !look().get(RESULT).equals("running"));
        HooksTest.settled(account.service());
        return look();
    }

    /// Has the message of the daily check handled.
    void check() {
        Row kept = account.table().query(Query.of(EffectKeys.LATER, "2")).stream()
                .filter(row -> row.key().sort().contains(account.tenantId())
                        && row.key().sort().contains("connection_check#" + provider.label() + "#0"))
                .toList()
                .getLast();
        handle(kept.get(MESSAGE));
    }

    /// Has a message of the work queue handled.
    void handle(String message) {
        try {
            byte[] answer = account.service()
                    .stack()
                    .invoke(
                            "WorkerFunction",
                            Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", message)))));
            assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
        } catch (FunctionError e) {
            throw new AssertionError(e);
        }
    }

    /// Has the check made again if a busy machine kept the last look from its processor.
    void checkIfUnreachable() {
        if (look().get(RESULT).equals("unreachable")) {
            check();
        }
    }

    /// The row of the last look.
    Row look() {
        return account.ownRows("RECONCILIATION#" + provider.label()).getFirst();
    }

    /// How it ended, how much it went through, and what it took in.
    static String told(Row look) {
        return look.get(RESULT) + " " + look.get(Attribute.whole("looked")) + " "
                + new java.util.TreeMap<>(look.get(Attribute.map("found")));
    }
}
