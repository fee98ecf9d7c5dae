package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.CallFault;
import streamerapi.localstack.functions.CallFaults;
import streamerapi.localstack.videos.StandInVideoSites;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// A request that is decided again, because others wrote at the same time, asks no other service again.
@NullMarked
class ExternalCallsTest {

    private static final int REQUESTS = 30;
    private static final int CONFLICTS = 60;
    private static final Set<String> DECIDING = Set.of("TipsFunction", "MediaFunction", "IngestFunction");

    private static final AtomicInteger CONFLICTS_LEFT = new AtomicInteger();
    private static final TestReceiver SITES =
            TestReceiver.open().saying("{\"type\": \"video\", \"title\": \"Paper boats\"}");
    private static final TestReceiver MODERATION = TestReceiver.open().saying("{\"action\": \"allow\"}");
    private static final Service SERVICE = Service.start(Service.options()
            .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000", "VIDEO_SITES_URL", SITES.url() + "/"))
            .withFaults(new Conflicts()));

    private final Account account = SERVICE.newAccount();
    private final int asked = MODERATION.received().size();
    private final int looked = SITES.received().size();

    @AfterAll
    static void close() {
        SERVICE.close();
        SITES.close();
        MODERATION.close();
    }

    @BeforeEach
    void begin() {
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("moderation", Map.of("url", MODERATION.url(), "enabled", true, "timeout_ms", 5_000)))
                .expect(200);
        CONFLICTS_LEFT.set(CONFLICTS);
    }

    private void areAskedOnceForEachRequest(int moderation) {
        assertThat(CONFLICTS_LEFT).hasValue(0);
        assertThat(MODERATION.received()).hasSize(asked + moderation);
        assertThat(SITES.received()).hasSize(looked + REQUESTS);
        assertThat(account.rows("MEDIA#")).hasSize(REQUESTS);
    }

    @Test
    void tips() {
        AtOnce.run(
                REQUESTS,
                i -> account.api()
                        .post(
                                "/tips",
                                Map.of(
                                        "name",
                                        "Ada",
                                        "message",
                                        "Hi",
                                        "media",
                                        Map.of("url", StandInVideoSites.PLAYABLE)))
                        .expect(201));
        areAskedOnceForEachRequest(REQUESTS);
    }

    @Test
    void videos() {
        AtOnce.run(
                REQUESTS,
                i -> account.api()
                        .post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                        .expect(201));
        areAskedOnceForEachRequest(0);
    }

    @Test
    void payments() {
        TestConnector card = account.connector("card_processor");
        AtOnce.run(
                REQUESTS,
                i -> card.send(
                        "payment.captured",
                        Map.of(
                                "payment_id",
                                "p" + i,
                                "name",
                                "Ada",
                                "message",
                                "Hi",
                                "amount",
                                5,
                                "currency",
                                "USD",
                                "media",
                                Map.of("url", StandInVideoSites.PLAYABLE))));
        areAskedOnceForEachRequest(REQUESTS);
    }

    /// The first transactions meet another writer.
    private static final class Conflicts implements CallFaults {
        @Override
        public @Nullable CallFault next(String function, String service, String called) {
            boolean takesIn = DECIDING.contains(function) && called.equals("TransactWriteItems");
            return takesIn && CONFLICTS_LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0
                    ? CallFault.CONFLICT
                    : null;
        }
    }
}
