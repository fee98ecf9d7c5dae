package streamerapi.browsersource;

import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The overlay page: one static page, its stylesheet and its ES modules.
///
/// It is the same for every account. The overlay's key stands in the fragment of the page's address, which no browser
/// sends to a server. The files stand below a hash of all of them, so browsers keep them for ever; the page itself is
/// asked for each time.
final class OverlayPageApi {

    private static final String PLACE = "/overlay";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";

    private static final List<String> SCRIPTS = List.of(
            "alerts.js",
            "api.js",
            "celebration.js",
            "layout.js",
            "main.js",
            "panels.js",
            "preview.js",
            "reports.js",
            "sound.js",
            "speech.js",
            "stream.js",
            "videos.js");
    private static final String STYLESHEET = "overlay.css";

    private final Map<String, String> files = new LinkedHashMap<>();
    private final Response page;
    private final String version;

    /// @param wsUrl the address of sockets
    /// @param audioUrl the address of the audio's objects
    OverlayPageApi(String wsUrl, String audioUrl) {
        files.put(STYLESHEET, read(STYLESHEET));
        SCRIPTS.forEach(name -> files.put(name, read(name)));
        this.version = Sha256.hex(String.join("\n", files.values())).substring(0, 12);
        String html =
                read("overlay.html").replace("{files}", PLACE + "/" + version).replace("{ws_url}", wsUrl);
        this.page = guarded(Response.text(200, HTML, html), "no-cache")
                .with("Content-Security-Policy", policy(origin(wsUrl), origin(audioUrl)))
                .with("Referrer-Policy", "no-referrer");
    }

    /// `/overlay`, and its files.
    Api api() {
        Route[] routes = new Route[files.size() + 1];
        int at = 0;
        routes[at++] = route(PLACE, page);
        for (Map.Entry<String, String> file : files.entrySet()) {
            String type = file.getKey().equals(STYLESHEET) ? CSS : SCRIPT;
            Response answer = guarded(Response.text(200, type, file.getValue()), "public, max-age=31536000, immutable");
            routes[at++] = route(PLACE + "/" + version + "/" + file.getKey(), answer);
        }
        return Api.of(routes);
    }

    private static Route route(String path, Response answer) {
        return Route.of("GET", path, Access.PUBLIC, (Request request) -> Outcome.of(answer))
                .ofPage((request, problem) -> Response.of(problem));
    }

    private static Response guarded(Response response, String cached) {
        return response.with("Cache-Control", cached).with("X-Content-Type-Options", "nosniff");
    }

    /// The page's Content Security Policy: it loads its own files, its socket, tips' audio, and the video sites' own
    /// players.
    private static String policy(String sockets, String audio) {
        return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' " + sockets
                + "; media-src 'self' " + audio
                + "; frame-src https://www.youtube-nocookie.com https://player.vimeo.com; base-uri 'none';"
                + " form-action 'none'; frame-ancestors 'self'";
    }

    private static String origin(String url) {
        URI address = URI.create(url);
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    private static String read(String file) {
        try (InputStream in = Objects.requireNonNull(OverlayPageApi.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
