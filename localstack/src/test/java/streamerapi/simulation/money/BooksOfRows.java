package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Lease;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The account's rows about its one payment.
///
/// @param tip the tip's row; null if there is none
/// @param effects the rows of effects
/// @param events the rows of events
/// @param sums the rows of ledger and leaderboard
record BooksOfRows(
        @Nullable Map<String, AttributeValue> tip,
        List<Map<String, AttributeValue>> effects,
        List<Map<String, AttributeValue>> events,
        List<Map<String, AttributeValue>> sums) {

    private static final Pattern DAYS = Pattern.compile("d\\d+");
    private static final Pattern HOURS = Pattern.compile("h\\d+");

    /// An event, as it was announced.
    record Told(String type, Map<String, @Nullable Object> data) {

        String text(String field) {
            return String.valueOf(data.get(field));
        }
    }

    static BooksOfRows of(Collection<Map<String, AttributeValue>> rows) {
        Map<String, AttributeValue> tip = null;
        List<Map<String, AttributeValue>> effects = new ArrayList<>();
        List<Map<String, AttributeValue>> events = new ArrayList<>();
        List<Map<String, AttributeValue>> sums = new ArrayList<>();
        for (Map<String, AttributeValue> row : rows) {
            String pk = text(row, "pk");
            String sk = text(row, "sk");
            if (pk.equals(EffectKeys.EFFECTS)) {
                effects.add(row);
            } else if (pk.startsWith("EVENTS#")) {
                events.add(row);
            } else if (sk.startsWith("TIP#")) {
                tip = row;
            } else if (sk.startsWith("LEDGER#") || sk.startsWith("BOARD#")) {
                sums.add(row);
            }
        }
        return new BooksOfRows(tip, effects, events, sums);
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name), name).s();
    }

    /// The tip's id; null if there is none.
    @Nullable
    String orderId() {
        return tip == null ? null : text(tip, "sk").substring("TIP#".length());
    }

    /// The tip's id, if its payment was held when the tip came; else null.
    @Nullable
    String heldWithPayment() {
        boolean isHeld =
                told("tip.held").anyMatch(held -> held.text("payment_state").equals("held"));
        return isHeld ? orderId() : null;
    }

    /// The events of a type, oldest first.
    Stream<Told> told(String type) {
        return events.stream()
                .filter(row -> text(row, "type").equals(type))
                .map(row -> new Told(
                        type,
                        Json.asObject(
                                Json.asObject(Json.read(text(row, "body"))).get("data"))));
    }

    /// The warnings with a code.
    Stream<Told> warnings(String code) {
        return told("warning").filter(warning -> warning.text("code").equals(code));
    }

    /// An attribute of the tip; empty if it has none.
    String ofTip(String attribute) {
        AttributeValue value = tip == null ? null : tip.get(attribute);
        return value == null ? "" : value.s() == null ? value.toString() : value.s();
    }

    boolean tipHas(String attribute) {
        return tip != null && tip.containsKey(attribute);
    }

    /// The cents of the tip that are noted as given back.
    int refunded() {
        AttributeValue refunded = tip == null ? null : tip.get("refunded");
        return refunded == null ? 0 : cents(refunded);
    }

    /// The cents that were asked back and of which the processor has not told.
    int askedBack() {
        AttributeValue asked = tip == null ? null : tip.get("refunds_asked");
        return asked == null
                ? 0
                : asked.m().values().stream().mapToInt(BooksOfRows::cents).sum();
    }

    /// Whether the tip notes a refund that was asked for.
    boolean notesRefund(String number) {
        AttributeValue asked = tip == null ? null : tip.get("refunds_asked");
        return asked != null && asked.m().containsKey(number);
    }

    /// The numbers of the refunds that are under way.
    List<String> openRefunds() {
        return effects.stream()
                .map(effect -> text(effect, "sk"))
                .filter(subject -> subject.contains("#refund:"))
                .map(subject -> subject.substring(subject.lastIndexOf(':') + 1))
                .toList();
    }

    private static int cents(AttributeValue amount) {
        return new BigDecimal(amount.n()).movePointRight(2).intValueExact();
    }

    /// The cents that count, by the ledger's entries.
    int counted() {
        return sum("LEDGER#EUR#E#", "hundredths");
    }

    /// The sum in each place that has it: the ledger's days and months, and the leaderboard's months and years.
    List<Integer> countedElsewhere() {
        return List.of(
                sum("LEDGER#EUR#D#", HOURS),
                sum("LEDGER#EUR#M#", DAYS),
                sum("BOARD#M", DAYS),
                sum("BOARD#Y", "hundredths"));
    }

    private int sum(String prefix, String attribute) {
        return sum(prefix, Pattern.compile(Pattern.quote(attribute)));
    }

    private int sum(String prefix, Pattern attributes) {
        int sum = 0;
        for (Map<String, AttributeValue> row : sums) {
            if (text(row, "sk").startsWith(prefix)) {
                for (Map.Entry<String, AttributeValue> value : row.entrySet()) {
                    sum += attributes.matcher(value.getKey()).matches()
                            ? Integer.parseInt(value.getValue().n())
                            : 0;
                }
            }
        }
        return sum;
    }

    /// When messages can be delivered, attempts are due, and leases end.
    List<Instant> dueTimes(List<MemoryQueue.Message> messages) {
        List<Instant> times = new ArrayList<>(
                messages.stream().map(MemoryQueue.Message::visible).toList());
        for (Map<String, AttributeValue> effect : effects) {
            AttributeValue leased = effect.get(Lease.UNTIL.name());
            AttributeValue place = effect.get("place");
            if (leased != null) {
                times.add(Instant.ofEpochMilli(Long.parseLong(leased.n())));
            }
            if (place != null) {
                times.add(Instant.parse(place.s().substring("E#".length())));
            }
        }
        return times;
    }
}
