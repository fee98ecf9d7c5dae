package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Sentences about money: the sums of the service, its events, and the processors' own books.
final class Books extends YearCheck {

    private static final List<String> CURRENCY = List.of("EUR");

    /// Warnings that tell why a donor who was charged has no tip.
    private static final Set<String> EXCUSES = Set.of("payment_call_failed", "captured_after_rejection");

    private static final Duration HOURS = Duration.ofMinutes(130);

    private final List<Told> told;
    private final Ledger ledger;
    private final List<PaymentProcessor.Payment> payments;

    Books(Year year, List<Told> told, Broken broken) {
        super(year, broken);
        this.told = told;
        this.ledger = new Ledger(year.table(), () -> world.turns().now());
        this.payments = Stream.of(world.card(), world.wallet())
                .flatMap(processor -> processor.payments().stream())
                .toList();
    }

    void hold(List<LoggedEvent> log) {
        theSumsAgree();
        aSumIsTheSameInParts(log);
        for (PaymentProcessor.Payment payment : payments) {
            whoIsChargedHasTheirTipOrTheirMoney(payment);
            aPaymentIsOneTip(payment);
        }
        everyDecisionEnds();
    }

    private void theSumsAgree() {
        long untold = year.people().fans().untold(told);
        BigDecimal announced = BigDecimal.valueOf(3L * untold);
        Set<String> letIn = Told.tips(told, "").stream().map(Told::orderId).collect(Collectors.toSet());
        for (Told event : told) {
            boolean isPaid = Boolean.TRUE.equals(event.data().get("is_paid"));
            announced = switch (event.type()) {
                case "tip.created" -> isPaid ? announced.add(event.amount()) : announced;
                case "tip.refunded" -> letIn.contains(event.orderId()) ? announced.subtract(event.amount()) : announced;
                default -> announced;
            };
        }
        BigDecimal sum = sum(null, null);
        broken.holds(sum.compareTo(announced) == 0, "the ledger is the sum of the events", sum + " and " + announced);
        BigDecimal board = year.atRest().leaderboard();
        broken.holds(sum.compareTo(board) == 0, "the ledger is the leaderboard's sum", sum + " and " + board);
        BigDecimal goal = year.atRest().goal();
        broken.holds(sum.compareTo(goal) == 0, "the ledger is the goal's sum", sum + " and " + goal);
        long byRequest =
                untold + Told.tips(told, "").size() - Told.tips(told, "Donor ").size();
        BigDecimal charged = BigDecimal.valueOf(3L * byRequest);
        for (PaymentProcessor.Payment payment : payments) {
            charged = charged.add(expected(payment));
        }
        broken.holds(sum.compareTo(charged) == 0, "what counts was charged and not given back", sum + " of " + charged);
    }

    /// The sum that a payment counts for: what the donor has paid and not got back, or nothing if it may have no tip.
    /// If a table that was restored may lack a part of its story, that is left open.
    private BigDecimal expected(PaymentProcessor.Payment payment) {
        if (payment.isTakenBack()) {
            return Told.tips(told, payment.donor()).stream().map(this::counts).reduce(BigDecimal.ZERO, BigDecimal::add);
        }
        boolean hasNoTip =
                isExcused(payment) && Told.tips(told, payment.donor()).isEmpty();
        return hasNoTip ? BigDecimal.ZERO : payment.kept();
    }

    /// The sum that a tip counts for, as the events tell.
    private BigDecimal counts(Told tip) {
        return told.stream()
                .filter(event ->
                        event.type().equals("tip.refunded") && event.orderId().equals(tip.orderId()))
                .map(Told::amount)
                .reduce(tip.amount(), BigDecimal::subtract);
    }

    private BigDecimal sum(@Nullable Instant from, @Nullable Instant to) {
        return ledger.sum(year.account().tenantId(), CURRENCY, from, to);
    }

    /// Sums over a part are added up of entries, hours and days in other ways than the sum of all.
    private void aSumIsTheSameInParts(List<LoggedEvent> log) {
        BigDecimal all = sum(null, null);
        List<Instant> cuts = new ArrayList<>();
        for (int part = 1; part < 4; part++) {
            cuts.add(log.get(log.size() * part / 4).created());
        }
        cuts.add(log.getLast().created().plus(HOURS));
        for (Instant middle : cuts) {
            BigDecimal parts = sum(null, middle).add(sum(middle, null));
            broken.holds(all.compareTo(parts) == 0, "a sum is that of its parts", all + " and " + parts);
        }
    }

    private void whoIsChargedHasTheirTipOrTheirMoney(PaymentProcessor.Payment payment) {
        if (payment.kept().signum() > 0) {
            boolean hasTip = !Told.tips(told, payment.donor()).isEmpty();
            broken.holds(
                    hasTip || isExcused(payment) || payment.isTakenBack(),
                    "who is charged has their tip or their money back",
                    payment.donor() + " has paid " + payment.kept());
        }
    }

    /// Whether a payment may have no tip though it was charged: its tip waits for a moderator, was rejected after the
    /// charge, or a warning tells that the processor was asked for something in vain, or to give the money back.
    private boolean isExcused(PaymentProcessor.Payment payment) {
        Set<String> orders = told.stream()
                .filter(event -> event.text("name").equals(payment.donor()))
                .map(Told::orderId)
                .collect(Collectors.toSet());
        return year.atRest().heldTips().contains(payment.donor())
                || told.stream()
                        .filter(event -> orders.contains(event.orderId()))
                        .anyMatch(event -> switch (event.type()) {
                            case "warning" -> EXCUSES.contains(event.text("code"));
                            case "tip.reviewed" ->
                                event.text("decision").equals("rejected")
                                        && event.text("payment_state").equals("captured");
                            default -> false;
                        });
    }

    private void aPaymentIsOneTip(PaymentProcessor.Payment payment) {
        List<Told> tips = Told.tips(told, payment.donor());
        broken.holds(tips.size() <= 1, "a payment is one tip", payment.donor() + " " + tips);
        for (Told tip : tips) {
            BigDecimal counts = counts(tip);
            broken.holds(
                    payment.isTakenBack() || counts.compareTo(payment.kept()) == 0,
                    "a tip counts for what its donor paid and did not get back",
                    tip.orderId() + " of " + payment.donor() + " counts for " + counts + " of " + payment.kept());
            BigDecimal wanted = year.people().streamer().wantedBack(tip.orderId());
            broken.holds(
                    payment.isTakenBack() || payment.askedBack().compareTo(wanted) <= 0,
                    "no more is given back than was wanted",
                    tip.orderId() + " of " + payment.donor() + " has " + payment.askedBack() + " of " + wanted);
        }
    }

    private void everyDecisionEnds() {
        for (Row tip : Archived.rows(year, Keys.TIP)) {
            broken.holds(
                    tip.find(Attribute.text("pending_decision")) == null
                            || tip.find(Attribute.text("decision")) != null,
                    "every decision is carried out",
                    tip.key().sort() + " waits to be " + tip.find(Attribute.text("pending_decision")));
        }
    }
}
