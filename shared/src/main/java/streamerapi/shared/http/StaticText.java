package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/// A text that is the same for every caller, compressed once for those who take gzip (RFC 9110, 8.4.1.3).
///
/// Answers about an account are never compressed: a secret and a caller's own text in one compressed body would tell
/// the secret by the body's length.
public final class StaticText {

    private static final Pattern NO_WEIGHT = Pattern.compile("q\\s*=\\s*0(\\.0*)?");

    private final Response plain;
    private final boolean always;
    private volatile @Nullable Response compressed;

    private StaticText(Response response, boolean always) {
        this.plain = response;
        this.always = always;
    }

    /// @param response the text, with the headers that it is sent with
    public StaticText(Response response) {
        this(response.with("Vary", "Accept-Encoding"), false);
    }

    /// A file of pages, which is always sent compressed: every browser takes gzip, and the largest would cost four
    /// times as much without it.
    ///
    /// @param response the text, with the headers that it is sent with
    public static StaticText alwaysCompressed(Response response) {
        return new StaticText(response, true);
    }

    /// The text in a coding that the caller takes.
    public Response answer(Request request) {
        if (always) {
            return compressed();
        }
        String accepted = request.header("accept-encoding");
        return accepted != null && takesGzip(accepted) ? compressed() : plain;
    }

    /// Whether a list of codings has `gzip`, or `*` for it, with a weight above 0 (RFC 9110, 12.5.3).
    private static boolean takesGzip(String accepted) {
        Map<String, Boolean> codings = new HashMap<>();
        for (String coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = coding.split(";", 2);
            boolean refused =
                    parts.length == 2 && NO_WEIGHT.matcher(parts[1].strip()).matches();
            codings.put(parts[0].strip(), !refused);
        }
        return codings.getOrDefault("gzip", codings.getOrDefault("*", false));
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
