package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.ledger.Ledger;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import static org.assertj.core.api.Assertions.assertThat;

/// Money through every source at the same time, against a model that adds up: ledger, goal and leaderboard agree with
/// it to the cent. `-Dmoney.tips=10000` sends more tips, `-Dmoney.seed=7` others.
@NullMarked
class MoneyModelTest {

    private static final int TIPS = Integer.getInteger("money.tips", 120);
    private static final long SEED = Long.getLong("money.seed", 1);
    private static final int AT_ONCE = 8;
    private static final int PERSONS = 12;
    private static final int NAMES = 5;

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();

    /// What a tip leaves in the books.
    ///
    /// @param donor who stands on the leaderboard for it; null if it does not count there
    /// @param adjusted what was added to the goal by hand
    private record Left(@Nullable String donor, long cents, int tips, long adjusted) {

        private static final Left NOTHING = new Left(null, 0, 0, 0);
    }

    /// A donor as a tip names it.
    ///
    /// @param person who it is on the board
    private record Donor(
            String person,
            String name,
            @Nullable String platform,
            @Nullable String userId) {

        private static Donor random(Random random) {
            int number = random.nextInt(PERSONS + NAMES);
            if (number >= PERSONS) {
                return new Donor("name " + number, "Name " + number, null, null);
            }
            String platform = random.nextBoolean() ? "alpha" : "beta";
            return new Donor("person " + number, "Person " + number, platform, "u" + number);
        }

        private Map<String, Object> in(Map<String, Object> body) {
            Map<String, Object> named = new LinkedHashMap<>(body);
            named.put("name", name);
            if (platform != null && userId != null) {
                named.put("platform", platform);
                named.put("platform_user_id", userId);
            }
            return named;
        }
    }

    @Test
    void totalsGoalLeaderboardAndLedgerAgreeToTheCent() throws InterruptedException, ExecutionException {
        String goal = "/overlays/"
                + owner.post(
                                "/dashboard/api/overlays",
                                Map.of("name", "Goal", "width", 1920, "height", 1080, "widgets", List.of("goal")))
                        .expect(201)
                        .at("overlay.id")
                + "/tip-goal";
        account.connector("alpha").send("viewer.signed_in", Map.of("platform_user_id", "u0", "login", "spender"));
        api.post("/viewers/alpha:u0/credits/grant", Map.of("amount", 1000)).expect(200);

        List<Left> left = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Left>> all = new ArrayList<>();
            for (int i = 0; i < TIPS; i++) {
                int number = i;
                all.add(executor.submit(() -> tip(number, goal)));
            }
            for (int person = 0; person < PERSONS; person++) {
                int number = person;
                all.add(executor.submit(() -> link(number)));
            }
            for (Future<Left> one : all) {
                left.add(one.get());
            }
        }
        long cents = left.stream().mapToLong(Left::cents).sum();
        long adjusted = left.stream().mapToLong(Left::adjusted).sum();

        assertThat(new Ledger(account.table(), account.service().clock())
                        .sum(account.tenantId(), List.of("EUR"), null, null))
                .as("ledger")
                .isEqualByComparingTo(BigDecimal.valueOf(cents, 2));
        assertThat((BigDecimal) api.get(goal).expect(200).at("tip_goal.current"))
                .as("goal")
                .isEqualByComparingTo(BigDecimal.valueOf(cents + adjusted, 2));
        for (String period : List.of("all", "year", "month", "week", "day")) {
            assertThat(board(period)).as(period).isEqualTo(model(left));
        }
    }

    /// One tip, by a way that its number draws.
    private Left tip(int number, String goal) {
        Random random = new Random(SEED * 1_000_003 + number);
        Donor donor = Donor.random(random);
        long cents = 1L + random.nextInt(100_00);
        String id = "p" + number;
        return switch (random.nextInt(11)) {
            case 0, 1 -> {
                api.post("/tips", donor.in(Map.of("amount", money(cents), "paid", true)))
                        .expect(201);
                yield new Left(donor.person, cents, 1, 0);
            }
            case 2, 3 -> {
                send("payment.captured", random, id, donor, cents);
                yield new Left(donor.person, cents, 1, 0);
            }
            case 4 -> refunded(random, id, donor, cents);
            case 5 -> held(random, id, donor, cents);
            case 6 -> {
                api.post("/tips", donor.in(Map.of("amount", money(cents)))).expect(201);
                yield Left.NOTHING;
            }
            case 7 -> {
                owner.post("/dashboard/api/manual-tips", donor.in(Map.of("amount", money(cents))))
                        .expect(201);
                yield Left.NOTHING;
            }
            case 8 -> {
                api.post("/tips/test", donor.in(Map.of("amount", money(cents)))).expect(201);
                yield Left.NOTHING;
            }
            case 9 -> {
                account.connector("alpha")
                        .send(
                                "sub_reward.redeemed",
                                Map.of("redemption_id", id, "platform_user_id", "u0", "message", "Hi"));
                yield Left.NOTHING;
            }
            default -> {
                long by = random.nextBoolean() ? cents : -cents;
                api.post(goal + "/add", Map.of("amount", money(by))).expect(200);
                yield new Left(null, 0, 0, by);
            }
        };
    }

    /// A payment of which some or all is given back, once or twice, or which is disputed.
    private Left refunded(Random random, String id, Donor donor, long cents) {
        TestConnector processor = send("payment.captured", random, id, donor, cents);
        long left = cents;
        for (int refund = random.nextInt(2); refund >= 0 && left > 0; refund--) {
            long back = 1L + random.nextLong(cents);
            processor.send("payment.refunded", Map.of("payment_id", id, "amount", money(back)));
            left -= Math.min(left, back);
        }
        if (random.nextInt(4) == 0) {
            processor.send("payment.disputed", Map.of("payment_id", id));
            left = 0;
        }
        return new Left(donor.person, left, left == 0 ? 0 : 1, 0);
    }

    /// A payment that waits for a moderator, and what is decided.
    private Left held(Random random, String id, Donor donor, long cents) {
        TestConnector processor = send("payment.held", random, id, donor, cents);
        String order = order(id, processor.source());
        return switch (random.nextInt(3)) {
            case 0 -> {
                owner.post("/dashboard/api/held-tips/" + order + "/approve").expect(200);
                yield new Left(donor.person, cents, 1, 0);
            }
            case 1 -> {
                owner.post("/dashboard/api/held-tips/" + order + "/reject").expect(200);
                yield Left.NOTHING;
            }
            default -> {
                processor.send("payment.hold_expired", Map.of("payment_id", id));
                yield Left.NOTHING;
            }
        };
    }

    private String order(String paymentId, String source) {
        return Objects.requireNonNull(account.table().get(Keys.payment(account.tenantId(), source, paymentId)))
                .text("order_id");
    }

    private TestConnector send(String type, Random random, String id, Donor donor, long cents) {
        TestConnector processor = account.connector(random.nextBoolean() ? "card_processor" : "wallet_processor");
        processor.send(type, donor.in(Map.of("payment_id", id, "amount", money(cents))));
        return processor;
    }

    /// A person's two accounts turn out to be one person's, at some moment of the run.
    private Left link(int person) {
        account.connector("alpha")
                .send(
                        "viewer.signed_in",
                        Map.of(
                                "platform_user_id",
                                "u" + person,
                                "linked_accounts",
                                List.of(Map.of("platform", "beta", "platform_user_id", "u" + person))));
        return Left.NOTHING;
    }

    private static BigDecimal money(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /// The board that the model says: amounts and counts of tips, by donor.
    private static Map<String, String> model(List<Left> left) {
        Map<String, long[]> sums = new HashMap<>();
        for (Left one : left) {
            if (one.donor != null) {
                long[] sum = sums.computeIfAbsent(one.donor, donor -> new long[2]);
                sum[0] += one.cents;
                sum[1] += one.tips;
            }
        }
        Map<String, String> board = new TreeMap<>();
        sums.forEach((donor, sum) -> {
            if (sum[1] > 0) {
                board.put(donor, money(sum[0]).stripTrailingZeros().toPlainString() + " in " + sum[1]);
            }
        });
        return board;
    }

    private Map<String, String> board(String period) {
        Map<String, String> board = new TreeMap<>();
        Answer answer = api.get("/leaderboard?limit=100&period=" + period).expect(200);
        for (Object entry : (List<?>) Objects.requireNonNull(answer.at("entries"))) {
            Map<String, @Nullable Object> fields = Json.asObject(entry);
            BigDecimal amount = (BigDecimal) Objects.requireNonNull(fields.get("total_amount"));
            String before = board.put(
                    String.valueOf(fields.get("name")).toLowerCase(Locale.ROOT),
                    amount.stripTrailingZeros().toPlainString() + " in " + fields.get("tip_count"));
            assertThat(before).as("a person has one entry").isNull();
        }
        return board;
    }
}
