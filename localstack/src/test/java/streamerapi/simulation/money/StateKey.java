package streamerapi.simulation.money;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.shared.digests.Sha256;

import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Makes of a state what it has in common with all states that go on alike: its rows without times and ids, what
/// is due, the queue, and the processor's truth.
///
/// Rows that sum the ledger's entries are left out: they follow from the entries.
final class StateKey {

    private static final Pattern VARIES = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|tip_\\d+_\\w{16}|\\d{13}_\\w{16}|(evt_)?[0-9a-hjkmnp-tv-z]{26}");
    private static final Pattern TIME = Pattern.compile(".*_at|leased_until|expires_at|turn");
    private static final Pattern DERIVED = Pattern.compile("LEDGER#EUR#[DM]#.*|BOARD#.*");
    private static final int MAX_KNOWN = 200_000;

    /// The texts of items that were seen: an item never changes, and most stand in many states.
    private final IdentityHashMap<Map<String, AttributeValue>, String> known = new IdentityHashMap<>();

    /// A hash of that.
    String of(PaymentWorld.State state) {
        List<String> lines = new ArrayList<>();
        for (Map<String, AttributeValue> row : state.rows().rows().values()) {
            String line = known.computeIfAbsent(row, StateKey::text);
            if (!line.isEmpty()) {
                lines.add(line);
            }
        }
        if (known.size() > MAX_KNOWN) {
            known.clear();
        }
        lines.sort(String::compareTo);
        Instant now = state.now();
        BooksOfRows books = BooksOfRows.of(state.rows().rows().values());
        for (Map<String, AttributeValue> effect : books.effects()) {
            BooksOfRows alone = new BooksOfRows(null, List.of(effect), List.of(), List.of());
            lines.add(alone.dueTimes(List.of()).stream()
                    .map(time -> time.isAfter(now))
                    .toList()
                    .toString());
        }
        for (MemoryQueue.Message message : state.queue()) {
            lines.add(VARIES.matcher(message.body()).replaceAll("*")
                    + message.visible().isAfter(now));
        }
        lines.add(VARIES.matcher(state.truth().toString()).replaceAll("*"));
        return Sha256.hex(String.join("\n", lines));
    }

    private static String text(Map<String, AttributeValue> row) {
        Map<String, String> kept = new TreeMap<>();
        row.forEach((name, value) -> {
            if (!TIME.matcher(name).matches()) {
                kept.put(name, value.s() == null ? value.toString() : value.s());
            }
        });
        String sort = String.valueOf(kept.get("sk"));
        return DERIVED.matcher(sort).matches()
                ? ""
                : VARIES.matcher(kept.toString()).replaceAll("*");
    }
}
