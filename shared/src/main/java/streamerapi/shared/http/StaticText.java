package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/// A text that is the same for every caller, compressed once for those who take gzip (RFC 9110, 8.4.1.3).
///
/// Answers about an account are never compressed: a secret and a caller's own text in one compressed body would tell
/// the secret by the body's length.
public final class StaticText {

    private final Response plain;
    private volatile @Nullable Response compressed;

    /// @param response the text, with the headers that it is sent with
    public StaticText(Response response) {
        this.plain = response.with("Vary", "Accept-Encoding");
    }

    /// The text in a coding that the caller takes.
    public Response answer(Request request) {
        String accepted = request.header("accept-encoding");
        return accepted != null && accepted.toLowerCase(Locale.ROOT).contains("gzip") ? compressed() : plain;
    }

    private Response compressed() {
        Response known = compressed;
        if (known == null) {
            known = new Response(plain.status(), plain.headers(), gzip(plain.body()), null)
                    .with(Response.CONTENT_ENCODING, "gzip");
            compressed = known;
        }
        return known;
    }

    private static String gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
