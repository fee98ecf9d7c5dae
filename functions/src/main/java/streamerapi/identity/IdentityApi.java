package streamerapi.identity;

import streamerapi.pages.Page;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.http.ServedDocument;
import streamerapi.shared.problems.Problem;

import static streamerapi.shared.http.Access.PUBLIC;

/// The documents of the API, for tools, and the root.
final class IdentityApi {

    private final ServedDocument openApi;
    private final ServedDocument asyncApi;

    IdentityApi() {
        this.openApi = new ServedDocument("/openapi.json");
        this.asyncApi = new ServedDocument("/asyncapi.json");
    }

    /// `/openapi.json` and `/asyncapi.json`; and the addresses that lead people on.
    Api api() {
        return Api.of(
                leads("/", "/dashboard"),
                leads("/dashboard/", "/dashboard"),
                leads("/docs/", "/docs"),
                leads("/overlay/", "/overlay"),
                Route.of("GET", "/openapi.json", PUBLIC, request -> Outcome.of(openApi.answer(request)))
                        .forAnyOrigin(),
                Route.of("GET", "/asyncapi.json", PUBLIC, request -> Outcome.of(asyncApi.answer(request)))
                        .forAnyOrigin());
    }

    /// Leads to a page; a browser takes the address's fragment along. API Gateway's route `/dashboard/{proxy+}` takes
    /// no empty rest, so the address with a slash at its end comes here.
    private static Route leads(String path, String page) {
        return Route.of("GET", path, PUBLIC, request -> Outcome.of(Response.seeOther(page)))
                .ofPage((request, problem) -> Response.of(problem));
    }

    /// The answer about a path that no function owns. One of the API, which has no empty first segment, is a problem
    /// for browsers, too.
    static Response missing(Request request, Problem problem) {
        return request.path().startsWith("//") ? Page.missing(request, problem) : Response.of(problem);
    }
}
