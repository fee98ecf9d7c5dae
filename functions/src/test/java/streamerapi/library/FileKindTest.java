package streamerapi.library;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.library.FileKind.PixelSize;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;

/// The kinds of files, told by their first bytes.
@NullMarked
class FileKindTest {

    private static final HexFormat HEX = HexFormat.of();

    @Test
    void aPictureIsKnownByItsContentAndTellsItsSize() throws IOException {
        assertThat(FileKind.PNG.recognized(drawn("png"))).contains(new PixelSize(40, 30));
        assertThat(FileKind.GIF.recognized(drawn("gif"))).contains(new PixelSize(40, 30));
        assertThat(FileKind.JPEG.recognized(drawn("jpg"))).contains(new PixelSize(40, 30));
        assertThat(FileKind.WEBP.recognized(bytes("52494646240000005745425056503820 18000000300100 9d012a 2800 1e00")))
                .contains(new PixelSize(40, 30));
        assertThat(FileKind.WEBP.recognized(bytes("5249464624000000574542505650384c 18000000 2f 27401d00 0000000000")))
                .contains(new PixelSize(40, 118));
        assertThat(FileKind.WEBP.recognized(bytes("52494646240000005745425056503858 0a000000 10000000 270000 1d0000")))
                .contains(new PixelSize(40, 30));
    }

    @Test
    void aSizeBehindAThumbnailIsFound() throws IOException {
        byte[] plain = drawn("jpg");
        byte[] padded = new byte[plain.length + 60_002];
        System.arraycopy(plain, 0, padded, 0, 2);
        System.arraycopy(bytes("ffe1ea60"), 0, padded, 2, 4);
        System.arraycopy(plain, 2, padded, 60_004, plain.length - 2);

        assertThat(FileKind.JPEG.recognized(padded)).contains(new PixelSize(40, 30));
    }

    @Test
    void aClipTellsItsSizeWhateverStandsBeforeIt() {
        String header = "1a45dfa3 87 4282 84 7765626d";
        String track = "ae 8a d7 81 01 e0 85 b0 81 28 ba 81 1e"
                .replace("e0 85", "e0 86")
                .replace("8a", "8b");

        assertThat(FileKind.WEBM.recognized(bytes(header + "18538067 01ffffffffffffff ec 82 0000 1654ae6b 8d" + track)))
                .contains(new PixelSize(40, 30));
        assertThat(FileKind.WEBM.recognized(bytes(header.replace("7765626d", "6d617472"))))
                .as("Matroska that is no WebM")
                .isEmpty();
        assertThat(FileKind.WEBM.recognized(bytes(header + "18538067 01ffffffffffffff 1654ae6b 84 ae82 d780")))
                .as("sound alone")
                .isEmpty();
    }

    @Test
    void aSoundIsKnownByItsContent() {
        assertThat(FileKind.MP3.recognized(bytes("494433 0400 00 00000000"))).contains(PixelSize.NONE);
        assertThat(FileKind.MP3.recognized(bytes("fffb9064"))).contains(PixelSize.NONE);
        assertThat(FileKind.MP3.recognized(bytes("fff15080"))).as("AAC").isEmpty();
        assertThat(FileKind.WAV.recognized(bytes("52494646240000005741564 5666d7420".replace(" ", ""))))
                .contains(PixelSize.NONE);
        assertThat(FileKind.OGG.recognized(ogg("OpusHead"))).contains(PixelSize.NONE);
        assertThat(FileKind.OGG.recognized(ogg("\u0001vorbis"))).contains(PixelSize.NONE);
        assertThat(FileKind.OGG.recognized(ogg("\u0080theora"))).as("a film").isEmpty();
    }

    @Test
    void aWavIsKnownWhateverChunksStandBeforeItsFormat() {
        String riff = "52494646 24000000 57415645";
        String format = "666d7420 10000000 01000100";

        assertThat(FileKind.WAV.recognized(bytes(riff + "4a554e4b 04000000 00000000" + format)))
                .as("JUNK")
                .contains(PixelSize.NONE);
        assertThat(FileKind.WAV.recognized(bytes(riff + "62657874 03000000 000000 00" + format)))
                .as("bext, of an odd length")
                .contains(PixelSize.NONE);
        assertThat(FileKind.WAV.recognized(bytes(riff + "4a554e4b ffffffff 00000000" + format)))
                .as("a chunk that ends nowhere")
                .isEmpty();
        assertThat(FileKind.WAV.recognized(bytes(riff + "4a554e4b 04000000 00000000")))
                .as("no format")
                .isEmpty();
        assertThat(FileKind.WAV.recognized(bytes(riff + "64617461 04000000 00000000" + format)))
                .as("data without a format before it")
                .isEmpty();
    }

    @Test
    void whatIsSomethingElseOrTooLargeOrCutOffIsOfNoKind() throws IOException {
        byte[] page = "<!doctype html><script>alert(1)</script>".getBytes(StandardCharsets.UTF_8);
        byte[] drawing = "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8);
        byte[] png = drawn("png");
        byte[] large = png.clone();
        large[18] = 0x10;
        large[19] = 0x01;
        byte[] flat = png.clone();
        Arrays.fill(flat, 16, 20, (byte) 0);
        for (FileKind kind : FileKind.values()) {
            assertThat(kind.recognized(page)).isEmpty();
            assertThat(kind.recognized(drawing)).isEmpty();
            assertThat(kind.recognized(new byte[0])).isEmpty();
            assertThat(kind.recognized(large)).isEmpty();
            if (kind != FileKind.PNG) {
                assertThat(kind.recognized(png)).isEmpty();
            }
        }
        assertThat(FileKind.PNG.recognized(flat)).isEmpty();
        for (String format : new String[] {"png", "gif", "jpg"}) {
            byte[] whole = drawn(format);
            for (int length = 0; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                for (FileKind kind : FileKind.values()) {
                    assertThat(kind.recognized(part).filter(size -> !size.equals(new PixelSize(40, 30))))
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void anIdTellsItsKind() {
        String digits = "0123456789abcdef0123456789abcdef";
        for (FileKind kind : FileKind.values()) {
            assertThat(FileKind.ofId(kind.id(digits))).isEqualTo(kind);
            assertThat(kind.id(digits)).matches(kind.isSound() ? FileKind.SOUND_ID : FileKind.PICTURE_ID);
            assertThat(FileKind.isId(kind.id(digits))).isTrue();
        }
        assertThat(FileKind.isId(digits + ".svg")).isFalse();
        assertThat(FileKind.isId("../" + digits + ".png")).isFalse();
    }

    private static byte[] ogg(String packet) {
        byte[] content = packet.getBytes(StandardCharsets.ISO_8859_1);
        byte[] page = Arrays.copyOf(bytes("4f676753 00 02" + "00".repeat(20) + "01" + "13"), 28 + content.length);
        System.arraycopy(content, 0, page, 28, content.length);
        return page;
    }

    private static byte[] drawn(String format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB), format, out))
                .isTrue();
        return out.toByteArray();
    }

    private static byte[] bytes(String hex) {
        return HEX.parseHex(hex.replace(" ", ""));
    }
}
