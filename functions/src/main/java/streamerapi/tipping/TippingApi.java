package streamerapi.tipping;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;

import java.util.Map;

import static streamerapi.shared.auth.Scope.TIPPING_CONTROL;
import static streamerapi.shared.http.Route.post;

/// The endpoints of the tipping switch (spec "Tipping", contract "REST").
public final class TippingApi {

    private final TippingSwitch tipping;

    public TippingApi(TippingSwitch tipping) {
        this.tipping = tipping;
    }

    /// `/tipping` and the routes below it.
    public Api api() {
        return Api.of(
                Route.of("GET", "/tipping", Access.ANY_CREDENTIAL, this::status),
                post("/tipping/open", TIPPING_CONTROL, this::open),
                post("/tipping/close", TIPPING_CONTROL, this::close));
    }

    private Outcome<Response> status(Request request) {
        return Outcome.of(Response.ok(Map.of("tipping", tipping.status(request.tenantId()))));
    }

    private Outcome<Response> open(Request request) {
        return tipping.open(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> close(Request request) {
        return tipping.close(request.tenantId()).map(changed -> Response.success());
    }
}
