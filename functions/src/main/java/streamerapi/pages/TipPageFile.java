package streamerapi.pages;

import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// A file of the tip page. Its address tells its content. It is apart from the dashboard's [Asset], because a viewer
/// on a phone loads it; the colours and sizes are the dashboard's.
public enum TipPageFile {
    STYLESHEET(".css", "text/css; charset=utf-8") {
        @Override
        String content() {
            String dashboard = read("dashboard.css");
            int from = dashboard.indexOf(":root");
            return dashboard.substring(from, dashboard.indexOf("}", from) + 2) + read("tip.css");
        }
    },

    /// Counts the message's characters, and leaves one amount of two.
    SCRIPT(".js", "text/javascript; charset=utf-8") {
        @Override
        String content() {
            return read("tip.js");
        }
    };

    /// The beginning of the paths of tip pages.
    public static final String PLACE = "/tip";

    private final String type;
    private final String text;
    private final String address;

    TipPageFile(String extension, String type) {
        this.type = type;
        this.text = content();
        this.address = PLACE + "/tip-" + Sha256.hex(text).substring(0, 12) + extension;
    }

    abstract String content();

    /// Its address.
    public String address() {
        return address;
    }

    /// The route that serves it. Like every answer of the place it is kept by no cache.
    public Route route(Route.Refusals refusals) {
        Response file = Page.unkept(Response.text(200, type, text))
                .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .with("X-Content-Type-Options", "nosniff");
        return Route.of("GET", address, Access.PUBLIC, request -> Outcome.of(file))
                .ofPage(refusals);
    }

    private static String read(String file) {
        try (InputStream in = Objects.requireNonNull(TipPageFile.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
