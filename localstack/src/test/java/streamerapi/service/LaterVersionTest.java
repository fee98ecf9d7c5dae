package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// A deployment that has gone back reads rows that a later version wrote: a constant that it does not know keeps
/// no list from being read, and no tip from being taken.
@NullMarked
class LaterVersionTest {

    private static final Pattern LABEL = Pattern.compile("[a-z]+(_[a-z]+)*");
    private static final String UNKNOWN = "of_tomorrow";

    /// The attributes that decide about money and rights, of which an older version must not guess.
    private static final Pattern REFUSED =
            Pattern.compile("(TIP\\.(held_for|payment_state)|CONNECTION\\.status|USER\\.role) .*");

    private static final List<String> READ = List.of(
            "/tts/queue",
            "/media/queue",
            "/overlays",
            "/commands",
            "/timers",
            "/counters",
            "/webhook-endpoints",
            "/leaderboard",
            "/bot");
    private static final List<String> READ_BY_PEOPLE =
            List.of("/settings", "/held-tips", "/connections", "/money", "/team", "/api-keys");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api().withoutValidation();
    private final ApiClient people = account.dashboard().withoutValidation();

    @Test
    void aConstantThatIsNotKnownYetStopsNothing() {
        fill();
        Map<String, List<String>> failed = new TreeMap<>();
        account.rows().stream()
                .filter(row -> !row.key().partition().startsWith("EVENTS#")
                        && !row.key().sort().startsWith("SESSION#"))
                .forEach(row -> row.attributes()
                        .forEach((name, value) -> variants(value).forEach(later -> {
                            Map<String, Object> attributes = new LinkedHashMap<>(row.attributes());
                            attributes.put(name, later);
                            account.table().write(List.of(Write.put(new Row(row.key(), attributes))));
                            List<String> faults = faults();
                            if (!faults.isEmpty()) {
                                failed.put(row.key().sort().replaceAll("#.*", "") + "." + name + " " + later, faults);
                            }
                            account.table().write(List.of(Write.put(row)));
                        })));
        assertThat(failed.keySet())
                .as("what stops something, but for what must: %s", failed)
                .allMatch(REFUSED.asMatchPredicate());
    }

    private void fill() {
        api.post(
                        "/tips",
                        Map.of("name", "Ada", "amount", 5, "paid", true, "platform", "alpha", "platform_user_id", "1"))
                .expect(201);
        account.media();
        api.post("/commands", Map.of("name", "hello", "response", "Hi")).expect(201);
        api.post("/timers", Map.of("name", "t", "message", "x", "interval_minutes", 5))
                .expect(201);
        Map<String, Object> layout =
                Map.of("alerts", Map.of("theme", "neon"), "panels", Map.of("chat", Map.of("newest", "top", "rows", 5)));
        people.post(
                        "/dashboard/api/overlays",
                        Map.of("name", "All", "widgets", List.of("alert", "chat"), "layout", layout))
                .expect(201);
        Map<String, Object> settings = Map.of(
                "filter", Map.of("on_match", "hold", "replace", List.of("darn")),
                "rewards", List.of(Map.of("reward_id", "r1", "action", "tts")),
                "bot", Map.of("song_permission", "everyone"));
        people.send("PATCH", "/dashboard/api/settings", Json.write(settings)).expect(200);
        StripeShop shop = new StripeShop(account).connected();
        shop.paid("5", false);
        shop.paid("5", true);
        HooksTest.settled(service);
        Row connection = account.ownRows("CONNECTION#stripe").getFirst();
        Map<String, Object> degraded = new LinkedHashMap<>(connection.attributes());
        degraded.put("status", "degraded");
        degraded.put("reason", "unreachable");
        account.table().write(List.of(Write.put(new Row(connection.key(), degraded))));
    }

    private List<String> faults() {
        Map<String, IntSupplier> asked = new LinkedHashMap<>();
        READ.forEach(path -> asked.put(path, () -> api.get(path).status()));
        READ_BY_PEOPLE.forEach(path ->
                asked.put(path, () -> people.get("/dashboard/api" + path).status()));
        asked.put("POST /tips", () -> api.post("/tips", Map.of("name", "Bo")).status());
        return asked.entrySet().stream()
                .filter(each -> each.getValue().getAsInt() >= 500)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// The values that a later version could have stored in the place of one: each label in it is one that is unknown.
    private static List<Object> variants(Object value) {
        List<Object> all = new ArrayList<>();
        switch (value) {
            case String text -> {
                if (LABEL.matcher(text).matches()) {
                    all.add(UNKNOWN);
                }
            }
            case Map<?, ?> map ->
                map.forEach((name, one) -> variants(Objects.requireNonNull(one)).forEach(later -> {
                    Map<Object, Object> copy = new LinkedHashMap<>(map);
                    copy.put(name, later);
                    all.add(copy);
                }));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    for (Object later : variants(Objects.requireNonNull(list.get(i)))) {
                        List<Object> copy = new ArrayList<>(list);
                        copy.set(i, later);
                        all.add(copy);
                    }
                }
            }
            default -> {}
        }
        return all;
    }
}
