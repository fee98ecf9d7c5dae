package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Route;

import java.util.function.Function;

/// The resource that a form edits.
///
/// @param shows the template of the GET that shows it
/// @param fields the form's fields, of the GET's answer
/// @param page the address of the form's page; null if the form is sent to its page's address
public record Edited(
        String shows,
        Function<Fields, FormValues> fields,
        @Nullable String page) {

    /// The resource that an endpoint changes: the GET of the same path shows it. Null if there is none.
    static @Nullable Edited by(Route changing) {
        Endpoint shown = changing.shown();
        return shown == null ? null : new Edited(shown.template(), Edited::only, null);
    }

    /// The fields of the only resource of an answer.
    public static FormValues only(Fields answer) {
        return FormValues.of(answer.object(answer.json().keySet().iterator().next()));
    }
}
