package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Many donors who pay at the same moment, by card and by wallet: each is one tip, and all sums are exact.
/// `-Ddonors=500` has more of them; how long the page took is printed, and not asserted.
@NullMarked
class ManyDonorsTest {

    private static final int DONORS = Integer.getInteger("donors", 60);
    private static final Pattern REQUEST = Pattern.compile("name=\"request\" value=\"([^\"]+)\"");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final WebClient web = new WebClient(service.stack().authUrl());
    private final PayPalShop wallet = new PayPalShop(account);
    private final String page =
            "/tip/many-" + account.tenantId().substring(account.tenantId().length() - 8);
    private final Queue<Long> forms = new ConcurrentLinkedQueue<>();
    private final Queue<Long> posts = new ConcurrentLinkedQueue<>();

    @AfterEach
    void leave() {
        wallet.disconnect();
    }

    /// A donor's amount: each another.
    private static BigDecimal amount(int donor) {
        return BigDecimal.valueOf(100 + donor, 2);
    }

    private static boolean isByCard(int donor) {
        return donor % 2 == 0;
    }

    private static BigDecimal sum(boolean isByCard) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int donor = 0; donor < DONORS; donor++) {
            sum = isByCard(donor) == isByCard ? sum.add(amount(donor)) : sum;
        }
        return sum;
    }

    private static <T> T timed(Queue<Long> times, java.util.function.Supplier<T> call) {
        long begun = System.nanoTime();
        T result = call.get();
        times.add(System.nanoTime() - begun);
        return result;
    }

    private int pays(int donor) {
        String form = timed(forms, () -> web.get(page).expect(200)).text();
        Matcher request = REQUEST.matcher(form);
        assertThat(request.find()).isTrue();
        Map<String, String> fields = Map.of(
                "name",
                "Donor " + donor,
                "amount",
                amount(donor).toPlainString(),
                "message",
                "Hello " + donor,
                "processor",
                isByCard(donor) ? "card_processor" : "wallet_processor",
                "request",
                request.group(1));
        URI checkout = URI.create(Objects.requireNonNull(
                timed(posts, () -> web.postForm(page, fields).expect(303)).header("Location")));
        String query = checkout.getRawQuery();
        web.postForm(checkout.getRawPath() + (query == null ? "" : "?" + query), Map.of("decision", "pay"));
        return donor;
    }

    @Test
    void eachIsOneTipAndTheSumsAreExact() {
        new StripeShop(account).connected();
        wallet.connected();
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("tip_page", Map.of("enabled", true, "slug", page.substring("/tip/".length()))))
                .expect(200);

        AtOnce.run(DONORS, this::pays);

        await().atMost(Duration.ofMinutes(4))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> names().size() >= DONORS);
        HooksTest.settled(service);
        assertThat(names()).doesNotHaveDuplicates().hasSize(DONORS);
        assertThat(account.eventTypes().stream().filter("tip.created"::equals)).hasSize(DONORS);
        Answer money = account.dashboard().get("/dashboard/api/money").expect(200);
        assertThat(money.each("totals", "source")).containsExactly("card_processor", "wallet_processor");
        assertThat(money.each("totals", "captured").stream().map(BigDecimal::new))
                .usingElementComparator(BigDecimal::compareTo)
                .containsExactly(sum(true), sum(false));
        assertThat(ledger()).isEqualByComparingTo(sum(true).add(sum(false)));
        System.out.println(DONORS + " donors at once: form " + told(forms) + ", post " + told(posts));
    }

    private List<String> names() {
        return account.api().get("/tts/queue").expect(200).each("items", "name");
    }

    private BigDecimal ledger() {
        return new streamerapi.ledger.Ledger(account.table(), service.clock())
                .sum(account.tenantId(), List.of("EUR"), null, null);
    }

    /// The median and the 99th percentile, in milliseconds.
    private static String told(Queue<Long> times) {
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        return "p50 " + millis(sorted, 50) + " ms, p99 " + millis(sorted, 99) + " ms of "
                + Arrays.stream(sorted).count();
    }

    private static long millis(long[] sorted, int percent) {
        return Duration.ofNanos(sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)])
                .toMillis();
    }
}
