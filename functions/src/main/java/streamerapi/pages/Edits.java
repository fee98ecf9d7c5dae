package streamerapi.pages;

import streamerapi.pages.templates.dashboard.JtemergeGenerated;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Precondition;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Objects;

/// The forms that edit a resource: each is saved on the precondition that others have not changed meanwhile what it
/// would change back. Otherwise its user is shown both values of each such field, and chooses.
///
/// A form says with what it was shown ([FormState]). It sends one part of a resource, so its precondition is about the
/// fields that it sends, and not about the resource's entity tag, which covers all of them.
final class Edits {

    private final Api api;

    Edits(Api api) {
        this.api = api;
    }

    /// Decides about a form.
    ///
    /// @param deciding the route of the endpoint that the form calls
    Outcome<Response> decide(Request request, Route deciding) {
        Endpoint shown = deciding.shown();
        if (shown == null || request.body().sent(FormState.FIELD) == null) {
            return deciding.handler().decide(request);
        }
        Route shows = shows(shown);
        return Precondition.holding(
                () -> {
                    if (!merge(request, shows).isClear()) {
                        throw Problem.of(ErrorCode.PRECONDITION_FAILED);
                    }
                },
                () -> deciding.handler().decide(request));
    }

    /// The route of the page's own resource. Its path can have a name where that of the form has a parameter's value.
    private Route shows(Endpoint shown) {
        return api.route("GET", shown.template());
    }

    /// The page that lets the user choose.
    ///
    /// @param deciding the route of the endpoint that the form calls
    Response chosenOn(Request request, Route deciding, Frame frame) {
        Merge merge = merge(request, shows(Objects.requireNonNull(deciding.shown())));
        return Page.of(
                ErrorCode.PRECONDITION_FAILED.status(),
                output -> JtemergeGenerated.render(output, null, frame, merge, request.path()));
    }

    private static Merge merge(Request request, Route shows) {
        Fields resource = Fields.of(shows.handler().decide(request).value());
        return Merge.of(
                FormValues.in(request),
                FormValues.of(
                        resource.object(resource.json().keySet().iterator().next())));
    }
}
