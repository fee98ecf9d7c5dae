package streamerapi.pages;

import streamerapi.shared.auth.Role;
import streamerapi.shared.connectors.Processor;
import streamerapi.tts.TipSource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The words in which pages tell of money at processors.
public final class MoneyWords {

    private static final Map<String, String> SOURCES =
            Map.of(Processor.CARD.label(), "Cards", Processor.WALLET.label(), "Wallets", TipSource.KOFI, "Ko-fi");

    private static final Map<String, String> RESULTS = Map.of(
            "running", "being compared",
            "agrees", "agrees",
            "taken_in", "events were lost",
            "incomplete", "not all was compared",
            "unreachable", "no answer",
            "refused", "refused");

    private MoneyWords() {}

    /// Whether a page offers to give a tip's money back: to those who may, if a processor took it and has some left.
    public static boolean isRefundable(Fields tip, Role role) {
        return role.includes(Role.SUPER_ADMIN)
                && Processor.of(tip.text("source")).isPresent()
                && !tip.isNull("amount")
                && new BigDecimal(left(tip)).signum() > 0;
    }

    /// How much of a tip was not given back.
    public static String left(Fields tip) {
        String given = tip.has("refunded_amount") ? tip.text("refunded_amount") : "0";
        return new BigDecimal(tip.text("amount"))
                .subtract(new BigDecimal(given))
                .toPlainString();
    }

    /// The sums in the currencies that do not count, one for each: `1,250.00 EUR`.
    ///
    /// @param answer a board or a goal, as its endpoint answers it
    public static List<String> others(Fields answer) {
        return answer.objects("other_sums").stream()
                .map(sum -> Money.text(sum.text("amount"), sum.text("currency")))
                .toList();
    }

    /// Whether one of the sums has something in a column: one of zeros says nothing.
    public static boolean isAny(List<Fields> sums, String column) {
        return sums.stream().anyMatch(sum -> new BigDecimal(sum.text(column)).signum() != 0);
    }

    /// The way to pay, of a sum.
    public static String source(Fields sum) {
        return SOURCES.getOrDefault(sum.text("source"), sum.text("source"));
    }

    /// How a look through a processor's books ended.
    public static String result(Fields look) {
        return RESULTS.getOrDefault(look.text("result"), look.text("result"));
    }

    /// The tone of its badge.
    public static String tone(Fields look) {
        return switch (look.text("result")) {
            case "agrees" -> "good dot";
            case "running" -> "";
            default -> "bad dot";
        };
    }

    /// The result of a look, in a sentence or two.
    public static String found(Fields look) {
        String things = look.text("provider").equals("paypal") ? "order" : "event";
        String looked = look.text("looked").equals("1")
                ? "One " + things + " of three days was compared. "
                : look.text("looked") + " " + things + "s of three days were compared. ";
        String taken = taken(look);
        return switch (look.text("result")) {
            case "running" -> "The comparison goes on.";
            case "agrees" -> looked + "Nothing was missing here.";
            case "taken_in" ->
                looked + "Missing here, and added: " + taken + ". Check the connection: its events do not all arrive.";
            case "incomplete" -> looked + incomplete(look) + suffix(taken);
            case "unreachable" -> "It did not answer. The next comparison is tomorrow." + suffix(taken);
            default ->
                "The credentials may not read its books. A restricted key of Stripe needs the right to read events."
                        + suffix(taken);
        };
    }

    private static String incomplete(Fields look) {
        return look.text("unread").equals("0")
                ? "There were more payments than are read in a day."
                : look.text("unread") + " of them could not be read. The next comparison tries again.";
    }

    private static String suffix(String taken) {
        return taken.isEmpty() ? "" : " Taken in: " + taken + ".";
    }

    private static String taken(Fields look) {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("held", "on hold");
        words.put("captured", "charged");
        words.put("hold_ended", "no longer on hold");
        words.put("refunded", "refunded");
        words.put("disputed", "disputed");
        words.put("checkout_ended", "ended without a payment");
        List<String> parts = new ArrayList<>();
        words.forEach((field, word) -> {
            if (!look.text(field).equals("0")) {
                parts.add(look.text(field) + " " + word);
            }
        });
        return String.join(", ", parts);
    }
}
