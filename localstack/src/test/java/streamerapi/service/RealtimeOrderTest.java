package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A socket gets every event once and in the order of the commits, whenever it signs in (contract "Realtime stream").
class RealtimeOrderTest {

    private static final int ROUNDS = Integer.getInteger("order.rounds", 60);
    private static final int AT_ONCE = 4;

    private final Service service = Service.shared();

    @Test
    void nothingIsMissedAndNothingComesTwiceWhileASocketSignsIn() {
        AtOnce.run(AT_ONCE, thread -> {
            Account account = service.newAccount();
            account.tip("First");
            String since = eventOf(account, "First");
            await().until(() -> log(account).size() == 1);
            for (int round = 0; round < ROUNDS / AT_ONCE; round++) {
                since = round(account, since, "Last of round " + round);
            }
            return since;
        });
    }

    /// Signs a socket in while events are committed; tells the id of the round's last event.
    private String round(Account account, String since, String lastName) {
        CompletableFuture<Void> committed = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 3; i++) {
                account.api().post(i % 2 == 0 ? "/tts/pause" : "/tts/resume").expect(200);
            }
            account.api().post("/tts/resume").expect(200);
        });
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", since));
            committed.join();
            account.tip(lastName);
            String last = eventOf(account, lastName);

            assertThat(socket.next()).containsEntry("type", "ready");
            List<String> ids = new ArrayList<>();
            boolean complete = false;
            while (!complete || !ids.contains(last)) {
                Map<String, @Nullable Object> frame = socket.next();
                if ("replay_complete".equals(frame.get("type"))) {
                    assertThat(frame.get("data")).isEqualTo(Map.of("count", new BigDecimal(ids.size())));
                    complete = true;
                } else {
                    assertThat(frame).containsKey("id");
                    ids.add((String) Objects.requireNonNull(frame.get("id")));
                }
            }
            assertThat(socket.waiting()).isEmpty();
            assertThat(ids).isEqualTo(idsAfter(account, since));
            return ids.getLast();
        }
    }

    @Test
    void anEventThatWasCommittedAfterOneWithALaterIdIsNotMissed() {
        Account account = service.newAccount();
        String now = Ids.earliest("evt", service.clock().instant());
        String later = now.substring(0, now.length() - 1) + "2";
        String earlier = now.substring(0, now.length() - 1) + "1";
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            commit(account, later);
            assertThat(socket.next()).containsEntry("id", later);
        }

        commit(account, earlier);

        await().until(() -> log(account).size() == 2);
        assertThat(replayed(account, later)).containsExactly(earlier);
        assertThat(replayed(account, earlier)).isEmpty();
    }

    @Test
    void whatIsNotInTheSnapshotIsInTheEventsThatFollow() {
        Account account = service.newAccount();
        for (int round = 0; round < 20; round++) {
            String name = "Round " + round;
            CompletableFuture<String> tip = CompletableFuture.supplyAsync(() -> account.tip(name));
            try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
                String snapshot = Json.writeText(socket.next("ready"));
                String orderId = tip.join();
                if (!snapshot.contains(orderId)) {
                    assertThat(name(socket.next("tip.created"))).isEqualTo(name);
                }
            }
        }
    }

    private List<String> replayed(Account account, String since) {
        List<String> ids = new ArrayList<>();
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", since));
            socket.next("ready");
            for (Map<String, @Nullable Object> frame = socket.next();
                    !"replay_complete".equals(frame.get("type"));
                    frame = socket.next()) {
                ids.add((String) Objects.requireNonNull(frame.get("id")));
            }
        }
        return ids;
    }

    /// Commits an event under an id of the test's choice.
    private static void commit(Account account, String id) {
        String envelope = "{\"id\":\"" + id
                + "\",\"type\":\"tipping.opened\",\"created\":\"2025-11-21T02:58:03.123Z\",\"actor\":null,\"data\":{}}";
        account.table()
                .write(List.of(Write.put(Row.of(Keys.event(account.tenantId(), id))
                        .with(Attribute.any("type"), "tipping.opened")
                        .with(Attribute.any("body"), envelope))));
    }

    private static String eventOf(Account account, String name) {
        for (String text : account.events()) {
            Map<String, @Nullable Object> envelope = Json.asObject(Json.read(text));
            if (name.equals(name(envelope))) {
                return (String) Objects.requireNonNull(envelope.get("id"));
            }
        }
        throw new AssertionError("no event names " + name);
    }

    private static List<String> idsAfter(Account account, String since) {
        List<String> ids = log(account).stream().map(LoggedEvent::id).toList();
        return ids.subList(ids.indexOf(since) + 1, ids.size());
    }

    private static List<LoggedEvent> log(Account account) {
        return new EventLog(account.table()).after(account.tenantId(), EventLog.BEGINNING, 10_000);
    }

    private static @Nullable Object name(Map<String, @Nullable Object> envelope) {
        return Json.asObject(envelope.get("data")).get("name");
    }
}
