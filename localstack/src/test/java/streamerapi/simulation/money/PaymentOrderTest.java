package streamerapi.simulation.money;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connectors.IngestMessage;
import streamerapi.effects.Effects;
import streamerapi.ingest.Inbox;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.tips.PaymentDecisions;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that a processor's messages about one payment, in every order, and each twice, come to one end, to the cent.
@NullMarked
class PaymentOrderTest {

    private static final String TENANT = "ten_0000000000001";

    /// A message, as `type amount`, and what all of a story come to.
    enum Story {
        PAID(1_000, 0, "payment.captured 10"),
        REFUNDED_IN_PARTS(300, 700, "payment.captured 10", "payment.refunded 3", "payment.refunded 4"),
        SUMS_OF_REFUNDS(
                300,
                700,
                "payment.captured 10",
                "payment.refunded_in_all 3",
                "payment.refunded_in_all 5",
                "payment.refunded_in_all 7"),
        REFUNDED_WHOLLY(0, 1_000, "payment.captured 10", "payment.refunded 0"),
        DISPUTED(0, 1_000, "payment.captured 10", "payment.disputed 0"),
        REFUNDED_AND_DISPUTED(0, 1_000, "payment.captured 10", "payment.refunded_in_all 4", "payment.disputed 0"),
        HELD_CAPTURED_AND_REFUNDED(0, 1_000, "payment.held 10", "payment.captured 10", "payment.refunded_in_all 10"),
        HOLD_EXPIRED(0, 0, "payment.held 10", "payment.hold_expired 0");

        private final int counted;
        private final int refunded;
        private final String messages;

        Story(int counted, int refunded, String... messages) {
            this.counted = counted;
            this.refunded = refunded;
            this.messages = String.join(",", messages);
        }

        List<String> messages() {
            return List.of(messages.split(","));
        }
    }

    /// The end of a story, without its times and ids.
    private record End(
            long tips, String decision, int counted, List<Integer> countedElsewhere, int refunded, BigDecimal told) {

        static End of(BooksOfRows books) {
            long held = books.told("tip.held").count();
            return new End(
                    held == 0 ? books.told("tip.created").count() : held,
                    books.ofTip("decision"),
                    books.counted(),
                    books.countedElsewhere(),
                    books.refunded(),
                    books.told("tip.refunded")
                            .map(event -> new BigDecimal(event.text("amount")))
                            .reduce(new BigDecimal("0.00"), BigDecimal::add)
                            .setScale(2));
        }
    }

    private static BooksOfRows told(Beginning beginning, List<String> messages) {
        VirtualClock clock = new VirtualClock(Instant.parse("2026-03-03T10:00:00Z"));
        MemoryTable rows = MemoryTable.ofInserts(row -> {});
        Table table = TableService.over(rows);
        Ids ids = new Ids(clock);
        Outbox outbox = new Outbox(table, ids, clock);
        Effects effects = new Effects(
                table,
                (tenantId, effect) -> new EffectResult.Refused("none is asked"),
                new MemoryQueue(clock).delayed(),
                RetrySchedule.of("5,120"),
                clock);
        Inbox inbox = new Inbox(table, outbox, new PaymentDecisions(table, effects, ids, clock).types(), clock);
        table.write(List.of(Write.put(beginning.account(TENANT))));
        for (String message : messages) {
            inbox.take(message(message, clock.instant()));
        }
        return BooksOfRows.of(rows.items());
    }

    /// @param told the message's id, too: `type amount`; for some, the second at which it happened, and a refund's id
    private static IngestMessage message(String told, Instant begun) {
        String[] parts = told.split(" ", -1);
        BigDecimal amount = new BigDecimal(parts[1]);
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("payment_id", "p1");
        data.put("name", Beginning.DONOR);
        data.put("currency", "EUR");
        if (amount.signum() > 0) {
            data.put(parts[0].endsWith("_in_all") ? "total" : "amount", amount);
        }
        if (parts.length > 3) {
            data.put("refund_id", parts[3]);
        }
        Instant at = begun.plusSeconds(parts.length > 2 ? Long.parseLong(parts[2]) : 0);
        return new IngestMessage(TENANT, Connector.CARD_PROCESSOR, told, parts[0], at, data);
    }

    private static Stream<List<String>> orders(List<String> messages) {
        return messages.isEmpty()
                ? Stream.of(List.of())
                : IntStream.range(0, messages.size()).boxed().flatMap(first -> {
                    List<String> rest = new ArrayList<>(messages);
                    String head = rest.remove(first.intValue());
                    return orders(rest)
                            .map(tail -> Stream.concat(Stream.of(head), tail.stream())
                                    .toList());
                });
    }

    private static List<String> twice(List<String> messages) {
        return messages.stream().flatMap(message -> Stream.of(message, message)).toList();
    }

    @ParameterizedTest
    @EnumSource(Story.class)
    void theOrderMakesNoDifferenceToTheMoney(Story story) {
        for (Beginning beginning : List.of(Beginning.CAPTURED, Beginning.CAPTURED_IN_REVIEW)) {
            orders(story.messages())
                    .flatMap(order -> Stream.of(order, twice(order)))
                    .forEach(order -> {
                        End end = End.of(told(beginning, order));
                        boolean isIn = beginning == Beginning.CAPTURED && story != Story.HOLD_EXPIRED;
                        assertThat(end.refunded()).as(order.toString()).isEqualTo(story.refunded);
                        assertThat(end.told().movePointRight(2))
                                .as(order.toString())
                                .isEqualByComparingTo(BigDecimal.valueOf(story.refunded));
                        assertThat(end.tips()).as(order.toString()).isEqualTo(1);
                        assertThat(end.counted()).as(order.toString()).isEqualTo(isIn ? story.counted : 0);
                        assertThat(end.countedElsewhere()).as(order.toString()).containsOnly(end.counted());
                    });
        }
    }

    /// The sum that is refunded in the end, and the messages.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | payment.refunded_in_all 10 10,payment.refund_failed 10 20 re_1
            1000 | payment.refunded_in_all 10 10,payment.refund_failed 10 20 re_1,payment.refunded_in_all 10 30
            400  | payment.refunded_in_all 3 10,payment.refund_failed 3 20 re_1,payment.refunded_in_all 4 30
            400  | payment.refunded_in_all 3 10,payment.refunded_in_all 7 20,payment.refund_failed 3 30 re_1
            200  | payment.refunded_in_all 5 10,payment.refund_failed 5 20 re_1,payment.refunded_in_all 2 30
            100  | payment.refunded_in_all 3 10,payment.refunded_in_all 4 11,payment.refund_failed 3 20 re_1,payment.refunded_in_all 1 30
            """)
    void theOrderMakesNoDifferenceToTheMoneyOfARefundThatFailed(int refunded, String messages) {
        orders(Stream.concat(Stream.of("payment.captured 10"), Stream.of(messages.split(",")))
                        .toList())
                .flatMap(order -> Stream.of(order, twice(order)))
                .forEach(order -> {
                    BooksOfRows paid = told(Beginning.CAPTURED, order);
                    assertThat(paid.refunded()).as(order.toString()).isEqualTo(refunded);
                    assertThat(paid.counted()).as(order.toString()).isEqualTo(1_000 - refunded);
                    assertThat(paid.countedElsewhere()).as(order.toString()).containsOnly(paid.counted());
                    assertThat(told(Beginning.CAPTURED_IN_REVIEW, order).refunded())
                            .as(order.toString())
                            .isEqualTo(refunded);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payment.held 10,payment.hold_expired 0,payment.captured 10",
                "payment.hold_expired 0,payment.held 10,payment.captured 10"
            })
    void aChargeOfABlockedTipWhoseHoldWasOverIsAskedBack(String messages) {
        BooksOfRows books = told(Beginning.BLOCKED, List.of(messages.split(",")));
        assertThat(books.openRefunds()).containsExactly("1");
        assertThat(books.warnings("captured_after_rejection")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Story.class)
    void theOrderMakesNoDifferenceToADecision(Story story) {
        assertThat(orders(story.messages())
                        .flatMap(order -> Stream.of(order, twice(order)))
                        .map(order -> End.of(told(Beginning.CAPTURED_IN_REVIEW, order)))
                        .distinct())
                .hasSize(1);
    }
}
