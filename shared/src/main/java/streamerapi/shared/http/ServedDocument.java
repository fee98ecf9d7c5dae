package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// A document that describes the service, as it is served: with the address that it is asked for at, so that tools call
/// the service that they have the document of.
///
/// White space between its values is left out, and what is sent is compressed for those who take it.
public final class ServedDocument {

    /// The address that the document has in the source.
    private static final String WRITTEN = "http://localhost:3000";

    private static final Pattern ORIGIN = Pattern.compile("https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?");

    /// A deployment has few addresses. A document is not kept for more of them, which only a made-up header could name.
    private static final int MAX_KEPT = 4;

    private final String text;
    private final StaticText asWritten;
    private final Map<String, StaticText> byOrigin = new ConcurrentHashMap<>();

    /// @param name of the resource
    public ServedDocument(String name) {
        this.text = read(name).replaceAll("\\n *", "").replaceAll("(?<!\\\\)\": ", "\":");
        this.asWritten = served(text);
    }

    public Response answer(Request request) {
        String origin = origin(request);
        if (origin == null || origin.equals(WRITTEN)) {
            return asWritten.answer(request);
        }
        StaticText known = byOrigin.get(origin);
        if (known == null) {
            known = served(text.replace(WRITTEN, origin));
            if (byOrigin.size() < MAX_KEPT) {
                byOrigin.put(origin, known);
            }
        }
        return known.answer(request);
    }

    /// The scheme and authority that the request was sent to; null if it does not tell them.
    private static @Nullable String origin(Request request) {
        String origin = request.header("x-forwarded-proto") + "://" + request.header("host");
        return ORIGIN.matcher(origin).matches() ? origin : null;
    }

    private static StaticText served(String text) {
        return new StaticText(new Response(200, Map.of("Cache-Control", "public, max-age=300"), text, null));
    }

    /// A document is made of the functions that serve it, so a build that makes it anew has none: it is empty then.
    private static String read(String name) {
        try (InputStream in = ServedDocument.class.getResourceAsStream(name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
