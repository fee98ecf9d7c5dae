package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AuthorizationFlow;
import streamerapi.connections.AuthorizationFlow.Back;
import streamerapi.connections.AuthorizationFlow.End;
import streamerapi.connections.AuthorizationFlow.Visitor;
import streamerapi.connections.Provider;
import streamerapi.pages.Edited;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.RewardForm;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteconnectionGenerated;
import streamerapi.pages.templates.dashboard.JteconnectionleadGenerated;
import streamerapi.pages.templates.dashboard.JteconnectionsGenerated;
import streamerapi.pages.templates.dashboard.JteprocessorGenerated;
import streamerapi.pages.templates.dashboard.JterewardsGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Set;
import java.util.stream.Collectors;

/// The pages of the account's connections, and the address at which a platform sends the streamer's browser back.
final class ConnectionsPages {

    private static final String SECTION = "connections";
    private static final String ADDRESS = Site.PLACE + "/connections";
    private static final String CONNECTIONS = "/connections";
    private static final String CONNECTION = "/connections/{provider}";
    private static final String REWARDS = "/connections/twitch/rewards";

    private final Site site;
    private final AuthorizationFlow flow;
    private final String authUrl;
    private final Set<String> processors;

    /// @param authUrl `{auth_url}`; empty if only the request knows it
    /// @param processors those that can be connected
    ConnectionsPages(Site site, AuthorizationFlow flow, String authUrl, Set<Provider> processors) {
        this.site = site;
        this.flow = flow;
        this.authUrl = authUrl;
        this.processors = processors.stream().map(Provider::label).collect(Collectors.toUnmodifiableSet());
    }

    Api api() {
        return ofAll().and(Api.of(processors.stream().map(this::form).toArray(Route[]::new)));
    }

    /// The form of a payment processor's credentials.
    private Route form(String processor) {
        return site.form(CONNECTION + "/" + processor, "PUT", CONNECTIONS + "/" + processor)
                .leadsTo(request -> ADDRESS + "/" + processor, Flash.PROCESSOR_CONNECTED)
                .refusedOn(CONNECTION, this::connection);
    }

    private Api ofAll() {
        return Api.of(
                site.page(CONNECTIONS, CONNECTIONS, this::connections),
                site.page(CONNECTION, CONNECTION, this::connection),
                site.form(CONNECTION, "PUT", CONNECTION).then(this::saved).refusedOn(CONNECTION, this::connection),
                site.form(CONNECTION + "/authorize", "POST", CONNECTION + "/authorize")
                        .then(this::leads)
                        .refusedOn(CONNECTION, this::connection),
                site.form(CONNECTION + "/check", "POST", CONNECTION + "/check")
                        .then(ConnectionsPages::checked)
                        .refusedOn(CONNECTION, this::connection),
                site.buttonByAnswer(
                        CONNECTION + "/disconnect",
                        "DELETE",
                        CONNECTION,
                        request -> ADDRESS,
                        answer -> answer.flag("revoked") ? Flash.PLATFORM_LEFT : Flash.PLATFORM_LEFT_HERE),
                site.page(REWARDS, REWARDS, this::rewards),
                site.form(REWARDS, "POST", REWARDS)
                        .leadsTo(request -> Site.PLACE + REWARDS, Flash.REWARD_MADE)
                        .refusedOn(REWARDS, this::rewards),
                site.form(REWARDS + "/actions", "PATCH", "/settings")
                        .editing(new Edited("/settings", Edited::only, Site.PLACE + REWARDS))
                        .leadsTo(request -> Site.PLACE + REWARDS, Flash.SETTINGS_SAVED)
                        .refusedOn(REWARDS, this::rewards),
                Route.of("GET", ADDRESS + "/{provider}/callback", Access.of(Role.SUPER_ADMIN), this::back)
                        .ofPage(this::refusedBack));
    }

    private Response connections(Request request, Fields answer, @Nullable Problem refused) {
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JteconnectionsGenerated.render(output, null, frame, answer, processors));
    }

    private Response connection(Request request, Fields answer, @Nullable Problem refused) {
        Fields connection = answer.object("connection");
        boolean isProcessor = processors.contains(connection.text("provider"));
        if (connection.isNull("redirect_uri") && !isProcessor) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> {
            if (isProcessor) {
                JteprocessorGenerated.render(output, null, frame, connection, entered);
            } else {
                JteconnectionGenerated.render(output, null, frame, connection, entered);
            }
        });
    }

    private Response rewards(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        FormValues settings = FormValues.of(site.read(request, "/settings").object("settings"));
        RewardForm actions = RewardForm.of(entered.over(settings), answer);
        Fields counters = site.read(request, "/counters");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JterewardsGenerated.render(output, null, frame, answer, entered, actions, counters));
    }

    /// A connection that still has to be allowed leads there at once.
    private Response saved(Request request, Fields answer) {
        Fields connection = answer.object("connection");
        return connection.text("status").equals("disconnected")
                ? leads(request, answer)
                : Site.redirect(ADDRESS + "/" + connection.text("provider"), Flash.CREDENTIALS_SAVED);
    }

    /// A page that leads on by itself. A redirect would not do: some browsers hold the redirects that follow a form to
    /// the page's `form-action`, and platforms lead on to pages of other domains of theirs.
    private Response leads(Request request, Fields answer) {
        String address = answer.text("authorize_url");
        String provider = request.parameter("provider");
        Frame frame = site.frame(request, SECTION, null);
        return Page.of(200, output -> JteconnectionleadGenerated.render(output, null, frame, provider, address))
                .with("Refresh", "0; url=" + address);
    }

    private static Response checked(Request request, Fields answer) {
        Fields connection = answer.object("connection");
        Flash notice = !connection.text("status").equals("connected")
                ? Flash.CONNECTION_CHECKED
                : answer.texts("repaired").isEmpty() ? Flash.CONNECTION_FINE : Flash.CONNECTION_REPAIRED;
        return Site.redirect(ADDRESS + "/" + connection.text("provider"), notice);
    }

    private Outcome<Response> back(Request request) {
        Provider provider = Provider.of(request.parameter("provider"))
                .filter(Provider::isPlatform)
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        Visitor visitor = new Visitor(request.session(), PublicOrigin.of(authUrl, request));
        Back sent = new Back(request.query("state"), request.query("code"), request.query("error"));
        return flow.end(provider, visitor, sent).map(ConnectionsPages::ended);
    }

    private static Response ended(End end) {
        return switch (end) {
            case ALLOWED -> Site.redirect(ADDRESS, Flash.PLATFORM_CONNECTED);
            case DENIED -> Site.redirect(ADDRESS, null);
            case REFUSED -> Page.redirect(ADDRESS + "?refused=" + ErrorCode.INVALID_CREDENTIALS.label());
            case UNAVAILABLE -> Page.redirect(ADDRESS + "?refused=" + ErrorCode.UNAVAILABLE.label());
        };
    }

    /// A browser without a session is not led back here after the sign-in: this address holds a code.
    private Response refusedBack(Request request, Problem problem) {
        return problem.code() == ErrorCode.MISSING_SESSION
                ? Page.redirect(Site.SIGN_IN)
                : site.refused(request, problem);
    }
}
