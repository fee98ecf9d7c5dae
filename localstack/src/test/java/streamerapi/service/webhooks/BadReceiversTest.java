package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.net.ssl.SSLContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Receivers from hell: each misbehaviour has its documented end, takes no longer than an attempt may, and is asked
/// once. All of them are called at the same time.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadReceiversTest {

    private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(10);
    private static final Duration SLACK = Duration.ofSeconds(8);
    private static final int MOST_ENDPOINTS = 20;
    private static final long MOST_TAKEN = 32L << 20;

    /// An endpoint whose account has sent one event.
    private record Case(Account account, String path) {
        Map<String, @Nullable Object> delivery() {
            return Json.asObject(
                    account.api().get(path + "/deliveries").expect(200).at("deliveries.0"));
        }

        /// The delivery as it is when its first attempt has ended.
        Map<String, @Nullable Object> attempted() {
            await().pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(60)).until(() -> {
                List<String> times =
                        account.api().get(path + "/deliveries").expect(200).each("deliveries", "duration_ms");
                return times.size() == 1 && !times.getFirst().equals("null");
            });
            return delivery();
        }
    }

    private final Map<Misbehaviour, BadReceiver> receivers = new EnumMap<>(Misbehaviour.class);
    private final Map<Misbehaviour, Case> cases = new EnumMap<>(Misbehaviour.class);
    private final Map<String, BadReceiver> others = new LinkedHashMap<>();
    private final Map<String, Case> otherCases = new LinkedHashMap<>();
    private final List<Account> accounts = new ArrayList<>();
    private final TestReceiver target = TestReceiver.open();

    @SuppressWarnings("NullAway.Init") // before all tests
    private Service service;

    @SuppressWarnings("NullAway.Init") // before all tests
    private Certificates certificates;

    @BeforeAll
    void callAll(@TempDir Path folder) throws Exception {
        certificates = new Certificates(folder);
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
        openOthers();
        for (Misbehaviour misbehaviour : Misbehaviour.values()) {
            BadReceiver receiver = misbehaviour.open();
            receivers.put(misbehaviour, receiver);
            boolean alone = misbehaviour == Misbehaviour.IS_GONE;
            cases.put(misbehaviour, subscribed(alone ? newAccount() : accountWithRoom(), receiver.url()));
        }
        others.forEach((name, receiver) -> otherCases.put(name, subscribed(accountWithRoom(), receiver.url())));
        otherReceiver("closed port").close();
        accounts.forEach(account -> account.tip("Ada"));
    }

    @AfterAll
    void stop() throws IOException {
        service.close();
        certificates.close();
        target.close();
        for (BadReceiver receiver : receivers.values()) {
            receiver.close();
        }
        for (BadReceiver receiver : others.values()) {
            receiver.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyMisbehaviourHasItsEnd(Misbehaviour misbehaviour) {
        Case one = Objects.requireNonNull(cases.get(misbehaviour));

        ends(one.attempted(), misbehaviour.ends());
        if (misbehaviour != Misbehaviour.READS_NOTHING) {
            assertThat(Objects.requireNonNull(receivers.get(misbehaviour)).requests())
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectIsNotFollowed(int status) {
        ends(other("redirect " + status).attempted(), Misbehaviour.Ends.with(status));

        assertThat(target.received()).isEmpty();
    }

    @Test
    void aClosedPortCannotBeConnectedTo() {
        ends(other("closed port").attempted(), Misbehaviour.Ends.failing("The endpoint cannot be connected to"));
    }

    @Test
    void onlyATrustedCertificateOfTheHostWillDo() {
        ends(other("good certificate").attempted(), Misbehaviour.Ends.with(200));
        ends(other("self-signed").attempted(), Misbehaviour.Ends.failing("The TLS certificate is not trusted"));
        ends(
                other("other host").attempted(),
                Misbehaviour.Ends.failing("The TLS certificate is not for this host name"));
        ends(other("no TLS").attempted(), Misbehaviour.Ends.failing("The TLS connection failed"));
        ends(other("TLS that hangs").attempted(), Misbehaviour.Ends.LATE);
        assertThat(otherReceiver("self-signed").requests()).isZero();
        assertThat(otherReceiver("other host").requests()).isZero();
        assertThat(otherReceiver("no TLS").requests()).isZero();
    }

    @Test
    void aWishForLaterIsGrantedToThoseWhoMayAsk() {
        for (Misbehaviour each : Misbehaviour.values()) {
            Map<String, @Nullable Object> delivery =
                    Objects.requireNonNull(cases.get(each)).attempted();
            if ("pending".equals(delivery.get("status"))) {
                Duration wait = Duration.between(
                        Instant.parse(String.valueOf(delivery.get("last_attempt_at"))),
                        Instant.parse(String.valueOf(delivery.get("next_attempt_at"))));
                Duration asked = Misbehaviour.WAITS.get(each);
                Duration least = asked == null ? Duration.ofSeconds(60) : asked.minusSeconds(60);
                assertThat(wait).as(each.name()).isBetween(least, least.plusSeconds(120));
            }
        }
    }

    @Test
    void whoIsGoneIsDisabledAndNobodyElse() {
        cases.forEach((misbehaviour, one) -> {
            one.attempted();
            assertThat(one.account().api().get(one.path()).at("endpoint.is_active"))
                    .as(misbehaviour.name())
                    .isEqualTo(misbehaviour != Misbehaviour.IS_GONE);
        });
    }

    @Test
    void ofAnEndlessAnswerLittleIsTaken() {
        for (Misbehaviour endless : List.of(
                Misbehaviour.SENDS_A_GIGABYTE,
                Misbehaviour.SENDS_A_GIGABYTE_OF_REGRETS,
                Misbehaviour.SENDS_A_BOMB,
                Misbehaviour.SENDS_ONE_LONG_HEADER)) {
            BadReceiver receiver = Objects.requireNonNull(receivers.get(endless));
            await().until(() -> receiver.ended() == 1);
            assertThat(receiver.written()).as(endless.name()).isLessThan(MOST_TAKEN);
        }
    }

    @Test
    void theGuideListsEveryEnd() throws IOException {
        String guide = Files.readString(Service.root().resolve("docs/webhooks.md"));

        for (Misbehaviour each : Misbehaviour.values()) {
            String error = each.ends().error();
            if (error != null) {
                assertThat(guide).contains(error.replaceAll("[0-9]{3}$", ""));
            }
        }
    }

    private void openOthers() throws IOException {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            others.put(
                    "redirect " + status,
                    BadReceiver.open(Misbehaviour.Ends.answering(status + " Moved", "Location: " + target.url())));
        }
        BadReceiver.Behaviour fine = Misbehaviour.Ends.answering("200 OK", "X-Fine: yes");
        others.put("closed port", BadReceiver.open(fine));
        others.put("no TLS", tls(null, c -> c.send("HTTP/1.1 400 Bad Request\r\n\r\n")));
        others.put("TLS that hangs", tls(null, BadReceiver.Connection::hang));
        others.put("good certificate", tls(certificates.good(), fine));
        others.put("self-signed", tls(certificates.selfSigned(), fine));
        others.put("other host", tls(certificates.ofAnotherHost(), fine));
    }

    private static BadReceiver tls(@Nullable SSLContext context, BadReceiver.Behaviour behaviour) throws IOException {
        return BadReceiver.openTls(context, behaviour);
    }

    private Case other(String name) {
        return Objects.requireNonNull(otherCases.get(name));
    }

    private BadReceiver otherReceiver(String name) {
        return Objects.requireNonNull(others.get(name));
    }

    /// An account of its own, because all others of an account are warned of an endpoint that is disabled.
    private Account newAccount() {
        accounts.addFirst(service.newAccount());
        return accounts.getFirst();
    }

    private Account accountWithRoom() {
        if ((cases.size() + otherCases.size()) % MOST_ENDPOINTS == 0) {
            accounts.addLast(service.newAccount());
        }
        return accounts.getLast();
    }

    private static Case subscribed(Account account, String url) {
        Object id = account.api()
                .post("/webhook-endpoints", Map.of("url", url, "events", List.of("tip.created")))
                .expect(201)
                .at("endpoint.id");
        return new Case(account, "/webhook-endpoints/" + id);
    }

    private static void ends(Map<String, @Nullable Object> delivery, Misbehaviour.Ends ends) {
        boolean gone = Objects.equals(ends.status(), 410);
        assertThat(delivery)
                .containsEntry("status", ends.error() == null ? "succeeded" : gone ? "failed" : "pending")
                .containsEntry("attempts", BigDecimal.ONE)
                .containsEntry("response_status", ends.status() == null ? null : new BigDecimal(ends.status()))
                .containsEntry("error", ends.error());
        assertThat((BigDecimal) delivery.get("duration_ms"))
                .isBetween(
                        BigDecimal.ZERO,
                        new BigDecimal(LONGEST_ATTEMPT.plus(SLACK).toMillis()));
    }
}
