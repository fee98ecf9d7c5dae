package streamerapi.service;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Tips that could not be spoken when they came.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SilentTipsTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    @AutoClose
    private Service service;

    @BeforeAll
    void start() {
        service = Service.start(Service.optionsWithSpeech());
    }

    @Test
    void tipsThatWaitAreSpokenWhenTheMonthsLimitIsRaised() {
        Account account = service.newAccount();
        limit(account, 1);
        for (int i = 1; i <= 21; i++) {
            tip(account, "Ada");
        }
        await().until(() -> account.eventTypes().contains("warning"));
        assertThat(account.eventTypes()).doesNotContain("tip.tts_ready");

        account.dashboard()
                .patch(SETTINGS, Map.of("tts", Map.of("characters_limit", 100_000)))
                .expect(200);

        await().until(() -> spoken(account) == 21);
    }

    @Test
    void tipsThatAVoiceRefusedAreSpokenByTheNextOne() {
        Account account = service.newAccount();
        account.table()
                .write(List.of(Write.update(Keys.profile(account.tenantId()))
                        .set(Attribute.any("tts"), Map.of("voice", "Nobody"))));
        tip(account, "Ada");
        await().until(() -> account.eventTypes().contains("warning"));

        account.dashboard()
                .patch(SETTINGS, Map.of("tts", Map.of("voice", "Joanna")))
                .expect(200);

        await().until(() -> spoken(account) == 1);
    }

    /// A streamer comes back after more than 30 days: the address of the audio has ended meanwhile.
    @Test
    void aTipThatHasWaitedForThirtyDaysIsSpokenAgainForTheNextOverlay() {
        Account account = service.newAccount();
        tip(account, "Ada");
        await().until(() -> spoken(account) == 1);
        account.table()
                .write(List.of(Write.update(account.ownRows(Keys.TIP).getFirst().key())
                        .set(Attribute.any("tts_until"), service.clock().instant())));
        assertThat(account.api().get("/tts/queue").at("items.0.tts_url")).isNull();

        try (TestSocket overlay = overlay(account)) {
            overlay.next();
            await().until(() -> spoken(account) == 2);
        }

        assertThat(account.api().get("/tts/queue").at("items.0.tts_url")).isNotNull();
    }

    /// The month's characters were used up when they came; another month has begun since.
    @Test
    void tipsOfAMonthWithoutCharactersAreSpokenForTheNextOverlayOnceThereAreSome() {
        Account account = service.newAccount();
        limit(account, 1);
        tip(account, "Ada");
        await().until(() -> account.eventTypes().contains("warning"));
        limit(account, 100_000);

        try (TestSocket overlay = overlay(account)) {
            overlay.next();
            await().until(() -> spoken(account) == 1);
        }
    }

    private TestSocket overlay(Account account) {
        Object key = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "width", 1280, "height", 720))
                .expect(201)
                .at("key");
        return TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", key)));
    }

    private static void limit(Account account, int characters) {
        account.table()
                .write(List.of(Write.update(Keys.profile(account.tenantId()))
                        .set(Attribute.any("tts"), Map.of("characters_limit", characters))));
    }

    private static void tip(Account account, String name) {
        account.api().post("/tips", Map.of("name", name, "amount", 5)).expect(201);
    }

    private static long spoken(Account account) {
        return account.eventTypes().stream().filter("tip.tts_ready"::equals).count();
    }
}
