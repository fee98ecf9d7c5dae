package streamerapi.money;

import streamerapi.money.MoneySum.MoneyGroup;
import streamerapi.shared.schema.Schema;
import streamerapi.tips.BookedPayment;
import streamerapi.tips.KeptOutCharge;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The payments at processors, day by day.
///
/// @param from the first day
/// @param to the last day
/// @param isCut whether more was asked for: then `from` is a later day than it was to be
/// @param days the newest first
/// @param keptOut charges of tips that were kept out, the newest first
/// @param reconciliations the last look through each connected processor's own books
public record MoneyReport(
        LocalDate from,
        LocalDate to,
        boolean isCut,
        List<MoneySum> totals,
        List<MoneySum> days,
        List<KeptOutCharge> keptOut,
        List<Reconciliation> reconciliations) {

    public static final Schema<MoneyReport> SCHEMA =
            Schema.shown("MoneyReport", "Payments at processors, by day.", s -> {
                s.text("from", report -> report.from.toString())
                        .doc("The first day.")
                        .example("2026-10-23");
                s.text("to", report -> report.to.toString())
                        .doc("The last day.")
                        .example("2026-11-21");
                s.flag("is_cut", MoneyReport::isCut)
                        .doc(
                                "Whether `from` is later than was asked for, because more tips came than are read at once. Ask"
                                        + " again for the days before it.")
                        .example(false);
                s.list("totals", MoneyReport::totals, MoneySum.IN_ALL).doc("The sums of all days.");
                s.list("days", MoneyReport::days, MoneySum.OF_DAY)
                        .doc("The newest first; days without payments are left out.");
                s.list("kept_out", MoneyReport::keptOut, KeptOutCharge.SCHEMA)
                        .doc("Payments that were charged although their tips were kept out, and that were not given"
                                + " back in full: the newest " + MoneyBook.MAX_KEPT_OUT + " at most.");
                s.list("reconciliations", MoneyReport::reconciliations, Reconciliation.SCHEMA)
                        .doc("The last look through the books of Stripe and PayPal, if there was one.");
            });

    static MoneyReport of(
            LocalDate from,
            LocalDate to,
            ZoneId zone,
            boolean isCut,
            List<BookedPayment> payments,
            List<KeptOutCharge> keptOut,
            List<Reconciliation> looks) {
        Map<MoneyGroup, MoneySum> days = new TreeMap<>(MoneyGroup.ORDER);
        payments.forEach(payment -> {
            MoneyGroup of = new MoneyGroup(
                    LocalDate.ofInstant(payment.at(), zone).toString(),
                    payment.source(),
                    payment.currency(),
                    payment.mode());
            days.put(of, days.getOrDefault(of, MoneySum.none(of)).plus(payment));
        });
        Map<MoneyGroup, MoneySum> totals = new TreeMap<>(MoneyGroup.ORDER);
        days.forEach((of, sum) -> {
            MoneyGroup all = of.ofAllDays();
            totals.put(all, totals.getOrDefault(all, MoneySum.none(all)).plus(sum));
        });
        return new MoneyReport(
                from, to, isCut, List.copyOf(totals.values()), List.copyOf(days.values()), keptOut, looks);
    }
}
