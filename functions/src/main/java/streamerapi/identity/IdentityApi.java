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

    /// `/openapi.json` and `/asyncapi.json`; and the addresses that lead people to the dashboard.
    Api api() {
        return Api.of(
                toDashboard("/"),
                toDashboard("/dashboard/"),
                Route.of("GET", "/openapi.json", PUBLIC, request -> Outcome.of(openApi.answer(request)))
                        .forAnyOrigin(),
                Route.of("GET", "/asyncapi.json", PUBLIC, request -> Outcome.of(asyncApi.answer(request)))
                        .forAnyOrigin());
    }

    /// Leads to the dashboard. API Gateway's route `/dashboard/{proxy+}` takes no empty rest, so the address with a
    /// slash at its end comes here.
    private static Route toDashboard(String path) {
        return Route.of("GET", path, PUBLIC, request -> Outcome.of(Response.seeOther("/dashboard")))
                .ofPage((request, problem) -> Response.of(problem));
    }
}
