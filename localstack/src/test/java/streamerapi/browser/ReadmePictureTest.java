package streamerapi.browser;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The README's moving picture: a tip on a phone, and a moment later on stream. `-Ddocs.update=true` makes it anew of
/// the product's own pages.
class ReadmePictureTest {

    private static final Path PICTURE = Service.root().resolve("docs/pictures/tip.gif");
    private static final Rectangle STREAM = new Rectangle(0, 0, 800, 450);
    private static final Rectangle PHONE = new Rectangle(824, 30, 198, 390);
    private static final int WIDTH = 1046;
    private static final int STEP_MS = 60;

    /// Stops each movement of an alert at its first frame, and every timer from then on, so that a slow machine makes
    /// the same film as a fast one.
    private static final String HELD = """
            const wait = window.setTimeout.bind(window);
            const held = (task, more) => () => window.begun ? wait(held(task, more), 200) : task(...more);
            window.setTimeout = (task, ms, ...more) => wait(held(task, more), ms);
            document.addEventListener('animationstart', (event) => {
              if (event.target.closest('#alert')) {
                document.getAnimations().forEach((movement) => movement.pause());
                window.begun = true;
              }
            }, true);
            """;

    @Test
    void theReadmeShowsATipOnItsWayToTheStream() throws IOException {
        assertThat(Files.readString(Service.root().resolve("README.md"))).contains("](docs/pictures/tip.gif)");
        assertThat(Files.size(PICTURE)).as("bytes").isLessThan(1_500_000);
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(PICTURE.toFile())) {
            reader.setInput(in);
            assertThat(reader.getNumImages(true)).as("frames").isGreaterThan(15);
            assertThat(reader.read(0).getWidth()).isEqualTo(WIDTH);
        } finally {
            reader.dispose();
        }
    }

    @Test
    void theFilmIsMadeAnew() throws IOException {
        Assumptions.assumeTrue(Boolean.getBoolean("docs.update"), "-Ddocs.update=true is not set");
        try (Service service = Service.start(Service.options().withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")));
                Chromium phone = Chromium.forPictures();
                Chromium obs = Chromium.ofObs()) {
            Account account = service.newAccount();
            String address = prepared(service, account);
            phone.sized(375, 740).dark(true);
            phone.go(service.stack().authUrl() + "/tip/nova-live");
            obs.before(HELD).transparent();
            obs.go(address);
            await().until(() ->
                    Boolean.TRUE.equals(account.api().get("/overlays").at("overlays.0.connected")));
            film(phone, obs).write(PICTURE);
        }
    }

    private static String prepared(Service service, Account account) {
        account.dashboard()
                .send(
                        "PUT",
                        "/dashboard/api/connections/stripe",
                        Json.write(service.stack().processors().credentials("stripe")))
                .expect(200);
        account.dashboard()
                .patch("/dashboard/api/account", Map.of("name", "NovaPlays"))
                .expect(200);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("tip_page", Map.of("enabled", true, "slug", "nova-live")))
                .expect(200);
        Object key = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of("alert", "tts")))
                .expect(201)
                .at("key");
        Object id = account.api().get("/overlays").at("overlays.0.id");
        Map<String, ?> tip = Map.of("type", "tip", "seconds", 30, "voice", false);
        account.dashboard()
                .patch(
                        "/dashboard/api/overlays/" + id,
                        Map.of("layout", Map.of("alerts", Map.of("variations", List.of(tip)))))
                .expect(200);
        return service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key);
    }

    private static Film film(Chromium phone, Chromium obs) {
        Film film = new Film();
        BufferedImage ground = stage();
        BufferedImage stream = Film.over(ground, obs.image(), STREAM);
        film.add(Film.over(stream, phone.image(), PHONE), Duration.ofMillis(900));
        phone.type("Your name", "Ada");
        film.add(Film.over(stream, phone.image(), PHONE), Duration.ofMillis(500));
        phone.type("Or another amount", "25");
        film.add(Film.over(stream, phone.image(), PHONE), Duration.ofMillis(500));
        phone.type("Your message", "What a run! Hello from all of us.");
        film.add(Film.over(stream, phone.image(), PHONE), Duration.ofMillis(900));
        phone.press("Continue to payment");
        phone.until(page -> page.contains("no money moves"));
        film.add(Film.over(stream, phone.image(), PHONE), Duration.ofMillis(900));
        phone.the("button[value=pay]").click();
        phone.untilTrue("return document.querySelector('[data-state]') !== null");
        obs.untilTrue("return window.begun === true");
        BufferedImage thanks = phone.image();
        BufferedImage paid = Film.over(ground, thanks, PHONE);
        film.add(Film.over(stream, thanks, PHONE), Duration.ofMillis(500));
        for (int at = 0; at <= 1_200; at += STEP_MS) {
            obs.evaluate("document.getAnimations().forEach((movement) => { movement.pause(); movement.currentTime = "
                    + at + "; })");
            film.add(Film.over(paid, obs.image(), STREAM), Duration.ofMillis(STEP_MS));
        }
        film.add(Film.over(paid, obs.image(), STREAM), Duration.ofSeconds(3));
        return film;
    }

    /// A game's evening landscape in flat colours, which a GIF holds well.
    private static BufferedImage stage() {
        BufferedImage stage = new BufferedImage(WIDTH, STREAM.height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = stage.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(new Color(0x0d1117));
        graphics.fillRect(0, 0, WIDTH, STREAM.height);
        for (int band = 0; band < 9; band++) {
            graphics.setColor(new Color(0x24 + 12 * band, 0x1b + 7 * band, 0x4a + 4 * band));
            graphics.fillRect(0, band * 50, STREAM.width, 50);
        }
        graphics.setColor(new Color(0xffd9a0));
        graphics.fillOval(560, 210, 120, 120);
        hills(graphics, new Color(0x3a2a57), 300, 60, 0);
        hills(graphics, new Color(0x2a1f44), 345, 48, 90);
        hills(graphics, new Color(0x1b1530), 395, 36, 40);
        graphics.setColor(new Color(0x30363d));
        graphics.fillRoundRect(PHONE.x - 7, PHONE.y - 12, PHONE.width + 14, PHONE.height + 24, 30, 30);
        graphics.dispose();
        return stage;
    }

    private static void hills(Graphics2D graphics, Color color, int height, int swing, int shift) {
        Path2D hills = new Path2D.Double();
        hills.moveTo(0, STREAM.height);
        for (int x = 0; x <= STREAM.width; x += 4) {
            double y = height - swing * Math.sin((x + shift) / 97.0) - swing / 3.0 * Math.sin((x - shift) / 31.0);
            hills.lineTo(x, y);
        }
        hills.lineTo(STREAM.width, STREAM.height);
        hills.closePath();
        graphics.setColor(color);
        graphics.fill(hills);
    }
}
