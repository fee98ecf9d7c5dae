package streamerapi.docs;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Asset;
import streamerapi.pages.Page;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.http.RouteHandler;
import streamerapi.shared.http.StaticText;
import streamerapi.shared.http.TextByOrigin;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The pages of the documentation and what they are made with.
///
/// A file is read when it is first asked for. Scripts and stylesheets have a hash of their content in the address, so
/// browsers keep them for ever.
final class DocsApi {

    private static final String PLACE = "/docs";
    private static final Pattern PAGE = Pattern.compile("[a-z-]{1,40}");
    private static final Pattern FILE = Pattern.compile("([a-z-]{1,40})-[0-9a-f]{12}(\\.css|\\.js|\\.json)");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{file:([a-z-]+)(\\.css|\\.json|\\.js)}");
    private static final Map<String, String> TYPES = Map.of(
            ".css", "text/css; charset=utf-8",
            ".js", "text/javascript; charset=utf-8",
            ".json", "application/json");

    /// The address of the service in a page, in place of the one that the page is asked for at.
    private static final String ORIGIN = "{origin}";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

    private final Map<String, Function<Request, Response>> texts = new ConcurrentHashMap<>();

    /// `/docs`, the pages of the reference, the guides, and their files.
    Api api() {
        return Api.of(
                        page(PLACE, request -> shown(request, "reference")),
                        page(PLACE + "/{name}", request -> shown(request, request.parameter("name"))),
                        Asset.STYLESHEET.route(PLACE))
                .elsewhere(Page::missing);
    }

    private static Route page(String path, RouteHandler.Deciding handler) {
        return Route.of("GET", path, Access.PUBLIC, handler).ofPage(Page::missing);
    }

    private Outcome<Response> shown(Request request, String name) {
        Function<Request, Response> text = texts.get(name);
        if (text == null) {
            text = text(name);
            texts.put(name, text);
        }
        return Outcome.of(text.apply(request));
    }

    private static Function<Request, Response> text(String name) {
        boolean isPage = PAGE.matcher(name).matches();
        Response read = isPage ? written(name) : file(name);
        if (read == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        if (!isPage) {
            return StaticText.alwaysCompressed(read)::answer;
        }
        return read.body().contains(ORIGIN) ? new TextByOrigin(read, ORIGIN)::answer : new StaticText(read)::answer;
    }

    private static @Nullable Response written(String name) {
        String html = read(name + ".html");
        if (html == null) {
            return null;
        }
        String whole = PLACEHOLDER
                .matcher(html.replace("{stylesheet}", Asset.STYLESHEET.at(PLACE)))
                .replaceAll(found -> address(found.group(1), found.group(2)));
        return Response.text(200, "text/html; charset=utf-8", whole)
                .with("Content-Security-Policy", POLICY)
                .with("X-Frame-Options", "DENY")
                .with("Referrer-Policy", "no-referrer")
                .with("Cache-Control", "public, max-age=300");
    }

    private static String address(String base, String extension) {
        return PLACE + "/" + base + "-" + version(read(base + extension)) + extension;
    }

    private static String version(@Nullable String text) {
        return text == null ? "000000000000" : Sha256.hex(text).substring(0, 12);
    }

    private static @Nullable Response file(String name) {
        var matcher = FILE.matcher(name);
        if (!matcher.matches()) {
            return null;
        }
        String text = read(matcher.group(1) + matcher.group(2));
        return text == null || !name.contains(version(text))
                ? null
                : Response.text(200, TYPES.getOrDefault(matcher.group(2), "text/plain"), text)
                        .with("Cache-Control", "public, max-age=31536000, immutable");
    }

    private static @Nullable String read(String file) {
        try (InputStream in = DocsApi.class.getResourceAsStream(file)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
