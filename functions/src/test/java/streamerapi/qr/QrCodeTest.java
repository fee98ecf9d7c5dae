package streamerapi.qr;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.digests.Sha256;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.stream.IntStream;

import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// QR codes, module by module, against those that Nayuki's QR Code generator 1.8.0 makes of the same texts.
@NullMarked
class QrCodeTest {

    /// "Hello" with mask 2.
    private static final String HELLO = """
            #######..####.#######
            #.....#.....#.#.....#
            #.###.#.#.#.#.#.###.#
            #.###.#.#.#...#.###.#
            #.###.#.##..#.#.###.#
            #.....#.##.#..#.....#
            #######.#.#.#.#######
            ........#.#..........
            #.#####..#.#..#####..
            ...#....#..####..##.#
            ..#####..##.#.##.###.
            ..#..#.##.#####..##..
            .###..#####.#..#....#
            ........#...#..#.#...
            #######..#.#.#..#.##.
            #.....#.#.#....#####.
            #.###.#.#..#.#..#..#.
            #.###.#.##.#####.#...
            #.###.#.##..#.##..#..
            #.....#..#.####.###..
            #######.##..#...#..#.
            """;

    private static String drawn(QrCode code) {
        StringBuilder drawn = new StringBuilder();
        for (int y = 0; y < code.size(); y++) {
            for (int x = 0; x < code.size(); x++) {
                drawn.append(code.isDark(x, y) ? '#' : '.');
            }
            drawn.append('\n');
        }
        return drawn.toString();
    }

    @Test
    void aShortTextIsDrawnModuleByModule() {
        assertThat(drawn(QrCode.of("Hello", 2))).isEqualTo(HELLO);
    }

    /// The longest text of each version, with another mask each.
    @ParameterizedTest
    @CsvSource({
        "14, 1, 21, 96c8ab914a7f1784c697e74878000d55",
        "26, 2, 25, 21ca2b22cf46fa37923e01cd8d968df2",
        "42, 3, 29, 2412dba1c045a5ac273df6343bc45370",
        "62, 4, 33, da924d10f901ef9e13ea0d491fc014ce",
        "84, 5, 37, 3dc5f75f6df4c2f36212963fbe783508",
        "106, 6, 41, 589f957432efa5eefbbec52934feced4",
        "122, 7, 45, 9a167a7f0f446bc659fef7fc5a5a5616",
        "152, 0, 49, 32c760ad577d3964be1957cec2bf2dd8",
        "180, 1, 53, 69063ee0c43c8fc3c259da0439243791",
        "213, 2, 57, 09d4a6c53a349853acce78a4d2bf30b9"
    })
    void everyVersionIsDrawnAsElsewhere(int length, int mask, int size, String hash) {
        QrCode code = QrCode.of("a".repeat(length - 1) + "z", mask);
        assertThat(code.size()).isEqualTo(size);
        assertThat(Sha256.hex(drawn(code))).startsWith(hash);
    }

    @Test
    void theMaskIsOneOfTheEight() {
        String text = "https://tips.example.com/tip/nova-on-air";
        String drawn = drawn(QrCode.of(text));
        assertThat(drawn).isIn((Object[]) IntStream.range(0, 8)
                .mapToObj(mask -> drawn(QrCode.of(text, mask)))
                .toArray(String[]::new));
    }

    @Test
    void aTextThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> QrCode.of("a".repeat(214))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QrCode.of("ä".repeat(107))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thePngHasTheModulesAndTheMargin() throws IOException {
        QrCode code = QrCode.of("Hello", 2);
        BufferedImage png = ImageIO.read(new ByteArrayInputStream(new QrPicture(code).png()));
        assertThat(png.getWidth()).isEqualTo(12 * (21 + 8)).isEqualTo(png.getHeight());
        for (int y = 0; y < png.getHeight(); y++) {
            for (int x = 0; x < png.getWidth(); x++) {
                assertThat((png.getRGB(x, y) & 0xFFFFFF) == 0)
                        .isEqualTo(code.isDark(x / 12 - QrCode.MARGIN, y / 12 - QrCode.MARGIN));
            }
        }
    }

    @Test
    void theSvgHasARectangleForEachRun() {
        String svg = new QrPicture(QrCode.of("Hello", 2)).svg();
        assertThat(svg)
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\"")
                .contains("d=\"M4 4h7v1h-7zM13 4h4v1h-4zM18 4h7v1h-7z")
                .doesNotContain("script");
    }
}
