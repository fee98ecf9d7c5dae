package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;

/// Own pictures and sounds: uploaded on their page and beside a variation, shown in an alert, and gone.
class LibraryInBrowserTest {

    private static final String OVERLAYS = "/dashboard/api/overlays";
    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");

    private static final String LEAVING = """
            const leaving = new Event('beforeunload', { cancelable: true });
            dispatchEvent(leaving);
            return leaving.defaultPrevented;
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Answer overlay =
            account.dashboard().post(OVERLAYS, Map.of("name", "Main scene")).expect(201);
    private final String editor =
            service.stack().authUrl() + "/dashboard/overlays/" + overlay.at("overlay.id") + "/alerts";

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        BufferedImage drawn = new BufferedImage(320, 240, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = drawn.createGraphics();
        graphics.setPaint(new GradientPaint(0, 0, Color.ORANGE, 320, 240, Color.MAGENTA));
        graphics.fillOval(20, 10, 280, 220);
        graphics.dispose();
        ImageIO.write(drawn, "png", folder.resolve("cat.png").toFile());
        Files.write(
                folder.resolve("meow.wav"),
                HexFormat.of()
                        .parseHex("524946462c00000057415645666d74201000000001000100401f0000401f00000100080064617461"
                                + "080000008080808080808080"));
        BufferedImage wide = new BufferedImage(4_097, 1, BufferedImage.TYPE_INT_RGB);
        ImageIO.write(wide, "png", folder.resolve("wide.png").toFile());
        Files.writeString(folder.resolve("page.png"), "<script>alert(1)</script>");
    }

    @Test
    void aFileIsUploadedRenamedAndDeletedOnItsPage() {
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(service.stack().authUrl() + "/dashboard/library");
            browser.until(words -> words.contains("No files yet."));
            browser.the("#files").sendKeys(folder.resolve("page.png").toString());
            browser.until(words -> words.contains("page.png: This is no image/png"));
            browser.expect("422");
            browser.the("#files").sendKeys(folder.resolve("wide.png").toString());
            browser.until(words -> words.contains("wide.png: A picture can have at most 4096 pixels to a side."));
            browser.evaluate("""
                    const { fetch } = window;
                    window.fetch = () => new Promise((resolve, reject) => {
                      window.fail = () => reject(new TypeError("Failed to fetch"));
                      window.fetch = fetch;
                    });
                    """);
            browser.the("#files").sendKeys(folder.resolve("meow.wav").toString());
            browser.untilTrue("return window.fail !== undefined");
            assertThat(browser.evaluate(LEAVING)).as("while it is uploaded").isEqualTo(true);
            browser.evaluate("window.fail()");
            browser.until(words -> words.contains("meow.wav: This did not reach the service."));
            assertThat(browser.evaluate(LEAVING)).isEqualTo(false);
            browser.the("#files").sendKeys(folder.resolve("cat.png") + "\n" + folder.resolve("meow.wav"));
            browser.until(words -> words.contains("320 × 240") && words.contains("Not used yet"));
            browser.untilTrue("return document.querySelector('.library img').naturalWidth === 320");
            assertThat(browser.barriers()).isEmpty();
            assertThat(browser.excess()).isZero();
            browser.picture(PICTURES.resolve("library.png"));

            browser.evaluate("document.querySelector('.library img').closest('li').querySelector('[name=name]').value"
                    + " = 'Happy cat'");
            browser.the("[aria-label='Rename cat.png']").click();
            browser.until(words -> words.contains("The file is renamed."));
            assertThat(files("name")).containsExactlyInAnyOrder("Happy cat", "meow.wav");
            browser.evaluate("document.querySelectorAll('.library details').forEach((part) => { part.open = true; })");
            browser.the("[aria-label='Delete Happy cat']").click();
            browser.until(words -> words.contains("The file is deleted."));
            assertThat(files("name")).containsExactly("meow.wav");
        }
    }

    @Test
    void aVariationShowsAnOwnPictureAndTheUsualOneOnceItIsDeleted() {
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(editor);
            browser.press("Add a variation");
            browser.the(".variation [data-upload]")
                    .sendKeys(folder.resolve("cat.png").toString());
            browser.until(words -> words.contains("cat.png is added, and chosen here."));
            browser.the(".variation [data-upload]")
                    .sendKeys(folder.resolve("meow.wav").toString());
            browser.until(words -> words.contains("meow.wav is added, and chosen here."));
            browser.press("Try it");
            browser.untilTrue(preview("document.querySelector('#alert figure[data-own] img')?.naturalWidth === 320"));
            assertThat(browser.barriers()).isEmpty();
            assertThat(browser.excess()).isZero();
            browser.picture(PICTURES.resolve("library-variation.png"));
            String shown = "document.querySelector('#alert figure[data-own] img')";
            browser.untilTrue(preview("(" + shown + ".dataset.before = " + shown + ".src).startsWith('blob:')"));
            browser.press("Try it");
            browser.untilTrue(preview(shown + ".src !== " + shown + ".dataset.before && " + shown
                    + ".src.startsWith('blob:')" + " && " + shown + ".naturalWidth === 320"));
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            String picture = String.valueOf(saved("picture_file"));
            assertThat(picture).endsWith(".png");
            assertThat(String.valueOf(saved("sound_file"))).endsWith(".wav");

            browser.go(service.stack().authUrl() + "/dashboard/library");
            browser.until(words -> words.contains("Used by Main scene"));
            account.dashboard().delete("/dashboard/api/library/" + picture).expect(200);
            browser.go(editor);
            browser.expect("404");
            browser.untilTrue(preview("document.querySelector('#alert figure:not([data-own]) svg') !== null"));
            assertThat(browser.the(".variation [name$='[picture_file]']").getDomProperty("value"))
                    .isEmpty();
        }
    }

    @Test
    void onADarkPhoneThePageFits() {
        try (Chromium browser = Chromium.open()) {
            browser.onAPhone().dark(true);
            browser.as(account).go(service.stack().authUrl() + "/dashboard/library");
            browser.the("#files").sendKeys(folder.resolve("cat.png") + "\n" + folder.resolve("meow.wav"));
            browser.until(words -> words.contains("320 × 240"));
            browser.untilTrue("return document.querySelector('.library img').naturalWidth === 320");
            assertThat(browser.excess()).isZero();
            assertThat(browser.barriers()).isEmpty();
            browser.picture(PICTURES.resolve("library-phone-dark.png"));
        }
    }

    private List<String> files(String field) {
        return account.dashboard().get("/dashboard/api/library").expect(200).each("files", field);
    }

    private @Nullable Object saved(String field) {
        return account.api().get("/overlays").expect(200).at("overlays.0.layout.alerts.variations.0." + field);
    }

    /// A script that asks something of the preview's own document.
    private static String preview(String question) {
        return """
                const frame = document.querySelector('#stage iframe');
                return frame?.contentDocument?.documentElement.dataset.font !== undefined
                    && ((document) => %s)(frame.contentDocument);
                """.formatted(question);
    }
}
