package streamerapi.shared.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A document that describes the service, as it is served: with the address that it is asked for at.
///
/// White space between its values is left out, and what is sent is compressed for those who take it.
public final class ServedDocument {

    /// The documents of this process by name. Local stacks and tests make their functions again and again.
    private static final Map<String, String> COMPACT = new ConcurrentHashMap<>();

    private final TextByOrigin text;

    /// @param name of the resource
    public ServedDocument(String name) {
        String compact = COMPACT.computeIfAbsent(
                name, document -> read(document).replaceAll("\\n *", "").replaceAll("(?<!\\\\)\": ", "\":"));
        this.text = new TextByOrigin(
                new Response(200, Map.of("Cache-Control", "public, max-age=300"), compact, null), TextByOrigin.DEFAULT);
    }

    public Response answer(Request request) {
        return text.answer(request);
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
