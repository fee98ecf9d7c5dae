package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/// A processor of payments. It does nothing twice that it is asked for by one id, and tells of all that it does; its
/// notices come at once or late, at times twice, and those of one payment in any order if it keeps none.
final class PaymentProcessor {

    static final String REFUSED = "{\"sent\":false}";
    static final String DONE = "{\"sent\":true}";

    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private final World world;
    private final String source;
    private final boolean keepsOrder;
    private final Map<String, Payment> payments = new LinkedHashMap<>();

    /// How often each effect was asked for.
    private final Map<String, Integer> tries = new HashMap<>();

    /// When it does well again, if it is down at the end.
    private Instant down = Instant.MIN;

    /// @param source as tips name it
    /// @param keepsOrder whether it tells of a payment in the order in which things happen
    PaymentProcessor(World world, String source, boolean keepsOrder) {
        this.world = world;
        this.source = source;
        this.keepsOrder = keepsOrder;
    }

    /// Is down for half an hour more, in one of four seeds in which something goes wrong.
    void end() {
        if (!world.luck().isSpotless() && world.luck().number(4) == 0) {
            down = world.turns().now().plus(HALF_AN_HOUR);
        }
    }

    /// How a request of the service was answered.
    ///
    /// @param isLost whether it was done, and the answer got lost
    record Reply(int status, String body, boolean isLost) {}

    /// Where a payment stands.
    enum Stage {
        HELD,
        RELEASED,
        CHARGED
    }

    /// A payment in the processor's own books.
    static final class Payment {

        private final String id;
        private final String donor;
        private final BigDecimal amount;
        private final @Nullable String video;
        private final List<String> done = new ArrayList<>();
        private CompletableFuture<Boolean> told = CompletableFuture.completedFuture(true);
        private Stage stage;
        private BigDecimal givenBack = BigDecimal.ZERO;
        private BigDecimal askedBack = BigDecimal.ZERO;
        private boolean isTakenBack;

        Payment(String id, String donor, BigDecimal amount, @Nullable String video, Stage stage) {
            this.id = id;
            this.donor = donor;
            this.amount = amount;
            this.video = video;
            this.stage = stage;
        }

        String donor() {
            return donor;
        }

        /// The sum that the donor got back because the service asked for it.
        BigDecimal askedBack() {
            return askedBack;
        }

        /// Whether a table that was restored may lack something that became of it.
        boolean isTakenBack() {
            return isTakenBack;
        }

        @Override
        public String toString() {
            return amount + " of " + donor + " as " + id;
        }

        /// What the donor has paid and not got back.
        BigDecimal kept() {
            return stage == Stage.CHARGED ? amount.subtract(givenBack) : BigDecimal.ZERO;
        }
    }

    List<Payment> payments() {
        return List.copyOf(payments.values());
    }

    /// A donor pays.
    ///
    /// @param video the link that comes with the tip, or null
    void pay(String id, String donor, BigDecimal amount, @Nullable String video, boolean isHeld) {
        Payment payment = new Payment(id, donor, amount, video, isHeld ? Stage.HELD : Stage.CHARGED);
        payments.put(id, payment);
        world.story().tell(payment + " is paid" + (isHeld ? ", held" : ""));
        tellPaid(isHeld ? "payment.held" : "payment.captured", payment);
    }

    private void tellPaid(String type, Payment payment) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("amount", payment.amount);
        data.put("name", payment.donor);
        if (payment.video != null) {
            data.put("media", Map.of("url", payment.video));
        }
        notice(type, payment.id, data);
    }

    /// Money goes back without being asked for.
    void giveBack(String id, boolean isDispute) {
        Payment payment = Objects.requireNonNull(payments.get(id));
        BigDecimal left = payment.kept();
        if (left.signum() > 0) {
            BigDecimal amount = isDispute || world.luck().flips() ? left : left.min(BigDecimal.ONE);
            payment.givenBack = payment.givenBack.add(amount);
            world.story().tell(payment + ": " + amount + (isDispute ? " is disputed" : " goes back"));
            notice(
                    isDispute ? "payment.disputed" : "payment.refunded",
                    id,
                    isDispute ? Map.of() : Map.of("amount", amount));
        }
    }

    /// The streamer charges a donor whose money is held, or lets the hold go, on the processor's own pages.
    void endHold(String id) {
        Payment payment = Objects.requireNonNull(payments.get(id));
        if (payment.stage == Stage.HELD) {
            boolean isCharged = world.luck().flips();
            world.story().tell(payment + (isCharged ? " is charged unasked" : " is released unasked"));
            world.story().reached("a payment is charged or released unasked");
            if (isCharged) {
                charge(payment);
            } else {
                release(payment);
            }
        }
    }

    private void charge(Payment payment) {
        payment.stage = Stage.CHARGED;
        tellPaid("payment.captured", payment);
    }

    private void release(Payment payment) {
        payment.stage = Stage.RELEASED;
        notice("payment.hold_expired", payment.id, Map.of());
    }

    private void notice(String type, String payment, Map<String, ?> data) {
        Map<String, Object> all = new LinkedHashMap<>(data);
        all.put("payment_id", payment);
        int copies = world.luck().doubles() ? 2 : 1;
        String id = "n" + world.turns().taken();
        Payment of = Objects.requireNonNull(payments.get(payment));
        CompletableFuture<Boolean> before = of.told;
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        of.told = told;
        of.isTakenBack |= world.takesBack(world.turns().now());
        for (int i = 0; i < copies; i++) {
            boolean isSoon = keepsOrder ? world.luck().flips() : world.luck().number(4) > 0;
            world.turns().at(world.luck().within(isSoon ? 0.2 : 20), () -> {
                if (keepsOrder) {
                    world.turns().join(before, Duration.ofDays(1));
                } else if (!before.isDone()) {
                    world.story().reached("a processor tells of something before what came before it");
                }
                Instant began = world.turns().now();
                world.user().ingest(source, id, type, Json.writeText(all));
                of.isTakenBack |= world.takesBack(began);
                told.complete(true);
            });
        }
    }

    Reply asked(String text) {
        Map<String, ?> message = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        String action = String.valueOf(message.get("action"));
        String sent = String.valueOf(message.get("id"));
        String id = world.mutation().effectId(sent, tries.merge(sent, 1, Integer::sum));
        Map<String, ?> data = Json.asObject(message.get("data"));
        Payment payment = Objects.requireNonNull(payments.get(String.valueOf(data.get("payment_id"))));
        if (world.luck().strikesOneIn(6) || world.turns().now().isBefore(down)) {
            world.story().tell(payment + ": the processor fails at " + action);
            return new Reply(500, "{}", false);
        }
        boolean isDone = payment.done.contains(id) || carryOut(payment, action, data);
        if (isDone && !payment.done.contains(id)) {
            payment.done.add(id);
        }
        world.story().tell(payment + ": " + action + " is " + (isDone ? "done" : "refused"));
        return new Reply(200, isDone ? DONE : REFUSED, world.luck().strikesOneIn(8));
    }

    private boolean carryOut(Payment payment, String action, Map<String, ?> data) {
        return switch (action) {
            case "payment.capture" -> {
                if (payment.stage == Stage.HELD) {
                    charge(payment);
                }
                yield payment.stage == Stage.CHARGED;
            }
            case "payment.release" -> {
                if (payment.stage == Stage.HELD) {
                    release(payment);
                }
                yield payment.stage == Stage.RELEASED;
            }
            default -> {
                BigDecimal asked = data.get("amount") instanceof BigDecimal some ? some : payment.kept();
                if (payment.kept().signum() == 0 || asked.compareTo(payment.kept()) > 0) {
                    yield false;
                }
                payment.givenBack = payment.givenBack.add(asked);
                payment.askedBack = payment.askedBack.add(asked);
                notice("payment.refunded", payment.id, Map.of("amount", asked));
                yield true;
            }
        };
    }
}
