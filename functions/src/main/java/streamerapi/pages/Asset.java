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
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A file that pages are made with. Its address tells its content, so browsers keep it for ever, and a new one has a
/// new address.
public enum Asset {
    /// The stylesheet: the pages' design system.
    STYLESHEET("dashboard", ".css", "text/css; charset=utf-8"),

    /// The script: parts of pages that live, lists that hold still, decisions that can be taken back, keys, input that
    /// is not saved, buttons that stay on the page, times of the reader's clock, copying.
    SCRIPT("dashboard", ".js", "text/javascript; charset=utf-8", "still", "decisions", "keys", "unsaved"),

    /// The script of an overlay's page: the preview of its layout, and boxes to drag.
    LAYOUT_SCRIPT("layout", ".js", "text/javascript; charset=utf-8"),

    /// The script of the page of an overlay's alerts: their preview, and more or fewer variations.
    ALERTS_SCRIPT("alerts", ".js", "text/javascript; charset=utf-8"),

    /// The script of uploads: straight into the bucket.
    LIBRARY_SCRIPT("library", ".js", "text/javascript; charset=utf-8");

    private final String type;
    private final String text;
    private final String name;

    /// @param more the files that follow the first one in the same text
    Asset(String base, String extension, String type, String... more) {
        this.type = type;
        this.text = Stream.concat(Stream.of(base), Arrays.stream(more))
                .map(part -> read(part + extension))
                .collect(Collectors.joining("\n"));
        this.name = base + "-" + Sha256.hex(text).substring(0, 12) + extension;
    }

    /// Its address below a place.
    ///
    /// @param place `/dashboard` or `/oauth`: each of the two functions serves what its own pages need
    public String at(String place) {
        return place + "/" + name;
    }

    /// The route that serves it below a place.
    public Route route(String place) {
        Response file = Response.text(200, type, text)
                .with("Cache-Control", "public, max-age=31536000, immutable")
                .with("X-Content-Type-Options", "nosniff");
        return Route.of("GET", at(place), Access.PUBLIC, request -> Outcome.of(file))
                .ofPage((request, problem) -> Response.of(problem));
    }

    private static String read(String file) {
        try (InputStream in = Objects.requireNonNull(Asset.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
