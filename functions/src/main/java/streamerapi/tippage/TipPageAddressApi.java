package streamerapi.tippage;

import streamerapi.pages.TipPageFile;
import streamerapi.pages.TipSite;
import streamerapi.settings.TipPageSettings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.Locale;

/// The address of a tip page as people write it: with capital letters, or with a slash at its end.
final class TipPageAddressApi {

    private TipPageAddressApi() {}

    /// The route of an address with a slash at its end. One with capital letters has the page's own route.
    static Route route(TipSite site) {
        return Route.of("GET", TipPageApi.PAGE + "/", Access.PUBLIC, TipPageAddressApi::lead)
                .ofPage(site::refused);
    }

    /// Whether a slug is written as the settings have it.
    static boolean isPlain(String slug) {
        return slug.equals(plain(slug));
    }

    /// Leads to the page's own address.
    ///
    /// @throws Problem `not_found` if no page can have it
    static Outcome<Response> lead(Request request) {
        String slug = plain(request.parameter("slug"));
        if (!TipPageSettings.isSlug(slug)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return Outcome.of(TipSite.redirect(TipPageFile.PLACE + "/" + slug, List.of()));
    }

    private static String plain(String slug) {
        return slug.toLowerCase(Locale.ROOT);
    }
}
