package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.ledger.Ledger;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.PaymentKeys;

import java.math.BigDecimal;
import java.math.RoundingMode;
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
/// it to the cent, in each currency. One currency has a rate, and counts in the account's own. `-Dmoney.tips=10000`
/// sends more tips, `-Dmoney.seed=7` others.
@NullMarked
class MoneyModelTest {

    private static final int TIPS = Integer.getInteger("money.tips", 120);
    private static final long SEED = Long.getLong("money.seed", 1);
    private static final int AT_ONCE = 8;
    private static final int PERSONS = 12;
    private static final int NAMES = 5;
    private static final String OWN = "EUR";
    private static final List<String> CURRENCIES = List.of(OWN, "USD", "GBP");
    private static final String RATED = "GBP";
    private static final BigDecimal RATE = new BigDecimal("1.17283");

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();

    /// The entries of a tip in the books.
    ///
    /// @param donor who stands on the leaderboard for it; null if it does not count there
    /// @param adjusted what was added to the goal by hand
    private record Left(@Nullable String donor, String currency, long cents, int tips, long adjusted) {

        private static final Left NOTHING = new Left(null, OWN, 0, 0, 0);

        private boolean isOwn() {
            return currency.equals(OWN);
        }
    }

    /// A tip's amount. The account's own currency is named or left out.
    private record Amount(long cents, String currency, boolean isNamed) {

        private static Amount random(Random random) {
            String currency = random.nextInt(3) > 0 ? OWN : CURRENCIES.get(random.nextInt(CURRENCIES.size()));
            return new Amount(1L + random.nextInt(100_00), currency, !currency.equals(OWN) || random.nextBoolean());
        }

        private Map<String, Object> in(Map<String, Object> body) {
            Map<String, Object> whole = new LinkedHashMap<>(body);
            whole.put("amount", money(cents));
            if (isNamed) {
                whole.put("currency", currency);
            }
            return whole;
        }

        /// The entries if so much of it stays.
        private Left left(Donor donor, long stays) {
            boolean isRated = currency.equals(RATED);
            return new Left(
                    donor.person, isRated ? OWN : currency, isRated ? counted(stays) : stays, stays == 0 ? 0 : 1, 0);
        }

        /// The sum that a part of it counts as: as large a part of the whole sum, each rounded half up.
        private long counted(long stays) {
            BigDecimal all = money(cents).multiply(RATE).setScale(2, RoundingMode.HALF_UP);
            return all.multiply(money(stays))
                    .divide(money(cents), 2, RoundingMode.HALF_UP)
                    .movePointRight(2)
                    .longValueExact();
        }

        private Left left(Donor donor) {
            return left(donor, cents);
        }
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
        owner.patch(
                        "/dashboard/api/settings",
                        Map.of(
                                "rewards",
                                List.of(Map.of("reward_id", "speak", "action", "tts")),
                                "exchange_rates",
                                List.of(Map.of("currency", RATED, "rate", RATE))))
                .expect(200);
        for (int grant = 0; grant <= TIPS / 5_000; grant++) {
            api.post("/viewers/alpha:u0/credits/grant", Map.of("amount", 1000)).expect(200);
        }

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
        Ledger ledger = new Ledger(account.table(), account.service().clock());
        for (String currency : CURRENCIES) {
            assertThat(ledger.sum(account.tenantId(), List.of(currency), null, null))
                    .as("ledger of " + currency)
                    .isEqualByComparingTo(sum(left, currency));
        }
        long adjusted = left.stream().mapToLong(Left::adjusted).sum();
        assertThat((BigDecimal) api.get(goal).expect(200).at("tip_goal.current"))
                .as("goal")
                .isEqualByComparingTo(sum(left, OWN).add(money(adjusted)));
        for (String period : List.of("all", "year", "month", "week", "day")) {
            assertThat(board(period)).as(period).isEqualTo(model(left));
        }
    }

    private static BigDecimal sum(List<Left> left, String currency) {
        return money(left.stream()
                .filter(one -> one.currency.equals(currency))
                .mapToLong(Left::cents)
                .sum());
    }

    /// One tip, by a way that its number draws.
    private Left tip(int number, String goal) {
        Random random = new Random(SEED * 1_000_003 + number);
        Donor donor = Donor.random(random);
        Amount amount = Amount.random(random);
        String id = "p" + number;
        return switch (random.nextInt(13)) {
            case 0, 1 -> {
                api.post("/tips", donor.in(amount.in(Map.of("paid", true)))).expect(201);
                yield amount.left(donor);
            }
            case 2, 3 -> {
                send("payment.captured", random, id, donor, amount);
                yield amount.left(donor);
            }
            case 4 -> refunded(random, id, donor, amount);
            case 5 -> held(random, id, donor, amount);
            case 6 -> {
                api.post("/tips", donor.in(amount.in(Map.of()))).expect(201);
                yield Left.NOTHING;
            }
            case 7 -> {
                owner.post("/dashboard/api/manual-tips", donor.in(amount.in(Map.of())))
                        .expect(201);
                yield Left.NOTHING;
            }
            case 8 -> {
                api.post("/tips/test", donor.in(amount.in(Map.of()))).expect(201);
                yield Left.NOTHING;
            }
            case 9 -> {
                account.connector("alpha")
                        .send(
                                "sub_reward.redeemed",
                                Map.of("redemption_id", id, "platform_user_id", "u0", "message", "Hi"));
                yield Left.NOTHING;
            }
            case 10 -> {
                redeemed(id, donor);
                yield Left.NOTHING;
            }
            case 11 -> {
                Chatter.moderator(account.connector("alpha"), "Mod").writes("!skip");
                yield Left.NOTHING;
            }
            default -> {
                long by = random.nextBoolean() ? amount.cents : -amount.cents;
                api.post(goal + "/add", Map.of("amount", money(by))).expect(200);
                yield new Left(null, OWN, 0, 0, by);
            }
        };
    }

    /// Channel points become a tip, which was paid with no money.
    private void redeemed(String id, Donor donor) {
        Map<String, Object> redemption = new LinkedHashMap<>();
        redemption.put("user_id", "c" + donor.name);
        redemption.put("user_name", donor.name);
        redemption.put("user_login", "c" + id);
        redemption.put("reward_id", "speak");
        redemption.put("reward_title", "Speak");
        redemption.put("reward_cost", 100);
        redemption.put("redemption_id", id);
        redemption.put("user_input", "Hi");
        redemption.put("is_managed", true);
        account.connector("alpha").send("channel_point_redemption", redemption);
    }

    /// A payment of which some or all is given back, once or twice, or which is disputed.
    private Left refunded(Random random, String id, Donor donor, Amount amount) {
        TestConnector processor = send("payment.captured", random, id, donor, amount);
        long left = amount.cents;
        for (int refund = random.nextInt(2); refund >= 0 && left > 0; refund--) {
            long back = 1L + random.nextLong(amount.cents);
            processor.send("payment.refunded", Map.of("payment_id", id, "amount", money(back)));
            left -= Math.min(left, back);
        }
        if (random.nextInt(4) == 0) {
            processor.send("payment.disputed", Map.of("payment_id", id));
            left = 0;
        }
        return amount.left(donor, left);
    }

    /// A payment that waits for a moderator, and what is decided.
    private Left held(Random random, String id, Donor donor, Amount amount) {
        TestConnector processor = send("payment.held", random, id, donor, amount);
        String order = order(id, processor.source());
        return switch (random.nextInt(3)) {
            case 0 -> {
                owner.post("/dashboard/api/held-tips/" + order + "/approve").expect(200);
                yield amount.left(donor);
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
        return Objects.requireNonNull(account.table().get(PaymentKeys.payment(account.tenantId(), source, paymentId)))
                .get(Attribute.text("order_id"));
    }

    private TestConnector send(String type, Random random, String id, Donor donor, Amount amount) {
        TestConnector processor = account.connector(random.nextBoolean() ? "card_processor" : "wallet_processor");
        processor.send(type, donor.in(amount.in(Map.of("payment_id", id))));
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
            if (one.donor != null && one.isOwn()) {
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
