package streamerapi.shared.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// A text that names the address of the service, as it is served: with the address that it is asked for at, so that
/// programs and people call the service that they have the text of.
public final class TextByOrigin {

    /// The address that a request without a usable one is answered with: the local stack's.
    public static final String DEFAULT = "http://localhost:3000";

    private static final Pattern ORIGIN = Pattern.compile("https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?");

    /// A deployment has few addresses. A text is not kept for more of them, which only a made-up header could name.
    private static final int MAX_KEPT = 4;

    private final Response written;
    private final String placeholder;
    private final Map<String, StaticText> kept = new ConcurrentHashMap<>();

    /// @param written     the text, with the headers that it is sent with
    /// @param placeholder what stands for the address in the text
    public TextByOrigin(Response written, String placeholder) {
        this.written = written;
        this.placeholder = placeholder;
    }

    public Response answer(Request request) {
        String origin = origin(request);
        StaticText known = kept.get(origin);
        if (known == null) {
            known = new StaticText(new Response(
                    written.status(), written.headers(), written.body().replace(placeholder, origin), null));
            if (kept.size() < MAX_KEPT) {
                kept.put(origin, known);
            }
        }
        return known.answer(request);
    }

    /// The scheme and authority that the request was sent to.
    private static String origin(Request request) {
        String origin = request.header("x-forwarded-proto") + "://" + request.header("host");
        return ORIGIN.matcher(origin).matches() ? origin : DEFAULT;
    }
}
