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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The overlay page: one static page, its stylesheets, ES modules and fonts.
///
/// It is the same for every account. The overlay's key stands in the fragment of the page's address, which no browser
/// sends to a server. The files stand below a hash of all of them, so browsers keep them for ever; the page itself is
/// asked for each time.
final class OverlayPageApi {

    private static final String PLACE = "/overlay";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";

    /// The hosts of the platforms' emotes: Twitch's, and Kick's.
    private static final String EMOTES = "https://static-cdn.jtvnw.net https://files.kick.com";

    private static final String FONT = "font/woff2";

    private static final List<String> SCRIPTS = List.of(
            "alerts.js",
            "api.js",
            "celebration.js",
            "chat.js",
            "counts.js",
            "events.js",
            "feed.js",
            "files.js",
            "languages.js",
            "layout.js",
            "main.js",
            "panels.js",
            "pictures.js",
            "preview.js",
            "reports.js",
            "retry.js",
            "samples.js",
            "scene.js",
            "sound.js",
            "speech.js",
            "stage.js",
            "stream.js",
            "variations.js",
            "videos.js",
            "words.js");
    private static final List<String> STYLESHEETS = List.of("overlay.css", "themes.css", "motion.css", "widgets.css");
    private static final List<String> FONTS = List.of(
            "anton.woff2",
            "bangers.woff2",
            "barlow-condensed.woff2",
            "fredoka.woff2",
            "inter.woff2",
            "lora.woff2",
            "orbitron.woff2",
            "patrick-hand.woff2",
            "press-start-2p.woff2");

    private final Map<String, Response> files = new LinkedHashMap<>();
    private final Response page;
    private final String version;

    /// @param wsUrl the address of sockets
    /// @param audioUrl the address of the audio's objects
    /// @param libraryUrl the address of own pictures and sounds
    OverlayPageApi(String wsUrl, String audioUrl, String libraryUrl) {
        List<String> contents = new ArrayList<>();
        STYLESHEETS.forEach(name -> contents.add(text(name, CSS)));
        SCRIPTS.forEach(name -> contents.add(text(name, SCRIPT)));
        FONTS.forEach(name -> contents.add(font(name)));
        this.version = Sha256.hex(String.join("\n", contents)).substring(0, 12);
        String html = new String(bytes("overlay.html"), StandardCharsets.UTF_8)
                .replace("{files}", PLACE + "/" + version)
                .replace("{ws_url}", wsUrl);
        this.page = guarded(Response.text(200, HTML, html), "no-cache")
                .with("Content-Security-Policy", policy(origin(wsUrl), origin(audioUrl), origin(libraryUrl)))
                .with("Referrer-Policy", "no-referrer");
    }

    /// `/overlay`, and its files.
    Api api() {
        List<Route> routes = new ArrayList<>();
        routes.add(route(PLACE, page));
        files.forEach((name, file) -> routes.add(
                route(PLACE + "/" + version + "/" + name, guarded(file, "public, max-age=31536000, immutable"))));
        return Api.of(routes.toArray(Route[]::new));
    }

    private String text(String name, String type) {
        String text = new String(bytes(name), StandardCharsets.UTF_8);
        files.put(name, Response.text(200, type, text));
        return text;
    }

    private String font(String name) {
        Response font = Response.bytes(FONT, bytes("fonts/" + name));
        files.put(name, font);
        return font.body();
    }

    private static Route route(String path, Response answer) {
        return Route.of("GET", path, Access.PUBLIC, (Request request) -> Outcome.of(answer))
                .ofPage((request, problem) -> Response.of(problem));
    }

    private static Response guarded(Response response, String cached) {
        return response.with("Cache-Control", cached).with("X-Content-Type-Options", "nosniff");
    }

    /// The page's Content Security Policy: it loads its own files, its socket, tips' audio, own pictures and sounds,
    /// the platforms' emotes, and the video sites' own players. OBS puts the Custom CSS of a browser source into the
    /// page as a style element.
    private static String policy(String sockets, String audio, String library) {
        return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data: blob: "
                + EMOTES + " " + library + "; connect-src 'self' "
                + sockets + " " + library
                + "; media-src 'self' " + audio + " " + library
                + "; frame-src https://www.youtube-nocookie.com https://player.vimeo.com; base-uri 'none';"
                + " form-action 'none'; frame-ancestors 'self'";
    }

    private static String origin(String url) {
        URI address = URI.create(url);
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    private static byte[] bytes(String file) {
        try (InputStream in = Objects.requireNonNull(OverlayPageApi.class.getResourceAsStream(file), file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
