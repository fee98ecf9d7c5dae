package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.templates.dashboard.JtemergeGenerated;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
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
    /// @param edited the resource that the form edits; null if there is none
    Outcome<Response> decide(Request request, Route deciding, @Nullable Edited edited) {
        if (edited == null || request.body().sent(FormState.FIELD) == null) {
            return deciding.handler().decide(request);
        }
        return Precondition.holding(
                () -> {
                    if (!merge(request, edited).isClear()) {
                        throw Problem.of(ErrorCode.PRECONDITION_FAILED);
                    }
                },
                () -> deciding.handler().decide(request));
    }

    /// The page that lets the user choose.
    Response chosenOn(Request request, Edited edited, Frame frame) {
        Merge merge = merge(request, edited);
        String page = Objects.requireNonNullElse(edited.page(), request.path());
        return Page.of(
                ErrorCode.PRECONDITION_FAILED.status(),
                output -> JtemergeGenerated.render(output, null, frame, merge, request.path(), page));
    }

    /// The path of the resource can have a name where that of the form has a parameter's value.
    private Merge merge(Request request, Edited edited) {
        Route shows = api.route("GET", edited.shows());
        Fields resource = Fields.of(shows.handler().decide(request).value());
        return Merge.of(FormValues.in(request), edited.fields().apply(resource));
    }
}
