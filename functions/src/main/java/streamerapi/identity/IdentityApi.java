package streamerapi.identity;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.http.ServedDocument;

import static streamerapi.shared.http.Access.PUBLIC;

/// The documents of the API, for tools, and the root.
final class IdentityApi {

    private final ServedDocument openApi;
    private final ServedDocument asyncApi;

    IdentityApi() {
        this.openApi = new ServedDocument("/openapi.json");
        this.asyncApi = new ServedDocument("/asyncapi.json");
    }

    /// `/openapi.json` and `/asyncapi.json`; and the root, which leads people to the dashboard.
    Api api() {
        return Api.of(
                Route.of("GET", "/", PUBLIC, request -> Outcome.of(Response.seeOther("/dashboard")))
                        .ofPage((request, problem) -> Response.of(problem)),
                Route.of("GET", "/openapi.json", PUBLIC, request -> Outcome.of(openApi.answer(request)))
                        .forAnyOrigin(),
                Route.of("GET", "/asyncapi.json", PUBLIC, request -> Outcome.of(asyncApi.answer(request)))
                        .forAnyOrigin());
    }
}
