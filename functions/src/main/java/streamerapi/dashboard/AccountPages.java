package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteaccountGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.Map;

/// The page of the account and of the user's own access to it: the channel's name, the email, the password, the
/// sessions.
final class AccountPages {

    private static final String SECTION = "account";
    private static final String ADDRESS = Site.PLACE + "/account";
    private static final String ACCOUNT = "/account";
    private static final String EMAIL = "/email";

    private final Site site;

    AccountPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(ACCOUNT, ACCOUNT, this::account),
                site.form(ACCOUNT, "PATCH", ACCOUNT)
                        .leadsTo(request -> ADDRESS, Flash.CHANNEL_NAMED)
                        .refusedOn(ACCOUNT, this::account),
                site.form(ACCOUNT + "/{userId}" + EMAIL, "PATCH", "/team/{userId}")
                        .leadsTo(request -> ADDRESS, Flash.EMAIL_CHANGED)
                        .refusedOn(ACCOUNT, this::account),
                site.form("/account/password", "POST", "/password")
                        .leadsTo(request -> ADDRESS, Flash.PASSWORD_CHANGED)
                        .refusedOn(ACCOUNT, this::account),
                site.button(
                        "/account/sessions/end-others",
                        "POST",
                        "/sessions/end-others",
                        request -> ADDRESS,
                        Flash.SESSIONS_ENDED),
                site.button(
                        "/account/sessions/{sessionId}/end",
                        "DELETE",
                        "/sessions/{sessionId}",
                        request -> ADDRESS,
                        Flash.SESSION_ENDED));
    }

    private Response account(Request request, Fields answer, @Nullable Problem refused) {
        Fields account = answer.object("account");
        FormValues entered =
                FormValues.sentTo(ADDRESS, request).over(FormValues.of(account, List.of("name"), List.of()));
        FormValues email = FormValues.sentTo(EMAIL, request)
                .over(new FormValues(Map.of("email", List.of(request.session().email()))));
        Fields sessions = site.read(request, "/sessions");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JteaccountGenerated.render(
                        output,
                        null,
                        frame,
                        account,
                        sessions,
                        request.session().userId(),
                        entered,
                        email));
    }
}
