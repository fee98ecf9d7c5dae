package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.Provider;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Donors who came to a processor's page after the moment to which the table is restored: their checkouts are copied by
/// the commands of docs/operating.md, so that their payments become tips.
@NullMarked
class RestoredCheckoutsTest {

    private static final Pattern COMMANDS =
            Pattern.compile("(?s)### 5\\. Bring the checkouts along\n.*?```sh\n(.*?)```");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    static void thereIsJq() throws InterruptedException {
        boolean isThere;
        try {
            isThere = new ProcessBuilder("bash", "-c", "command -v jq").start().waitFor() == 0;
        } catch (IOException noBash) {
            isThere = false;
        }
        assumeTrue(isThere, "jq");
    }

    @Test
    void donorsOfTheTimeThatARestoreTookBackGetTheirTips() throws Exception {
        StripeShop shop = new StripeShop(account).connected();
        StartedCheckout early = shop.start(StripeShop.tip("3", "USD", false));
        HooksTest.settled(service);
        List<Row> moment = kept();
        StartedCheckout paid = shop.paid("5", false);
        StartedCheckout held = shop.paid("7", true);
        StartedCheckout open = shop.start(StripeShop.tip("9", "USD", false));
        shop.decide(early, "pay");
        await().untilAsserted(() -> {
            assertThat(shop.state(early)).isEqualTo("queued");
            assertThat(shop.state(paid)).isEqualTo("queued");
            assertThat(shop.state(held)).isEqualTo("held");
        });
        HooksTest.settled(service);
        List<Row> old = kept();

        restore(moment);
        assertThat(shop.checkouts.find(account.tenantId(), paid.token())).isNull();
        assertThat(account.api().get("/tts/queue").each("items", "amount")).isEmpty();
        copy(old);

        shop.decide(open, "pay");
        await().untilAsserted(() -> assertThat(shop.state(open)).isEqualTo("queued"));
        assertThat(Night.told(new Night(account, Provider.STRIPE).comes()))
                .startsWith("taken_in ")
                .endsWith(" {captured=2, held=1}");
        assertThat(shop.state(held)).isEqualTo("held");
        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.each("items", "amount")).containsExactlyInAnyOrder("3", "5", "9");
        assertThat(queue.each("items", "name")).containsOnly("Mira");
        assertThat(queue.each("items", "message")).containsOnly("Great run!");
        assertThat(account.dashboard().get("/dashboard/api/held-tips").at("tips.0.name"))
                .isEqualTo("Mira");
        assertThat(shop.checkout(paid).name())
                .as("a paid checkout keeps no words")
                .isEmpty();
    }

    @Test
    void anOrderOfTheWalletProcessorIsFoundAsWell() throws Exception {
        PayPalShop shop = new PayPalShop(account);
        shop.connected();
        HooksTest.settled(service);
        List<Row> moment = kept();
        StartedCheckout paid = shop.start("5", "USD", false);
        shop.decide(paid, "pay");
        shop.returned(paid);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("queued"));
        StartedCheckout open = shop.start("9", "USD", false);
        HooksTest.settled(service);
        List<Row> old = kept();

        restore(moment);
        copy(old);

        shop.decide(open, "pay");
        shop.returned(open);
        await().untilAsserted(() -> assertThat(shop.state(open)).isEqualTo("queued"));
        assertThat(Night.told(new Night(account, Provider.PAYPAL).comes()))
                .startsWith("taken_in ")
                .endsWith(" {captured=1}");
        assertThat(account.api().get("/tts/queue").each("items", "message"))
                .containsExactly("Great run!", "Great run!");
    }

    /// The account's rows but for its log, which a shared stream has handed on.
    private List<Row> kept() {
        return account.rows().stream()
                .filter(row -> !row.key().partition().startsWith("EVENTS#")
                        && !row.key().sort().startsWith("SESSION#"))
                .toList();
    }

    private void restore(List<Row> moment) {
        List<Key> there = moment.stream().map(Row::key).toList();
        kept().stream()
                .map(Row::key)
                .filter(key -> !there.contains(key))
                .forEach(key -> account.table().write(List.of(Write.delete(key))));
        moment.forEach(row -> account.table().write(List.of(Write.put(row))));
    }

    /// Runs the commands over rows of the old table, and takes what they put into the new one.
    private void copy(List<Row> old) throws Exception {
        Path scanned = Files.writeString(
                folder.resolve("scanned.json"),
                Json.writeText(Map.of(
                        "Items",
                        old.stream()
                                .filter(row -> row.key().sort().matches("(CHECKOUT|PAIDIN|TIP)#.*"))
                                .map(RestoredCheckoutsTest::item)
                                .toList())));
        Matcher commands = COMMANDS.matcher(Files.readString(Service.root().resolve("docs/operating.md")));
        assertThat(commands.find()).isTrue();
        Path put = folder.resolve("put.txt");
        String aws = """
                set -e
                cd '%s'
                OLD=old NEW=new
                aws() {
                  case "$2" in
                    scan) cat '%s' ;;
                    put-item) echo "$6" >> '%s' ;;
                  esac
                }
                """.formatted(folder, scanned, put);
        Process process = new ProcessBuilder("bash", "-c", aws + commands.group(1))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        for (String line : Files.readAllLines(put)) {
            Row row = row(Json.asObject(Json.read(line)));
            if (account.table().get(row.key()) == null) {
                account.table().write(List.of(Write.put(row)));
            }
        }
    }

    /// A row as the AWS CLI prints it.
    private static Map<String, Object> item(Row row) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("pk", Map.of("S", row.key().partition()));
        item.put("sk", Map.of("S", row.key().sort()));
        row.attributes().forEach((name, value) -> item.put(name, typed(value)));
        return item;
    }

    private static Map<String, Object> typed(Object value) {
        return switch (value) {
            case String text -> Map.of("S", text);
            case Boolean flag -> Map.of("BOOL", flag);
            case Number number -> Map.of("N", number.toString());
            case List<?> list ->
                Map.of(
                        "L",
                        list.stream()
                                .map(one -> typed(Objects.requireNonNull(one)))
                                .toList());
            case Map<?, ?> map ->
                Map.of(
                        "M",
                        map.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, entry -> typed(Objects.requireNonNull(entry.getValue())))));
            default -> throw new AssertionError(value.getClass());
        };
    }

    private static Row row(Map<String, @Nullable Object> item) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        item.forEach((name, value) -> attributes.put(name, plain(Json.asObject(value))));
        Key key = new Key(String.valueOf(attributes.remove("pk")), String.valueOf(attributes.remove("sk")));
        return new Row(key, attributes);
    }

    private static Object plain(Map<String, @Nullable Object> typed) {
        Map.Entry<String, @Nullable Object> only = typed.entrySet().iterator().next();
        Object value = Objects.requireNonNull(only.getValue());
        return switch (only.getKey()) {
            case "N" -> new BigDecimal((String) value);
            case "L" ->
                new ArrayList<>(((List<?>) value)
                        .stream().map(one -> plain(Json.asObject(one))).toList());
            case "M" -> {
                Map<String, Object> map = new LinkedHashMap<>();
                Json.asObject(value).forEach((name, one) -> map.put(name, plain(Json.asObject(one))));
                yield map;
            }
            default -> value;
        };
    }
}
