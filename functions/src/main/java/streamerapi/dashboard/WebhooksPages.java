package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.PastTimes;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtedeliveryGenerated;
import streamerapi.pages.templates.dashboard.JtewebhookGenerated;
import streamerapi.pages.templates.dashboard.JtewebhooksGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// The pages of an account's webhook endpoints and their deliveries.
final class WebhooksPages {

    private static final String SECTION = "webhooks";
    private static final String ADDRESS = Site.PLACE + "/webhooks";
    private static final String PAGES = "/webhooks";
    private static final String PAGE = "/webhooks/{endpointId}";
    private static final String ENDPOINTS = "/webhook-endpoints";
    private static final String ENDPOINT = "/webhook-endpoints/{endpointId}";
    private static final String DELIVERIES = ENDPOINT + "/deliveries";

    private static final String DELIVERY = PAGE + "/deliveries/{deliveryId}";

    private final Site site;
    private final InstantSource clock;

    WebhooksPages(Site site, InstantSource clock) {
        this.site = site;
        this.clock = clock;
    }

    Api api() {
        return Api.of(
                site.page(PAGES, ENDPOINTS, this::endpoints),
                site.form(PAGES, "POST", ENDPOINTS).then(this::secret).refusedOn(ENDPOINTS, this::endpoints),
                site.page(PAGE, ENDPOINT, this::endpoint),
                site.form(PAGE, "PATCH", ENDPOINT)
                        .leadsTo(WebhooksPages::address, Flash.ENDPOINT_SAVED)
                        .refusedOn(ENDPOINT, this::endpoint),
                site.form(PAGE + "/ping", "POST", ENDPOINT + "/ping")
                        .then(this::pinged)
                        .refusedOn(ENDPOINT, this::endpoint),
                site.form(PAGE + "/rotate-secret", "POST", ENDPOINT + "/rotate-secret")
                        .then(this::secret)
                        .refusedOn(ENDPOINT, this::endpoint),
                site.button(PAGE + "/remove", "DELETE", ENDPOINT, request -> ADDRESS, Flash.ENDPOINT_REMOVED),
                site.page(DELIVERY, "/webhook-deliveries/{deliveryId}", this::delivery),
                site.buttonByAnswer(
                        PAGE + "/recover",
                        "POST",
                        ENDPOINT + "/recover",
                        WebhooksPages::address,
                        WebhooksPages::recovered),
                site.button(
                        DELIVERY + "/redeliver",
                        "POST",
                        "/webhook-deliveries/{deliveryId}/redeliver",
                        WebhooksPages::address,
                        Flash.DELIVERY_BEGUN));
    }

    /// One request begins 1,000 deliveries at most.
    private static Flash recovered(Fields answer) {
        return switch (answer.text("recovered")) {
            case "0" -> Flash.NOTHING_FAILED;
            case "1000" -> Flash.RECOVERY_IN_PART;
            default -> Flash.RECOVERY_BEGUN;
        };
    }

    private static String address(Request request) {
        return ADDRESS + "/" + request.parameter("endpointId");
    }

    private Response endpoints(Request request, Fields endpoints, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.EVERYTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        Map<String, String> team = emails(request);
        return Page.of(
                Site.status(refused),
                output -> JtewebhooksGenerated.render(output, null, frame, team, endpoints, entered));
    }

    private Response endpoint(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? entered(answer) : FormValues.in(request);
        Fields deliveries = site.read(request, DELIVERIES);
        Frame frame = site.frame(request, SECTION, refused);
        return endpoint(Site.status(refused), request, answer, deliveries, entered, frame);
    }

    private Response delivery(Request request, Fields answer, @Nullable Problem refused) {
        Frame frame = site.frame(request, SECTION, refused);
        String address = address(request);
        String event = answer.isNull("event")
                ? ""
                : Json.writeIndented(answer.object("event").json());
        return Page.of(
                Site.status(refused),
                output -> JtedeliveryGenerated.render(output, null, frame, answer, address, event));
    }

    private Response endpoint(
            int status, Request request, Fields answer, Fields deliveries, FormValues entered, Frame frame) {
        Fields endpoint = answer.object("endpoint");
        String shown = Objects.requireNonNullElse(request.query("status"), "");
        Map<String, String> team = emails(request);
        return Page.of(
                status,
                output -> JtewebhookGenerated.render(
                        output,
                        null,
                        frame,
                        team,
                        endpoint,
                        deliveries,
                        shown,
                        new PastTimes(clock.instant()),
                        entered));
    }

    /// The emails of the team by their users' ids: who has left the team is not among them.
    private Map<String, String> emails(Request request) {
        return site.read(request, "/team").objects("users").stream()
                .collect(Collectors.toMap(user -> user.text("id"), user -> user.text("email")));
    }

    private static FormValues entered(Fields answer) {
        return FormValues.of(answer.object("endpoint"), List.of("url", "description", "is_active"), List.of("events"));
    }

    private Response pinged(Request request, Fields answer) {
        Fields delivery = answer.object("delivery");
        boolean fine = delivery.text("response_status").startsWith("2");
        String came = delivery.isNull("response_status")
                ? "No answer came to the ping: " + delivery.text("error")
                : "The endpoint answered the ping with " + delivery.text("response_status") + " in "
                        + delivery.text("duration_ms") + " ms.";
        Fields endpoint = site.read(request, ENDPOINT);
        Fields deliveries = site.read(request, DELIVERIES);
        Frame frame = site.frame(request, SECTION, null);
        Frame telling = fine ? frame.noticing(came) : frame.alerting(came);
        return endpoint(200, request, endpoint, deliveries, entered(endpoint), telling);
    }

    private Response secret(Request request, Fields answer) {
        Fields endpoint = answer.object("endpoint");
        return site.secret(
                request,
                SECTION,
                new Site.ShownSecret(
                        "Signing secret",
                        answer.text("secret"),
                        "The program at " + endpoint.text("url") + " checks with it that a delivery comes from here.",
                        ADDRESS + "/" + endpoint.text("id")));
    }
}
