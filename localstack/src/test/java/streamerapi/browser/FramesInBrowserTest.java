package streamerapi.browser;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Counts the frames that an overlay of 1920 × 1080 drops while an alert comes and goes, the ticker moves and a
/// celebration falls: `-Dframes=true`, on a machine without other work. The figures depend on the machine, so they are
/// printed and no part of the tests.
class FramesInBrowserTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final List<String> MOTIONS =
            List.of("rise", "fall", "left", "zoom", "bounce", "flip", "swing", "spin", "wipe", "steps");

    /// Notes when each frame begins, until it is stopped.
    private static final String WATCH = """
            window.frames_ = [];
            const note = (time) => { window.frames_.push(time); window.watched = requestAnimationFrame(note); };
            window.watched = requestAnimationFrame(note);
            """;

    /// The frames that were shown, those that would have been due meanwhile, and the longest time between two.
    private static final String COUNT = """
            cancelAnimationFrame(window.watched);
            const gaps = window.frames_.slice(1).map((time, i) => time - window.frames_[i]);
            const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
            return `${gaps.length} frames shown, ${dropped} dropped, ${Math.round(Math.max(...gaps))} ms the longest`;
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void framesWithThreeAnimations() {
        Assumptions.assumeTrue(Boolean.getBoolean("frames"), "-Dframes=true is not set");
        Object key = account.dashboard()
                .post(
                        DASHBOARD,
                        Map.of("name", "Main scene", "widgets", List.of("alert", "ticker", "goal", "celebration")))
                .expect(201)
                .at("key");
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key));
            await().until(() ->
                    Boolean.TRUE.equals(account.api().get("/overlays").at("overlays.0.connected")));
            follow("Nova");
            pause(Duration.ofSeconds(10));
            for (String motion : MOTIONS) {
                shown(motion);
                obs.evaluate(WATCH);
                follow(motion);
                account.api()
                        .post("/overlays/celebrate", Map.of("effect", "confetti", "seconds", 6))
                        .expect(200);
                pause(Duration.ofSeconds(7));
                System.out.println(motion + ": " + obs.evaluate(COUNT));
            }
            assertThat(obs.evaluate("return document.getElementById('ticker') !== null"))
                    .isEqualTo(true);
        }
    }

    private void shown(String motion) {
        Map<String, Object> variation =
                Map.of("type", "follow", "enter", motion, "leave", motion, "picture", "heart", "seconds", 4);
        account.dashboard()
                .patch(
                        DASHBOARD + "/" + account.api().get("/overlays").at("overlays.0.id"),
                        Map.of("layout", Map.of("alerts", Map.of("variations", List.of(variation)))))
                .expect(200);
        pause(Duration.ofSeconds(1));
    }

    private void follow(String name) {
        account.api()
                .post("/events/trigger", Map.of("type", "alpha.follow", "data", Map.of("user_name", name)))
                .expect(202);
    }

    private static void pause(Duration time) {
        await().pollDelay(time).until(() -> true);
    }
}
